/** Lists of events and groups: content, order, and time range. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { summarizeError, type MockClient } from '../request.js';
import { base, listEvents, getGroup, report, start, listGroupStats } from './reports.js';

describe('lists', () => {
  const startWithEvents = async (): Promise<MockClient> => {
    const client = start();
    await report(client, 'a', { eventTime: '2026-01-01T11:59:00Z', serviceContext: { service: 's', version: '1' } });
    await report(client, 'b', { eventTime: '2026-01-01T09:00:00Z', serviceContext: { service: 's', version: '2' } });
    await report(client, 'b', { eventTime: '2025-12-30T09:00:00Z', serviceContext: { service: 't' }, context: { user: 'u' } });
    return client;
  };

  test.each([
    ['', 3],
    ['?timeRange.period=PERIOD_1_HOUR', 1],
    ['?timeRange.period=PERIOD_6_HOURS', 2],
    ['?timeRange.period=PERIOD_1_DAY', 2],
    ['?timeRange.period=PERIOD_1_WEEK', 3],
    ['?serviceFilter.service=s', 2],
    ['?serviceFilter.service=s&serviceFilter.version=2', 1],
    ['?serviceFilter.service=none', 0],
  ])('events%s returns %i', async (query, count) => {
    expect(await listEvents(await startWithEvents(), base, query)).toHaveLength(count);
  });

  test('lists the events of one group', async () => {
    const client = await startWithEvents();
    for (const each of await listGroupStats(client)) {
      const listed = await listEvents(client, base, `?groupId=${String(getGroup(each)['groupId'])}`);
      expect(listed).toHaveLength(Number(each['count']));
    }
  });

  test('returns the latest event first', async () => {
    const times = (await listEvents(await startWithEvents())).map(({ eventTime }) => String(eventTime));
    expect(times).toEqual([...times].sort().reverse());
  });

  test.each([1, 2, 3])('returns each event once with pages of %i, even if another one is reported', async (size) => {
    const client = await startWithEvents();
    const events = await listEvents(client);
    const listed: unknown[] = [];
    let token = '';
    do {
      const { body } = await client.send(`GET ${base}/events?pageSize=${size}${token === '' ? '' : `&pageToken=${token}`}`);
      listed.push(...((body['errorEvents'] ?? []) as readonly unknown[]));
      token = (body['nextPageToken'] as string | undefined) ?? '';
      await report(client, 'late');
    } while (token !== '');
    expect(listed).toEqual(events);
  });

  test('returns the statistics of one group', async () => {
    const client = await startWithEvents();
    const [first] = await listGroupStats(client);
    const id = String(getGroup(first)['groupId']);
    expect(await listGroupStats(client, base, `?groupId=${id}`)).toEqual([first]);
    expect(await listGroupStats(client, base, '?groupId=none')).toEqual([]);
  });

  test.each(['PERIOD_2_DAYS', 'x'])('rejects timeRange.period=%s with 400', async (period) => {
    expect((await (await startWithEvents()).send(`GET ${base}/events?timeRange.period=${period}`)).status).toBe(400);
  });

  test('ends a period at the current time', async () => {
    const client = start();
    await report(client, 'past', { eventTime: '2026-01-01T12:00:00Z' });
    await report(client, 'future', { eventTime: '2026-01-01T12:00:00.001Z' });
    const listMessages = async (query: string): Promise<readonly unknown[]> =>
      (await listEvents(client, base, query)).map(({ message }) => message);
    expect(await listMessages('?timeRange.period=PERIOD_1_HOUR')).toEqual(['past']);
    expect(await listMessages('')).toEqual(['future', 'past']);
    await client.mock.clock.advance(1);
    expect(await listMessages('?timeRange.period=PERIOD_1_HOUR')).toEqual(['future', 'past']);
  });

  test('returns first and last times of the group and the count of the period', async () => {
    const client = start();
    for (const eventTime of ['2026-01-01T11:30:00Z', '2025-12-01T09:00:00Z', '2026-01-01T12:30:00Z', '2026-01-01T11:45:00Z'])
      await report(client, 'm', { eventTime, serviceContext: { service: 's', version: eventTime.slice(0, 4) } });
    await report(client, 'long ago', { eventTime: '2025-12-01T10:00:00Z' });
    expect(await listGroupStats(client, base, '?timeRange.period=PERIOD_1_HOUR')).toMatchObject([
      {
        count: '2',
        firstSeenTime: '2025-12-01T09:00:00Z',
        lastSeenTime: '2026-01-01T12:30:00Z',
        affectedServices: [{ service: 's', version: '2026' }],
        representative: { eventTime: '2026-01-01T11:45:00Z' },
      },
    ]);
  });

  test('orders by nanoseconds', async () => {
    const client = start();
    for (const end of ['000000001Z', '000000003Z', '000000002Z', '000001Z', '0Z'])
      await report(client, end, { eventTime: `2026-01-01T11:00:00.${end}` });
    const order = ['000001Z', '000000003Z', '000000002Z', '000000001Z', '0Z'];
    expect((await listEvents(client)).map(({ message }) => message)).toEqual(order);
    const first = (await client.send(`GET ${base}/events?pageSize=2`)).body;
    const rest = await listEvents(client, base, `?pageSize=5&pageToken=${String(first['nextPageToken'])}`);
    expect(rest.map(({ message }) => message)).toEqual(order.slice(2));
  });

  test.each([
    ['order=FOO', 'order'],
    ['alignment=FOO', 'alignment'],
    ['alignment=FOO&timedCountDuration=60s', 'alignment'],
    ['alignmentTime=zz', 'alignmentTime'],
    ['timedCountDuration=1h', 'timedCountDuration'],
    ['timedCountDuration=0s', 'timedCountDuration'],
  ])('rejects groupStats?%s with 400, with and without events', async (query, toTime) => {
    for (const { send } of [start(), await startWithEvents()])
      expect(summarizeError(await send(`GET ${base}/groupStats?${query}`))).toEqual({ status: 400, reason: 'invalid', location: toTime });
  });

  test.each([
    ['', ['b', 'a']],
    ['GROUP_ORDER_UNSPECIFIED', ['b', 'a']],
    ['COUNT_DESC', ['b', 'a']],
    ['LAST_SEEN_DESC', ['a', 'b']],
    ['CREATED_DESC', ['a', 'b']],
    ['AFFECTED_USERS_DESC', ['b', 'a']],
  ])('returns groups in the order %j', async (order, messages) => {
    const client = start();
    await report(client, 'b', { eventTime: '2026-01-01T09:00:00Z' });
    await report(client, 'b', { eventTime: '2026-01-01T10:00:00Z', context: { user: 'u' } });
    await report(client, 'a', { eventTime: '2026-01-01T11:00:00Z' });
    const listed = await listGroupStats(client, base, order === '' ? '' : `?order=${order}`);
    expect(listed.map(({ representative }) => (representative as JsonObject)['message'])).toEqual(messages);
  });

  test('counts events per timed interval', async () => {
    const client = await startWithEvents();
    const [groupStats] = await listGroupStats(
      client,
      base,
      '?timedCountDuration=3600s&alignment=ALIGNMENT_EQUAL_ROUNDED&serviceFilter.service=t',
    );
    expect(groupStats?.['timedCounts']).toEqual([{ count: '1', startTime: '2025-12-30T09:00:00Z', endTime: '2025-12-30T10:00:00Z' }]);
  });

  // The time range is the hour before noon. Intervals stay within it, and an event at its end counts in the last interval.
  test.each<[string, readonly (readonly [start: string, end: string, count: string])[]]>([
    [
      'timedCountDuration=1800s',
      [
        ['11:00', '11:30', '2'],
        ['11:30', '12:00', '2'],
      ],
    ],
    [
      'timedCountDuration=2400s',
      [
        ['11:00', '11:20', '1'],
        ['11:20', '12:00', '3'],
      ],
    ],
    ['timedCountDuration=7200s', [['11:00', '12:00', '4']]],
    [
      'timedCountDuration=1800s&alignment=ALIGNMENT_EQUAL_ROUNDED',
      [
        ['11:00', '11:30', '2'],
        ['11:30', '12:00', '2'],
      ],
    ],
    [
      'timedCountDuration=1800s&alignment=ALIGNMENT_EQUAL_ROUNDED&alignmentTime=2030-01-01T00:10:00Z',
      [
        ['11:00', '11:10', '1'],
        ['11:10', '11:40', '2'],
        ['11:40', '12:00', '1'],
      ],
    ],
  ])('aligns intervals to the time range: %s', async (query, intervals) => {
    const client = start();
    for (const time of ['11:00:00', '11:29:59.999', '11:30:00', '12:00:00'])
      await report(client, 'm', { eventTime: `2026-01-01T${time}Z` });
    const toTime = (time: string): string => `2026-01-01T${time}:00Z`;
    expect(await listGroupStats(client, base, `?timeRange.period=PERIOD_1_HOUR&${query}`)).toMatchObject([
      { timedCounts: intervals.map(([startTime, endTime, count]) => ({ startTime: toTime(startTime), endTime: toTime(endTime), count })) },
    ]);
  });

  test('returns 20 groups per page by default', async () => {
    const client = start();
    for (const letter of 'abcdefghijklmnopqrstu') await report(client, `${letter} is lost`);
    expect(await listGroupStats(client)).toHaveLength(20);
    expect(await listGroupStats(client, base, '?pageSize=30')).toHaveLength(21);
  });
});
