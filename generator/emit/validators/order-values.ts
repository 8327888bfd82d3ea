/** Adds the supported sort orders of a list to the types of its parameters. */
import type { MethodRule, OrderByRule } from '../../../templates/runtime/rule.js';
import type { Method, Parameter } from '../../model/model.js';

/** Adds the values that a rule defines for a parameter: its orders, or empty text for the default. The parameter's own values have precedence. */
export function addOrderValues(parameter: Parameter, { rules }: Method): Parameter {
  const { type } = parameter;
  if (type.kind !== 'string' || type.enum !== undefined) return parameter;
  for (const { rule, source } of rules) {
    const orders = listOrders(rule, parameter.name);
    if (orders === undefined) continue;
    const values = [...new Set([...orders, ''])].map((value) => ({ value, deprecated: false }));
    return { ...parameter, source, type: { ...type, open: false, enum: values } };
  }
  return parameter;
}

function listOrders(rule: MethodRule, parameter: string): readonly string[] | undefined {
  if (rule.kind !== 'orderBy') return undefined;
  if (rule.parameter === parameter) return listOrderValues(rule);
  return rule.direction === parameter ? ['ascending', 'descending'] : undefined;
}

function listOrderValues({ orders, default: standard }: OrderByRule): readonly string[] {
  const values = Array.isArray(orders) ? (orders as readonly string[]) : Object.keys(orders);
  return standard === undefined ? values : [...values, standard];
}
