import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, fieldUse, fieldUses } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema } from './parameter-schemas.js';

export const dnsRecordData: RuleKindDefinition<'dnsRecordData'> = {
  kind: 'dnsRecordData',
  on: 'schema',
  description:
    'Each string in the lists at `data` is the presentation format of a DNS record of the type in `type`, and a list contains as many records as the type allows.',
  schema: {
    properties: { type: fieldPathSchema('The field with the record type.'), data: fieldPathsSchema('The lists of record data.') },
    optional: {},
  },
  fields: (rule) => [fieldUse('type', rule.type, { kind: 'string' }), ...fieldUses('data', rule.data, { kind: 'list' })],
  sentence: ({ type, data }) =>
    `${formatAll(data)} must contain data of the record type in ${formatCode(type)}, in presentation format (RFC 1035).`,
};
