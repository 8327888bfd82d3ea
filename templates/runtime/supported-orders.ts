/** The orders that an `orderBy` rule supports. */
import type { OrderByRule } from './list-rule-types.js';

/** Each value of the parameter with its order: a field, and ` desc` if it is descending. */
export function supportedOrders({ orders, default: standard }: OrderByRule): ReadonlyMap<string, string> {
  const stated = isList(orders) ? orders.map((order) => [order, order] as const) : Object.entries(orders);
  const known = new Map(stated);
  return standard === undefined || known.has(standard) ? known : known.set(standard, standard);
}

const isList = (orders: OrderByRule['orders']): orders is readonly string[] => Array.isArray(orders);

export function reverseOrder(order: string): string {
  return order.endsWith(' desc') ? order.slice(0, -' desc'.length) : `${order} desc`;
}
