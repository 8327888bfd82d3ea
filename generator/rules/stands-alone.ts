import type { RuleKindDefinition } from './definition.js';
import { all, any, code, field, fields, valuesAt } from './prose.js';
import { fieldPath, fieldPaths, texts } from './schema.js';

export const standsAlone: RuleKindDefinition<'standsAlone'> = {
  kind: 'standsAlone',
  on: 'schema',
  description: 'Among resources that share the fields `among`, one whose `field` holds one of `values` is the only one.',
  schema: {
    properties: {
      field: fieldPath('The field.'),
      values: texts('The values that stand alone.'),
      among: fieldPaths('The fields that are shared.'),
    },
    optional: {},
  },
  fields: (rule) => [{ ...field('field', rule.field), values: valuesAt('values', rule.values) }, ...fields('among', rule.among)],
  sentence: ({ field: name, values, among }) =>
    `Where ${code(name)} is ${any(values)}, no other with the same ${all(among)} stands beside it.`,
};
