import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatAny, formatCode, createFieldUse, createFieldUses, createValueUses } from './rule-prose.js';
import { fieldPathSchema, fieldPathsSchema, textsSchema } from './parameter-schemas.js';

export const exclusiveValue: RuleKindDefinition<'exclusiveValue'> = {
  kind: 'exclusiveValue',
  on: 'schema',
  description: 'A resource whose `field` has one of `values` is the only one with its values of the fields `among`.',
  schema: {
    properties: {
      field: fieldPathSchema('The field.'),
      values: textsSchema('The values that exclude other resources.'),
      among: fieldPathsSchema('The fields that identify the group of resources.'),
    },
    optional: {},
  },
  listFields: (rule) => [
    { ...createFieldUse('field', rule.field), values: createValueUses('values', rule.values) },
    ...createFieldUses('among', rule.among),
  ],
  describe: ({ field: name, values, among }) =>
    `If ${formatCode(name)} is ${formatAny(values)}, no other resource can have the same ${formatAll(among)}.`,
};
