import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode } from './rule-prose.js';
import { textSchema } from './parameter-schemas.js';

export const sort: RuleKindDefinition<'sort'> = {
  kind: 'sort',
  on: 'method',
  description:
    '`parameter` names what the list is sorted by: `keys` says which field of an item each name stands for. `direction` is the parameter with `ascending` or `descending`.',
  schema: {
    properties: {
      parameter: textSchema('The query parameter with the name.'),
      keys: {
        type: 'object',
        additionalProperties: textSchema('The field of an item.'),
        minProperties: 1,
        description: 'Fields by the names of orders.',
      },
      direction: textSchema('The query parameter with the direction.'),
    },
    optional: { direction: true },
  },
  fields: (rule) => [
    { path: rule.parameter, in: 'parameters', pointer: ['parameter'] },
    ...Object.entries(rule.keys).map(([name, path]) => ({ path, in: 'answered' as const, pointer: ['keys', name] })),
    ...(rule.direction === undefined ? [] : [{ path: rule.direction, in: 'parameters', pointer: ['direction'] } as const]),
  ],
  sentence: ({ parameter, keys, direction }) =>
    `${formatCode(parameter)} is ${formatAny(Object.keys(keys))}${direction === undefined ? '' : `, ${formatCode(direction)} ${formatAny(['ascending', 'descending'])}`}.`,
};
