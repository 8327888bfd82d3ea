/** What programs do with events: add, find, change, move, and delete them, and follow changes. */
import { describe, expect, test } from 'vitest';
import { openCalendar, type Body } from './open-calendar.js';

const hour = 60 * 60 * 1000;

describe('a new event', () => {
  test('has what the service adds', async () => {
    const { send } = await openCalendar();
    const event = await send('POST calendars/primary/events', {
      summary: 'Lunch',
      start: { dateTime: '2026-07-05T12:00:00+02:00', timeZone: 'Europe/Zurich' },
      end: { dateTime: '2026-07-05T13:00:00', timeZone: 'Europe/Zurich' },
      attendees: [{ email: 'ann@example.com' }, { email: 'me@example.com', responseStatus: 'accepted' }],
    });
    expect(event).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String) as string,
      id: expect.stringMatching(/^[a-v0-9]{26}$/) as string,
      status: 'confirmed',
      htmlLink: `https://www.google.com/calendar/event?eid=${Buffer.from(`${event.id} me@example.com`).toString('base64url')}`,
      created: '2026-01-02T03:04:05.000Z',
      updated: '2026-01-02T03:04:05.000Z',
      summary: 'Lunch',
      creator: { email: 'me@example.com', self: true },
      organizer: { email: 'me@example.com', self: true },
      start: { dateTime: '2026-07-05T10:00:00Z', timeZone: 'Europe/Zurich' },
      end: { dateTime: '2026-07-05T11:00:00Z', timeZone: 'Europe/Zurich' },
      iCalUID: `${event.id}@google.com`,
      sequence: 0,
      attendees: [
        { email: 'ann@example.com', responseStatus: 'needsAction' },
        { email: 'me@example.com', responseStatus: 'accepted', organizer: true, self: true },
      ],
      reminders: { useDefault: true },
      eventType: 'default',
    });
    const zoned = await send(`GET calendars/primary/events/${event.id}?timeZone=America/New_York&maxAttendees=1`);
    expect(zoned).toMatchObject({
      start: { dateTime: '2026-07-05T06:00:00-04:00' },
      attendees: [{ email: 'me@example.com' }],
      attendeesOmitted: true,
    });
  });

  test('can have an ID of its own and whole days', async () => {
    const { send, fail } = await openCalendar();
    const body = { id: 'trip2026', summary: 'Trip', start: { date: '2026-01-05' }, end: { date: '2026-01-07' } };
    expect(await send('POST calendars/primary/events', body)).toMatchObject(body);
    expect(await fail('POST calendars/primary/events', body)).toBe('409 duplicate: The requested identifier already exists.');
    expect(await fail('POST calendars/primary/events', { ...body, id: 'Trip!' })).toBe('400 invalid: Invalid resource id value.');
  });

  test('must end after its start, in a known time zone, and with valid attendees', async () => {
    const { add, fail } = await openCalendar();
    const insert = (start: object, end: object, more = {}): Promise<string> =>
      fail('POST calendars/primary/events', { start, end, ...more });
    const [day, time] = [{ date: '2026-01-05' }, { dateTime: '2026-01-05T10:00:00Z' }];
    expect(await insert(time, { dateTime: '2026-01-05T09:00:00Z' })).toBe('400 timeRangeEmpty: The specified time range is empty.');
    expect(await insert(day, time)).toMatch(/^400 invalid: The start and end times must either both be date/);
    expect(await insert({ ...time, timeZone: 'Mars' }, time)).toBe('400 invalid: Invalid time zone definition for start time.');
    expect(await insert(time, time, { attendees: [{ email: 'ann' }] })).toBe('400 invalid: Invalid attendee email.');
    expect(await insert(time, time, { recurrence: ['RRULE:FREQ=DAILY'] })).toBe(
      '400 required: Missing time zone definition for start time.',
    );
    await expect(add('x', '2026-01-05T10:00', { recurrence: ['RRULE:FREQ=SOMETIMES'] })).rejects.toThrow('Invalid recurrence rule.');
  });
});

test('a list selects events by time, words, and properties, and has an order', async () => {
  const { add, list, send, fail } = await openCalendar();
  await add('Later', '2026-01-06T10:00', { location: 'Harbor', extendedProperties: { private: { job: '7' } } });
  await add('Sooner', '2026-01-05T10:00', { attendees: [{ email: 'ann@example.com' }] });
  await send('POST calendars/primary/events', { summary: 'Trip', start: { date: '2026-01-08' }, end: { date: '2026-01-09' } });
  const later = 'Later 2026-01-06T10:00:00Z';
  const sooner = 'Sooner 2026-01-05T10:00:00Z';
  expect(await list('singleEvents=true&orderBy=startTime')).toEqual([sooner, later, 'Trip 2026-01-08']);
  expect(await list('timeMin=2026-01-05T11:00:00Z&timeMax=2026-01-08T00:00:00Z')).toEqual([later]);
  expect(await list('timeMin=2026-01-05T10:30:00Z&timeMax=2026-01-05T10:45:00Z')).toEqual([sooner]);
  expect(await list('q=harbor')).toEqual([later]);
  expect(await list('q=ANN%20sooner')).toEqual([sooner]);
  expect(await list('privateExtendedProperty=job%3D7')).toEqual([later]);
  expect(await list('timeMin=2027-01-01T00:00:00Z')).toEqual([]);
  expect(await fail('GET calendars/primary/events?orderBy=startTime')).toMatch(/^400 badRequest: The requested ordering/);
  expect(await fail('GET calendars/primary/events?timeMin=2026-01-02T00:00:00Z&timeMax=2026-01-01T00:00:00Z')).toMatch(
    /^400 timeRangeEmpty/,
  );
});

test('a list describes its calendar, and has pages', async () => {
  const { add, send } = await openCalendar();
  for (const day of ['05', '06', '07']) await add(day, `2026-01-${day}T10:00`);
  const first = await send('GET calendars/primary/events?maxResults=2&singleEvents=true&orderBy=startTime');
  expect(first).toMatchObject({ kind: 'calendar#events', summary: 'me@example.com', timeZone: 'UTC', accessRole: 'owner' });
  expect(first.items.map(({ summary }: Body) => summary)).toEqual(['05', '06']);
  const rest = await send(`GET calendars/primary/events?maxResults=2&singleEvents=true&orderBy=startTime&pageToken=${first.nextPageToken}`);
  expect(rest.items.map(({ summary }: Body) => summary)).toEqual(['07']);
  expect(rest).not.toHaveProperty('nextPageToken');
});

describe('a change', () => {
  test('of the time increases the sequence number', async () => {
    const { add, send, fail } = await openCalendar();
    const { id } = await add('Lunch', '2026-01-05T12:00', { location: 'Cafe' });
    const path = `calendars/primary/events/${id}`;
    expect(await send(`PATCH ${path}`, { summary: 'Brunch', location: null })).toMatchObject({ summary: 'Brunch', sequence: 0 });
    expect(await send(`GET ${path}`)).not.toHaveProperty('location');
    const moved = { start: { date: '2026-01-06' }, end: { date: '2026-01-07' } };
    expect(await send(`PATCH ${path}`, moved)).toMatchObject({ ...moved, sequence: 1 });
    expect(await fail(`PATCH ${path}`, { sequence: 0 })).toMatch(/^400 invalid: Invalid sequence value/);
  });

  test('by an update replaces all but what the service sets', async () => {
    const { add, send } = await openCalendar();
    const event = await add('Lunch', '2026-01-05T12:00', { location: 'Cafe', colorId: '3' });
    const { start, end, id, iCalUID, created } = event;
    const updated = await send(`PUT calendars/primary/events/${id}`, { summary: 'Dinner', start, end });
    expect(updated).toMatchObject({ summary: 'Dinner', id, iCalUID, created, status: 'confirmed' });
    expect(updated).not.toHaveProperty('colorId');
  });

  test('of an outdated version fails', async () => {
    const { add, send, fail } = await openCalendar();
    const { id, etag } = await add('Lunch', '2026-01-05T12:00');
    await send(`PATCH calendars/primary/events/${id}`, { summary: 'Brunch', 'if-match': etag });
    expect(await fail(`PATCH calendars/primary/events/${id}`, { summary: 'Tea', 'if-match': etag })).toMatch(/^412/);
  });
});

test('a deleted event remains as a cancelled one', async () => {
  const { add, list, send, fail } = await openCalendar();
  const { id } = await add('Lunch', '2026-01-05T12:00');
  await send(`DELETE calendars/primary/events/${id}`);
  expect(await list()).toEqual([]);
  expect(await list('showDeleted=true')).toEqual(['-Lunch 2026-01-05T12:00:00Z']);
  expect(await send(`GET calendars/primary/events/${id}`)).toMatchObject({ status: 'cancelled' });
  expect(await fail(`DELETE calendars/primary/events/${id}`)).toBe('410 deleted: Resource has been deleted');
  expect(await fail('DELETE calendars/primary/events/nothing')).toBe('404 notFound: Not Found');
});

describe('a sync token', () => {
  test('lists what has changed since then, also what was deleted', async () => {
    const { add, send } = await openCalendar();
    const kept = await add('Kept', '2026-01-05T12:00');
    const removed = await add('Removed', '2026-01-06T12:00');
    const { nextSyncToken, items } = await send('GET calendars/primary/events');
    expect(items).toHaveLength(2);
    await send(`DELETE calendars/primary/events/${removed.id}`);
    await add('New', '2026-01-07T12:00');
    const changes = await send(`GET calendars/primary/events?syncToken=${nextSyncToken}`);
    expect(changes.items.map(({ summary, status }: Body) => `${summary} ${status}`).sort()).toEqual(['New confirmed', 'Removed cancelled']);
    const { items: none } = await send(`GET calendars/primary/events?syncToken=${changes.nextSyncToken}`);
    expect(none).toEqual([]);
    await send(`PATCH calendars/primary/events/${kept.id}`, { summary: 'Changed' });
    expect((await send(`GET calendars/primary/events?syncToken=${changes.nextSyncToken}`)).items).toMatchObject([{ summary: 'Changed' }]);
  });

  test('expires, and excludes filters', async () => {
    const { mock, send, fail } = await openCalendar();
    const { nextSyncToken } = await send('GET calendars/primary/events');
    expect(await fail(`GET calendars/primary/events?syncToken=${nextSyncToken}&q=x`)).toMatch(/^400 invalid: Sync token cannot be used/);
    expect(await fail('GET calendars/primary/events?syncToken=x')).toBe('400 invalid: Invalid sync token value.');
    await mock.clock.advance(29 * 24 * hour);
    expect(await fail(`GET calendars/primary/events?syncToken=${nextSyncToken}`)).toBe(
      '410 fullSyncRequired: Sync token is no longer valid, a full sync is required.',
    );
  });

  test('is not the only way: updatedMin also lists deleted events', async () => {
    const { mock, add, list, send } = await openCalendar();
    await add('Old', '2026-01-05T12:00');
    const { id } = await add('Removed', '2026-01-06T12:00');
    await mock.clock.advance(hour);
    await send(`DELETE calendars/primary/events/${id}`);
    expect(await list('updatedMin=2026-01-02T03:30:00Z')).toEqual(['-Removed 2026-01-06T12:00:00Z']);
  });
});

test('an event moves to another calendar, which becomes its organizer', async () => {
  const { add, send, list } = await openCalendar();
  const { id: team } = await send('POST calendars', { summary: 'Team' });
  const { id } = await add('Review', '2026-01-05T12:00');
  const moved = await send(`POST calendars/primary/events/${id}/move?destination=${encodeURIComponent(team)}`);
  expect(moved).toMatchObject({ id, organizer: { email: team, displayName: 'Team', self: true } });
  expect(await list()).toEqual([]);
  expect((await send(`GET calendars/${encodeURIComponent(team)}/events`)).items).toMatchObject([{ summary: 'Review' }]);
});

test('an imported event replaces that with its UID', async () => {
  const { send, list } = await openCalendar();
  const event = { iCalUID: 'abc@x', start: { dateTime: '2026-01-05T10:00:00Z' }, end: { dateTime: '2026-01-05T11:00:00Z' } };
  const organizer = { email: 'ann@example.com' };
  const first = await send('POST calendars/primary/events/import', { ...event, summary: 'Imported', organizer });
  expect(first).toMatchObject({ iCalUID: 'abc@x', organizer });
  const second = await send('POST calendars/primary/events/import', { ...event, summary: 'Again' });
  expect(second.id).toBe(first.id);
  expect(await list('iCalUID=abc@x')).toEqual(['Again 2026-01-05T10:00:00Z']);
});

test('a text becomes an event if its day and time are certain', async () => {
  const { send, fail } = await openCalendar();
  const quickAdd = async (text: string): Promise<string> => {
    const { summary, start, end, location } = await send(`POST calendars/primary/events/quickAdd?text=${encodeURIComponent(text)}`);
    return [summary, start.dateTime ?? start.date, end.dateTime ?? end.date, location].filter(Boolean).join(' | ');
  };
  expect(await quickAdd('Dinner at 7pm on 2026-12-01')).toBe('Dinner | 2026-12-01T19:00:00Z | 2026-12-01T20:00:00Z');
  expect(await quickAdd('Appointment at Somewhere on June 3rd 10am-10:25am')).toBe(
    'Appointment at Somewhere | 2026-06-03T10:00:00Z | 2026-06-03T10:25:00Z | Somewhere',
  );
  expect(await quickAdd('Tennis with John tomorrow 15:30')).toBe('Tennis with John | 2026-01-03T15:30:00Z | 2026-01-03T16:30:00Z');
  expect(await quickAdd('Review on Monday 9-10am')).toBe('Review | 2026-01-05T09:00:00Z | 2026-01-05T10:00:00Z');
  expect(await quickAdd('Holiday 12/24/2026')).toBe('Holiday | 2026-12-24 | 2026-12-25');
  expect(await fail('POST calendars/primary/events/quickAdd?text=Dinner%20soon')).toMatch(/^501/);
  expect(await fail('POST calendars/primary/events/quickAdd?text=Standup%20every%20day%20at%209am')).toMatch(/^501/);
});

test('calendars are busy while they have opaque events', async () => {
  const { add, send } = await openCalendar();
  await add('One', '2026-01-05T10:00');
  await add('Two', '2026-01-05T10:30');
  await add('Free', '2026-01-05T15:00', { transparency: 'transparent' });
  await add('Standup', '2026-01-01T08:00', { recurrence: ['RRULE:FREQ=DAILY;COUNT=10'] });
  const query = { timeMin: '2026-01-05T00:00:00Z', timeMax: '2026-01-06T00:00:00Z', timeZone: 'Europe/Zurich' };
  const { calendars } = await send('POST freeBusy', { ...query, items: [{ id: 'primary' }, { id: 'nobody@example.com' }] });
  expect(calendars).toEqual({
    primary: {
      busy: [
        { start: '2026-01-05T09:00:00+01:00', end: '2026-01-05T10:00:00+01:00' },
        { start: '2026-01-05T11:00:00+01:00', end: '2026-01-05T12:30:00+01:00' },
      ],
    },
    'nobody@example.com': { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] },
  });
});
