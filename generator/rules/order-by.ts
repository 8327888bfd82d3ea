import type { RuleKindDefinition } from './definition.js';
import { all, code, field } from './prose.js';
import { text, texts } from './schema.js';

export const orderBy: RuleKindDefinition<'orderBy'> = {
  kind: 'orderBy',
  on: 'method',
  description: '`parameter` sorts the items of the list.',
  schema: {
    properties: {
      parameter: text('The query parameter with the order.'),
      orders: texts('The orders that are supported, as they are written in a request: `name`, `creationTimestamp desc`.'),
      default: text('The order that applies without the parameter.'),
    },
    optional: {},
  },
  fields: (rule) => [
    field('parameter', rule.parameter, { in: 'parameters' }),
    ...rule.orders.map((order, i) => ({ path: order.split(' ')[0] ?? order, in: 'answered' as const, pointer: ['orders', i] })),
  ],
  sentence: (rule) =>
    `${code(rule.parameter)} sorts the items. Supported ${rule.orders.length === 1 ? 'value' : 'values'}: ${all(rule.orders)}. Default: ${code(rule.default)}.`,
};
