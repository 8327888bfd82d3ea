import type { RuleKindDefinition } from './definition.js';
import { all, conditionFields, fields, holds } from './prose.js';
import { condition, fieldPaths } from './schema.js';

export const requires: RuleKindDefinition<'requires'> = {
  kind: 'requires',
  on: 'schema',
  description: 'The `fields` must be present and not empty if `when` is met. Without `when`, always.',
  schema: {
    properties: { fields: fieldPaths('Fields that must be there.'), when: condition('When they must be there.') },
    optional: { when: true },
  },
  fields: (rule) => [...fields('fields', rule.fields), ...conditionFields(['when'], rule.when)],
  sentence: (rule) =>
    `${all(rule.fields)} ${rule.fields.length === 1 ? 'is' : 'are'} required${rule.when === undefined ? '' : ` if ${holds(rule.when)}`}.`,
};
