import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatAny, formatCode, fieldUse, fieldUses, valueUses } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema, textsSchema } from './parameter-schemas.js';

export const exclusiveValue: RuleKindDefinition<'exclusiveValue'> = {
  kind: 'exclusiveValue',
  on: 'schema',
  description: 'Among resources that share the fields `among`, one whose `field` holds one of `values` is the only one.',
  schema: {
    properties: {
      field: fieldPathSchema('The field.'),
      values: textsSchema('The values that stand alone.'),
      among: fieldPathsSchema('The fields that are shared.'),
    },
    optional: {},
  },
  fields: (rule) => [{ ...fieldUse('field', rule.field), values: valueUses('values', rule.values) }, ...fieldUses('among', rule.among)],
  sentence: ({ field: name, values, among }) =>
    `Where ${formatCode(name)} is ${formatAny(values)}, no other with the same ${formatAll(among)} stands beside it.`,
};
