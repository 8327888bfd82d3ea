import type { RuleKindDefinition } from './definition.js';
import { placeholders } from './placeholders.js';
import { formatCode, fieldUse, joinWords, formatStatedValue as shown } from './rule-prose.js';
import { fieldPathSchema, statedValueSchema } from './parameter-schemas.js';

export const derivedFrom: RuleKindDefinition<'derivedFrom'> = {
  kind: 'derivedFrom',
  on: 'schema',
  description: '`field` is told by the value of the field `of`; for values that are not listed it is what the field `otherwise` holds.',
  schema: {
    properties: {
      field: fieldPathSchema('The field that the server works out.'),
      of: fieldPathSchema('The field that tells it.'),
      values: {
        type: 'object',
        additionalProperties: statedValueSchema('What `field` is then.'),
        minProperties: 1,
        description: 'By the values of `of`.',
      },
      otherwise: fieldPathSchema('The field that it equals for any other value.'),
    },
    optional: { otherwise: true },
  },
  fields: (rule) => [
    {
      ...fieldUse('field', rule.field),
      given: Object.entries(rule.values).map(([value, given]) => ({ value: given, pointer: ['values', value] })),
    },
    ...Object.entries(rule.values).flatMap(([value, given]) => placeholders(['values', value], given)),
    fieldUse('of', rule.of),
    ...(rule.otherwise === undefined ? [] : [fieldUse('otherwise', rule.otherwise)]),
  ],
  sentence({ field: name, of, values, otherwise }) {
    const known = Object.entries(values).map(([value, told]) => `${shown(told)} where ${formatCode(of)} is ${formatCode(value)}`);
    const rest = otherwise === undefined ? [] : [`else what ${formatCode(otherwise)} holds`];
    return `${formatCode(name)} is ${joinWords([...known, ...rest], 'and')}.`;
  },
};
