import type { RuleKindDefinition } from './definition.js';
import { all, code, field, fields } from './prose.js';
import { fieldPath, fieldPaths } from './schema.js';

export const recordData: RuleKindDefinition<'recordData'> = {
  kind: 'recordData',
  on: 'schema',
  description:
    'Each string in the lists at `data` is the presentation format of a DNS record of the type in `type`, and a list contains as many records as the type allows.',
  schema: {
    properties: { type: fieldPath('The field with the record type.'), data: fieldPaths('The lists of record data.') },
    optional: {},
  },
  fields: (rule) => [field('type', rule.type, { kind: 'string' }), ...fields('data', rule.data, { kind: 'list' })],
  sentence: ({ type, data }) => `${all(data)} must contain data of the record type in ${code(type)}, in presentation format (RFC 1035).`,
};
