/** The examples of every rule that a validator can check. A rule without examples fails. */
import { describe, expect, test } from 'vitest';
import { compile, type Target, type Validator } from './support/compile.js';
import { examples, unknownIds, type Example } from './support/examples.js';
import { unexpectedErrors } from './support/validate-example.js';
import { specificationOf, type ApiName } from './support/specifications.js';

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
    for (const one of accepted) expect(unexpectedErrors(validatorOf(api, one.target), one), shown(one.value)).toEqual([]);
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

test('each example refers to existing rules', () => {
  expect(unknownIds).toEqual([]);
});
