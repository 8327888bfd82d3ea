import type { RuleKindDefinition } from './definition.js';
import { all, code, field } from './prose.js';
import { count, fieldPath, fieldPaths } from './schema.js';

export const totalSize: RuleKindDefinition<'totalSize'> = {
  kind: 'totalSize',
  on: 'schema',
  description: 'The total size of `members` over all elements of the list `field` is less than `below` bytes of UTF-8.',
  schema: {
    properties: {
      field: fieldPath('The list.'),
      members: fieldPaths('Members of its elements that count.'),
      below: count('Bytes that are not reached.', 1),
    },
    optional: {},
  },
  fields: (rule) => [
    field('field', rule.field, { kind: 'list' }),
    ...rule.members.map((member, i) => ({ path: `${rule.field}.${member}`, in: 'self', pointer: ['members', i], kind: 'string' }) as const),
  ],
  sentence: (rule) =>
    `The total size of ${all(rule.members)} over all elements of ${code(rule.field)} must be less than ${rule.below} bytes of UTF-8.`,
};
