/** Lists of events: filters, orders, pages, and the changes since an earlier list. */
import {
  compareText,
  fromBase64,
  getMember,
  getTextMember,
  isList,
  isObject,
  parseInstant,
  type HandlerCall,
  type JsonObject,
} from '../../mock/service.js';
import { toBase64Url } from '../base64-url.js';
import { selectPage } from '../pages.js';
import { findEntry, getZone, requireCalendar } from './calendars.js';
import { getLastChange, isCancelled, listChanges, listEvents, renderEvent, type EventCall } from './events.js';
import { getInstant, readTime } from './event-times.js';
import { hasInstance, isInRange, listInstances, requireEvent, type TimeRange } from './instances.js';
import { isRecurring } from './recurrence.js';
import { rejectEmptyRange, rejectWith } from './requests.js';
import { isZone } from './zones.js';

interface Selection {
  readonly range: TimeRange;
  readonly isExpanded: boolean;
  readonly showsDeleted: boolean;
}

/** What a sync token stands for. */
interface SyncPoint {
  readonly change: number;
  readonly at: number;
  readonly range: TimeRange;
}

/** The time for which a sync token is valid. */
const tokenLifetime = 28 * 24 * 60 * 60 * 1000;

function readTimeParameter(call: HandlerCall, name: string): number | undefined {
  const value = call.parameters[name];
  return value === undefined ? undefined : parseInstant(String(value));
}

/** Returns the range of a request. Throws 400 for an empty one. */
function readRange(call: HandlerCall): TimeRange {
  const range = { start: readTimeParameter(call, 'timeMin'), end: readTimeParameter(call, 'timeMax') };
  if (range.start !== undefined && range.end !== undefined && range.start >= range.end) rejectEmptyRange('timeMax');
  return range;
}

function selectEvents(at: EventCall, events: readonly JsonObject[], { range, isExpanded, showsDeleted }: Selection): readonly JsonObject[] {
  const zone = getZone(at.calendar);
  const recurring = new Set(events.filter(isRecurring).map(({ id }) => id));
  return events.flatMap((event) => {
    const isException = event['recurringEventId'] !== undefined;
    if (isRecurring(event)) {
      if (isExpanded) return listInstances(at, event, range).filter((instance) => showsDeleted || !isCancelled(instance));
      return (showsDeleted || !isCancelled(event)) && hasInstance(at, event, range) ? [event] : [];
    }
    // The instances of the recurring event contain it.
    if (isExpanded && isException && recurring.has(event['recurringEventId'] as string)) return [];
    if (isCancelled(event) && !showsDeleted && (isExpanded || !isException)) return [];
    return isInRange(event, range, zone) || (isCancelled(event) && isException) ? [event] : [];
  });
}

const termFields = (event: JsonObject): readonly string[] => {
  const people = [event['organizer'], ...(isList(event['attendees']) ? event['attendees'] : [])];
  return [
    ...['summary', 'description', 'location'].map((name) => getTextMember(event, name) ?? ''),
    ...people.flatMap((person) => [getTextMember(person, 'displayName') ?? '', getTextMember(person, 'email') ?? '']),
  ];
};

/** Whether an event contains all words of a query. */
function containsTerms(event: JsonObject, query: string): boolean {
  const split = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = new Set(termFields(event).flatMap(split));
  return split(query).every((term) => words.has(term));
}

/** Whether an event has all extended properties in the form `name=value`. */
function hasProperties(event: JsonObject, kind: 'private' | 'shared', expected: readonly string[]): boolean {
  const properties = getMember(event['extendedProperties'], kind);
  return expected.every((text) => {
    const [name = '', ...value] = text.split('=');
    return getMember(properties, name) === value.join('=');
  });
}

const listTexts = (value: unknown): readonly string[] => (value === undefined ? [] : [value].flat().map(String));

function createFilter(call: HandlerCall): (event: JsonObject) => boolean {
  const { q, iCalUID, eventTypes, privateExtendedProperty, sharedExtendedProperty } = call.parameters;
  const types = listTexts(eventTypes);
  const updatedMin = readTimeParameter(call, 'updatedMin');
  return (event) =>
    (q === undefined || containsTerms(event, String(q))) &&
    (iCalUID === undefined || event['iCalUID'] === iCalUID) &&
    (types.length === 0 || types.includes(String(event['eventType'] ?? 'default'))) &&
    hasProperties(event, 'private', listTexts(privateExtendedProperty)) &&
    hasProperties(event, 'shared', listTexts(sharedExtendedProperty)) &&
    (updatedMin === undefined || (parseInstant(getTextMember(event, 'updated') ?? '') ?? 0) >= updatedMin);
}

function sortEvents(call: HandlerCall, events: readonly JsonObject[], zone: string): readonly JsonObject[] {
  const { orderBy, singleEvents } = call.parameters;
  if (orderBy === 'startTime') {
    if (singleEvents !== true)
      return rejectWith({ code: 400, reason: 'badRequest', message: 'The requested ordering is not available for the particular query.' });
    const getStart = (event: JsonObject): number => {
      const time = readTime(event['start'] ?? event['originalStartTime'], zone);
      return time ? getInstant(time) : 0;
    };
    return [...events].sort((one, other) => getStart(one) - getStart(other) || compareText(String(one['id']), String(other['id'])));
  }
  const field = orderBy === 'updated' ? 'updated' : 'created';
  return [...events].sort(
    (one, other) =>
      compareText(getTextMember(one, field) ?? '', getTextMember(other, field) ?? '') ||
      compareText(String(one['id']), String(other['id'])),
  );
}

/** Parameters that can't be combined with a sync token, and whose lists have none. */
const unsynchronized = ['iCalUID', 'orderBy', 'privateExtendedProperty', 'q', 'sharedExtendedProperty', 'updatedMin'];

/** Throws 400 for an invalid token, and 410 for an old one. */
function readSyncToken(call: HandlerCall, calendar: JsonObject, token: string): SyncPoint {
  const other = [...unsynchronized, 'timeMin', 'timeMax'].find((name) => call.parameters[name] !== undefined);
  if (other !== undefined)
    call.reject('invalid', `Sync token cannot be used with query parameter ${other}.`, { location: other, locationType: 'parameter' });
  const [id, change, at, start, end] = decodeToken(token) ?? [];
  if (id !== calendar['id'] || typeof change !== 'number' || typeof at !== 'number')
    return call.reject('invalid', 'Invalid sync token value.', { location: 'syncToken', locationType: 'parameter' });
  if (call.now - at > tokenLifetime)
    rejectWith({
      code: 410,
      reason: 'fullSyncRequired',
      message: 'Sync token is no longer valid, a full sync is required.',
      parameter: 'syncToken',
    });
  const range = { start: typeof start === 'number' ? start : undefined, end: typeof end === 'number' ? end : undefined };
  return { change, at, range };
}

function decodeToken(token: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(token)));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function createSyncToken(at: EventCall, range: TimeRange): string {
  const point = [at.calendar['id'], getLastChange(at), at.call.now, range.start ?? null, range.end ?? null];
  return toBase64Url(new TextEncoder().encode(JSON.stringify(point)));
}

/** Returns the zone of the response. Throws 400. */
export function getResponseZone(call: HandlerCall, calendar: JsonObject): string {
  const { timeZone } = call.parameters;
  if (timeZone === undefined) return getZone(calendar);
  return isZone(String(timeZone))
    ? String(timeZone)
    : call.reject('invalid', 'Invalid time zone value.', { location: 'timeZone', locationType: 'parameter' });
}

function getPageSize(call: HandlerCall): number {
  const size = Number(call.parameters['maxResults'] ?? 250);
  return size <= 0 ? 250 : Math.min(size, 2500);
}

function renderPage(at: EventCall, events: readonly JsonObject[], nextSyncToken: string | undefined): JsonObject {
  const { call, calendar } = at;
  const zone = getResponseZone(call, calendar);
  const { items, nextPageToken } = selectPage(call, events, { size: getPageSize(call), getKey: ({ id }) => String(id) });
  const entry = findEntry(call, String(calendar['id']));
  const updated = listEvents(at).reduce((latest, event) => {
    const time = getTextMember(event, 'updated') ?? '';
    return time > latest ? time : latest;
  }, '');
  return {
    kind: 'calendar#events',
    etag: `"p${getLastChange(at)}"`,
    summary: calendar['summary'] ?? '',
    ...(calendar['description'] !== undefined && { description: calendar['description'] }),
    ...(updated !== '' && { updated }),
    timeZone: zone,
    accessRole: entry?.['accessRole'] ?? 'owner',
    defaultReminders: entry?.['defaultReminders'] ?? [],
    ...(nextPageToken === undefined ? nextSyncToken !== undefined && { nextSyncToken } : { nextPageToken }),
    items: items.map((event) => renderEvent(at, event, zone)),
  } as JsonObject;
}

export function listCalendarEvents(call: HandlerCall): JsonObject {
  const calendar = requireCalendar(call);
  const at = { call, calendar };
  const { syncToken, singleEvents, showDeleted, updatedMin } = call.parameters;
  const point = typeof syncToken === 'string' && syncToken !== '' ? readSyncToken(call, calendar, syncToken) : undefined;
  const range = point?.range ?? readRange(call);
  const selection = {
    range,
    isExpanded: singleEvents === true,
    showsDeleted: showDeleted === true || point !== undefined || updatedMin !== undefined,
  };
  const changes = point && listChanges(at);
  const events = listEvents(at).filter(({ id }) => changes === undefined || (changes.get(String(id)) ?? 0) > (point?.change ?? 0));
  const selected = selectEvents(at, events, selection).filter(createFilter(call));
  const isSynchronized = unsynchronized.every((name) => call.parameters[name] === undefined);
  return renderPage(at, sortEvents(call, selected, getZone(calendar)), isSynchronized ? createSyncToken(at, range) : undefined);
}

export function listEventInstances(call: HandlerCall): JsonObject {
  const calendar = requireCalendar(call);
  const at = { call, calendar };
  const event = requireEvent(at, String(call.parameters['eventId']));
  const { originalStart, showDeleted } = call.parameters;
  const zone = getZone(calendar);
  const original = originalStart === undefined ? undefined : (parseInstant(String(originalStart)) ?? Date.parse(String(originalStart)));
  const instances = (isRecurring(event) ? listInstances(at, event, readRange(call)) : []).filter((instance) => {
    const time = readTime(instance['originalStartTime'], zone);
    return (
      (showDeleted === true || !isCancelled(instance)) &&
      (original === undefined || (isObject(instance) && time !== undefined && getInstant(time) === original))
    );
  });
  return renderPage(at, instances, undefined);
}
