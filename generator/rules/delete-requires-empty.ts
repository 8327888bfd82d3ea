import type { RuleKindDefinition } from './definition.js';
import { collectionName } from './rule-prose.js';
import { pathTemplateSchema } from './parameter-schemas.js';

export const deleteRequiresEmpty: RuleKindDefinition<'deleteRequiresEmpty'> = {
  kind: 'deleteRequiresEmpty',
  on: 'schema',
  description:
    "The resource can't be deleted while it has child resources at the path template `members`, other than those that the server created with it.",
  schema: { properties: { members: pathTemplateSchema('The collection that must be empty.') }, optional: {} },
  fields: () => [],
  places: ({ members }) => [{ path: members, pointer: ['members'] }],
  sentence: ({ members }) =>
    `You can't delete the resource while ${collectionName(members)} contains members other than those that the server created with it. The request fails with 400 \`containerNotEmpty\`.`,
};
