import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { fieldPathSchema } from './parameter-schemas.js';

export const monotonic: RuleKindDefinition<'monotonic'> = {
  kind: 'monotonic',
  on: 'schema',
  description: '`field` only rises.',
  schema: { properties: { field: fieldPathSchema('The field.') }, optional: {} },
  fields: (rule) => [fieldUse('field', rule.field, { kind: 'number' })],
  sentence: (rule) => `${formatCode(rule.field)} only increases.`,
};
