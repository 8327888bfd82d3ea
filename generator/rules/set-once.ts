import type { RuleKindDefinition } from './definition.js';
import { code, conditionFields, field, holds } from './prose.js';
import { condition, fieldPath } from './schema.js';

export const setOnce: RuleKindDefinition<'setOnce'> = {
  kind: 'setOnce',
  on: 'schema',
  description: '`field` cannot be changed once it is set; while it is unset an update may set it where `when` holds after the update.',
  schema: {
    properties: { field: fieldPath('The field.'), when: condition('What must hold after the update that sets it.') },
    optional: {},
  },
  fields: (rule) => [field('field', rule.field), ...conditionFields(['when'], rule.when)],
  sentence: (rule) => `${code(rule.field)} cannot be changed once set; while unset, an update after which ${holds(rule.when)} may set it.`,
};
