import type { FieldUse, RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath } from './schema.js';

export const unique: RuleKindDefinition<'unique'> = {
  kind: 'unique',
  on: 'schema',
  description: 'The elements of the list `field` are unique, or have unique values of the member `by`.',
  schema: {
    properties: { field: fieldPath('The list.'), by: fieldPath('The member in which its elements differ.') },
    optional: { by: true },
  },
  fields(rule) {
    const list = field('field', rule.field, { kind: 'list' });
    const by: FieldUse[] = rule.by === undefined ? [] : [{ path: `${rule.field}.${rule.by}`, in: 'self', pointer: ['by'] }];
    return [list, ...by];
  },
  sentence: (rule) =>
    `The elements of ${code(rule.field)} must ${rule.by === undefined ? 'be unique' : `have unique values of ${code(rule.by)}`}.`,
};
