/** Recurrence (RFC 5545). Rules are evaluated with local times, so that events stay at the same time of day when clocks change. */
import { RRule, type Options } from 'rrule';
import { listStrings, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { toInstant, toLocal } from './zones.js';
import type { EventTime } from './event-times.js';

interface Recurrence {
  readonly included: readonly RRule[];
  readonly excluded: readonly RRule[];
  /** Local times. */
  readonly addedDates: readonly number[];
  readonly excludedDates: ReadonlySet<number>;
}

const millisecondsPerDay = 24 * 60 * 60 * 1000;
const daysOfLongestPeriod = 366;
/** The maximum number of starts of a rule that are looked at. */
const maxStarts = 20_000;

export const isRecurring = ({ recurrence }: JsonObject): boolean => Array.isArray(recurrence) && recurrence.length > 0;

/** Throws 400 for an invalid recurrence, and 501 for one that the mock doesn't evaluate. */
export function requireRecurrence(call: HandlerCall, event: JsonObject, start: EventTime): void {
  try {
    parseRecurrence(event, start);
  } catch {
    call.reject('invalid', 'Invalid recurrence rule.');
  }
  if (listStrings(event['recurrence']).some((line) => /FREQ=(?:SECONDLY|MINUTELY|HOURLY)/i.test(line)))
    call.reject('notImplemented', "The mock doesn't implement events that recur within a day.");
}

function parseRecurrence(event: JsonObject, start: EventTime): Recurrence {
  const lines = listStrings(event['recurrence']).map((line) => {
    const [, name = '', parameters = '', value = ''] = /^([A-Z]+)((?:;[^:]*)?):(.*)$/i.exec(line.trim()) ?? [];
    return { name: name.toUpperCase(), parameters, value };
  });
  const select = (name: string): typeof lines => lines.filter((line) => line.name === name);
  if (lines.some(({ name }) => !['RRULE', 'EXRULE', 'RDATE', 'EXDATE'].includes(name))) throw new Error('an unknown line');
  const readDates = (name: string): readonly number[] =>
    select(name).flatMap(({ parameters, value }) => value.split(',').map((text) => parseDate(text, parameters, start)));
  return {
    included: select('RRULE').map(({ value }) => createRule(value, start)),
    excluded: select('EXRULE').map(({ value }) => createRule(value, start)),
    addedDates: readDates('RDATE'),
    excludedDates: new Set(readDates('EXDATE')),
  };
}

function createRule(text: string, start: EventTime): RRule {
  const options: Partial<Options> = RRule.parseString(text);
  if (options.freq === undefined) throw new Error('a rule without FREQ');
  if (options.interval !== undefined && !(options.interval > 0)) throw new Error('an interval that is not positive');
  const until = /UNTIL=([^;]+)/i.exec(text)?.[1];
  return new RRule({
    ...options,
    dtstart: new Date(start.local),
    ...(until !== undefined && { until: new Date(parseUntil(until, start)) }),
  });
}

/** A day as the end includes all of it. */
function parseUntil(text: string, start: EventTime): number {
  const isDay = /^\d{8}$/.test(text);
  return parseDate(text, '', start) + (isDay && !start.isDay ? 24 * 60 * 60 * 1000 - 1 : 0);
}

/** Returns the local time of a date such as `20260102`, `20260102T030405`, or `20260102T030405Z`. */
function parseDate(text: string, parameters: string, { zone, isDay }: EventTime): number {
  const [, year, month, day, time, hour = '0', minute = '0', second = '0', utc] =
    /^(\d{4})(\d\d)(\d\d)(T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(text.trim()) ?? [];
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  if (Number.isNaN(local)) throw new Error('an invalid date');
  if (isDay || time === undefined) return isDay ? Date.UTC(Number(year), Number(month) - 1, Number(day)) : local;
  if (utc !== undefined) return toLocal(local, zone);
  const ownZone = /;TZID=([^;:]+)/i.exec(parameters)?.[1];
  return ownZone === undefined || ownZone === zone ? local : toLocal(toInstant(local, ownZone), zone);
}

/**
 * Ends a rule. The library compares `until` only with starts that it finds, so that it would search for the next start of an impossible rule up
 * to the year 9999. It reads the interval twice for each day or longer period, and ends if the interval is 0.
 */
function limitRule({ origOptions }: RRule, end: number): RRule {
  const { until, dtstart } = origOptions;
  const last = Math.min(until?.getTime() ?? end, end);
  const rule = new RRule({ ...origOptions, until: new Date(last) });
  const { interval } = rule.options;
  const days = Math.max(0, last - (dtstart?.getTime() ?? last)) / millisecondsPerDay;
  let reads = 2 * (days + daysOfLongestPeriod);
  Object.defineProperty(rule.options, 'interval', { get: () => (reads-- > 0 ? interval : 0) });
  return rule;
}

/** Returns the local starts of a recurring event that are before `end`, in order. */
export function listStarts(event: JsonObject, start: EventTime, end: number): readonly number[] {
  const { included, excluded, addedDates, excludedDates } = parseRecurrence(event, start);
  const list = (rule: RRule): readonly number[] =>
    limitRule(rule, end)
      .all((date, count) => date.getTime() < end && count < maxStarts)
      .map((date) => date.getTime());
  const removed = new Set([...excludedDates, ...excluded.flatMap(list)]);
  const first = included.length === 0 ? [start.local] : [];
  const all = new Set([...first, ...included.flatMap(list), ...addedDates]);
  return [...all].filter((local) => local < end && !removed.has(local)).sort((one, other) => one - other);
}
