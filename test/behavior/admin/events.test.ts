/** The stream of events, in memory and over HTTP. */
import { afterEach, describe, expect, test } from 'vitest';
import { createMock } from '../../../generated/dns-v1/src/mock.js';
import type { AnyMock, MockOptions, RunningServer } from '../../../mock/index.js';
import { MemoryMockStore } from '../../support/memory-log.js';
import { noon } from '../request.js';
import { createTransports, readEvents, readUntil, type Fetch } from './transports.js';

const zones = '/dns/v1/projects/p/managedZones';
const time = '2026-01-01T12:00:00.000Z';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(options: MockOptions = {}): Promise<{ mock: AnyMock; server: RunningServer; transports: Record<string, Fetch> }> {
  const mock: AnyMock = createMock({ now: () => noon, ...options });
  const server = await mock.listen();
  closers.push(() => server.close());
  return { mock, server, transports: Object.fromEntries(createTransports(mock, server)) };
}

const createZone = (fetch: Fetch, name: string, session = 'default'): Promise<Response> =>
  fetch(zones, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-mock-session': session },
    body: JSON.stringify({ name, dnsName: 'example.com.', description: '' }),
  });

describe.each(['in memory', 'over HTTP'])('%s', (transport) => {
  const open = async (options?: MockOptions): Promise<{ mock: AnyMock; server: RunningServer; fetch: Fetch }> => {
    const { transports, ...rest } = await start(options);
    return { ...rest, fetch: transports[transport] as Fetch };
  };

  test('the stream starts with the state and the clock, and reports requests, changes, and the clock', async () => {
    const { mock, fetch } = await open();
    const response = await fetch('/__admin/events');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const events = readEvents(response);
    expect((await events.next()).value).toEqual({ event: 'state', data: { sequence: 1, now: time } });
    expect((await events.next()).value).toEqual({ event: 'clock', data: { now: time, frozen: false } });

    await createZone(fetch, 'one');
    // The stream can poll between the change and the end of its request.
    const following = [(await events.next()).value, (await events.next()).value];
    expect(following).toContainEqual({
      event: 'requests',
      id: '0',
      data: {
        requests: [
          { index: 0, time, methodId: 'dns.managedZones.create', method: 'POST', path: zones, status: 200, durationMs: expect.any(Number) },
        ],
      },
    });
    expect(following).toContainEqual(expect.objectContaining({ event: 'state', data: expect.objectContaining({ sequence: 2 }) }));

    await mock.clock.freeze();
    expect(await readUntil(events, 'clock')).toEqual({ event: 'clock', data: { now: time, frozen: true } });

    await fetch(`${zones}/none`);
    expect(await readUntil(events, 'requests')).toMatchObject({
      data: { requests: [{ index: 1, status: 404, reason: 'notFound', rule: 'exists' }] },
    });
    await events.return(undefined);
  });

  test('the query selects the session, whose end ends the stream', async () => {
    const { fetch } = await open();
    const events = readEvents(await fetch('/__admin/events?session=one'));
    await events.next();
    await createZone(fetch, 'other');
    await createZone(fetch, 'own', 'one');
    expect(await readUntil(events, 'requests')).toMatchObject({ id: '0', data: { requests: [{ path: zones }] } });
    await fetch('/__admin/sessions/one', { method: 'DELETE' });
    for (let next = await events.next(); !next.done; next = await events.next());
  });

  test('a client that reconnects gets the requests since its last event', async () => {
    const { fetch } = await open();
    for (const name of ['one', 'two', 'three']) await createZone(fetch, name);
    const events = readEvents(await fetch('/__admin/events', { headers: { 'last-event-id': '0' } }));
    expect((await events.next()).value).toMatchObject({ event: 'requests', data: { requests: [{ index: 1 }, { index: 2 }] } });
    await events.return(undefined);
  });

  test('a burst of requests is one event with the last ones', async () => {
    const { mock, fetch } = await open();
    const events = readEvents(await fetch('/__admin/events'));
    await readUntil(events, 'clock');
    await Promise.all(Array.from({ length: 250 }, () => mock.handle({ method: 'GET', url: `http://mock.test${zones}` })));
    const indexes: number[] = [];
    let omitted = 0;
    while (indexes.at(-1) !== 249) {
      const { requests, ...data } = (await readUntil(events, 'requests')).data as {
        requests: readonly { index: number }[];
        omitted?: number;
      };
      indexes.push(...requests.map(({ index }) => index));
      omitted += data.omitted ?? 0;
    }
    expect(indexes.length + omitted).toBe(250);
    expect(indexes.slice(-100)).toEqual(Array.from({ length: 100 }, (_, position) => 150 + position));
    await events.return(undefined);
  });

  test('the commits of other processes are reported', async () => {
    const store = new MemoryMockStore();
    const { fetch } = await open({ store });
    const events = readEvents(await fetch('/__admin/events'));
    await readUntil(events, 'clock');
    await createZone((path, init) => createMock({ now: () => noon, store }).fetch(`http://other.test${path}`, init), 'one');
    expect(await readUntil(events, 'state')).toMatchObject({ data: { sequence: 2 } });
    await events.return(undefined);
  });

  test.each(['this process', 'another process'])('snapshots that %s takes and deletes are reported', async (process) => {
    const store = new MemoryMockStore();
    const { mock, fetch } = await open({ store });
    const taker = process === 'this process' ? mock : createMock({ now: () => noon, store });
    await mock.snapshots.create('old');
    const events = readEvents(await fetch('/__admin/events'));
    expect((await events.next()).value).toMatchObject({ event: 'state' });
    expect((await events.next()).value).toMatchObject({ event: 'clock' });
    await taker.snapshots.create('new');
    const [old, taken] = ['old', 'new'].map((name) => ({ name, sequence: 1, time }));
    expect((await events.next()).value).toEqual({ event: 'snapshots', data: { snapshots: [old, taken] } });
    await taker.snapshots.delete('old');
    expect((await events.next()).value).toEqual({ event: 'snapshots', data: { snapshots: [taken] } });
    await events.return(undefined);
  });

  test.each(['POST', 'HEAD'])('%s is not supported', async (method) => {
    const { fetch } = await open();
    expect((await fetch('/__admin/events', { method })).status).toBe(405);
  });
});

test('an aborted fetch in memory ends the stream', async () => {
  const { transports } = await start();
  const controller = new AbortController();
  const response = await (transports['in memory'] as Fetch)('/__admin/events', { signal: controller.signal });
  const events = readEvents(response);
  await readUntil(events, 'clock');
  controller.abort();
  await expect(readUntil(events, 'never')).rejects.toThrow('abort');
});

test('closing the server ends its streams at once', async () => {
  const { server } = await start();
  const events = readEvents(await fetch(`${server.url}/__admin/events`));
  await readUntil(events, 'clock');
  const rest = (async () => {
    for (let next = await events.next(); !next.done; next = await events.next());
  })();
  await server.close();
  await rest;
});

test.each<[what: string, headers: Record<string, string>, status: number]>([
  ['a foreign origin', { origin: 'https://evil.example' }, 403],
  ['no admin token', {}, 401],
  ['the admin token', { authorization: 'Bearer secret' }, 200],
])('a stream with %s gets %i', async (_, headers, status) => {
  const { server } = await start({ adminToken: 'secret' });
  const response = await fetch(`${server.url}/__admin/events?session=rejected`, { headers });
  expect(response.status).toBe(status);
  await response.body?.cancel();
});
