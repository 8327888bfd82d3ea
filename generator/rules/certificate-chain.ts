import type { RuleKindDefinition } from './definition.js';
import { formatCode, formatCount, fieldUse } from './rule-prose.js';
import { countSchema, fieldPathSchema } from './parameter-schemas.js';

export const certificateChain: RuleKindDefinition<'certificateChain'> = {
  kind: 'certificateChain',
  on: 'schema',
  description: 'The PEM text in `field` holds at most `maximum` certificates, and at least `intermediates` beside the first.',
  schema: {
    properties: {
      field: fieldPathSchema('The field with the PEM text.'),
      maximum: countSchema('Certificates at most.', 1),
      intermediates: countSchema('Certificates at least, beside the first.'),
    },
    optional: {},
  },
  fields: (rule) => [fieldUse('field', rule.field, { kind: 'string' })],
  sentence: (rule) =>
    `${formatCode(rule.field)} must hold at most ${formatCount(rule.maximum, 'certificate')}, with at least ${formatCount(rule.intermediates, 'intermediate certificate')} beside the first.`,
};
