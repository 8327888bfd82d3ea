/** Functions of a mock return copies, and the exported state is a seed. */
import { describe, expect, test } from 'vitest';
import { createMock } from '../../generated/compute-v1/src/mock.js';
import type { JsonObject, SeedDocument } from '../../mock/index.js';
import { createMockClient, startMock, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const subnet = `${base}/regions/r/subnetworks/subnet`;
const fingerprint = 'AAAAAAAAAAE=';
const seed = { resources: { [check]: { name: 'check', port: 80 }, [subnet]: { name: 'subnet', fingerprint } } };
const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed, ...options });

describe('the mock returns copies', () => {
  test('of the state', async () => {
    const { mock, send } = start();
    const state = await mock.state();
    const body = state.resources?.[check] as { port: number };
    body.port = 1;
    (state.resources as Record<string, JsonObject>)[subnet] = {};
    expect(await mock.state()).toEqual(await start().mock.state());
    expect((await send(`GET ${check}`)).body).toMatchObject({ port: 80 });
  });

  test('of the journal', async () => {
    const { mock, send } = start();
    await send(`PATCH ${check}`, { port: 81 }, { a: 'b' });
    const [entry] = mock.requests as unknown as [{ request: { headers: Record<string, string>; body: Record<string, number> } }];
    entry.request.headers['a'] = 'c';
    entry.request.body['port'] = 5;
    expect(entry.request.body).toEqual({ port: 5 });
    (mock.requests as unknown as unknown[]).pop();
    expect(mock.requests).toMatchObject([{ request: { headers: { a: 'b' }, body: { port: 81 } } }]);
  });

  test('of the response that a handler gets', async () => {
    const mock = createMock({ seed });
    const { send } = createMockClient(mock);
    const list = `GET ${base}/global/httpHealthChecks`;
    const remove = mock.on('compute.httpHealthChecks.list', async (_, next) => {
      const response = await next();
      Object.assign(response.items?.[0] ?? {}, { port: 1 });
      return response;
    });
    expect((await send(list)).body).toMatchObject({ items: [{ port: 1 }] });
    remove();
    expect((await send(list)).body).toMatchObject({ items: [{ port: 80 }] });
  });

  test('of the faults', async () => {
    const { mock } = start();
    const rule = { operation: { errors: [{ code: 'X' }] } };
    await mock.faults.add(rule);
    rule.operation.errors.pop();
    ((await mock.faults.list()) as (typeof rule)[])[0]?.operation.errors.pop();
    expect(await mock.faults.list()).toEqual([{ operation: { errors: [{ code: 'X' }] } }]);
  });
});

describe('the state as a seed', () => {
  const firstOrigin = 'http://first.test';
  const fetchJson = async ({ mock }: MockClient, path: string, origin: string): Promise<unknown> =>
    (await mock.fetch(`${origin}${path}`)).json();

  test('contains resources as GET returns them, and links with the origin of the next request', async () => {
    const original = start();
    await original.send(`PATCH ${subnet}`, { role: 'ACTIVE', stackType: 'IPV4_ONLY', fingerprint });
    const state = (await fetchJson(original, '/__admin/state', firstOrigin)) as SeedDocument;
    expect(state.resources?.[subnet]).toEqual(await fetchJson(original, subnet, firstOrigin));
    expect(state.resources?.[check]).toMatchObject({ kind: 'compute#httpHealthCheck', selfLink: `${firstOrigin}${check}` });
    const restored = startMock('compute', { seed: state });
    expect(await fetchJson(restored, '/__admin/state', firstOrigin)).toEqual(state);
    expect(await fetchJson(restored, subnet, 'http://second.test')).toEqual(await fetchJson(original, subnet, 'http://second.test'));
  });

  test('can be edited', async () => {
    const original = start();
    const state = JSON.parse((await original.admin('GET state')).text) as { resources: Record<string, Record<string, unknown>> };
    expect(state).toHaveProperty(['stored', check]);
    state.resources[check] = { ...state.resources[check], port: 99 };
    expect((await original.admin('PUT state', state)).status).toBe(200);
    expect((await original.send(`GET ${check}`)).body).toMatchObject({ port: 99 });
  });
});

describe('a session in code', () => {
  test('sends its own requests and has all functions of the mock', async () => {
    const { mock } = start();
    const session = mock.session('mine');
    const url = `http://mock.test${check}`;
    const headers = { 'X-Mock-Session': 'default', 'x-mock-session': 'other' };
    expect((await session.fetch(url, { method: 'DELETE', headers })).status).toBe(200);
    expect((await session.handle({ method: 'GET', url, headers })).status).toBe(404);
    expect((await mock.fetch(url)).status).toBe(200);
    expect([mock.requests.length, session.requests.length]).toEqual([1, 2]);
    await session.seed({ resources: { [check]: { port: 5 } } });
    expect(await (await mock.fetch(url, { headers: { 'x-mock-session': 'mine' } })).json()).toMatchObject({ port: 5 });
    expect((await session.session('default').state()).resources?.[check]).toMatchObject({ port: 80 });
    expect('on' in session).toBe(false);
  });

  test('clears only its own journal', async () => {
    const { mock, send, admin } = start();
    await send(`GET ${check}`);
    await mock.session('mine').fetch(`http://mock.test${check}`);
    await mock.faults.add({ status: 503, times: 1 });
    const before = await mock.state();
    await mock.requests.clear();
    expect(mock.requests).toEqual([]);
    expect(mock.session('mine').requests).toHaveLength(1);
    expect([await mock.state(), await mock.faults.list()]).toEqual([before, [{ status: 503, times: 1 }]]);
    expect((await admin('GET coverage')).body['methods']).toEqual({ 'compute.httpHealthChecks.get': { '200': 1 } });
  });
});
