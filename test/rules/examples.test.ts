/** Every rule that can be judged on a message accepts and rejects what its examples say; a rule without examples fails the build. */
import { describe, expect, test } from 'vitest';
import { compile, type Target, type Validator } from './support/compile.js';
import { examples, unknownIds, type Example } from './support/examples.js';
import { refusals } from './support/judge.js';
import { isJudged, isKept, isOpen, isTold, keywords } from './support/kinds.js';
import { rules, specificationOf, type ApiName } from './support/specifications.js';

const compiled = new Map<string, Validator>();

function validatorOf(api: ApiName, target: Target): Validator {
  const key = `${api} ${JSON.stringify(target)}`;
  let validator = compiled.get(key);
  if (validator === undefined) compiled.set(key, (validator = compile(api, specificationOf(api).value, target)));
  return validator;
}

const titled = examples.map((example) => ({ title: example.rules.map(({ id }) => id).join(', '), example }));

describe.each(titled)('$title', ({ example: { api, accepted, rejected } }: { example: Example }) => {
  test.runIf(accepted.length > 0)('accepts', () => {
    for (const one of accepted) expect(refusals(validatorOf(api, one.target), one), shown(one.value)).toEqual([]);
  });

  test.runIf(rejected.length > 0)('rejects', () => {
    for (const { target, value, keyword, path, message } of rejected) {
      const validator = validatorOf(api, target);
      expect(validator(value), shown(value)).toBe(false);
      const expected = { instancePath: path, keyword, message: message ?? expect.any(String) };
      expect(validator.errors, shown(value)).toContainEqual(expect.objectContaining(expected));
    }
  });
});

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 300);
}

describe('no rule is without examples', () => {
  const judged = rules.filter(isJudged);
  const shownBy = (id: string): readonly Example[] => examples.filter((example) => example.rules.some((rule) => rule.id === id));

  test('each judged rule has an accepting one', () => {
    expect(judged.filter(({ id }) => !shownBy(id).some(({ accepted }) => accepted.length > 0)).map(({ id }) => id)).toEqual([]);
  });

  test('and a rejecting one, unless it is a set of values that is open', () => {
    const keyword = (facet: string): string => (facet === 'fingerprint' ? 'required' : (keywords.get(facet) ?? ''));
    const without = judged.filter((rule) => {
      const found = shownBy(rule.id).some(({ rejected }) => rejected.some((one) => one.keyword === keyword(rule.facet)));
      return !found && !isOpen(rule);
    });
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  test('each example names rules that exist', () => {
    expect(unknownIds).toEqual([]);
  });

  test('each kind of rule is judged, kept by the mock, or told to people alone', () => {
    const left = rules.filter((rule) => !isJudged(rule) && !isKept(rule) && !isTold(rule));
    expect(left.map(({ id }) => id)).toEqual([]);
  });
});
