import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, fieldUse, fieldUses } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema } from './parameter-schemas.js';

export const dnsRecordData: RuleKindDefinition<'dnsRecordData'> = {
  kind: 'dnsRecordData',
  on: 'schema',
  description:
    'Each text in the lists at `data` is the presentation form of a DNS record of the type that `type` names, and a list holds as many as that type admits.',
  schema: {
    properties: { type: fieldPathSchema('The field with the record type.'), data: fieldPathsSchema('The lists of record data.') },
    optional: {},
  },
  fields: (rule) => [fieldUse('type', rule.type, { kind: 'string' }), ...fieldUses('data', rule.data, { kind: 'list' })],
  sentence: ({ type, data }) =>
    `${formatAll(data)} hold data of the record type that ${formatCode(type)} names, in presentation form (RFC 1035).`,
};
