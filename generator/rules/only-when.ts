import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatAny, conditionFieldUses, fieldUses, formatCondition, valueUses } from './rule-prose.js';
import { conditionSchema, fieldPathsSchema, scalarsSchema } from './parameter-schemas.js';

export const onlyWhen: RuleKindDefinition<'onlyWhen'> = {
  kind: 'onlyWhen',
  on: 'schema',
  description: 'The `fields` may be present (or hold one of `values`) only where `when` holds. An empty list or map counts as absent.',
  schema: {
    properties: {
      fields: fieldPathsSchema('Fields that are restricted.'),
      values: scalarsSchema('Only these values of them are restricted.'),
      when: conditionSchema('When they may be there.'),
    },
    optional: { values: true },
  },
  fields: (rule) => [
    ...fieldUses('fields', rule.fields).map((use) =>
      rule.values === undefined ? use : { ...use, values: valueUses('values', rule.values) },
    ),
    ...conditionFieldUses(['when'], rule.when),
  ],
  sentence: (rule) =>
    `${formatAll(rule.fields)} may be ${rule.values === undefined ? 'given' : formatAny(rule.values)} only where ${formatCondition(rule.when)}.`,
};
