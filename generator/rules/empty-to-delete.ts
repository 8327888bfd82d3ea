import type { RuleKindDefinition } from './definition.js';
import { collection } from './prose.js';
import { pathTemplate } from './schema.js';

export const emptyToDelete: RuleKindDefinition<'emptyToDelete'> = {
  kind: 'emptyToDelete',
  on: 'schema',
  description: 'The resource is not deleted while it has others at the path template `members` than those it comes with.',
  schema: { properties: { members: pathTemplate('What must be gone.') }, optional: {} },
  fields: () => [],
  places: ({ members }) => [{ path: members, pointer: ['members'] }],
  sentence: ({ members }) =>
    `It is not deleted (400 containerNotEmpty) while it has members in ${collection(members)} beside those it comes with.`,
};
