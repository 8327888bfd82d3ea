import type { RuleKindDefinition } from './definition.js';
import { formatCode, formatCollectionName } from './rule-prose.js';
import { pathTemplateSchema, textSchema } from './parameter-schemas.js';

export const changeRecord: RuleKindDefinition<'changeRecord'> = {
  kind: 'changeRecord',
  on: 'method',
  description:
    'The server records the change as a resource at the path template `as` and returns this resource. The parameter `id` sets its identifier. Otherwise, the server generates it.',
  schema: {
    properties: {
      as: pathTemplateSchema('The collection of the records.'),
      id: textSchema('The query parameter with the identifier of the record.'),
    },
    optional: { id: true },
  },
  listFields: (rule) => (rule.id === undefined ? [] : [{ path: rule.id, in: 'parameters', pointer: ['id'] }]),
  listPathTemplates: ({ as }) => [{ path: as, pointer: ['as'] }],
  describe: ({ as, id }) =>
    `The server records the change in ${formatCollectionName(as)} and returns the record.${id === undefined ? '' : ` ${formatCode(id)} sets the identifier of the record.`}`,
};
