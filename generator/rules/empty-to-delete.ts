import type { RuleKindDefinition } from './definition.js';
import { collection } from './prose.js';
import { pathTemplate } from './schema.js';

export const emptyToDelete: RuleKindDefinition<'emptyToDelete'> = {
  kind: 'emptyToDelete',
  on: 'schema',
  description:
    "The resource can't be deleted while it has child resources at the path template `members`, other than those that the server created with it.",
  schema: { properties: { members: pathTemplate('The collection that must be empty.') }, optional: {} },
  fields: () => [],
  places: ({ members }) => [{ path: members, pointer: ['members'] }],
  sentence: ({ members }) =>
    `You can't delete the resource while ${collection(members)} contains members other than those that the server created with it. The request fails with 400 \`containerNotEmpty\`.`,
};
