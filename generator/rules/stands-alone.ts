import type { RuleKindDefinition } from './definition.js';
import { all, any, code, field, fields, valuesAt } from './prose.js';
import { fieldPath, fieldPaths, texts } from './schema.js';

export const standsAlone: RuleKindDefinition<'standsAlone'> = {
  kind: 'standsAlone',
  on: 'schema',
  description: 'A resource whose `field` has one of `values` is the only one with its values of the fields `among`.',
  schema: {
    properties: {
      field: fieldPath('The field.'),
      values: texts('The values that exclude other resources.'),
      among: fieldPaths('The fields that identify the group of resources.'),
    },
    optional: {},
  },
  fields: (rule) => [{ ...field('field', rule.field), values: valuesAt('values', rule.values) }, ...fields('among', rule.among)],
  sentence: ({ field: name, values, among }) => `If ${code(name)} is ${any(values)}, no other resource can have the same ${all(among)}.`,
};
