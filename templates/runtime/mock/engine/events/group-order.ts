/** Sorts groups. */
import { getTextParameter, type CallContext } from '../call.js';
import { parseInstant } from '../../lib/instants.js';
import { getTextMember, type JsonObject } from '../../lib/json.js';
import { createInvalidParameterError } from './invalid-parameter.js';

const valuesByOrder: ReadonlyMap<string, (stats: JsonObject) => number> = new Map([
  ['COUNT_DESC', (stats) => Number(stats['count'])],
  ['LAST_SEEN_DESC', (stats) => parseInstant(getTextMember(stats, 'lastSeenTime')) ?? 0],
  ['CREATED_DESC', (stats) => parseInstant(getTextMember(stats, 'firstSeenTime')) ?? 0],
  ['AFFECTED_USERS_DESC', (stats) => Number(stats['affectedUsersCount'] ?? 0)],
]);

/**
 * Returns a function that maps a group's statistics to a text that sorts in the requested order, greatest first. Throws 400 for an unknown
 * order.
 */
export function createGroupSorter(call: CallContext): (stats: JsonObject) => string {
  const requested = getTextParameter(call, 'order');
  const name = requested === undefined || requested === 'GROUP_ORDER_UNSPECIFIED' ? 'COUNT_DESC' : requested;
  const getValue = valuesByOrder.get(name);
  if (!getValue) throw createInvalidParameterError('order', `must be one of ${[...valuesByOrder.keys()].join(', ')} (received '${name}')`);
  return (stats) => String(2e15 - getValue(stats));
}
