import type { RuleKindDefinition } from './definition.js';
import { code, conditionFields, field, holds } from './prose.js';
import { condition, fieldPath } from './schema.js';

export const setOnce: RuleKindDefinition<'setOnce'> = {
  kind: 'setOnce',
  on: 'schema',
  description: '`field` cannot be changed once it is set; while it is unset, the update with which `when` comes to hold may set it.',
  schema: {
    properties: { field: fieldPath('The field.'), when: condition('What the update that sets it must bring about.') },
    optional: {},
  },
  fields: (rule) => [field('field', rule.field), ...conditionFields(['when'], rule.when)],
  sentence: (rule) =>
    `${code(rule.field)} cannot be changed once set; while unset, an update that makes it so that ${holds(rule.when)} may set it.`,
};
