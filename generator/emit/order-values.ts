/** The values of the parameter of a rule `orderBy`. */
import type { OrderByRule } from '../../runtime/rule.js';

/** Lists the orders that a rule states, with the default, which needn't be among them. */
export function listOrderValues({ orders, default: standard }: OrderByRule): readonly string[] {
  const values = Array.isArray(orders) ? (orders as readonly string[]) : Object.keys(orders);
  return standard === undefined ? values : [...values, standard];
}
