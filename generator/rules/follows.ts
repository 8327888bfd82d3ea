import type { RuleKindDefinition } from './definition.js';
import { placeholders } from './placeholders.js';
import { code, field, join, stated as shown } from './prose.js';
import { fieldPath, stated } from './schema.js';

export const follows: RuleKindDefinition<'follows'> = {
  kind: 'follows',
  on: 'schema',
  description:
    'The server derives `field` from the value of the field `of`, as `values` lists. For other values, it has the value of the field `otherwise`.',
  schema: {
    properties: {
      field: fieldPath('The derived field.'),
      of: fieldPath('The field that it is derived from.'),
      values: {
        type: 'object',
        additionalProperties: stated('What `field` is then.'),
        minProperties: 1,
        description: 'The values of `field` by the values of `of`.',
      },
      otherwise: fieldPath('The field whose value applies to all other values of `of`.'),
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
    const known = Object.entries(values).map(([value, derived]) => `${shown(derived)} if ${code(of)} is ${code(value)}`);
    const rest = otherwise === undefined ? [] : [`otherwise the value of ${code(otherwise)}`];
    return `${code(name)} is ${join([...known, ...rest], 'and')}.`;
  },
};
