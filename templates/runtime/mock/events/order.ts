/** Orders of groups. */
import { textParameter, type Call } from '../call.js';
import { parseInstant } from '../duration.js';
import { textMember, type JsonObject } from '../json.js';
import { refusedParameter } from './parameters.js';

const orders: ReadonlyMap<string, (stats: JsonObject) => number> = new Map([
  ['COUNT_DESC', (stats) => Number(stats['count'])],
  ['LAST_SEEN_DESC', (stats) => parseInstant(textMember(stats, 'lastSeenTime')) ?? 0],
  ['CREATED_DESC', (stats) => parseInstant(textMember(stats, 'firstSeenTime')) ?? 0],
  ['AFFECTED_USERS_DESC', (stats) => Number(stats['affectedUsersCount'] ?? 0)],
]);

/** Text of a group's statistics that sorts as the call asks for, the greatest first. Throws 400 for an order that is not known. */
export function rankIn(call: Call): (stats: JsonObject) => string {
  const given = textParameter(call, 'order');
  const name = given === undefined || given === 'GROUP_ORDER_UNSPECIFIED' ? 'COUNT_DESC' : given;
  const value = orders.get(name);
  if (!value) throw refusedParameter('order', `expected one of ${[...orders.keys()].join(', ')}, received '${name}'`);
  return (stats) => String(2e15 - value(stats));
}
