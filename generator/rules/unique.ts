import type { FieldUse, RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { fieldPathSchema } from './parameter-schemas.js';

export const unique: RuleKindDefinition<'unique'> = {
  kind: 'unique',
  on: 'schema',
  description: 'The elements of the list `field` differ; in their member `by`, where one is named.',
  schema: {
    properties: { field: fieldPathSchema('The list.'), by: fieldPathSchema('The member in which its elements differ.') },
    optional: { by: true },
  },
  fields(rule) {
    const list = fieldUse('field', rule.field, { kind: 'list' });
    const by: FieldUse[] = rule.by === undefined ? [] : [{ path: `${rule.field}.${rule.by}`, in: 'self', pointer: ['by'] }];
    return [list, ...by];
  },
  sentence: (rule) => `The elements of ${formatCode(rule.field)} must differ${rule.by === undefined ? '' : ` in ${formatCode(rule.by)}`}.`,
};
