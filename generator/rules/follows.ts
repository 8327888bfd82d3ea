import type { RuleKindDefinition } from './definition.js';
import { placeholders } from './placeholders.js';
import { code, field, join, stated as shown } from './prose.js';
import { fieldPath, stated } from './schema.js';

export const follows: RuleKindDefinition<'follows'> = {
  kind: 'follows',
  on: 'schema',
  description: '`field` is told by the value of the field `of`; for values that are not listed it is what the field `otherwise` holds.',
  schema: {
    properties: {
      field: fieldPath('The field that the server works out.'),
      of: fieldPath('The field that tells it.'),
      values: {
        type: 'object',
        additionalProperties: stated('What `field` is then.'),
        minProperties: 1,
        description: 'By the values of `of`.',
      },
      otherwise: fieldPath('The field that it equals for any other value.'),
    },
    optional: { otherwise: true },
  },
  fields: (rule) => [
    {
      ...field('field', rule.field),
      given: Object.entries(rule.values).map(([value, given]) => ({ value: given, pointer: ['values', value] })),
    },
    ...Object.entries(rule.values).flatMap(([value, given]) => placeholders(['values', value], given)),
    field('of', rule.of),
    ...(rule.otherwise === undefined ? [] : [field('otherwise', rule.otherwise)]),
  ],
  sentence({ field: name, of, values, otherwise }) {
    const known = Object.entries(values).map(([value, told]) => `${shown(told)} where ${code(of)} is ${code(value)}`);
    const rest = otherwise === undefined ? [] : [`else what ${code(otherwise)} holds`];
    return `${code(name)} is ${join([...known, ...rest], 'and')}.`;
  },
};
