import type { RuleKindDefinition } from './definition.js';
import { any, code, field, fields } from './prose.js';
import { fieldPath, fieldPaths } from './schema.js';

export const certificateFacts: RuleKindDefinition<'certificateFacts'> = {
  kind: 'certificateFacts',
  on: 'schema',
  description:
    'The server reads `expires` (when it ends) and `names` (its subject alternative names) from the first certificate of the PEM text in one of the fields `certificates`.',
  schema: {
    properties: {
      certificates: fieldPaths('The fields that may hold the certificate; the first that does counts.'),
      expires: fieldPath('The field with the time.'),
      names: fieldPath('The list of names.'),
    },
    optional: {},
  },
  fields: (rule) => [
    ...fields('certificates', rule.certificates),
    field('expires', rule.expires, { kind: 'string' }),
    field('names', rule.names, { kind: 'list' }),
  ],
  sentence: ({ certificates, expires, names }) =>
    `The server reads ${code(expires)} and ${code(names)} from the first certificate in ${any(certificates)}.`,
};
