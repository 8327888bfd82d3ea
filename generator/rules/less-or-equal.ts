import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath } from './schema.js';

export const lessOrEqual: RuleKindDefinition<'lessOrEqual'> = {
  kind: 'lessOrEqual',
  on: 'schema',
  description:
    'The value of `field` must not be greater than the value of `limit`, another field of the same object. Default values count.',
  schema: { properties: { field: fieldPath('The field that is limited.'), limit: fieldPath('The field that limits it.') }, optional: {} },
  fields: (rule) => [field('field', rule.field, { kind: 'number' }), field('limit', rule.limit, { kind: 'number' })],
  sentence: (rule) => `${code(rule.field)} must not be greater than ${code(rule.limit)}.`,
};
