import type { RuleKindDefinition } from './definition.js';
import { formatCollectionName } from './rule-prose.js';
import { pathTemplateSchema } from './parameter-schemas.js';

export const deleteRequiresEmpty: RuleKindDefinition<'deleteRequiresEmpty'> = {
  kind: 'deleteRequiresEmpty',
  on: 'schema',
  description:
    "The resource can't be deleted while it has child resources at the path template `members`, other than those that the server created with it.",
  schema: { properties: { members: pathTemplateSchema('The collection that must be empty.') }, optional: {} },
  listFields: () => [],
  listPathTemplates: ({ members }) => [{ path: members, pointer: ['members'] }],
  describe: ({ members }) =>
    `You can't delete the resource while ${formatCollectionName(members)} contains members other than those that the server created with it. The request fails with 400 \`containerNotEmpty\`.`,
};
