import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  getExclusiveKeys,
  listRuleFields,
  listRuleUses,
  methodRuleKinds,
  ruleKinds,
  listRuleParameters,
  describeRule,
} from '../../../generator/language/index.js';
import type { JsonObject } from '../../../generator/lib/json.js';
import type { RuleKind } from '../../../runtime/rule.js';
import { createLanguageSchema } from '../../../generator/check/schema/index.js';
import type { RuleParameter } from '../../../generator/language/parameters.js';
import { examples } from './examples.js';

const kinds = Object.keys(examples) as RuleKind[];
const ajv = new Ajv({ strict: false, code: { optimize: false } });
ajv.addSchema(createLanguageSchema('specification'), 'language');
const validateMethodRule = ajv.compile({ $ref: 'language#/definitions/methodRule' });
const validateSchemaRule = ajv.compile({ $ref: 'language#/definitions/schemaRule' });

describe.each(kinds)('%s', (kind) => {
  const { rule, sentence, fields } = examples[kind];

  test('has a description', () => {
    expect(describeRule(rule)).toBe(sentence);
  });

  test('names its fields and their positions', () => {
    const uses = listRuleFields(rule);
    expect(uses.map((use) => `${use.in}: ${use.path}`)).toEqual(fields);
    for (const { pointer, path, key, placeholder, values = [], assignedValues: conditions = [] } of uses) {
      const text = key === true ? pointer.at(-1) : at(rule, pointer);
      for (const value of conditions) expect(at(rule, value.pointer)).toBe(value.value);
      if (placeholder !== undefined) {
        expect(text).toContain(`{${placeholder}}`);
        continue;
      }
      // An order consists of a field and a direction.
      expect(path === String(text).split(' ')[0] || path.endsWith(`.${String(text)}`)).toBe(true);
      for (const value of values) expect(at(rule, value.pointer)).toBe(value.value);
    }
  });

  test('conforms to its schema', () => {
    const validate = Object.hasOwn(methodRuleKinds, kind) ? validateMethodRule : validateSchemaRule;
    expect(validate({ ...rule, source: 'manual: Rules' })).toBe(true);
    expect(validate({ ...rule, surplus: 1 })).toBe(false);
    for (const [parameter, { optional = false }] of Object.entries<RuleParameter>(ruleKinds[kind].parameters)) {
      const { [parameter]: _, ...rest } = { ...rule } as Record<string, unknown>;
      expect(validate(rest)).toBe(optional);
    }
  });
});

function at(value: unknown, pointer: readonly (string | number)[]): unknown {
  return pointer.reduce<unknown>((part, segment) => (part as Record<string, unknown>)[segment], value);
}

test('escapes backticks in text of the specification', () => {
  expect(describeRule({ kind: 'allowMissing', parameter: 'a` **b** `c' })).toContain("`a' **b** 'c`");
});

test.each([
  ['filter', ['filter']],
  ['pagination', ['max', 'token', 'partial']],
  ['prefix', ['prefix', 'delimiter']],
  ['orderBy', ['orderBy', 'sortOrder']],
  ['requestId', ['requestId']],
  ['changeRecord', ['clientOperationId']],
  ['elementSelector', ['digestType']],
  ['etag', []],
  ['serverDefault', ['zone']],
  ['ownedResources', []],
] as const)('%s reads the parameters %j', (kind, parameters) => {
  expect(listRuleParameters(examples[kind].rule)).toEqual(parameters);
});

test('accepts any value in a rule', () => {
  const rules = fc.constantFrom(...kinds).chain((kind) => {
    const names = Object.keys(ruleKinds[kind].parameters);
    const members = fc.dictionary(fc.constantFrom('other', ...names), fc.jsonValue({ maxDepth: 3 }));
    return members.map((memberValues) => ({ ...memberValues, kind }) as JsonObject);
  });
  fc.assert(
    fc.property(rules, (rule) => {
      for (const { path } of listRuleUses(rule)) expect(path).toBeTypeOf('string');
    }),
  );
});

test('lists nothing for an unknown kind', () => {
  expect(listRuleUses({ kind: 'toString', field: 'a' })).toEqual([]);
});

test('lists the exclusive keys of a counter', () => {
  expect(getExclusiveKeys({ kind: 'counter', field: 'n', covers: ['a'] })).toBeUndefined();
  expect(getExclusiveKeys({ kind: 'counter', field: 'n', methods: ['shop.get'], members: 'things/{thing}' })).toEqual([
    'members',
    'methods',
  ]);
});

test('reads an optional etag from the parameters of a deletion', () => {
  const rule = { kind: 'etag', field: 'etag', match: 'optional' } as const;
  expect(listRuleParameters(rule)).toEqual(['etag']);
  expect(describeRule(rule)).toBe(
    'If a request contains `etag`, it must be the current one. Otherwise, the request fails with 412 `conditionNotMet`. Each change of the resource changes `etag`.',
  );
});

test('supports names for orders', () => {
  const rule = { kind: 'orderBy', parameter: 'sortBy', orders: { start: 'startTime desc', id: 'id' } } as const;
  expect(describeRule(rule)).toBe('`sortBy` sorts the items by `start` or `id`.');
  expect(listRuleFields(rule).map(({ path, pointer }) => [path, pointer])).toEqual([
    ['sortBy', ['parameter']],
    ['startTime', ['orders', 'start']],
    ['id', ['orders', 'id']],
  ]);
});
