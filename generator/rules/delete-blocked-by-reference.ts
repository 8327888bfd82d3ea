import type { RuleKindDefinition } from './definition.js';
import { formatCode, collectionName } from './rule-prose.js';
import { fieldPathSchema, pathTemplateSchema } from './parameter-schemas.js';

export const deleteBlockedByReference: RuleKindDefinition<'deleteBlockedByReference'> = {
  kind: 'deleteBlockedByReference',
  on: 'schema',
  description: 'The resource is not deleted while the `field` of a resource at the path template `by` links to it.',
  schema: {
    properties: { by: pathTemplateSchema('Who uses it.'), field: fieldPathSchema('The field of the user with the link.') },
    optional: {},
  },
  fields: ({ by, field }) => [{ path: field, in: 'member', of: by, pointer: ['field'] }],
  places: ({ by }) => [{ path: by, pointer: ['by'] }],
  sentence: ({ by, field }) =>
    `It is not deleted (400 resourceInUseByAnotherResource) while ${formatCode(field)} of one of ${collectionName(by)} links to it.`,
};
