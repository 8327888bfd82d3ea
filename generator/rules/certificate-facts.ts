import type { RuleKindDefinition } from './definition.js';
import { any, code, field, fields } from './prose.js';
import { fieldPath, fieldPaths } from './schema.js';

export const certificateFacts: RuleKindDefinition<'certificateFacts'> = {
  kind: 'certificateFacts',
  on: 'schema',
  description:
    'The server sets `expires` (the expiration time) and `names` (the subject alternative names) from the first certificate in the PEM text of one of the fields `certificates`.',
  schema: {
    properties: {
      certificates: fieldPaths('The fields that can contain the certificate. The server reads the first one that does.'),
      expires: fieldPath('The field with the expiration time.'),
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
    `The server sets ${code(expires)} and ${code(names)} from the first certificate in ${any(certificates)}.`,
};
