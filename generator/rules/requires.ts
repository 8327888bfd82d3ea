import type { RuleKindDefinition } from './definition.js';
import { formatAll, conditionFieldUses, fieldUses, formatCondition } from './rule-prose.js';
import { conditionSchema, fieldPathsSchema } from './parameter-schemas.js';

export const requires: RuleKindDefinition<'requires'> = {
  kind: 'requires',
  on: 'schema',
  description: 'The `fields` must be present and not empty where `when` holds; always, without `when`.',
  schema: {
    properties: { fields: fieldPathsSchema('Fields that must be there.'), when: conditionSchema('When they must be there.') },
    optional: { when: true },
  },
  fields: (rule) => [...fieldUses('fields', rule.fields), ...conditionFieldUses(['when'], rule.when)],
  sentence: (rule) => `${formatAll(rule.fields)} must be given${rule.when === undefined ? '' : ` where ${formatCondition(rule.when)}`}.`,
};
