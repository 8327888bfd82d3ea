import type { RuleKindDefinition } from './definition.js';
import { code, conditionFields, field, holds } from './prose.js';
import { condition, fieldPath } from './schema.js';

export const setOnce: RuleKindDefinition<'setOnce'> = {
  kind: 'setOnce',
  on: 'schema',
  description: "`field` can't be changed after it is set. While it is unset, an update can set it if `when` is met after the update.",
  schema: {
    properties: { field: fieldPath('The field.'), when: condition('What the update that sets it must bring about.') },
    optional: {},
  },
  fields: (rule) => [field('field', rule.field), ...conditionFields(['when'], rule.when)],
  sentence: (rule) =>
    `You can't change ${code(rule.field)} after it is set. While it is unset, an update can set it if ${holds(rule.when)} after the update.`,
};
