/** The orders that a list supports, as the values of its parameter. */
import type { Method, Parameter } from '../../model/model.js';

/** A parameter that a rule gives its orders: one of them, or empty for the usual one. Where the parameter states values of its own, these stand. */
export function withOrders(parameter: Parameter, { rules }: Method): Parameter {
  const { type } = parameter;
  if (type.kind !== 'string' || type.enum !== undefined) return parameter;
  for (const { rule, source } of rules) {
    if (rule.kind !== 'orderBy' || rule.parameter !== parameter.name) continue;
    const orders = new Set([...rule.orders, rule.default, '']);
    return { ...parameter, source, type: { ...type, open: false, enum: [...orders].map((value) => ({ value, deprecated: false })) } };
  }
  return parameter;
}
