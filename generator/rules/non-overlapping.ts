import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, createFieldUse, createFieldUses } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema } from './parameter-schemas.js';

export const nonOverlapping: RuleKindDefinition<'nonOverlapping'> = {
  kind: 'nonOverlapping',
  on: 'schema',
  description:
    "The address ranges in `fields` don't overlap: neither in one object nor among all resources with the same value of `within`.",
  schema: {
    properties: {
      fields: fieldPathsSchema('Paths that lead to address ranges.'),
      within: fieldPathSchema('The field whose value the resources share.'),
    },
    optional: {},
  },
  listFields: (rule) => [...createFieldUses('fields', rule.fields, { kind: 'string' }), createFieldUse('within', rule.within)],
  describe: (rule) =>
    `The address ranges in ${formatAll(rule.fields)} must not overlap each other or the ranges of other resources with the same ${formatCode(rule.within)}.`,
};
