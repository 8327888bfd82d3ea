/** Reads the parameters of lists of groups and events: their time range and their order. */
import { HttpError, getTextMember, getTextParameter, parseInstant, type JsonObject, type ServiceCall } from '../../mock/service.js';

/** A range in milliseconds since 1970. Both ends are inclusive. */
export interface TimeRange {
  /** Absent if the range has no beginning. */
  readonly begin?: number;
  readonly end: number;
}

const periods: ReadonlyMap<string, number> = new Map([
  ['PERIOD_1_HOUR', 3_600_000],
  ['PERIOD_6_HOURS', 21_600_000],
  ['PERIOD_1_DAY', 86_400_000],
  ['PERIOD_1_WEEK', 604_800_000],
  ['PERIOD_30_DAYS', 2_592_000_000],
]);

/** Returns the range of the period that ends now. Throws 400 for an unknown period. */
export function parseTimeRange(call: ServiceCall): TimeRange {
  const period = getTextParameter(call, 'timeRange.period');
  if (period === undefined || period === 'PERIOD_UNSPECIFIED') return { end: Infinity };
  const length = periods.get(period);
  if (length !== undefined) return { begin: call.now - length, end: call.now };
  throw createInvalidParameterError('timeRange.period', `must be one of ${[...periods.keys()].join(', ')} (received '${period}')`);
}

/** The time of an event. */
export interface EventTime {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Nanoseconds beyond the millisecond: six digits. */
  readonly nanoseconds: string;
}

export function getEventTime(event: JsonObject): EventTime {
  const text = getTextMember(event, 'eventTime');
  const digits = /\.(\d+)/.exec(text ?? '')?.[1] ?? '';
  return { time: parseInstant(text) ?? 0, nanoseconds: digits.slice(3, 9).padEnd(6, '0') };
}

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
export function createGroupSorter(call: ServiceCall): (stats: JsonObject) => string {
  const requested = getTextParameter(call, 'order');
  const name = requested === undefined || requested === 'GROUP_ORDER_UNSPECIFIED' ? 'COUNT_DESC' : requested;
  const getValue = valuesByOrder.get(name);
  if (!getValue) throw createInvalidParameterError('order', `must be one of ${[...valuesByOrder.keys()].join(', ')} (received '${name}')`);
  return (stats) => String(2e15 - getValue(stats));
}

export function createInvalidParameterError(name: string, problem: string): HttpError {
  const message = `Invalid value for parameter '${name}': ${problem}.`;
  return new HttpError('invalid', { message, location: name, locationType: 'parameter', rule: 'event' });
}
