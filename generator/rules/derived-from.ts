import type { RuleKindDefinition } from './definition.js';
import { listPlaceholderUses } from './placeholders.js';
import { formatCode, createFieldUse, joinWords, formatStatedValue } from './rule-prose.js';
import { fieldPathSchema, statedValueSchema } from './parameter-schemas.js';

export const derivedFrom: RuleKindDefinition<'derivedFrom'> = {
  kind: 'derivedFrom',
  on: 'schema',
  description:
    'The server derives `field` from the value of the field `of`, as `values` lists. For other values, it has the value of the field `otherwise`.',
  schema: {
    properties: {
      field: fieldPathSchema('The derived field.'),
      of: fieldPathSchema('The field that it is derived from.'),
      values: {
        type: 'object',
        additionalProperties: statedValueSchema('What `field` is then.'),
        minProperties: 1,
        description: 'The values of `field` by the values of `of`.',
      },
      otherwise: fieldPathSchema('The field whose value applies to all other values of `of`.'),
    },
    optional: { otherwise: true },
  },
  listFields: (rule) => [
    {
      ...createFieldUse('field', rule.field),
      assignedValues: Object.entries(rule.values).map(([value, given]) => ({ value: given, pointer: ['values', value] })),
    },
    ...Object.entries(rule.values).flatMap(([value, given]) => listPlaceholderUses(['values', value], given)),
    createFieldUse('of', rule.of),
    ...(rule.otherwise === undefined ? [] : [createFieldUse('otherwise', rule.otherwise)]),
  ],
  describe({ field: name, of, values, otherwise }) {
    const known = Object.entries(values).map(
      ([value, derived]) => `${formatStatedValue(derived)} if ${formatCode(of)} is ${formatCode(value)}`,
    );
    const rest = otherwise === undefined ? [] : [`otherwise the value of ${formatCode(otherwise)}`];
    return `${formatCode(name)} is ${joinWords([...known, ...rest], 'and')}.`;
  },
};
