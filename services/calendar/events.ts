/** Events of a calendar: how they are completed, stored, and shown. */
import {
  formatInstant,
  getMember,
  getTextMember,
  isList,
  isObject,
  type HandlerCall,
  type Json,
  type JsonObject,
} from '../../mock/service.js';
import { toBase64Url } from '../base64-url.js';
import { getCalendarId, getEventPath, getZone } from './calendars.js';
import { formatTime, getInstant, readTime, requireTime, type EventTime } from './event-times.js';
import { isRecurring, requireRecurrence } from './recurrence.js';
import { rejectEmptyRange, rejectWith } from './requests.js';

/** A calendar, and the events in it that a call concerns. */
export interface EventCall {
  readonly call: HandlerCall;
  readonly calendar: JsonObject;
}

export const isCancelled = ({ status }: JsonObject): boolean => status === 'cancelled';

/** Returns the events of a calendar, including cancelled ones, and exceptions of recurring events. */
export const listEvents = ({ call, calendar }: EventCall): readonly JsonObject[] => call.state.list(getEventPath(String(calendar['id'])));

/** Returns the changes of a calendar so far, by event ID. Each change has a number. */
export function listChanges({ call, calendar }: EventCall): ReadonlyMap<string, number> {
  const prefix = getChangePrefix(calendar);
  return new Map(
    call
      .rows()
      .list<number>(prefix)
      .map(([key, number]) => [key.slice(prefix.length), number]),
  );
}

const getChangePrefix = ({ id }: JsonObject): string => `change/${String(id)}/`;
const getNumberKey = ({ id }: JsonObject): string => `changes/${String(id)}`;

/** Returns the number of the last change of a calendar. */
export const getLastChange = ({ call, calendar }: EventCall): number => call.rows().get<number>(getNumberKey(calendar)) ?? 0;

/** Stores an event, and records the change. */
export function storeEvent(at: EventCall, event: JsonObject): JsonObject {
  const { call, calendar } = at;
  const number = getLastChange(at) + 1;
  call.rows().put(getNumberKey(calendar), number);
  call.rows().put(getChangePrefix(calendar) + String(event['id']), number);
  const { etag: _, ...fields } = event;
  return call.state.put(getEventPath(String(calendar['id']), String(event['id'])), { ...fields, updated: formatInstant(call.now) });
}

export function cancelEvent(at: EventCall, event: JsonObject): JsonObject {
  return storeEvent(at, { ...event, status: 'cancelled' });
}

/** Cancels all events of a calendar. */
export function clearEvents(call: HandlerCall): void {
  const at = { call, calendar: { id: getCalendarId(call) } };
  for (const event of listEvents(at)) if (!isCancelled(event)) cancelEvent(at, event);
}

const idAlphabet = '0123456789abcdefghijklmnopqrstuv';

function createEventId(call: HandlerCall): string {
  let digits = '';
  while (digits.length < 26) digits += BigInt.asUintN(60, BigInt(call.newId())).toString(32).padStart(12, idAlphabet.charAt(0));
  return digits.slice(0, 26);
}

/** Returns the ID of a new event. Throws 400 for an invalid one, and 409 for one that exists. */
export function requireNewId({ call, calendar }: EventCall, id: Json | undefined): string {
  if (id === undefined || id === null || id === '') return createEventId(call);
  if (typeof id !== 'string' || !/^[a-v0-9]{5,1024}$/.test(id))
    return rejectWith({ code: 400, reason: 'invalid', message: 'Invalid resource id value.' });
  if (call.state.get(getEventPath(String(calendar['id']), id)) !== undefined)
    return rejectWith({ code: 409, reason: 'duplicate', message: 'The requested identifier already exists.' });
  return id;
}

/** Returns the fields that a new event has without having been set. */
export function createDefaults({ call, calendar }: EventCall, id: string): JsonObject {
  const calendarId = String(calendar['id']);
  const isOwn = calendarId === call.account;
  return {
    status: 'confirmed',
    created: formatInstant(call.now),
    creator: { email: call.account, ...(isOwn && { self: true }) },
    organizer: { email: calendarId, ...(!isOwn && { displayName: calendar['summary'] ?? '' }), self: true },
    iCalUID: `${id}@google.com`,
    sequence: 0,
    reminders: { useDefault: true },
    eventType: 'default',
  };
}

/** Checks an event that a request sends, and returns it as it is stored. Throws 400. */
export function checkEvent({ call, calendar }: EventCall, event: JsonObject): JsonObject {
  const zone = getZone(calendar);
  const requireOwn = (field: 'start' | 'end'): EventTime => requireTime(call, { event, field, calendarZone: zone });
  const [start, end] = [requireOwn('start'), requireOwn('end')];
  if (start.isDay !== end.isDay) call.reject('invalid', 'The start and end times must either both be date or both be dateTime.');
  if (getInstant(end) < getInstant(start) || (start.isDay && end.local <= start.local)) rejectEmptyRange('timeMax');
  if (isRecurring(event)) {
    if (!start.isDay && getMember(event['start'], 'timeZone') === undefined)
      call.reject('required', 'Missing time zone definition for start time.');
    requireRecurrence(call, event, start);
  }
  const { attendees, conferenceData } = event;
  const hasConference = Number(call.parameters['conferenceDataVersion'] ?? 0) > 0;
  if (hasConference && getMember(conferenceData, 'createRequest') !== undefined)
    call.reject('notImplemented', "The mock doesn't create conferences.");
  const { conferenceData: _, ...rest } = event;
  return {
    ...rest,
    ...(hasConference && conferenceData !== undefined && { conferenceData }),
    start: formatTime(start, start.zone),
    end: formatTime(end, end.zone),
    ...(isList(attendees) && { attendees: attendees.map((attendee) => checkAttendee(call, attendee)) }),
  };
}

function checkAttendee(call: HandlerCall, attendee: Json): JsonObject {
  const email = getTextMember(attendee, 'email');
  if (email === undefined) return call.reject('required', 'Missing attendee email.');
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return call.reject('invalid', 'Invalid attendee email.');
  const { self: _, organizer: __, ...fields } = attendee as JsonObject;
  return { responseStatus: 'needsAction', ...fields, email };
}

/** Merges a patch: members of objects one by one, and `null` removes a member. */
export function mergePatch(value: JsonObject, patch: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...value };
  for (const [name, change] of Object.entries(patch)) {
    const previous = merged[name];
    if (change === null) delete merged[name];
    else merged[name] = isObject(change) && isObject(previous) ? mergePatch(previous, change) : change;
  }
  return merged;
}

/** A change of the time of an event increases its sequence number. Throws 400 for a lower number. */
export function getSequence(
  call: HandlerCall,
  before: JsonObject,
  { event, sent }: { readonly event: JsonObject; readonly sent: Json | undefined },
): number {
  const current = Number(before['sequence'] ?? 0);
  if (typeof sent === 'number' && sent < current)
    call.reject(
      'invalid',
      'Invalid sequence value. The specified sequence number is below the current sequence number of the resource. Re-fetch the resource and use its sequence number on the following request.',
    );
  const isMoved = ['start', 'end', 'recurrence'].some((field) => JSON.stringify(before[field]) !== JSON.stringify(event[field]));
  return Math.max(typeof sent === 'number' ? sent : current, current + (isMoved ? 1 : 0));
}

/** Returns an event as responses contain it. `zone`: that of the response. */
export function renderEvent({ call, calendar }: EventCall, event: JsonObject, zone: string): JsonObject {
  const calendarZone = getZone(calendar);
  const times = (['start', 'end', 'originalStartTime'] as const).flatMap((field) => {
    const time = readTime(event[field], calendarZone);
    return time ? [[field, formatTime(time, zone)] as const] : [];
  });
  const { id, attendees } = event;
  if (isCancelled(event) && event['recurringEventId'] !== undefined) {
    const { kind, etag, status, recurringEventId } = event;
    return { kind, etag, id, status, recurringEventId, originalStartTime: Object.fromEntries(times)['originalStartTime'] } as JsonObject;
  }
  return {
    ...event,
    kind: 'calendar#event',
    htmlLink: createLink(String(id), String(calendar['id'])),
    ...Object.fromEntries(times),
    ...(isList(attendees) && renderAttendees(call, { event, calendar, attendees: attendees.filter(isObject) })),
  } as JsonObject;
}

function renderAttendees(
  call: HandlerCall,
  { event, calendar, attendees }: { readonly event: JsonObject; readonly calendar: JsonObject; readonly attendees: readonly JsonObject[] },
): JsonObject {
  const organizer = getTextMember(event['organizer'], 'email');
  const shown = attendees.map((attendee) => ({
    ...attendee,
    ...(attendee['email'] === organizer && { organizer: true }),
    ...(attendee['email'] === calendar['id'] && { self: true }),
  }));
  const limit = call.parameters['maxAttendees'];
  if (limit === undefined || shown.length <= Number(limit)) return { attendees: shown };
  return { attendees: shown.filter(({ self }: JsonObject) => self === true), attendeesOmitted: true };
}

/** The link contains the event and the calendar, whose domain is shortened. */
function createLink(id: string, calendar: string): string {
  const owner = calendar.replace(/@gmail\.com$/, '@m').replace(/@group\.calendar\.google\.com$/, '@g');
  return `https://www.google.com/calendar/event?eid=${toBase64Url(new TextEncoder().encode(`${id} ${owner}`)).replace(/=+$/, '')}`;
}
