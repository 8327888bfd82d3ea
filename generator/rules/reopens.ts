import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, fieldUse, valueUses } from './rule-prose.js';
import { fieldPathSchema, textSchema, textsSchema } from './parameter-schemas.js';

export const reopens: RuleKindDefinition<'reopens'> = {
  kind: 'reopens',
  on: 'schema',
  description: 'A new error event of the group changes `field` from one of the values `from` to the value `to`.',
  schema: {
    properties: {
      field: fieldPathSchema('The field with the status.'),
      from: textsSchema('The values that it leaves.'),
      to: textSchema('The new value.'),
    },
    optional: {},
  },
  fields: (rule) => [
    {
      ...fieldUse('field', rule.field, { kind: 'string' }),
      values: [...valueUses('from', rule.from), { value: rule.to, pointer: ['to'] }],
    },
  ],
  sentence: ({ field: name, from, to }) =>
    `A new event of the group changes ${formatCode(name)} from ${formatAny(from)} to ${formatCode(to)}.`,
};
