/** Mocks that share a store. */
import { describe, expect, test } from 'vitest';
import { createMockServer, type MockOptions, ParameterError } from '../../templates/runtime/mock/index.js';
import { MemoryMockStore } from '../support/memory-log.js';
import { readNames, startMock, summarizeError, uuid, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const checks = `${base}/global/httpHealthChecks`;
const seed = { resources: { [`${checks}/seeded`]: { name: 'seeded', port: 80 } } };

/** Starts replicas, which have different random numbers like processes that were started at different times. */
function startReplicas(
  count: number,
  options: MockOptions = {},
): { readonly store: MemoryMockStore; readonly replicas: readonly MockClient[] } {
  const store = new MemoryMockStore();
  const replicas = Array.from({ length: count }, (_, index) => startMock('compute', { seed, store, randomSeed: index + 1, ...options }));
  return { store, replicas };
}

const listNames = async ({ send }: MockClient, session = 'default'): Promise<readonly unknown[]> =>
  readNames(await send(`GET ${checks}`, undefined, { 'x-mock-session': session }));

describe('mocks with one store', () => {
  test('read what another one wrote, with its operation', async () => {
    const { replicas } = startReplicas(2);
    const [first, second] = replicas as [MockClient, MockClient];
    const operation = await first.send(`POST ${checks}`, { name: 'added' });
    expect(await listNames(second)).toEqual(['added', 'seeded']);
    const read = await second.send(`GET ${base}/global/operations/${String(operation.body['name'])}`);
    expect(read.body).toMatchObject({ id: operation.body['id'], status: 'DONE' });
    expect(summarizeError(await second.send(`POST ${checks}`, { name: 'added' }))).toEqual({ status: 409, reason: 'alreadyExists' });
  });

  test('return the same operation for the same request id', async () => {
    const { replicas } = startReplicas(2);
    const operations = [];
    for (const { send } of replicas) operations.push(await send(`POST ${checks}?requestId=${uuid(1)}`, { name: 'added' }));
    expect(operations[1]?.body).toEqual(operations[0]?.body);
  });

  test('create one of several resources with the same name', async () => {
    const { replicas } = startReplicas(3);
    const responses = await Promise.all(replicas.map(({ send }) => send(`POST ${checks}`, { name: 'added' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('continue the state of an earlier mock, whatever their seed', async () => {
    const { store, replicas } = startReplicas(1);
    await replicas[0]?.send(`POST ${checks}`, { name: 'added' });
    expect(await listNames(startMock('compute', { store }))).toEqual(['added', 'seeded']);
  });

  test('restore the seed in all of them', async () => {
    const { replicas } = startReplicas(2);
    const [first, second] = replicas as [MockClient, MockClient];
    await first.send(`POST ${checks}`, { name: 'added' });
    await second.mock.reset();
    expect(await listNames(first)).toEqual(['seeded']);
  });

  test('share each session, also after it is removed from memory', async () => {
    const { replicas } = startReplicas(2, { maxSessions: 1, warn: () => undefined });
    const [first, second] = replicas as [MockClient, MockClient];
    for (const name of ['a', 'b']) await first.send(`POST ${checks}`, { name: `in-${name}` }, { 'x-mock-session': name });
    expect(await listNames(second, 'a')).toEqual(['in-a', 'seeded']);
    expect(await listNames(first, 'a')).toEqual(['in-a', 'seeded']);
    await second.admin('DELETE sessions/a');
    expect(await listNames(first, 'a')).toEqual(['seeded']);
    expect(await listNames(second, 'b')).toEqual(['in-b', 'seeded']);
  });
});

describe('a store that is not available', () => {
  const failure = new Error('the disk is full');
  const unavailable = { status: 503, headers: { 'retry-after': '1' }, body: { error: { errors: [{ reason: 'backendError' }] } } };

  test('causes 503, and no change', async () => {
    const { store, replicas } = startReplicas(1);
    const [client] = replicas as [MockClient];
    expect(await listNames(client)).toEqual(['seeded']);
    const log = store.openLog('default');
    log.failure = failure;
    expect(await client.send(`POST ${checks}`, { name: 'added' })).toMatchObject(unavailable);
    expect(await client.send(`GET ${checks}`)).toMatchObject(unavailable);
    expect(await client.admin('GET state')).toMatchObject(unavailable);
    log.failure = undefined;
    expect(await listNames(client)).toEqual(['seeded']);
  });

  test('causes 503 at the first request of a session', async () => {
    const { store, replicas } = startReplicas(1);
    const [client] = replicas as [MockClient];
    store.openLog('default').failure = failure;
    expect(await client.send(`GET ${checks}`)).toMatchObject(unavailable);
    await expect(client.mock.listen()).rejects.toThrow('the disk is full');
    store.openLog('default').failure = undefined;
    expect(await listNames(client)).toEqual(['seeded']);
  });
});

describe('a store of another mock is rejected and unchanged', () => {
  test.each([
    [{ format: 2 }, 'the store has the format 2; expected 1'],
    [{ apis: ['dns.v1'] }, 'the store contains the state of dns.v1; expected compute.v1'],
    [{ resources: 'other' }, 'the store contains the state of an API description with other resource types: compute.v1'],
  ])('%o', async (change, message) => {
    const { store, replicas } = startReplicas(1);
    await replicas[0]?.send(`POST ${checks}`, { name: 'added' });
    const commits = store.openLog('default').commits.length;
    const header = { ...store.header, ...change } as MemoryMockStore['header'];
    store.header = header;
    const error: unknown = await startMock('compute', { store })
      .mock.listen()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'StoreError', message: expect.stringContaining(message) as string });
    expect(store.header).toBe(header);
    expect(store.openLog('default').commits.length).toBe(commits);
  });

  test('a value that is no store', () => {
    expect(() => createMockServer([], { store: '/tmp' as never })).toThrow(ParameterError);
  });
});
