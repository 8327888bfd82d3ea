import type { RuleKindDefinition } from './definition.js';
import { formatCode, collectionName } from './rule-prose.js';
import { pathTemplateSchema, textSchema } from './parameter-schemas.js';

export const changeRecord: RuleKindDefinition<'changeRecord'> = {
  kind: 'changeRecord',
  on: 'method',
  description:
    'The change is recorded as a resource at the path template `as`, which is the answer; the parameter `id` names it, else the server.',
  schema: {
    properties: { as: pathTemplateSchema('Where the record stands.'), id: textSchema('The query parameter that names the record.') },
    optional: { id: true },
  },
  fields: (rule) => (rule.id === undefined ? [] : [{ path: rule.id, in: 'parameters', pointer: ['id'] }]),
  places: ({ as }) => [{ path: as, pointer: ['as'] }],
  sentence: ({ as, id }) =>
    `The change is recorded in ${collectionName(as)}, and the record is the answer${id === undefined ? '' : `; ${formatCode(id)} names it`}.`,
};
