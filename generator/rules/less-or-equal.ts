import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { fieldPathSchema } from './parameter-schemas.js';

export const lessOrEqual: RuleKindDefinition<'lessOrEqual'> = {
  kind: 'lessOrEqual',
  on: 'schema',
  description: 'The value of `field` must not exceed the value of `limit`, another field of the same object; defaults count.',
  schema: {
    properties: { field: fieldPathSchema('The field that is limited.'), limit: fieldPathSchema('The field that limits it.') },
    optional: {},
  },
  fields: (rule) => [fieldUse('field', rule.field, { kind: 'number' }), fieldUse('limit', rule.limit, { kind: 'number' })],
  sentence: (rule) => `${formatCode(rule.field)} must not be greater than ${formatCode(rule.limit)}.`,
};
