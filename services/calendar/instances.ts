/** The instances of recurring events, and their exceptions. */
import { getTextMember, type JsonObject } from '../../mock/service.js';
import { getEventPath, getZone } from './calendars.js';
import { isCancelled, listEvents, type EventCall } from './events.js';
import { formatTime, getInstant, readTime, type EventTime } from './event-times.js';
import { isRecurring, listStarts } from './recurrence.js';
import { formatDay, toInstant } from './zones.js';

/** Returns the ID of an instance: that of the event with the original start. */
function createInstanceId(id: string, start: EventTime): string {
  if (start.isDay) return `${id}_${formatDay(start.local).replaceAll('-', '')}`;
  return `${id}_${new Date(getInstant(start)).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function createInstance(event: JsonObject, original: EventTime, duration: number): JsonObject {
  const { recurrence: _, ...fields } = event;
  return {
    ...fields,
    id: createInstanceId(String(event['id']), original),
    start: formatTime(original, original.zone),
    end: formatTime({ ...original, local: original.local + duration }, original.zone),
    recurringEventId: String(event['id']),
    originalStartTime: formatTime(original, original.zone),
  };
}

/** A time range in milliseconds since 1970. An event is in it if it starts before the end and ends after the start. */
export interface TimeRange {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export function isInRange(event: JsonObject, { start, end }: TimeRange, zone: string): boolean {
  const [from, to] = [readTime(event['start'], zone), readTime(event['end'], zone)];
  if (!from) return start === undefined && end === undefined;
  const first = getInstant(from);
  return (end === undefined || first < end) && (start === undefined || (to ? getInstant(to) : first) > start);
}

const year = 365 * 24 * 60 * 60 * 1000;

/** Instances are listed until the end of the range, or else for two years from now or from the start of the range. */
const getHorizon = ({ call }: EventCall, { start, end }: TimeRange): number => end ?? Math.max(call.now, start ?? 0) + 2 * year;

/** Returns the instances of a recurring event in a range. Exceptions replace them. */
export function listInstances(at: EventCall, event: JsonObject, range: TimeRange): readonly JsonObject[] {
  const zone = getZone(at.calendar);
  const [start, end] = [readTime(event['start'], zone), readTime(event['end'], zone)];
  if (!start || !end) return [];
  const exceptions = new Map(listExceptions(at, String(event['id'])).map((exception) => [String(exception['id']), exception]));
  // An offset from UTC is less than a day.
  const last = getHorizon(at, range) + 24 * 60 * 60 * 1000;
  const regular = listStarts(event, start, last).map((local) => createInstance(event, { ...start, local }, end.local - start.local));
  const instances = regular.map((instance) => exceptions.get(String(instance['id'])) ?? instance);
  const known = new Set(regular.map(({ id }) => String(id)));
  const others = [...exceptions.values()].filter(({ id }) => !known.has(String(id)));
  const limit = { ...range, end: getHorizon(at, range) };
  return [...instances, ...others]
    .map((instance) => (isCancelled(event) ? { ...instance, status: 'cancelled' } : instance))
    .filter((instance) => isInRange(instance, limit, zone) || (isCancelled(instance) && isOriginalInRange(instance, limit, zone)));
}

function isOriginalInRange({ originalStartTime }: JsonObject, range: TimeRange, zone: string): boolean {
  return isInRange({ start: originalStartTime ?? null, end: originalStartTime ?? null }, range, zone);
}

/** Returns whether a recurring event has an instance in a range. */
export function hasInstance(at: EventCall, event: JsonObject, range: TimeRange): boolean {
  return (
    (range.start === undefined && range.end === undefined) || listInstances(at, event, range).some((instance) => !isCancelled(instance))
  );
}

const listExceptions = (at: EventCall, id: string): readonly JsonObject[] =>
  listEvents(at).filter(({ recurringEventId }) => recurringEventId === id);

/** Returns an event, an exception, or an instance of a recurring event by its ID. */
export function findEvent({ call, calendar }: EventCall, id: string): JsonObject | undefined {
  const calendarId = String(calendar['id']);
  const stored = call.state.get(getEventPath(calendarId, id));
  if (stored) return stored;
  const [, base, day, time] = /^(.+)_(\d{8})(?:T(\d{6})Z)?$/.exec(id) ?? [];
  const event = base === undefined ? undefined : call.state.get(getEventPath(calendarId, base));
  const zone = getZone(calendar);
  const [start, end] = [readTime(event?.['start'], zone), readTime(event?.['end'], zone)];
  if (!event || !start || !end || day === undefined || !isRecurring(event)) return undefined;
  const utc = Date.parse(
    `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${(time ?? '000000').replace(/(..)(..)(..)/, '$1:$2:$3')}Z`,
  );
  const local = start.isDay ? utc : listStarts(event, start, utc + 24 * 60 * 60 * 1000).find((each) => toInstant(each, start.zone) === utc);
  if (local === undefined || !listStarts(event, start, local + 1).includes(local)) return undefined;
  return createInstance(event, { ...start, local }, end.local - start.local);
}

/** Throws 404. */
export function requireEvent(at: EventCall, id: string): JsonObject {
  return findEvent(at, id) ?? at.call.reject('notFound', 'Not Found');
}

/** Deletes the exceptions of a recurring event that its recurrence no longer has. */
export function removeOldExceptions(at: EventCall, event: JsonObject): void {
  const zone = getZone(at.calendar);
  const start = readTime(event['start'], zone);
  for (const exception of listExceptions(at, String(event['id']))) {
    const original = readTime(exception['originalStartTime'], zone);
    const isKept = start && original && isRecurring(event) && listStarts(event, start, original.local + 1).includes(original.local);
    if (!isKept) at.call.state.delete(getEventPath(String(at.calendar['id']), getTextMember(exception, 'id') ?? ''));
  }
}
