import type { RuleKindDefinition } from './definition.js';
import { code, collection } from './prose.js';
import { pathTemplate, text } from './schema.js';

export const recorded: RuleKindDefinition<'recorded'> = {
  kind: 'recorded',
  on: 'method',
  description:
    'The server records the change as a resource at the path template `as` and returns this resource. The parameter `id` sets its identifier. Otherwise, the server generates it.',
  schema: {
    properties: { as: pathTemplate('The collection of the records.'), id: text('The query parameter with the identifier of the record.') },
    optional: { id: true },
  },
  fields: (rule) => (rule.id === undefined ? [] : [{ path: rule.id, in: 'parameters', pointer: ['id'] }]),
  places: ({ as }) => [{ path: as, pointer: ['as'] }],
  sentence: ({ as, id }) =>
    `The server records the change in ${collection(as)} and returns the record.${id === undefined ? '' : ` ${code(id)} sets the identifier of the record.`}`,
};
