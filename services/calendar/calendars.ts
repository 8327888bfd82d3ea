/** Calendars, and the list of calendars of the account. */
import { compareText, getTextMember, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { calendarColors } from './colors.js';

const root = '/calendar/v3';
export const getCalendarPath = (id: string): string => `${root}/calendars/${encodeURIComponent(id)}`;
export const getEventPath = (calendar: string, id?: string): string =>
  `${getCalendarPath(calendar)}/events${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
export const getRulePath = (calendar: string, id?: string): string =>
  `${getCalendarPath(calendar)}/acl${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
export const getEntryPath = (id: string): string => `${root}/users/me/calendarList/${encodeURIComponent(id)}`;

export const getCalendarId = (call: HandlerCall): string => String(call.parameters['calendarId']);

export const defaultZone = 'UTC';
const conferenceProperties = { allowedConferenceSolutionTypes: ['hangoutsMeet'] };

/** The row of a calendar that is the primary one of an account. */
const getPrimaryKey = (id: string): string => `primary/${id}`;

/** Creates the primary calendar of the account, which every account has. A seed can provide it. */
export function createPrimary(call: HandlerCall): void {
  const { account } = call;
  if (call.rows().get(getPrimaryKey(account)) !== undefined) return;
  call.rows().put(getPrimaryKey(account), true);
  if (call.state.get(getCalendarPath(account)) === undefined) storeCalendar(call, account, { summary: account, timeZone: defaultZone });
  else addOwner(call, account);
}

/** Stores a new calendar, which the account owns. */
export function storeCalendar(call: HandlerCall, id: string, calendar: JsonObject): JsonObject {
  const stored = call.state.put(getCalendarPath(id), { timeZone: defaultZone, conferenceProperties, ...calendar, id });
  addOwner(call, id);
  return stored;
}

function addOwner(call: HandlerCall, id: string): void {
  const rule = `user:${call.account}`;
  if (call.state.get(getRulePath(id, rule)) === undefined)
    call.state.put(getRulePath(id, rule), { id: rule, scope: { type: 'user', value: call.account }, role: 'owner' });
}

/** Throws 404. */
export function requireCalendar(call: HandlerCall, id: string = getCalendarId(call)): JsonObject {
  return call.state.get(getCalendarPath(id)) ?? call.reject('notFound', 'Not Found');
}

export const getZone = (calendar: JsonObject): string => getTextMember(calendar, 'timeZone') ?? defaultZone;

/** The row of a calendar that was removed from the list. */
const getRemovedKey = (id: string): string => `removed/${id}`;

/** Returns the entries of the calendar list. The calendars of the account belong to it without having been added. */
export function listEntries(call: HandlerCall): readonly JsonObject[] {
  const ids = new Set([
    ...call.state.list(`${root}/users/me/calendarList`).map(({ id }) => String(id)),
    ...call.state.list(`${root}/calendars`).map(({ id }) => String(id)),
  ]);
  const entries = [...ids].map((id) => findEntry(call, id)).filter((entry) => entry !== undefined);
  const isPrimary = (entry: JsonObject): boolean => entry['primary'] === true;
  return entries.sort(
    (one, other) => Number(isPrimary(other)) - Number(isPrimary(one)) || compareText(String(one['id']), String(other['id'])),
  );
}

export function findEntry(call: HandlerCall, id: string): JsonObject | undefined {
  const stored = call.state.get(getEntryPath(id));
  const calendar = call.state.get(getCalendarPath(id));
  const isOther = id !== call.account && call.rows().get(getPrimaryKey(id)) !== undefined;
  if (!stored && (!calendar || isOther || call.rows().get(getRemovedKey(id)) !== undefined)) return undefined;
  const { summary, description, location, timeZone } = calendar ?? {};
  return {
    kind: 'calendar#calendarListEntry',
    etag: calendar?.['etag'] ?? '',
    id,
    ...(id === call.account ? { ...getColor('14'), defaultReminders: [{ method: 'popup', minutes: 30 }] } : getColor(pickColor(id))),
    selected: true,
    accessRole: findRole(call, id),
    ...(id === call.account && { primary: true }),
    conferenceProperties,
    ...stored,
    ...(calendar && {
      summary,
      ...(description !== undefined && { description }),
      ...(location !== undefined && { location }),
      timeZone,
    }),
  } as JsonObject;
}

function findRole(call: HandlerCall, id: string): string {
  const rule = call.state.get(getRulePath(id, `user:${call.account}`)) ?? call.state.get(getRulePath(id, 'default'));
  return getTextMember(rule, 'role') ?? 'owner';
}

const pickColor = (id: string): string => String((Array.from(id).reduce((sum, character) => sum + character.charCodeAt(0), 0) % 24) + 1);

/** Returns the colors of an entry of the palette. */
export function getColor(colorId: string): JsonObject {
  const color = calendarColors[colorId];
  return color === undefined ? {} : { colorId, backgroundColor: color, foregroundColor: '#000000' };
}

/** Adds a calendar to the list, or changes its entry. */
export function storeEntry(call: HandlerCall, id: string, entry: JsonObject): JsonObject {
  call.rows().delete(getRemovedKey(id));
  call.state.put(getEntryPath(id), { ...entry, id });
  return findEntry(call, id) ?? {};
}

export function removeEntry(call: HandlerCall, id: string): void {
  call.state.delete(getEntryPath(id));
  call.rows().put(getRemovedKey(id), true);
}
