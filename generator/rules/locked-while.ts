import type { RuleKindDefinition } from './definition.js';
import { any, code, field, valuesAt } from './prose.js';
import { fieldPath, texts } from './schema.js';

export const lockedWhile: RuleKindDefinition<'lockedWhile'> = {
  kind: 'lockedWhile',
  on: 'schema',
  description: "While `field` has one of `values`, the resource can't be used or modified.",
  schema: { properties: { field: fieldPath('The field with the state.'), values: texts('The states that lock.') }, optional: {} },
  fields: (rule) => [{ ...field('field', rule.field), values: valuesAt('values', rule.values) }],
  sentence: (rule) => `While ${code(rule.field)} is ${any(rule.values)}, you can't use or modify the resource.`,
};
