/** Validates the examples of every rule that a validator can check. A rule without examples fails. */
import { describe, expect, test } from 'vitest';
import { compile, type Target, type Validator } from './support/compile.js';
import { examples, unknownIds, type Example } from './support/examples.js';
import { unexpectedErrors } from './support/validate-example.js';
import { getSpecification, type ApiName } from './support/specifications.js';

const compiled = new Map<string, Validator>();

function getValidator(api: ApiName, target: Target): Validator {
  const key = `${api} ${JSON.stringify(target)}`;
  let validator = compiled.get(key);
  if (validator === undefined) compiled.set(key, (validator = compile(api, getSpecification(api).value, target)));
  return validator;
}

const titledExamples = examples.map((example) => ({ title: example.rules.map(({ id }) => id).join(', '), example }));

describe.each(titledExamples)('$title', ({ example: { api, accepted, rejected } }: { example: Example }) => {
  test.runIf(accepted.length > 0)('accepts the valid examples', () => {
    for (const example of accepted)
      expect(unexpectedErrors(getValidator(api, example.target), example), formatValue(example.value)).toEqual([]);
  });

  test.runIf(rejected.length > 0)('rejects the invalid examples', () => {
    for (const { target, value, keyword, path, message } of rejected) {
      const validator = getValidator(api, target);
      expect(validator(value), formatValue(value)).toBe(false);
      const expected = { instancePath: path, keyword, message: message ?? expect.any(String) };
      expect(validator.errors, formatValue(value)).toContainEqual(expect.objectContaining(expected));
    }
  });
});

function formatValue(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 300);
}

test('every example refers to existing rules', () => {
  expect(unknownIds).toEqual([]);
});
