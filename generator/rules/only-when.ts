import type { RuleKindDefinition } from './definition.js';
import { all, any, conditionFields, fields, holds, valuesAt } from './prose.js';
import { condition, fieldPaths, scalars } from './schema.js';

export const onlyWhen: RuleKindDefinition<'onlyWhen'> = {
  kind: 'onlyWhen',
  on: 'schema',
  description: 'The `fields` can be present (or have one of `values`) only if `when` is met. An empty list or map counts as absent.',
  schema: {
    properties: {
      fields: fieldPaths('Fields that are restricted.'),
      values: scalars('Only these values of them are restricted.'),
      when: condition('When they may be there.'),
    },
    optional: { values: true },
  },
  fields: (rule) => [
    ...fields('fields', rule.fields).map((use) => (rule.values === undefined ? use : { ...use, values: valuesAt('values', rule.values) })),
    ...conditionFields(['when'], rule.when),
  ],
  sentence: (rule) => `${all(rule.fields)} can be ${rule.values === undefined ? 'set' : any(rule.values)} only if ${holds(rule.when)}.`,
};
