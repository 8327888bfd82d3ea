/** Texts such as `Dinner with Ann tomorrow 7pm-9pm`: a title, a day, and times. */
import type { HandlerCall, JsonObject } from '../../mock/service.js';
import { getZone } from './calendars.js';
import type { EventCall } from './events.js';
import { formatDay, toLocal } from './zones.js';

const day = 24 * 60 * 60 * 1000;
const hour = 60 * 60 * 1000;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const monthPattern = months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|');

/** A part of the text, and what remains without it. */
interface Found<T> {
  readonly value: T;
  readonly rest: string;
}

/** Returns the event that a text describes. Throws 501 for a text without a day or time that the mock understands. */
export function parseText({ call, calendar }: EventCall, text: string): JsonObject {
  const zone = getZone(calendar);
  const today = Math.floor(toLocal(call.now, zone) / day) * day;
  const date = findDate(text, today);
  const times = findTimes(date?.rest ?? text);
  if (!date && !times) return rejectText(call, text);
  const title = (times?.rest ?? date?.rest ?? text).replaceAll(/\s+/g, ' ').trim();
  if (title === '' || /\b(?:next|every|each|for \d|in \d|until|from|daily|weekly|monthly|yearly|noon|midnight)\b/i.test(title))
    return rejectText(call, text);
  const start = date?.value ?? today;
  const place = /\bat (\S.*)$/i.exec(title)?.[1];
  const fields = { summary: title, ...(place !== undefined && { location: place }) };
  if (!times) return { ...fields, start: { date: formatDay(start) }, end: { date: formatDay(start + day) } };
  const [from, to] = times.value;
  const end = to === undefined ? from + hour : to > from ? to : to + day;
  const format = (local: number): JsonObject => ({ dateTime: new Date(local).toISOString().slice(0, 19), timeZone: zone });
  return { ...fields, start: format(start + from), end: format(start + end) };
}

const rejectText = (call: HandlerCall, text: string): never =>
  call.reject('notImplemented', `The mock doesn't understand the day and the time in '${text}'.`);

function remove(text: string, found: RegExpExecArray): string {
  return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
}

function findDate(text: string, today: number): Found<number> | undefined {
  const iso = /(?:\bon )?\b(\d{4})-(\d\d)-(\d\d)\b/i.exec(text);
  if (iso) return createDate({ text, found: iso, today }, [Number(iso[1]), Number(iso[2]), Number(iso[3])]);
  const us = /(?:\bon )?\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?\b/i.exec(text);
  if (us) return createDate({ text, found: us, today }, [us[3] === undefined ? undefined : Number(us[3]), Number(us[1]), Number(us[2])]);
  const named = new RegExp(`(?:\\bon )?\\b(${monthPattern})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?\\b(?![:.]\\d)`, 'i').exec(text);
  if (named) {
    const month = months.findIndex((name) => name.startsWith((named[1] ?? '').slice(0, 3).toLowerCase())) + 1;
    return createDate({ text, found: named, today }, [named[3] === undefined ? undefined : Number(named[3]), month, Number(named[2])]);
  }
  const relative = /\b(today|tomorrow)\b/i.exec(text);
  if (relative) return { value: today + (relative[1]?.toLowerCase() === 'tomorrow' ? day : 0), rest: remove(text, relative) };
  const weekday = new RegExp(`(?:\\bon )\\b(${weekdays.join('|')})\\b`, 'i').exec(text);
  if (!weekday) return undefined;
  const distance = (weekdays.indexOf((weekday[1] ?? '').toLowerCase()) - new Date(today).getUTCDay() + 7) % 7;
  return { value: today + distance * day, rest: remove(text, weekday) };
}

interface FoundDate {
  readonly text: string;
  readonly found: RegExpExecArray;
  readonly today: number;
}

/** A date without a year is the next one. */
function createDate(
  { text, found, today }: FoundDate,
  [year, month, date]: readonly [number | undefined, number, number],
): Found<number> | undefined {
  const create = (each: number): number => Date.UTC(each, month - 1, date);
  const current = new Date(today).getUTCFullYear();
  const value = year === undefined ? (create(current) >= today ? create(current) : create(current + 1)) : create(year);
  return new Date(value).getUTCMonth() === month - 1 ? { value, rest: remove(text, found) } : undefined;
}

const time = String.raw`(\d{1,2})(?::(\d\d))?\s?(am|pm)?`;

/** Returns the milliseconds from midnight to the start, and to the end if it is stated. */
function findTimes(text: string): Found<readonly [start: number, end?: number]> | undefined {
  const range = new RegExp(String.raw`(?:\b(?:at|from) )?\b${time}\s?(?:-|–|to)\s?${time}\b`, 'i').exec(text);
  if (range) {
    const [, startHour, startMinute, startHalf, endHour, endMinute, endHalf] = range;
    const end = toTime(endHour, endMinute, endHalf);
    const start = toTime(startHour, startMinute, startHalf ?? endHalf);
    const isCertain = (endHalf ?? endMinute) !== undefined;
    if (isCertain && start !== undefined && end !== undefined) return { value: [start, end], rest: remove(text, range) };
  }
  const single = new RegExp(String.raw`(?:\bat )?\b(?:(\d{1,2})(?::(\d\d))?\s?(am|pm)|(\d{1,2}):(\d\d))\b`, 'i').exec(text);
  const start = single && toTime(single[1] ?? single[4], single[2] ?? single[5], single[3]);
  return single && start !== undefined && start !== null ? { value: [start], rest: remove(text, single) } : undefined;
}

function toTime(hours: string | undefined, minutes: string | undefined, half: string | undefined): number | undefined {
  const number = Number(hours);
  if (half === undefined ? number > 23 : number < 1 || number > 12) return undefined;
  const of24 = half === undefined ? number : (number % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return of24 * hour + Number(minutes ?? 0) * 60_000;
}
