import type { RuleKindDefinition } from './definition.js';
import { formatCode, conditionFieldUses, fieldUse, formatCondition } from './rule-prose.js';
import { conditionSchema, fieldPathSchema } from './parameter-schemas.js';

export const setOnce: RuleKindDefinition<'setOnce'> = {
  kind: 'setOnce',
  on: 'schema',
  description: '`field` cannot be changed once it is set; while it is unset, the update with which `when` comes to hold may set it.',
  schema: {
    properties: { field: fieldPathSchema('The field.'), when: conditionSchema('What the update that sets it must bring about.') },
    optional: {},
  },
  fields: (rule) => [fieldUse('field', rule.field), ...conditionFieldUses(['when'], rule.when)],
  sentence: (rule) =>
    `${formatCode(rule.field)} cannot be changed once set; while unset, an update that makes it so that ${formatCondition(rule.when)} may set it.`,
};
