import type { RuleKindDefinition } from './definition.js';
import { all } from './prose.js';
import { statedMembers } from './schema.js';

export const provided: RuleKindDefinition<'provided'> = {
  kind: 'provided',
  on: 'schema',
  description:
    'Resources of this kind exist without being created: lists show these `members`, and any other name can be read; `values` is what all of them hold. Links may be relative to the resource itself.',
  schema: {
    properties: {
      members: {
        type: 'array',
        items: statedMembers('One of them, its name included.'),
        minItems: 1,
        description: 'Those that lists show.',
      },
      values: statedMembers('What all of them hold.'),
    },
    optional: { values: true },
  },
  fields: () => [],
  sentence: ({ members }) =>
    `Resources of this kind exist without being created, among them ${all(members.map((member) => String(Object.values(member)[0])))}.`,
};
