import type { RuleKindDefinition } from './definition.js';
import { code, counted, field } from './prose.js';
import { count, fieldPath } from './schema.js';

export const certificateChain: RuleKindDefinition<'certificateChain'> = {
  kind: 'certificateChain',
  on: 'schema',
  description: 'The PEM text in `field` contains at most `maximum` certificates, including at least `intermediates` after the first one.',
  schema: {
    properties: {
      field: fieldPath('The field with the PEM text.'),
      maximum: count('The maximum number of certificates.', 1),
      intermediates: count('The minimum number of certificates after the first one.'),
    },
    optional: {},
  },
  fields: (rule) => [field('field', rule.field, { kind: 'string' })],
  sentence: (rule) =>
    `${code(rule.field)} must contain at most ${counted(rule.maximum, 'certificate')}, including at least ${counted(rule.intermediates, 'intermediate certificate')} after the first one.`,
};
