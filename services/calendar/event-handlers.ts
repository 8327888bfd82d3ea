/** The methods of events. */
import { getTextMember, isObject, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { requireCalendar } from './calendars.js';
import {
  cancelEvent,
  checkEvent,
  createDefaults,
  getSequence,
  isCancelled,
  listEvents,
  mergePatch,
  renderEvent,
  requireNewId,
  storeEvent,
  type EventCall,
} from './events.js';
import { queryFreeBusy } from './free-busy.js';
import { removeOldExceptions, requireEvent } from './instances.js';
import { getResponseZone, listCalendarEvents, listEventInstances } from './list-events.js';
import { parseText } from './quick-add.js';
import { requireMatch, rejectWith } from './requests.js';
import { isRecurring } from './recurrence.js';

const getBody = (call: HandlerCall): JsonObject => (call.requestBody ?? {}) as JsonObject;
const open = (call: HandlerCall): EventCall => ({ call, calendar: requireCalendar(call) });
const getEventId = (call: HandlerCall): string => String(call.parameters['eventId']);
const render = (at: EventCall, event: JsonObject): JsonObject => renderEvent(at, event, getResponseZone(at.call, at.calendar));

/** The fields that only the service sets. */
const fixedFields = [
  'kind',
  'etag',
  'id',
  'htmlLink',
  'created',
  'updated',
  'creator',
  'recurringEventId',
  'originalStartTime',
  'hangoutLink',
];
const omitFixed = (event: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(event).filter(([name]) => !fixedFields.includes(name)));

function createEvent(at: EventCall, body: JsonObject): JsonObject {
  const id = requireNewId(at, body['id']);
  const { organizer: _, ...fields } = omitFixed(body);
  const event = checkEvent(at, fields);
  return render(at, storeEvent(at, { ...createDefaults(at, id), ...event, id }));
}

/** The organizer of an imported event remains. An event with its `iCalUID` is replaced. */
function importEvent(call: HandlerCall): JsonObject {
  const at = open(call);
  const body = getBody(call);
  const uid = getTextMember(body, 'iCalUID') ?? call.reject('required', 'Missing iCalUID.');
  const previous = listEvents(at).find(
    (event) => event['iCalUID'] === uid && !isCancelled(event) && event['recurringEventId'] === undefined,
  );
  const event = checkEvent(at, { ...omitFixed(body), eventType: 'default' });
  const id = previous === undefined ? requireNewId(at, undefined) : String(previous['id']);
  const kept = previous ? { created: previous['created'] ?? '', creator: previous['creator'] ?? {} } : {};
  return render(at, storeEvent(at, { ...createDefaults(at, id), ...event, ...kept, id, iCalUID: uid }));
}

function changeEvent(call: HandlerCall, apply: (event: JsonObject, body: JsonObject) => JsonObject): JsonObject {
  const at = open(call);
  const before = requireEvent(at, getEventId(call));
  requireMatch(call, before);
  const body = omitFixed(getBody(call));
  const fixed = Object.fromEntries(fixedFields.flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]]]))) as JsonObject;
  const event = checkEvent(at, apply(before, body));
  const sequence = getSequence(call, before, { event, sent: body['sequence'] });
  const { organizer, iCalUID, eventType } = before;
  const changed = storeEvent(at, {
    ...event,
    ...fixed,
    organizer: organizer ?? {},
    iCalUID: iCalUID ?? '',
    eventType: eventType ?? 'default',
    sequence,
  });
  if (isRecurring(before)) removeOldExceptions(at, changed);
  return render(at, changed);
}

/** A time in a patch replaces a time of the other kind. */
function patchEvent(event: JsonObject, patch: JsonObject): JsonObject {
  const merged = mergePatch(event, patch);
  const replaceTime = (field: 'start' | 'end'): JsonObject => {
    const [sent, time] = [patch[field], merged[field]];
    if (!isObject(sent) || !isObject(time)) return {};
    const replaced = typeof sent['date'] === 'string' ? 'dateTime' : typeof sent['dateTime'] === 'string' ? 'date' : '';
    return { [field]: Object.fromEntries(Object.entries(time).filter(([name]) => name !== replaced)) };
  };
  return { ...merged, ...replaceTime('start'), ...replaceTime('end') };
}

/** An update replaces the event, except what only the service sets. */
const updateEvent = (_: JsonObject, body: JsonObject): JsonObject => ({ status: 'confirmed', reminders: { useDefault: true }, ...body });

/** Deleted events remain as cancelled ones. Throws 410 for one of them. */
function deleteEvent(call: HandlerCall): JsonObject {
  const at = open(call);
  const event = requireEvent(at, getEventId(call));
  if (isCancelled(event)) rejectWith({ code: 410, reason: 'deleted', message: 'Resource has been deleted' });
  requireMatch(call, event);
  cancelEvent(at, event);
  return {};
}

/** The event keeps its ID, and gets another organizer. */
function moveEvent(call: HandlerCall): JsonObject {
  const at = open(call);
  const event = requireEvent(at, getEventId(call));
  if (event['recurringEventId'] !== undefined)
    rejectWith({ code: 400, reason: 'cannotChangeOrganizerOfInstance', message: 'Cannot change the organizer of an instance.' });
  if (isCancelled(event)) rejectWith({ code: 410, reason: 'deleted', message: 'Resource has been deleted' });
  const destination = String(call.parameters['destination']);
  const target = { call, calendar: requireCalendar(call, destination === 'primary' ? call.account : destination) };
  if (target.calendar['id'] === at.calendar['id']) return render(at, event);
  const { organizer } = createDefaults(target, String(event['id']));
  const exceptions = listEvents(at).filter(({ recurringEventId }) => recurringEventId === event['id']);
  for (const each of [event, ...exceptions]) {
    storeEvent(target, { ...each, organizer: organizer ?? {} });
    cancelEvent(at, each);
  }
  return render(target, requireEvent(target, String(event['id'])));
}

export const eventHandlers: Handlers = {
  'calendar.events.list': listCalendarEvents,
  'calendar.events.instances': listEventInstances,
  'calendar.events.get': (call) => {
    const at = open(call);
    return render(at, requireEvent(at, getEventId(call)));
  },
  'calendar.events.insert': (call) => createEvent(open(call), getBody(call)),
  'calendar.events.import': importEvent,
  'calendar.events.patch': (call) => changeEvent(call, patchEvent),
  'calendar.events.update': (call) => changeEvent(call, updateEvent),
  'calendar.events.delete': deleteEvent,
  'calendar.events.move': moveEvent,
  'calendar.events.quickAdd': (call) => {
    const at = open(call);
    return createEvent(at, parseText(at, String(call.parameters['text'] ?? '')));
  },
  'calendar.freebusy.query': queryFreeBusy,
};
