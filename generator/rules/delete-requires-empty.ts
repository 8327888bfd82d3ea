import type { RuleKindDefinition } from './definition.js';
import { collectionName } from './rule-prose.js';
import { pathTemplateSchema } from './parameter-schemas.js';

export const deleteRequiresEmpty: RuleKindDefinition<'deleteRequiresEmpty'> = {
  kind: 'deleteRequiresEmpty',
  on: 'schema',
  description: 'The resource is not deleted while it has others at the path template `members` than those it comes with.',
  schema: { properties: { members: pathTemplateSchema('What must be gone.') }, optional: {} },
  fields: () => [],
  places: ({ members }) => [{ path: members, pointer: ['members'] }],
  sentence: ({ members }) =>
    `It is not deleted (400 containerNotEmpty) while it has members in ${collectionName(members)} beside those it comes with.`,
};
