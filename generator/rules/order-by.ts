import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, fieldUse } from './rule-prose.js';
import { textSchema, textsSchema } from './parameter-schemas.js';

export const orderBy: RuleKindDefinition<'orderBy'> = {
  kind: 'orderBy',
  on: 'method',
  description: '`parameter` sorts the items of the list.',
  schema: {
    properties: {
      parameter: textSchema('The query parameter with the order.'),
      orders: textsSchema('The orders that are supported, as they are written in a request: `name`, `creationTimestamp desc`.'),
      default: textSchema('The order that applies without the parameter.'),
    },
    optional: {},
  },
  fields: (rule) => [
    fieldUse('parameter', rule.parameter, { in: 'parameters' }),
    ...rule.orders.map((order, i) => ({ path: order.split(' ')[0] ?? order, in: 'answered' as const, pointer: ['orders', i] })),
  ],
  sentence: (rule) =>
    `${formatCode(rule.parameter)} sorts the items. Supported ${rule.orders.length === 1 ? 'value' : 'values'}: ${formatAll(rule.orders)}. Default: ${formatCode(rule.default)}.`,
};
