/** The control routes of the journal, the statistics, the coverage, and faults. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { noon, readMessage, startMock, summarizeError, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const checks = `${base}/global/httpHealthChecks`;
const seed = { resources: { [`${checks}/check`]: { name: 'check', port: 80 } } };
const now = '2026-01-01T12:00:00.000Z';

/** Starts a mock with five requests in its journal. */
async function start(): Promise<MockClient> {
  const client = startMock('compute', { seed });
  await client.send(`GET ${checks}/check`);
  await client.send(`GET ${checks}/none?fields=name`);
  await client.send(`POST ${checks}`, { name: 'check' });
  await client.send(`PATCH ${checks}/check`, { port: 81 });
  await client.send('GET /nowhere');
  return client;
}

interface Page {
  readonly requests: readonly (JsonObject & { readonly index: number })[];
}

test.each<[query: string, indexes: readonly number[]]>([
  ['limit=2', [3, 4]],
  ['before=3&limit=2', [1, 2]],
  ['before=0', []],
  ['after=0&limit=2', [1, 2]],
  ['after=0&before=2', [1]],
  ['after=9', []],
  ['methodId=compute.httpHealthChecks.get', [0, 1]],
  ['methodId=compute.*', [0, 1, 2, 3]],
  ['status=404', [1, 4]],
  ['status=4xx', [1, 2, 4]],
  ['reason=alreadyExists', [2]],
  [`path=${checks}/none`, [1]],
  [`path=${encodeURIComponent(`${checks}*`)}`, [0, 1, 2, 3]],
  ['search=NOWHERE', [4]],
  ['search=already%20exists', [2]],
  ['status=2xx&search=port', [0, 3]],
])('GET requests?%s returns the entries %j', async (query, indexes) => {
  const { admin } = await start();
  const { body } = await admin(`GET requests?${query}`);
  expect((body as unknown as Page).requests.map(({ index }) => index)).toEqual(indexes);
  expect(body).toMatchObject({ first: 0, last: 4 });
});

test('an entry of a page is that of the journal, with its index and its duration', async () => {
  const { admin } = await start();
  const { requests } = (await admin('GET requests')).body as unknown as Page;
  const { parameters, seed: _seed, ...body } = (await admin('GET requests/3')).body;
  expect(parameters).toEqual({ project: 'p', httpHealthCheck: 'check' });
  expect((await admin('GET requests/1')).body['parameters']).toEqual({ project: 'p', httpHealthCheck: 'none', fields: 'name' });
  expect(body).toEqual({ ...requests[3], index: 3, durationMs: expect.any(Number) });
  expect(requests[3]).not.toHaveProperty('index');
  expect(((await admin('GET requests?limit=2')).body as unknown as Page).requests[0]).toEqual(body);
});

test('indexes continue after the journal is cleared', async () => {
  const { admin, send } = await start();
  await admin('DELETE requests');
  expect((await admin('GET requests?limit=5')).body).toEqual({ requests: [] });
  expect(summarizeError(await admin('GET requests/4'))).toEqual({ status: 404, reason: 'notFound' });
  await send(`GET ${checks}/check`);
  expect((await admin('GET requests?limit=5')).body).toMatchObject({ requests: [{ index: 5 }], first: 5, last: 5 });
});

test.each([
  ['GET requests?limit=0', 'limit', 'limit must be an integer from 1 to 1000'],
  ['GET requests?after=x', 'after', 'after must be an integer'],
  ['GET requests?status=9', 'status', 'such as 404'],
  ['GET requests?methodid=x', 'methodid', 'did you mean "methodId"?'],
  ['GET resources?limit=1001', 'limit', 'from 1 to 1000'],
  ['GET resources?collection=x', 'collection', 'begins with a slash'],
  ['GET resources?after=/nowhere/x', 'after', 'the path of a resource'],
])('%s is rejected', async (line, location, message) => {
  const result = await (await start()).admin(line);
  expect(summarizeError(result)).toEqual({ status: 400, reason: 'invalid', location });
  expect(readMessage(result)).toContain(message);
});

test('the statistics count requests and errors', async () => {
  const client = await start();
  await client.mock.faults.add({ drop: true, times: 1 });
  await expect(client.send(`GET ${checks}/check`)).rejects.toThrow();
  const { body } = await client.admin('GET statistics');
  expect(body).toMatchObject({
    requests: 6,
    errorsByReason: { alreadyExists: 1, dropped: 1, notFound: 2 },
    latency: { p50: expect.any(Number), p90: expect.any(Number), p99: expect.any(Number) },
  });
  const rates = body['perSecond'] as readonly JsonObject[];
  expect(rates).toHaveLength(60);
  expect(rates[0]).toEqual({ time: new Date(noon - 59_000).toISOString(), requests: 0, errors: 0 });
  expect(rates.at(-1)).toEqual({ time: now, requests: 6, errors: 4 });
  await client.mock.reset();
  expect((await client.admin('GET statistics')).body).toMatchObject({ requests: 0, errorsByReason: {}, latency: { p50: 0 } });
});

test('the coverage counts the rules that rejected or answered requests', async () => {
  const { admin, send } = await start();
  const path = `PATCH ${checks}/check?requestId=00000000-0000-4000-8000-000000000001`;
  await send(path, { port: 82 });
  await send(path, { port: 82 });
  expect((await admin('GET coverage')).body['rules']).toEqual({
    'compute.httpHealthChecks.get': { exists: 1 },
    'compute.httpHealthChecks.insert': { unique: 1 },
    'compute.httpHealthChecks.patch': { requestId: 1 },
  });
});

test.each<[rule: unknown, preview: unknown]>([
  [
    { method: 'compute.httpHealthChecks.get', status: 503 },
    { methods: ['compute.httpHealthChecks.get'], requests: [0, 1] },
  ],
  [
    { method: 'compute.httpHealthChecks.*', path: `${checks}/none`, latencyMs: 5 },
    { methods: ['delete', 'get', 'patch', 'update'].map((name) => `compute.httpHealthChecks.${name}`), requests: [1] },
  ],
  [
    { method: 'compute.nothing.get', status: 503 },
    { methods: [], requests: [], error: expect.stringContaining('matches no method') },
  ],
  [5, { methods: [], requests: [], error: 'expected an object (received the number 5)' }],
])('the preview of the fault %j is %j', async (rule, preview) => {
  const { admin, mock } = await start();
  expect(await admin('POST faults/preview', rule)).toMatchObject({ status: 200, body: preview });
  expect(await mock.faults.list()).toEqual([]);
});
