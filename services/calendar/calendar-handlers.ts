/** The methods of calendars, the calendar list, access control, settings, and colors. */
import { isObject, getTextMember, type HandlerCall, type Handlers, type JsonObject } from '../../mock/service.js';
import { selectPage } from '../pages.js';
import {
  findEntry,
  getCalendarId,
  getCalendarPath,
  getColor,
  getRulePath,
  getZone,
  listEntries,
  removeEntry,
  requireCalendar,
  storeCalendar,
  storeEntry,
} from './calendars.js';
import { createColors } from './colors.js';
import { clearEvents } from './events.js';
import { requireMatch } from './requests.js';
import { isZone } from './zones.js';

const getBody = (call: HandlerCall): JsonObject => (call.requestBody ?? {}) as JsonObject;

function requireZone(call: HandlerCall, { timeZone }: JsonObject): void {
  if (timeZone !== undefined && (typeof timeZone !== 'string' || !isZone(timeZone))) call.reject('invalid', 'Invalid time zone value.');
}

function insertCalendar(call: HandlerCall): JsonObject {
  const { id: _, etag: __, kind: ___, ...calendar } = getBody(call);
  requireZone(call, calendar);
  const id = `c_${BigInt(call.newId()).toString(16).padStart(16, '0')}@group.calendar.google.com`;
  return storeCalendar(call, id, calendar);
}

const changeCalendar =
  (apply: (calendar: JsonObject, body: JsonObject) => JsonObject) =>
  (call: HandlerCall): JsonObject => {
    const calendar = requireCalendar(call);
    requireMatch(call, calendar);
    const { id: _, etag: __, ...body } = getBody(call);
    requireZone(call, body);
    const changed = Object.fromEntries(Object.entries(apply(calendar, body)).filter(([, value]) => value !== null));
    return call.state.put(getCalendarPath(getCalendarId(call)), { ...changed, id: getCalendarId(call) });
  };

function deleteCalendar(call: HandlerCall): JsonObject {
  const id = getCalendarId(call);
  requireCalendar(call);
  if (id === call.account) call.reject('forbidden', 'The primary calendar of a user can not be deleted.');
  call.state.delete(getCalendarPath(id));
  removeEntry(call, id);
  return {};
}

const roles = ['none', 'freeBusyReader', 'reader', 'writer', 'owner'];

function listCalendars(call: HandlerCall): JsonObject {
  const { showHidden, minAccessRole, maxResults } = call.parameters;
  const least = minAccessRole === undefined ? 0 : roles.indexOf(String(minAccessRole));
  const entries = listEntries(call).filter(
    (entry) => (showHidden === true || entry['hidden'] !== true) && roles.indexOf(String(entry['accessRole'])) >= least,
  );
  const size = Math.min(Number(maxResults ?? 100), 250);
  return { kind: 'calendar#calendarList', ...selectPage(call, entries, { size, getKey: ({ id }) => String(id) }) } as JsonObject;
}

/** Throws 404. */
const requireEntry = (call: HandlerCall, id: string): JsonObject => findEntry(call, id) ?? call.reject('notFound', 'Not Found');

/** The fields of an entry that the account sets. */
function selectEntryFields(call: HandlerCall, body: JsonObject): JsonObject {
  const { summaryOverride, colorId, backgroundColor, foregroundColor, hidden, selected, defaultReminders, notificationSettings } = body;
  const isRgb = call.parameters['colorRgbFormat'] === true;
  const colors = isRgb ? { backgroundColor, foregroundColor } : typeof colorId === 'string' ? getColor(colorId) : {};
  const fields = { summaryOverride, hidden, selected, defaultReminders, notificationSettings, ...colors };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as JsonObject;
}

const changeEntry =
  (keepsFields: boolean) =>
  (call: HandlerCall): JsonObject => {
    const id = getCalendarId(call);
    const entry = requireEntry(call, id);
    const kept = keepsFields ? selectEntryFields(call, entry) : {};
    return storeEntry(call, id, { ...kept, ...selectEntryFields(call, getBody(call)) });
  };

function insertEntry(call: HandlerCall): JsonObject {
  const id = getTextMember(getBody(call), 'id') ?? call.reject('required', 'Required');
  const resolved = id === 'primary' ? call.account : id;
  requireCalendar(call, resolved);
  return storeEntry(call, resolved, selectEntryFields(call, getBody(call)));
}

/** Access control rules have the ID of their scope. */
function storeRule(call: HandlerCall): JsonObject {
  requireCalendar(call);
  const { scope, role } = getBody(call);
  const type = getTextMember(scope, 'type') ?? 'default';
  const value = getTextMember(scope, 'value');
  if (!roles.includes(String(role))) return call.reject('invalid', 'Invalid role.');
  if (type !== 'default' && value === undefined) return call.reject('required', 'Required');
  const id = type === 'default' ? 'default' : `${type}:${value ?? ''}`;
  return call.state.put(getRulePath(getCalendarId(call), id), {
    id,
    scope: isObject(scope) ? scope : { type: 'default' },
    role: role ?? '',
  });
}

function changeRule(call: HandlerCall): JsonObject {
  const path = getRulePath(getCalendarId(call), String(call.parameters['ruleId']));
  const rule = call.state.get(path) ?? call.reject('notFound', 'Not Found');
  const { role } = getBody(call);
  if (role !== undefined && !roles.includes(String(role))) return call.reject('invalid', 'Invalid role.');
  return call.state.put(path, { ...rule, ...(role !== undefined && { role }) });
}

function listRules(call: HandlerCall): JsonObject {
  requireCalendar(call);
  const rules = call.state.list(getRulePath(getCalendarId(call)));
  const size = Math.min(Number(call.parameters['maxResults'] ?? 100), 250);
  return { kind: 'calendar#acl', ...selectPage(call, rules, { size, getKey: ({ id }) => String(id) }) } as JsonObject;
}

/** The settings of a new account: https://developers.google.com/workspace/calendar/api/v3/reference/settings. */
const defaultSettings: Readonly<Record<string, string>> = {
  autoAddHangouts: 'false',
  dateFieldOrder: 'MDY',
  defaultEventLength: '60',
  format24HourTime: 'false',
  hideInvitations: 'false',
  hideWeekends: 'false',
  locale: 'en',
  remindOnRespondedEventsOnly: 'false',
  showDeclinedEvents: 'true',
  useKeyboardShortcuts: 'true',
  weekStart: '0',
};

function listSettings(call: HandlerCall): readonly JsonObject[] {
  const timezone = getZone(requireCalendar(call, call.account));
  const settings = { ...defaultSettings, timezone };
  return Object.entries(settings).map(([id, value]) => ({ kind: 'calendar#setting', etag: `"${id}"`, id, value }));
}

export const calendarHandlers: Handlers = {
  'calendar.calendars.get': (call) => requireCalendar(call),
  'calendar.calendars.insert': insertCalendar,
  'calendar.calendars.patch': changeCalendar((calendar, body) => ({ ...calendar, ...body })),
  'calendar.calendars.update': changeCalendar(({ timeZone = null, conferenceProperties = null }, body) => ({
    timeZone,
    conferenceProperties,
    ...body,
  })),
  'calendar.calendars.delete': deleteCalendar,
  'calendar.calendars.clear': (call) => {
    requireCalendar(call);
    if (getCalendarId(call) !== call.account) call.reject('invalid', 'Only primary calendars can be cleared.');
    clearEvents(call);
    return {};
  },
  'calendar.calendarList.list': listCalendars,
  'calendar.calendarList.get': (call) => requireEntry(call, getCalendarId(call)),
  'calendar.calendarList.insert': insertEntry,
  'calendar.calendarList.patch': changeEntry(true),
  'calendar.calendarList.update': changeEntry(false),
  'calendar.calendarList.delete': (call) => {
    const id = getCalendarId(call);
    requireEntry(call, id);
    if (id === call.account) call.reject('forbidden', 'The primary calendar of a user can not be removed from the list.');
    removeEntry(call, id);
    return {};
  },
  'calendar.acl.list': listRules,
  'calendar.acl.insert': storeRule,
  'calendar.acl.patch': changeRule,
  'calendar.acl.update': changeRule,
  'calendar.settings.list': (call) =>
    ({
      kind: 'calendar#settings',
      ...selectPage(call, listSettings(call), {
        size: Math.min(Number(call.parameters['maxResults'] ?? 100), 250),
        getKey: ({ id }) => String(id),
      }),
    }) as JsonObject,
  'calendar.settings.get': (call) =>
    listSettings(call).find(({ id }) => id === call.parameters['setting']) ?? call.reject('notFound', 'Not Found'),
  'calendar.colors.get': createColors,
};
