import type { RuleKindDefinition } from './definition.js';
import { code, collection } from './prose.js';
import { fieldPath, pathTemplate } from './schema.js';

export const notWhileUsed: RuleKindDefinition<'notWhileUsed'> = {
  kind: 'notWhileUsed',
  on: 'schema',
  description: "The resource can't be deleted while the `field` of a resource at the path template `by` refers to it.",
  schema: {
    properties: { by: pathTemplate('Who uses it.'), field: fieldPath('The field of the user with the link.') },
    optional: {},
  },
  fields: ({ by, field }) => [{ path: field, in: 'member', of: by, pointer: ['field'] }],
  places: ({ by }) => [{ path: by, pointer: ['by'] }],
  sentence: ({ by, field }) =>
    `You can't delete the resource while ${code(field)} of a resource in ${collection(by)} refers to it. The request fails with 400 \`resourceInUseByAnotherResource\`.`,
};
