/** Orders of groups. */
import { getTextParameter, type CallContext } from '../call.js';
import { parseInstant } from '../instants.js';
import { getTextMember, type JsonObject } from '../json.js';
import { invalidParameterError } from './invalid-parameter.js';

const orders: ReadonlyMap<string, (stats: JsonObject) => number> = new Map([
  ['COUNT_DESC', (stats) => Number(stats['count'])],
  ['LAST_SEEN_DESC', (stats) => parseInstant(getTextMember(stats, 'lastSeenTime')) ?? 0],
  ['CREATED_DESC', (stats) => parseInstant(getTextMember(stats, 'firstSeenTime')) ?? 0],
  ['AFFECTED_USERS_DESC', (stats) => Number(stats['affectedUsersCount'] ?? 0)],
]);

/** Text of a group's statistics that sorts as the call asks for, the greatest first. Throws 400 for an order that is not known. */
export function createGroupSorter(call: CallContext): (stats: JsonObject) => string {
  const given = getTextParameter(call, 'order');
  const name = given === undefined || given === 'GROUP_ORDER_UNSPECIFIED' ? 'COUNT_DESC' : given;
  const value = orders.get(name);
  if (!value) throw invalidParameterError('order', `must be one of ${[...orders.keys()].join(', ')} (received '${name}')`);
  return (stats) => String(2e15 - value(stats));
}
