/** Recurring events, their instances, and exceptions. */
import { describe, expect, test } from 'vitest';
import { openCalendar } from './open-calendar.js';

const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] };

test('a recurring event is listed as one, or as its instances', async () => {
  const { add, list, send } = await openCalendar();
  const { id } = await add('Standup', '2026-01-05T10:00', weekly);
  expect(await list()).toEqual(['Standup 2026-01-05T10:00:00Z']);
  const instances = ['Standup 2026-01-05T10:00:00Z', 'Standup 2026-01-12T10:00:00Z', 'Standup 2026-01-19T10:00:00Z'];
  expect(await list('singleEvents=true&orderBy=startTime')).toEqual(instances);
  expect(await list('singleEvents=true&timeMin=2026-01-12T10:30:00Z&timeMax=2026-01-13T00:00:00Z')).toEqual([instances[1]]);
  // The whole series is listed if one of its instances is in the range.
  expect(await list('timeMin=2026-01-12T00:00:00Z&timeMax=2026-01-13T00:00:00Z')).toEqual([instances[0]]);
  expect(await list('timeMin=2026-02-01T00:00:00Z')).toEqual([]);
  const { items } = await send(`GET calendars/primary/events/${id}/instances?maxResults=1`);
  expect(items).toMatchObject([
    {
      id: `${id}_20260105T100000Z`,
      recurringEventId: id,
      originalStartTime: { dateTime: '2026-01-05T10:00:00Z', timeZone: 'UTC' },
      end: { dateTime: '2026-01-05T11:00:00Z' },
      iCalUID: `${id}@google.com`,
    },
  ]);
  expect(items[0]).not.toHaveProperty('recurrence');
});

test('instances keep the time of day when clocks change, and days have IDs without a time', async () => {
  const { list, send } = await openCalendar();
  const times = (day: string): object => ({
    start: { dateTime: `${day}T09:00:00`, timeZone: 'America/New_York' },
    end: { dateTime: `${day}T10:00:00`, timeZone: 'America/New_York' },
  });
  await send('POST calendars/primary/events', {
    summary: 'Call',
    ...times('2026-03-07'),
    recurrence: ['RRULE:FREQ=DAILY;UNTIL=20260308T140000Z'],
  });
  expect(await list('singleEvents=true&orderBy=startTime')).toEqual(['Call 2026-03-07T14:00:00Z', 'Call 2026-03-08T13:00:00Z']);
  const day = await send('POST calendars/primary/events', {
    start: { date: '2026-04-01' },
    end: { date: '2026-04-02' },
    recurrence: ['RRULE:FREQ=MONTHLY;COUNT=2', 'EXDATE;VALUE=DATE:20260401', 'RDATE;VALUE=DATE:20260415'],
  });
  const { items } = await send(`GET calendars/primary/events/${day.id}/instances`);
  expect(items.map(({ id }: { id: string }) => id)).toEqual([`${day.id}_20260415`, `${day.id}_20260501`]);
});

describe('an exception', () => {
  test('changes one instance', async () => {
    const { add, list, send } = await openCalendar();
    const { id } = await add('Standup', '2026-01-05T10:00', weekly);
    const path = `calendars/primary/events/${id}_20260112T100000Z`;
    const moved = { start: { dateTime: '2026-01-13T09:00:00Z' }, end: { dateTime: '2026-01-13T10:00:00Z' } };
    expect(await send(`PATCH ${path}`, { summary: 'Moved', ...moved })).toMatchObject({
      recurringEventId: id,
      originalStartTime: { dateTime: '2026-01-12T10:00:00Z' },
      start: { dateTime: '2026-01-13T09:00:00Z' },
      sequence: 1,
    });
    expect(await list('singleEvents=true&orderBy=startTime')).toEqual([
      'Standup 2026-01-05T10:00:00Z',
      'Moved 2026-01-13T09:00:00Z',
      'Standup 2026-01-19T10:00:00Z',
    ]);
    expect([...(await list())].sort()).toEqual(['Moved 2026-01-13T09:00:00Z', 'Standup 2026-01-05T10:00:00Z']);
    const { items } = await send(`GET calendars/primary/events/${id}/instances?originalStart=2026-01-12T10:00:00Z`);
    expect(items).toMatchObject([{ summary: 'Moved' }]);
  });

  test('cancels one instance', async () => {
    const { add, list, send, fail } = await openCalendar();
    const { id } = await add('Standup', '2026-01-05T10:00', weekly);
    await send(`DELETE calendars/primary/events/${id}_20260112T100000Z`);
    expect(await list('singleEvents=true&orderBy=startTime')).toEqual(['Standup 2026-01-05T10:00:00Z', 'Standup 2026-01-19T10:00:00Z']);
    const { items } = await send('GET calendars/primary/events?timeMin=2026-01-01T00:00:00Z');
    expect(items.find(({ status }: { status: string }) => status === 'cancelled')).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String) as string,
      id: `${id}_20260112T100000Z`,
      status: 'cancelled',
      recurringEventId: id,
      originalStartTime: { dateTime: '2026-01-12T10:00:00Z', timeZone: 'UTC' },
    });
    expect(await fail(`GET calendars/primary/events/${id}_20260113T100000Z`)).toMatch(/^404/);
  });

  test('remains only while the recurrence has its instance', async () => {
    const { add, list, send } = await openCalendar();
    const { id } = await add('Standup', '2026-01-05T10:00', weekly);
    await send(`PATCH calendars/primary/events/${id}_20260119T100000Z`, { summary: 'Last' });
    await send(`PATCH calendars/primary/events/${id}`, { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=2'] });
    expect(await list('singleEvents=true&orderBy=startTime')).toEqual(['Standup 2026-01-05T10:00:00Z', 'Standup 2026-01-12T10:00:00Z']);
  });
});

test('a series is deleted as a whole, and its deletion is synchronized', async () => {
  const { add, list, send } = await openCalendar();
  const { id } = await add('Standup', '2026-01-05T10:00', weekly);
  const { nextSyncToken } = await send('GET calendars/primary/events');
  await send(`DELETE calendars/primary/events/${id}`);
  expect(await list('singleEvents=true')).toEqual([]);
  expect((await send(`GET calendars/primary/events?syncToken=${nextSyncToken}`)).items).toMatchObject([{ id, status: 'cancelled' }]);
});

test('a rule without an instance is no problem, and one that never proceeds is invalid', async () => {
  const { add, list } = await openCalendar();
  await add('Never', '2026-01-05T10:00', { recurrence: ['RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'] });
  expect(await list('singleEvents=true')).toEqual([]);
  await expect(add('Always', '2026-01-05T10:00', { recurrence: ['RRULE:FREQ=DAILY;INTERVAL=0'] })).rejects.toThrow(
    'Invalid recurrence rule.',
  );
});

test('an event that recurs within a day is not implemented', async () => {
  const { add } = await openCalendar();
  await expect(add('Pill', '2026-01-05T10:00', { recurrence: ['RRULE:FREQ=HOURLY;COUNT=3'] })).rejects.toThrow('501');
});
