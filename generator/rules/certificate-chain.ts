import type { RuleKindDefinition } from './definition.js';
import { code, counted, field } from './prose.js';
import { count, fieldPath } from './schema.js';

export const certificateChain: RuleKindDefinition<'certificateChain'> = {
  kind: 'certificateChain',
  on: 'schema',
  description: 'The PEM text in `field` holds at most `maximum` certificates, and at least `intermediates` beside the first.',
  schema: {
    properties: {
      field: fieldPath('The field with the PEM text.'),
      maximum: count('Certificates at most.', 1),
      intermediates: count('Certificates at least, beside the first.'),
    },
    optional: {},
  },
  fields: (rule) => [field('field', rule.field, { kind: 'string' })],
  sentence: (rule) =>
    `${code(rule.field)} must hold at most ${counted(rule.maximum, 'certificate')}, with at least ${counted(rule.intermediates, 'intermediate certificate')} beside the first.`,
};
