import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode, fieldUse, fieldUses } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema } from './parameter-schemas.js';

export const certificateDetails: RuleKindDefinition<'certificateDetails'> = {
  kind: 'certificateDetails',
  on: 'schema',
  description:
    'The server reads `expires` (when it ends) and `names` (its subject alternative names) from the first certificate of the PEM text in one of the fields `certificates`.',
  schema: {
    properties: {
      certificates: fieldPathsSchema('The fields that may hold the certificate; the first that does counts.'),
      expires: fieldPathSchema('The field with the time.'),
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
    `The server reads ${formatCode(expires)} and ${formatCode(names)} from the first certificate in ${formatAny(certificates)}.`,
};
