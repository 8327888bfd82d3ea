import type { RuleKindDefinition } from './definition.js';
import { formatCode, formatCollectionName } from './rule-prose.js';
import { fieldPathSchema, pathTemplateSchema } from './parameter-schemas.js';

export const deleteBlockedByReference: RuleKindDefinition<'deleteBlockedByReference'> = {
  kind: 'deleteBlockedByReference',
  on: 'schema',
  description: "The resource can't be deleted while the `field` of a resource at the path template `by` refers to it.",
  schema: {
    properties: { by: pathTemplateSchema('Who uses it.'), field: fieldPathSchema('The field of the user with the link.') },
    optional: {},
  },
  listFields: ({ by, field }) => [{ path: field, in: 'member', of: by, pointer: ['field'] }],
  listPathTemplates: ({ by }) => [{ path: by, pointer: ['by'] }],
  describe: ({ by, field }) =>
    `You can't delete the resource while ${formatCode(field)} of a resource in ${formatCollectionName(by)} refers to it. The request fails with 400 \`resourceInUseByAnotherResource\`.`,
};
