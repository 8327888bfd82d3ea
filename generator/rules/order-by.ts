import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatAny, formatCode, createFieldUse } from './rule-prose.js';
import { textSchema, type JsonSchema } from './parameter-schemas.js';

const orders: JsonSchema = {
  type: ['array', 'object'],
  items: { type: 'string', minLength: 1 },
  minItems: 1,
  uniqueItems: true,
  additionalProperties: textSchema('The order: a field of the items, and ` desc` if it is descending.'),
  minProperties: 1,
  description:
    'The supported values of the parameter. As a list, each value is an order: `name`, `creationTimestamp desc`. As a map, each value has an order.',
};

export const orderBy: RuleKindDefinition<'orderBy'> = {
  kind: 'orderBy',
  on: 'method',
  description: '`parameter` sorts the items of the list.',
  schema: {
    properties: {
      parameter: textSchema('The query parameter with the order.'),
      orders,
      default: textSchema('The value that applies without the parameter. Default: the first one.'),
      direction: textSchema('The query parameter with the direction, `ascending` or `descending`.'),
    },
    optional: { default: true, direction: true },
  },
  listFields: (rule) => [
    createFieldUse('parameter', rule.parameter, { in: 'parameters' }),
    ...Object.entries(rule.orders).map(([key, order]: readonly [string, string]) => ({
      path: order.split(' ')[0] ?? order,
      in: 'returned' as const,
      pointer: ['orders', Array.isArray(rule.orders) ? Number(key) : key],
    })),
    ...(rule.direction === undefined ? [] : [createFieldUse('direction', rule.direction, { in: 'parameters' })]),
  ],
  describe(rule) {
    const values: readonly string[] = Array.isArray(rule.orders) ? (rule.orders as readonly string[]) : Object.keys(rule.orders);
    const supported = Array.isArray(rule.orders)
      ? ` sorts the items. Supported ${values.length === 1 ? 'value' : 'values'}: ${formatAll(values)}.`
      : ` sorts the items by ${formatAny(values)}.`;
    const standard = rule.default === undefined ? '' : ` Default: ${formatCode(rule.default)}.`;
    const direction = rule.direction === undefined ? '' : ` ${formatCode(rule.direction)} is ${formatAny(['ascending', 'descending'])}.`;
    return `${formatCode(rule.parameter)}${supported}${standard}${direction}`;
  },
};
