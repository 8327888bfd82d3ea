import type { RuleKindDefinition } from './definition.js';
import { all, code, field, fields } from './prose.js';
import { fieldPath, fieldPaths } from './schema.js';

export const recordData: RuleKindDefinition<'recordData'> = {
  kind: 'recordData',
  on: 'schema',
  description:
    'Each text in the lists at `data` is the presentation form of a DNS record of the type that `type` names, and a list holds as many as that type admits.',
  schema: {
    properties: { type: fieldPath('The field with the record type.'), data: fieldPaths('The lists of record data.') },
    optional: {},
  },
  fields: (rule) => [field('type', rule.type, { kind: 'string' }), ...fields('data', rule.data, { kind: 'list' })],
  sentence: ({ type, data }) => `${all(data)} hold data of the record type that ${code(type)} names, in presentation form (RFC 1035).`,
};
