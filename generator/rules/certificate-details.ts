import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, fieldUse, fieldUses } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema } from './parameter-schemas.js';

export const certificateDetails: RuleKindDefinition<'certificateDetails'> = {
  kind: 'certificateDetails',
  on: 'schema',
  description:
    'The server sets `expires` (the expiration time) and `names` (the subject alternative names) from the first certificate in the PEM text of one of the fields `certificates`.',
  schema: {
    properties: {
      certificates: fieldPathsSchema('The fields that can contain the certificate. The server reads the first one that does.'),
      expires: fieldPathSchema('The field with the expiration time.'),
      names: fieldPathSchema('The list of names.'),
    },
    optional: {},
  },
  fields: (rule) => [
    ...fieldUses('certificates', rule.certificates),
    fieldUse('expires', rule.expires, { kind: 'string' }),
    fieldUse('names', rule.names, { kind: 'list' }),
  ],
  sentence: ({ certificates, expires, names }) =>
    `The server sets ${formatCode(expires)} and ${formatCode(names)} from the first certificate in ${formatAny(certificates)}.`,
};
