/** Conformed rules can be inspected even if the input is malformed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../generator/lib/json.js';
import { conformRule } from '../../../generator/rules/conform.js';
import { listRuleFields, ruleKinds, listRuleMethods, listRulePathTemplates } from '../../../generator/rules/index.js';

const kinds = Object.keys(ruleKinds) as (keyof typeof ruleKinds)[];

test('accepts any value in a rule', () => {
  const rules = fc.constantFrom(...kinds).chain((kind) => {
    const names = Object.keys(ruleKinds[kind].schema.properties);
    const members = fc.dictionary(fc.constantFrom('other', ...names), fc.jsonValue({ maxDepth: 3 }));
    return members.map((memberValues) => ({ ...memberValues, kind }) as JsonObject);
  });
  fc.assert(
    fc.property(rules, (input) => {
      const rule = conformRule(input);
      if (rule === undefined) throw new Error('the kind is known');
      for (const { path } of [...listRuleFields(rule), ...listRulePathTemplates(rule)]) expect(path).toBeTypeOf('string');
      for (const { id } of listRuleMethods(rule)) expect(id).toBeTypeOf('string');
    }),
  );
});

test('keeps a valid rule unchanged', () => {
  const rule = { kind: 'serverDefault', field: 'a', value: 'x', when: { b: [1, null] } };
  expect(conformRule(rule)).toEqual(rule);
});

test.each([
  [
    { kind: 'filter', parameter: 'filter' },
    { kind: 'filter', parameter: 'filter', styles: [] },
  ],
  [
    { kind: 'serverDefault', field: 'a', value: 'x', when: { b: 1 }, other: 1 },
    { kind: 'serverDefault', field: 'a', value: 'x', when: { b: [] } },
  ],
])('repairs %j', (input, expected) => {
  expect(conformRule(input)).toEqual(expected);
});

test('reports an unknown kind', () => {
  expect(conformRule({ kind: 'toString' })).toBeUndefined();
});
