/** The start and the end of events: a day, or an instant in a time zone. */
import { getMember, getTextMember, isObject, type HandlerCall, type Json, type JsonObject } from '../../mock/service.js';
import { formatDay, formatInZone, isZone, toInstant, toLocal } from './zones.js';

export interface EventTime {
  readonly isDay: boolean;
  /** The zone of the event. That of the calendar for a day. */
  readonly zone: string;
  /** The local time in the zone. */
  readonly local: number;
}

export const getInstant = ({ local, zone }: EventTime): number => toInstant(local, zone);

/** Reads a stored time. */
export function readTime(value: Json | undefined, calendarZone: string): EventTime | undefined {
  if (!isObject(value)) return undefined;
  const date = getTextMember(value, 'date');
  if (date !== undefined) return { isDay: true, zone: calendarZone, local: Date.parse(`${date}T00:00:00Z`) };
  const dateTime = getTextMember(value, 'dateTime');
  if (dateTime === undefined) return undefined;
  const zone = getTextMember(value, 'timeZone') ?? calendarZone;
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/i.test(dateTime);
  const parsed = Date.parse(hasOffset ? dateTime : `${dateTime}Z`);
  return Number.isNaN(parsed) ? undefined : { isDay: false, zone, local: hasOffset ? toLocal(parsed, zone) : parsed };
}

/** Returns the form of a time in responses. `zone`: that of the response. */
export function formatTime(time: EventTime, zone: string): JsonObject {
  if (time.isDay) return { date: formatDay(time.local) };
  return { dateTime: formatInZone(getInstant(time), zone), timeZone: time.zone };
}

/** Returns the time as it is stored. Throws 400 for an invalid one. */
export function requireTime(
  call: HandlerCall,
  { event, field, calendarZone }: { readonly event: JsonObject; readonly field: 'start' | 'end'; readonly calendarZone: string },
): EventTime {
  const value = event[field];
  const zone = getMember(value, 'timeZone');
  if (zone !== undefined && (typeof zone !== 'string' || !isZone(zone)))
    return call.reject('invalid', `Invalid time zone definition for ${field} time.`);
  const time = readTime(value, calendarZone);
  return time && !Number.isNaN(time.local) ? time : call.reject('required', `Missing ${field} time.`);
}
