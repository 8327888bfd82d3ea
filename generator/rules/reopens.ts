import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, fieldUse, valueUses } from './rule-prose.js';
import { fieldPathSchema, textSchema, textsSchema } from './parameter-schemas.js';

export const reopens: RuleKindDefinition<'reopens'> = {
  kind: 'reopens',
  on: 'schema',
  description: 'Another error event of the group moves `field` from one of the values `from` to the value `to`.',
  schema: {
    properties: {
      field: fieldPathSchema('The field with the status.'),
      from: textsSchema('The values that it leaves.'),
      to: textSchema('The value that it gets.'),
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
    `Another event of the group makes ${formatCode(name)} ${formatCode(to)} where it was ${formatAny(from)}.`,
};
