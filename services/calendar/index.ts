/** The service module of Google Calendar. */
import { defineBuiltIn, type Handler, type Handlers, type ServiceDefinition } from '../../mock/service.js';
import { calendarHandlers } from './calendar-handlers.js';
import { createPrimary } from './calendars.js';
import { eventHandlers } from './event-handlers.js';

/** Returns handlers that first create the primary calendar, which every account has. */
const withPrimary = (handlers: Handlers): Handlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([id, handler]): [string, Handler] => [
      id,
      (call, next) => {
        createPrimary(call);
        return (handler as Handler)(call, next);
      },
    ]),
  );

/** Methods that conventions implement. */
const conventional: Handlers = Object.fromEntries(
  ['calendar.acl.get', 'calendar.acl.delete'].map((id): [string, Handler] => [id, (_, next) => next()]),
);

const page = { maxResults: true, pageToken: true } as const;
const times = { timeMin: true, timeMax: true, timeZone: true, showDeleted: true, maxAttendees: true, alwaysIncludeEmail: true } as const;
const writes = { conferenceDataVersion: true, maxAttendees: true, alwaysIncludeEmail: true } as const;

const parameters: NonNullable<ServiceDefinition['parameters']> = {
  'calendar.events.list': {
    ...page,
    ...times,
    eventTypes: true,
    iCalUID: true,
    orderBy: true,
    privateExtendedProperty: true,
    q: true,
    sharedExtendedProperty: true,
    // The mock hides no invitations.
    showHiddenInvitations: true,
    singleEvents: true,
    syncToken: true,
    updatedMin: true,
  },
  'calendar.events.instances': { ...page, ...times, originalStart: true },
  'calendar.events.get': { timeZone: true, maxAttendees: true, alwaysIncludeEmail: true },
  'calendar.events.insert': { conferenceDataVersion: true, maxAttendees: true },
  'calendar.events.import': { conferenceDataVersion: true },
  'calendar.events.patch': writes,
  'calendar.events.update': writes,
  'calendar.events.move': { destination: true },
  'calendar.events.quickAdd': { text: true },
  'calendar.calendarList.list': { ...page, minAccessRole: true, showHidden: true },
  'calendar.calendarList.insert': { colorRgbFormat: true },
  'calendar.calendarList.patch': { colorRgbFormat: true },
  'calendar.calendarList.update': { colorRgbFormat: true },
  'calendar.acl.list': page,
  'calendar.settings.list': page,
};

const resolvePrimary = (name: string, { user }: { readonly user: string }): string => (name === 'primary' ? user : name);

export const calendarServices: object = defineBuiltIn({
  api: 'calendar',
  aliases: {
    '/calendar/v3/calendars/{calendarId}': resolvePrimary,
    '/calendar/v3/users/me/calendarList/{calendarId}': resolvePrimary,
  },
  handlers: withPrimary({ ...calendarHandlers, ...eventHandlers, ...conventional }),
  parameters,
});
