/** Time ranges of event lists. */
import { getTextParameter, type CallContext } from '../call.js';
import { parseInstant } from '../../lib/instants.js';
import { getTextMember, type JsonObject } from '../../lib/json.js';
import { createInvalidParameterError } from './invalid-parameter.js';

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
export function parseTimeRange(call: CallContext): TimeRange {
  const period = getTextParameter(call, 'timeRange.period');
  if (period === undefined || period === 'PERIOD_UNSPECIFIED') return { end: Infinity };
  const length = periods.get(period);
  if (length !== undefined) return { begin: call.at - length, end: call.at };
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
