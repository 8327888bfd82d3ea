/** The memory limits of a mock. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { handleRequest } from '../../../../../mock/server/handle-request.js';
import { Journal, type RecordedExchange } from '../../../../../mock/state/journal.js';
import { MemoryBudget } from '../../../../../mock/lib/memory-budget.js';
import { Random } from '../../../../../mock/lib/random.js';
import { SessionRegistry } from '../../../../../mock/engine/session-registry.js';
import type { Json } from '../../../../../mock/types/mock.js';
import { compileCatalog } from '../../../../../mock/catalog/catalog.js';
import { createTestMock, dns, noon, type TestMock } from '../../fixtures.js';
import { WarningLog } from '../../../../../mock/state/session.js';
import { SigningKey } from '../../../../../mock/state/signing-key.js';
import { TokenAttempts } from '../../../../../mock/state/token-attempts.js';

const zones = '/dns/v1/projects/p/managedZones';
const mebibyte = 1024 * 1024;
const settings = {
  auth: 'off' as const,
  operationDelay: 0,
  operationRetention: 0,
  handlerTimeout: 30_000,
  now: () => noon,
  randomSeed: 1,
  maxBody: 10 * mebibyte,
  maxControlBody: 10 * mebibyte,
  maxBodies: 128 * mebibyte,
  maxUploads: 16 * mebibyte,
  maxDepth: 100,
  maxSessions: 50,
  journal: 1000,
  maxJournalBytes: 16 * mebibyte,
  history: 1,
  maxHistoryBytes: 16 * mebibyte,
  parseYaml: undefined,
  adminToken: undefined,
  deliver: [],
  warn: (): void => undefined,
  ignored: 'select' as const,
  warnings: new WarningLog(() => undefined),
  reportError: () => undefined,
  tokenAttempts: new TokenAttempts(Date.now),
  signingKey: new SigningKey(undefined),
};

/** Returns the bytes in use after a garbage collection. */
function measureMemory(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('under load', () => {
  it('keeps 50 sessions and 16 MiB of the journal after 2,000 requests with new sessions and large bodies', async () => {
    const sessions = new SessionRegistry(compileCatalog([dns]), settings, []);
    let maxUsed = 0;
    for (let index = 0; index < 2_000; index++) {
      const headers = { 'x-mock-session': `s${index}`, 'x-long': 'y'.repeat(10_000) };
      await handleRequest(sessions, {
        method: 'POST',
        url: `/nowhere?${index}`,
        headers,
        body: new Uint8Array(index % 100 === 0 ? 3 * mebibyte : 1000),
      });
      maxUsed = Math.max(maxUsed, sessions.journals.used);
    }
    const names = await sessions.list();
    expect(names).toHaveLength(50);
    expect(maxUsed).toBeLessThanOrEqual(16 * mebibyte);
    const sizes = names.map((name) => sessions.findExisting(name)?.journal.size ?? 0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(sessions.journals.used);
  });

  it('uses no more memory after 5,000 requests of all kinds than after 1,250', async () => {
    const sessions = new SessionRegistry(compileCatalog([dns]), settings, []);
    const random = new Random(1);
    const large = new Uint8Array(100_000).fill(120);
    const name = (): string => `n${random.nextId()}`;
    const json = (value: Json): string => JSON.stringify(value);
    type RequestFactory = () => readonly [line: string, body?: string | Uint8Array];
    const inOneSession: readonly RequestFactory[] = [
      () => [`GET ${zones}?maxResults=1&${name()}=${'x'.repeat(5000)}`],
      () => [`GET /dns/v1/projects/${name()}`],
      () => [`POST /${name()}`, large.slice()],
    ];
    const inNewSessions: readonly RequestFactory[] = [
      ...inOneSession,
      () => [`POST ${zones}`, json({ name: name(), dnsName: `${name()}.example.`, description: 'x'.repeat(20_000) })],
      () => ['POST /__admin/seed', json({ resources: { [`${zones}/${name()}`]: { dnsName: 'example.com.' } } })],
      () => ['PUT /__admin/faults', json([{ status: 503, message: name() }])],
    ];
    const send = async (factories: readonly RequestFactory[], { count, session }: { count: number; session?: string }): Promise<void> => {
      for (let index = 0; index < count; index++) {
        const [line, body] = (factories[index % factories.length] as RequestFactory)();
        const [method = '', path = ''] = line.split(' ');
        const headers = { 'x-mock-session': session ?? name(), 'x-long': name().repeat(20) };
        await handleRequest(sessions, { method, url: `http://mock.test${path}`, headers, body });
      }
    };
    /** Excludes the journals, whose size varies below their limit. */
    const getUsedMemory = (): number => measureMemory() - sessions.journals.used;
    const sendAll = async (): Promise<void> => {
      await send(inNewSessions, { count: 500 });
      for (const session of ['default', 'kept']) await send(inOneSession, { count: 375, session });
    };
    await sendAll();
    const usedBefore = getUsedMemory();
    for (let repetition = 0; repetition < 3; repetition++) await sendAll();
    // The requests have more than 150 MB.
    expect(getUsedMemory() - usedBefore).toBeLessThan(2 * mebibyte);
  });

  it('keeps the newest journal entries of a session up to the limit after 2,000 requests', async () => {
    const { mock, send } = createTestMock({ journal: 100 });
    for (let index = 0; index < 2_000; index++) await mock.handle({ method: 'GET', url: `http://mock.test/nowhere/${index}` });
    expect(mock.requests.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, index) => `/nowhere/${1_900 + index}`));
    expect((await send('GET /__admin/coverage')).status).toBe(200);
  });
});

describe('the journal', () => {
  const createExchange = (size: number): RecordedExchange => ({
    at: noon,
    methodId: undefined,
    method: 'POST',
    path: '/',
    status: 200,
    headers: {},
    body: new Uint8Array(size),
    response: { status: 200, headers: {}, body: '' },
    note: undefined,
    durationMs: 0,
    call: 0,
  });

  it('drops the oldest entries of the largest session first', () => {
    const budget = new MemoryBudget(100_000);
    const [small, large] = [new Journal(1000, budget), new Journal(1000, budget)];
    small.add(createExchange(1000));
    for (let index = 0; index < 1000; index++) large.add(createExchange(1000));
    expect(small.entries).toHaveLength(1);
    expect(budget.used).toBe(small.size + large.size);
    expect(budget.used).toBeLessThanOrEqual(100_000);
    large.close();
    large.add(createExchange(1000));
    expect(budget.used).toBe(small.size);
  });

  it('with a limit of 0 stores no entries but counts requests', async () => {
    const { mock, send } = createTestMock({ journal: 0 });
    await send(`GET ${zones}`);
    expect(mock.requests).toEqual([]);
    expect((await send('GET /__admin/coverage')).body).toMatchObject({ methods: { 'dns.managedZones.list': { 200: 1 } } });
  });

  it.each<[string, string | Uint8Array, number]>([
    ['text', `"${'é'.repeat(mebibyte)}"`, 2 * mebibyte + 2],
    ['bytes', new TextEncoder().encode('x'.repeat(mebibyte + 1)), mebibyte + 1],
  ])('truncates a long body (%s) and records its length', async (_, body, bytes) => {
    const { mock, send } = createTestMock();
    await send('POST /nowhere', body);
    const [{ request: recorded } = { request: undefined }] = mock.requests;
    expect(recorded?.truncated).toEqual({ bytes });
    const recordedBody = String(recorded?.body);
    expect(typeof body === 'string' ? body.startsWith(recordedBody) : /^x+$/.test(recordedBody)).toBe(true);
    expect(new TextEncoder().encode(recordedBody).length).toBeGreaterThan(mebibyte - 4);
    expect(mock.requests[0]?.response).not.toHaveProperty('truncated');
  });
});

describe('sessions', () => {
  const createMock = (): TestMock & { readonly warnings: string[]; names(): Promise<unknown> } => {
    const warnings: string[] = [];
    const testMock = createTestMock({ maxSessions: 2, warn: (message) => void warnings.push(message) });
    return { ...testMock, warnings, names: async () => (await testMock.send('GET /__admin/sessions')).body['sessions'] };
  };
  const inSession = (name: string): Readonly<Record<string, string>> => ({ 'x-mock-session': name });

  it('are dropped by last use, except the default session', async () => {
    const { send, names, warnings } = createMock();
    await send(`POST ${zones}`, { name: 'z' });
    for (const name of ['a', 'b', 'a', 'c']) await send(`GET ${zones}`, undefined, inSession(name));
    expect(await names()).toEqual(['a', 'c', 'default']);
    expect((await send(`GET ${zones}/z`)).status).toBe(200);
    expect(warnings).toEqual([]);
  });

  it.each<[string, (createTestMock: TestMock) => Promise<unknown>]>([
    ['a seed', ({ send }) => send('POST /__admin/seed', {}, inSession('a'))],
    ['a state', ({ send }) => send('PUT /__admin/state', {}, inSession('a'))],
    ['faults', ({ send }) => send('POST /__admin/faults', [{ status: 503 }], inSession('a'))],
    ['a clock', ({ send }) => send('POST /__admin/clock', { freeze: true }, inSession('a'))],
    ['a seed in code', ({ mock }) => mock.session('a').seed({})],
    ['faults in code', ({ mock }) => mock.session('a').faults.add({ status: 503 })],
    ['a clock in code', ({ mock }) => mock.session('a').clock.advance(1)],
  ])('with %s are dropped last, with a warning', async (_, prepare) => {
    const testMock = createMock();
    const { send, names, warnings } = testMock;
    await prepare(testMock);
    for (const name of ['b', 'c', 'd']) await send(`GET ${zones}`, undefined, inSession(name));
    expect(await names()).toEqual(['a', 'd', 'default']);
    expect(warnings).toEqual([]);
    await send('POST /__admin/seed', {}, inSession('e'));
    await send('POST /__admin/seed', {}, inSession('f'));
    expect(await names()).toEqual(['default', 'e', 'f']);
    expect(warnings).toEqual([expect.stringMatching(/session 'a'.*'f'.*maxSessions/)]);
  });
});
