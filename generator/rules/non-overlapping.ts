import type { RuleKindDefinition } from './definition.js';
import { all, code, field, fields } from './prose.js';
import { fieldPath, fieldPaths } from './schema.js';

export const nonOverlapping: RuleKindDefinition<'nonOverlapping'> = {
  kind: 'nonOverlapping',
  on: 'schema',
  description:
    "The address ranges in `fields` don't overlap: neither in one object nor among all resources with the same value of `within`.",
  schema: {
    properties: {
      fields: fieldPaths('Paths that lead to address ranges.'),
      within: fieldPath('The field whose value the resources share.'),
    },
    optional: {},
  },
  fields: (rule) => [...fields('fields', rule.fields, { kind: 'string' }), field('within', rule.within)],
  sentence: (rule) =>
    `The address ranges in ${all(rule.fields)} must not overlap each other or the ranges of other resources with the same ${code(rule.within)}.`,
};
