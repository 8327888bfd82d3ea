import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, fieldUse, valueUses } from './rule-prose.js';
import { fieldPathSchema, textsSchema } from './parameter-schemas.js';

export const immutableWhile: RuleKindDefinition<'immutableWhile'> = {
  kind: 'immutableWhile',
  on: 'schema',
  description: "While `field` has one of `values`, the resource can't be used or modified.",
  schema: {
    properties: { field: fieldPathSchema('The field with the state.'), values: textsSchema('The states that lock.') },
    optional: {},
  },
  fields: (rule) => [{ ...fieldUse('field', rule.field), values: valueUses('values', rule.values) }],
  sentence: (rule) => `While ${formatCode(rule.field)} is ${formatAny(rule.values)}, you can't use or modify the resource.`,
};
