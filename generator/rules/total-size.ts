import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, fieldUse } from './rule-prose.js';
import { countSchema, fieldPathSchema, fieldPathsSchema } from './parameter-schemas.js';

export const totalSize: RuleKindDefinition<'totalSize'> = {
  kind: 'totalSize',
  on: 'schema',
  description: 'The UTF-8 bytes of `members` over all elements of the list `field` are together fewer than `below`.',
  schema: {
    properties: {
      field: fieldPathSchema('The list.'),
      members: fieldPathsSchema('Members of its elements that count.'),
      below: countSchema('Bytes that are not reached.', 1),
    },
    optional: {},
  },
  fields: (rule) => [
    fieldUse('field', rule.field, { kind: 'list' }),
    ...rule.members.map((member, i) => ({ path: `${rule.field}.${member}`, in: 'self', pointer: ['members', i], kind: 'string' }) as const),
  ],
  sentence: (rule) =>
    `${formatAll(rule.members)} of all elements of ${formatCode(rule.field)} must together have fewer than ${rule.below} bytes of UTF-8.`,
};
