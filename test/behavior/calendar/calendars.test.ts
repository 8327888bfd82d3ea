/** Calendars, the list of calendars, access control, settings, and colors. */
import { expect, test } from 'vitest';
import { openCalendar, type Body } from './open-calendar.js';

test('every account has a primary calendar', async () => {
  const { send, fail } = await openCalendar();
  const primary = await send('GET calendars/primary');
  expect(primary).toMatchObject({ kind: 'calendar#calendar', id: 'me@example.com', summary: 'me@example.com', timeZone: 'UTC' });
  expect(await send('GET calendars/me@example.com')).toEqual(primary);
  const { items } = await send('GET users/me/calendarList');
  expect(items).toMatchObject([{ id: 'me@example.com', primary: true, accessRole: 'owner', selected: true, timeZone: 'UTC' }]);
  expect((await send('GET calendars/primary/events')).items).toEqual([]);
  expect(await fail('DELETE calendars/primary')).toMatch(/^403/);
});

test('a new calendar is in the list, and its owner has access', async () => {
  const { send, fail } = await openCalendar();
  const { id } = await send('POST calendars', { summary: 'Team', timeZone: 'Europe/Zurich' });
  expect(id).toMatch(/@group\.calendar\.google\.com$/);
  const path = encodeURIComponent(id);
  expect(await send(`GET users/me/calendarList/${path}`)).toMatchObject({
    summary: 'Team',
    accessRole: 'owner',
    timeZone: 'Europe/Zurich',
  });
  expect((await send(`GET calendars/${path}/acl`)).items).toMatchObject([{ id: 'user:me@example.com', role: 'owner' }]);
  await send(`PATCH calendars/${path}`, { summary: 'Club', description: 'Us' });
  expect(await send(`GET users/me/calendarList/${path}`)).toMatchObject({ summary: 'Club', description: 'Us' });
  await send(`DELETE calendars/${path}`);
  expect(await fail(`GET calendars/${path}`)).toBe('404 notFound: Not Found');
  expect((await send('GET users/me/calendarList')).items).toHaveLength(1);
});

test('an entry of the list has settings of the account, and can be removed and added again', async () => {
  const { send, fail } = await openCalendar();
  const { id } = await send('POST calendars', { summary: 'Team' });
  const path = encodeURIComponent(id);
  const changed = await send(`PATCH users/me/calendarList/${path}`, { summaryOverride: 'Ours', colorId: '3', hidden: true });
  expect(changed).toMatchObject({ summary: 'Team', summaryOverride: 'Ours', colorId: '3', backgroundColor: '#f83a22', hidden: true });
  const count = async (query: string): Promise<number> => (await send(`GET users/me/calendarList?${query}`)).items.length as number;
  expect([await count(''), await count('showHidden=true'), await count('minAccessRole=owner&showHidden=true')]).toEqual([1, 2, 2]);
  await send(`DELETE users/me/calendarList/${path}`);
  expect(await fail(`GET users/me/calendarList/${path}`)).toMatch(/^404/);
  expect(await send('POST users/me/calendarList', { id })).toMatchObject({ id, summary: 'Team' });
});

test('access control rules have the ID of their scope', async () => {
  const { send, fail } = await openCalendar();
  const rule = await send('POST calendars/primary/acl', { scope: { type: 'user', value: 'ann@example.com' }, role: 'reader' });
  expect(rule).toMatchObject({ kind: 'calendar#aclRule', id: 'user:ann@example.com', role: 'reader' });
  await send('POST calendars/primary/acl', { scope: { type: 'default' }, role: 'freeBusyReader' });
  expect(await send('PATCH calendars/primary/acl/user:ann@example.com', { role: 'writer' })).toMatchObject({ role: 'writer' });
  expect((await send('GET calendars/primary/acl')).items.map(({ id }: Body) => id)).toEqual([
    'default',
    'user:ann@example.com',
    'user:me@example.com',
  ]);
  await send('DELETE calendars/primary/acl/default');
  expect(await fail('GET calendars/primary/acl/default')).toMatch(/^404/);
});

test('settings and colors are those of a new account', async () => {
  const { send, fail } = await openCalendar();
  expect(await send('GET users/me/settings/timezone')).toMatchObject({ kind: 'calendar#setting', id: 'timezone', value: 'UTC' });
  expect((await send('GET users/me/settings')).items.map(({ id }: Body) => id)).toContain('weekStart');
  expect(await fail('GET users/me/settings/nothing')).toMatch(/^404/);
  const { calendar, event } = await send('GET colors');
  expect([Object.keys(calendar).length, Object.keys(event).length, event['11']]).toEqual([
    24,
    11,
    { background: '#dc2127', foreground: '#1d1d1d' },
  ]);
});

test('a seed can provide the primary calendar and its events', async () => {
  const resources = {
    '/calendar/v3/calendars/primary': { summary: 'Mine', timeZone: 'Europe/Zurich' },
    '/calendar/v3/calendars/primary/events/lunch': {
      summary: 'Lunch',
      start: { dateTime: '2026-01-05T12:00:00+01:00' },
      end: { dateTime: '2026-01-05T13:00:00+01:00' },
    },
  };
  const { send, list } = await openCalendar({ seed: { resources } });
  expect(await send('GET calendars/me@example.com')).toMatchObject({ summary: 'Mine' });
  expect(await list('timeMin=2026-01-05T00:00:00Z&singleEvents=true&orderBy=startTime')).toEqual(['Lunch 2026-01-05T12:00:00+01:00']);
});
