import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, fieldUse, fieldUses } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema } from './parameter-schemas.js';

export const nonOverlapping: RuleKindDefinition<'nonOverlapping'> = {
  kind: 'nonOverlapping',
  on: 'schema',
  description:
    'The address ranges at `fields` do not overlap: neither in one object nor among all resources that share the value of `within`.',
  schema: {
    properties: {
      fields: fieldPathsSchema('Paths that lead to address ranges.'),
      within: fieldPathSchema('The field whose value the resources share.'),
    },
    optional: {},
  },
  fields: (rule) => [...fieldUses('fields', rule.fields, { kind: 'string' }), fieldUse('within', rule.within)],
  sentence: (rule) =>
    `The address ranges in ${formatAll(rule.fields)} must not overlap one another, nor those of other resources with the same ${formatCode(rule.within)}.`,
};
