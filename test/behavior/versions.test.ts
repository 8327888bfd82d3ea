/** Snapshots, forks, and rewinding: versions of the state of a session. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMock as createDns } from '../../generated/dns-v1/src/mock.js';
import type { JsonObject, MockOptions } from '../../mock/index.js';
import { createMockClient, noon, readMessage, readNames, startMock, summarizeError, type HttpResult, type MockClient } from './request.js';

const zones = '/dns/v1/projects/p/managedZones';
const createZone = async ({ send }: MockClient, name: string, session = 'default'): Promise<HttpResult> =>
  send(`POST ${zones}`, { name, dnsName: `${name}.example.com.` }, { 'x-mock-session': session });
const listZones = async ({ send }: MockClient, session = 'default'): Promise<readonly unknown[]> =>
  readNames(await send(`GET ${zones}`, undefined, { 'x-mock-session': session }), 'managedZones');
const start = (options: MockOptions = {}): MockClient => startMock('dns', options);

describe('a snapshot', () => {
  test('names the current state, which a destructive test can return to', async () => {
    const client = start();
    await createZone(client, 'prepared');
    const snapshot = await client.mock.snapshots.create('prepared');
    expect(snapshot).toEqual({ name: 'prepared', sequence: await client.mock.sequence(), time: '2026-01-01T12:00:00.000Z' });

    await client.send(`DELETE ${zones}/prepared`);
    expect(await listZones(client)).toEqual([]);

    await client.mock.rewind('prepared');
    expect(await listZones(client)).toEqual(['prepared']);
  });

  test('outlives a reset and a rewind, and is deleted by its name', async () => {
    const { mock } = start();
    await mock.snapshots.create('one');
    await mock.reset();
    await mock.snapshots.create('two');
    await mock.rewind('one');
    expect((await mock.snapshots.list()).map(({ name }) => name)).toEqual(['one', 'two']);
    await mock.snapshots.delete('one');
    expect((await mock.snapshots.list()).map(({ name }) => name)).toEqual(['two']);
  });

  test('belongs to its session', async () => {
    const { mock } = start();
    await mock.session('other').snapshots.create('one');
    await expect(mock.rewind('one')).rejects.toMatchObject({ reason: 'notFound', message: expect.stringContaining('no snapshots') });
  });

  test.each(['', 'a b', 'a/b', 'é', 'x'.repeat(101)])('cannot have the name %j', async (name) => {
    await expect(start().mock.snapshots.create(name)).rejects.toMatchObject({ reason: 'invalid' });
  });

  test('can have the name of a member of every object', async () => {
    const { mock } = start();
    for (const name of ['__proto__', 'constructor', 'toString']) {
      await expect(mock.rewind(name)).rejects.toMatchObject({ reason: 'notFound' });
      await mock.snapshots.create(name);
      await mock.rewind(name);
    }
  });

  test('is one of at most 100', async () => {
    const { mock } = start();
    for (let count = 0; count < 100; count++) await mock.snapshots.create(`s${count}`);
    await expect(mock.snapshots.create('more')).rejects.toMatchObject({ reason: 'invalid', message: expect.stringContaining('100') });
  });
});

describe('a rewind', () => {
  test('restores the clock, the faults with their remaining requests, and the generated ids', async () => {
    const client = start();
    await client.mock.clock.freeze();
    await client.mock.faults.add({ method: 'dns.managedZones.list', status: 503, times: 2 });
    const { sequence } = await client.mock.snapshots.create('before');
    const first = await createZone(client, 'z');
    await client.send(`GET ${zones}`);
    await client.mock.clock.advance(60_000);

    await client.mock.rewind(sequence);
    expect(await client.mock.clock.now()).toBe(noon);
    expect(await client.mock.faults.list()).toMatchObject([{ times: 2 }]);
    expect((await createZone(client, 'z')).body['id']).toBe(first.body['id']);
  });

  test('keeps the journal', async () => {
    const { mock, send } = start();
    await send(`GET ${zones}`);
    await mock.rewind(1);
    expect(mock.requests).toHaveLength(1);
  });

  test('is undone by a rewind to the state before it', async () => {
    const client = start();
    await createZone(client, 'z');
    const { previous, sequence } = await client.mock.rewind(1);
    expect(sequence).toBe(previous + 1);
    expect(await listZones(client)).toEqual([]);
    await client.mock.rewind(previous);
    expect(await listZones(client)).toEqual(['z']);
  });

  test('undoes a reset and a seed', async () => {
    const client = start();
    await createZone(client, 'z');
    const before = await client.mock.sequence();
    await client.mock.reset();
    await client.mock.seed({ resources: { [`${zones}/seeded`]: { name: 'seeded', dnsName: 'example.com.' } } });
    await client.mock.rewind(before);
    expect(await listZones(client)).toEqual(['z']);
  });

  test('reaches the last states only', async () => {
    const client = start({ history: 2 });
    await createZone(client, 'a');
    const oldest = await client.mock.sequence();
    await createZone(client, 'b');
    await expect(client.mock.rewind(oldest - 1)).rejects.toMatchObject({
      reason: 'invalid',
      message: `The session doesn't keep the sequence number ${oldest - 1}; it keeps ${oldest} to ${oldest + 1}, and its snapshots.`,
    });
    await client.mock.rewind(oldest);
    expect(await listZones(client)).toEqual(['a']);
  });

  test('restores exactly the state after the given change', async () => {
    const write = fc.record({ name: fc.constantFrom('a', 'b', 'c'), kind: fc.constantFrom('create', 'delete', 'seed', 'clock', 'reset') });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), fc.nat(), async (writes, choice) => {
        const client = start();
        await client.mock.clock.freeze();
        const states = new Map<number, JsonObject>();
        const record = async (): Promise<void> => {
          const state = (await client.mock.state()) as JsonObject;
          states.set(await client.mock.sequence(), state);
        };
        await record();
        for (const { name, kind } of writes) {
          if (kind === 'create') await createZone(client, name);
          if (kind === 'delete') await client.send(`DELETE ${zones}/${name}`);
          if (kind === 'seed') await client.mock.seed({ resources: { [`${zones}/${name}`]: { name, dnsName: 'example.com.' } } });
          if (kind === 'clock') await client.mock.clock.advance(1000);
          if (kind === 'reset') await client.mock.reset();
          await record();
        }
        const recorded = [...states];
        const [sequence, state] = recorded[choice % recorded.length] as (typeof recorded)[number];
        await client.mock.rewind(sequence);
        expect(await client.mock.state()).toEqual(state);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a fork', () => {
  test('branches a prepared state, so that each test starts from it', async () => {
    const client = start();
    await createZone(client, 'prepared');
    for (const name of ['test-1', 'test-2']) {
      await client.mock.fork(name);
      await createZone(client, name, name);
    }
    expect(await listZones(client, 'test-1')).toEqual(['prepared', 'test-1']);
    expect(await listZones(client, 'test-2')).toEqual(['prepared', 'test-2']);
    expect(await listZones(client)).toEqual(['prepared']);
  });

  test('keeps the clock, the faults, and the generated ids, with an empty journal', async () => {
    const client = start();
    await client.mock.clock.freeze();
    await client.mock.clock.set('2030-01-01T00:00:00Z');
    await client.mock.faults.add({ method: 'dns.projects.get', status: 503 });
    await client.mock.settings.set({ ignored: 'all' });
    const fork = await client.mock.fork('fork');
    expect(await fork.clock.now()).toBe(Date.UTC(2030, 0, 1));
    expect(await fork.faults.list()).toEqual(await client.mock.faults.list());
    expect(await fork.settings.get()).toEqual({ ignored: 'all' });
    expect((await createZone(client, 'z', 'fork')).body).toEqual((await createZone(client, 'z')).body);
    expect([fork.requests.length, client.mock.requests.length]).toEqual([1, 1]);
  });

  test('does not see later changes of its origin', async () => {
    const client = start();
    await client.mock.fork('fork');
    await createZone(client, 'z');
    await client.mock.clock.advance(1000);
    expect(await listZones(client, 'fork')).toEqual([]);
    expect(await client.mock.session('fork').clock.now()).toBe(noon);
  });

  test('starts from a snapshot or a sequence number of any session, and can return there', async () => {
    const client = start();
    const origin = client.mock.session('origin');
    await origin.snapshots.create('empty');
    await createZone(client, 'a', 'origin');
    const sequence = await origin.sequence();
    await createZone(client, 'b', 'origin');
    await client.mock.fork('at-snapshot', { from: 'origin', at: 'empty' });
    const fork = await origin.fork('at-sequence', { at: sequence });
    expect(await listZones(client, 'at-snapshot')).toEqual([]);
    expect(await listZones(client, 'at-sequence')).toEqual(['a']);
    await createZone(client, 'c', 'at-sequence');
    await fork.rewind(1);
    expect(await listZones(client, 'at-sequence')).toEqual(['a']);
  });

  test('needs a new name and an existing origin', async () => {
    const { mock } = start();
    await mock.fork('fork');
    for (const name of ['fork', 'default']) await expect(mock.fork(name)).rejects.toMatchObject({ reason: 'alreadyExists' });
    await expect(mock.fork('x', { from: 'none' })).rejects.toMatchObject({ reason: 'notFound' });
    await expect(mock.fork('x', { at: 'none' })).rejects.toMatchObject({ reason: 'notFound' });
    await expect(mock.fork('x', { at: 99 })).rejects.toMatchObject({ reason: 'invalid' });
    await expect(mock.fork('a b')).rejects.toMatchObject({ reason: 'invalid' });
    await mock.fork('x');
  });
});

describe.each(['in memory', 'over HTTP'])('the control routes %s', (transport) => {
  const mock = createDns({ now: () => noon });
  let client = createMockClient(mock);
  let close = async (): Promise<void> => undefined;

  beforeAll(async () => {
    if (transport === 'in memory') return;
    const server = await mock.listen();
    close = server.close;
    const send: MockClient['send'] = async (line, body, headers = {}) => {
      const [method = '', path = ''] = line.split(' ');
      const response = await fetch(server.url + path, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: Object.fromEntries(response.headers), text, body: JSON.parse(text) as JsonObject };
    };
    const admin: MockClient['admin'] = async (line, body, session = 'default') =>
      send(line.replace(' ', ' /__admin/'), body, { 'x-mock-session': session });
    client = { ...client, send, admin };
  });
  afterAll(async () => close());

  test('create, list, return, and delete snapshots', async () => {
    const { admin } = client;
    const created = await admin('POST snapshots', { name: 'one' });
    expect(created).toMatchObject({ status: 201, body: { name: 'one', sequence: 1, time: '2026-01-01T12:00:00.000Z' } });
    expect((await admin('GET snapshots')).body).toEqual({ snapshots: [created.body], sequence: 1 });
    expect((await admin('GET snapshots/one')).body).toEqual(created.body);
    expect(summarizeError(await admin('POST snapshots', { name: 'one' }))).toMatchObject({ status: 409, reason: 'alreadyExists' });
    expect(await admin('DELETE snapshots/one')).toMatchObject({ status: 200, body: {} });
    expect(summarizeError(await admin('GET snapshots/one'))).toEqual({ status: 404, reason: 'notFound' });
  });

  test('fork sessions and rewind them', async () => {
    const { admin } = client;
    await createZone(client, 'a', 'origin');
    expect(await admin('POST sessions', { name: 'fork', from: 'origin' })).toMatchObject({
      status: 201,
      body: { name: 'fork', sequence: 1 },
    });
    expect((await admin('POST sessions', { name: 'own', at: 1 }, 'origin')).status).toBe(201);
    expect(summarizeError(await admin('POST sessions', { name: 'fork' }))).toMatchObject({ status: 409, reason: 'alreadyExists' });
    expect([await listZones(client, 'fork'), await listZones(client, 'own')]).toEqual([['a'], []]);
    const { headers } = await admin('GET state', undefined, 'origin');
    const previous = Number(headers['x-mock-sequence']);
    expect(previous).toBeGreaterThan(1);
    const { body } = await admin('POST rewind', { to: 1 }, 'origin');
    expect(body).toEqual({ sequence: previous + 1, previous });
    expect(await listZones(client, 'origin')).toEqual([]);
  });

  test.each<readonly [route: string, body: unknown, location: string | undefined, message: string]>([
    ['POST snapshots', { nam: 'x' }, 'nam', 'did you mean "name"?'],
    ['POST snapshots', { name: 5 }, 'name', 'name must be a string (received the number 5)'],
    ['POST snapshots', { name: 'a b' }, 'name', 'name must have 1 to 100 letters'],
    ['POST snapshots', [], undefined, 'must be an object'],
    ['POST sessions', { name: 'new', at: 1.5 }, 'at', 'at must be the name of a snapshot'],
    ['POST sessions', { name: 'new', form: 'x' }, 'form', 'did you mean "from"?'],
    ['POST rewind', {}, 'to', 'to must be the name of a snapshot'],
    ['POST rewind', { to: 99_999 }, undefined, "doesn't keep the sequence number 99999"],
  ])('%s rejects %j', async (route, body, location, message) => {
    const result = await client.admin(route, body);
    expect(summarizeError(result)).toEqual({ status: 400, reason: 'invalid', ...(location !== undefined && { location }) });
    expect(readMessage(result)).toContain(message);
  });
});
