import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath } from './schema.js';

export const monotonic: RuleKindDefinition<'monotonic'> = {
  kind: 'monotonic',
  on: 'schema',
  description: 'The value of `field` only increases.',
  schema: { properties: { field: fieldPath('The field.') }, optional: {} },
  fields: (rule) => [field('field', rule.field, { kind: 'number' })],
  sentence: (rule) => `${code(rule.field)} only increases.`,
};
