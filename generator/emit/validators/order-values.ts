/** The orders that a list supports, as the values of its parameters. */
import type { MethodRule, OrderByRule } from '../../../templates/runtime/rule.js';
import type { Method, Parameter } from '../../model/model.js';

/** A parameter that a rule gives its orders: one of them, or empty for the usual one. Where the parameter states values of its own, these stand. */
export function addOrderValues(parameter: Parameter, { rules }: Method): Parameter {
  const { type } = parameter;
  if (type.kind !== 'string' || type.enum !== undefined) return parameter;
  for (const { rule, source } of rules) {
    const orders = ordersOf(rule, parameter.name);
    if (orders === undefined) continue;
    const values = [...new Set([...orders, ''])].map((value) => ({ value, deprecated: false }));
    return { ...parameter, source, type: { ...type, open: false, enum: values } };
  }
  return parameter;
}

function ordersOf(rule: MethodRule, parameter: string): readonly string[] | undefined {
  if (rule.kind !== 'orderBy') return undefined;
  if (rule.parameter === parameter) return listOrderValues(rule);
  return rule.direction === parameter ? ['ascending', 'descending'] : undefined;
}

function listOrderValues({ orders, default: standard }: OrderByRule): readonly string[] {
  const values = Array.isArray(orders) ? (orders as readonly string[]) : Object.keys(orders);
  return standard === undefined ? values : [...values, standard];
}
