import type { RuleKindDefinition } from './definition.js';
import { formatAny, formatCode } from './rule-prose.js';
import { textSchema } from './parameter-schemas.js';

export const sort: RuleKindDefinition<'sort'> = {
  kind: 'sort',
  on: 'method',
  description:
    '`parameter` contains the sort key of the list. `keys` maps each sort key to a field of the items. `direction` is the parameter with `ascending` or `descending`.',
  schema: {
    properties: {
      parameter: textSchema('The query parameter with the sort key.'),
      keys: {
        type: 'object',
        additionalProperties: textSchema('The field of an item.'),
        minProperties: 1,
        description: 'The fields by sort key.',
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
    `${formatCode(parameter)} sorts the items by ${formatAny(Object.keys(keys))}.${direction === undefined ? '' : ` ${formatCode(direction)} is ${formatAny(['ascending', 'descending'])}.`}`,
};
