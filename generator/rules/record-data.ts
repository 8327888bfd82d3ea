import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath } from './schema.js';

export const recordData: RuleKindDefinition<'recordData'> = {
  kind: 'recordData',
  on: 'schema',
  description:
    'Each text in the list `data` is the presentation form of a DNS record of the type that `type` names, and there are as many as that type admits.',
  schema: {
    properties: { type: fieldPath('The field with the record type.'), data: fieldPath('The list of record data.') },
    optional: {},
  },
  fields: (rule) => [field('type', rule.type, { kind: 'string' }), field('data', rule.data, { kind: 'list' })],
  sentence: ({ type, data }) => `${code(data)} holds data of the record type that ${code(type)} names, in presentation form (RFC 1035).`,
};
