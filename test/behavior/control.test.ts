/** The control routes. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../templates/runtime/mock/index.js';
import { noon, startMock, uuid, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const subnet = `${base}/regions/r/subnetworks/subnet`;
const print = 'AAAAAAAAAAE=';
const seed = { resources: { [check]: { name: 'check', port: 80 }, [subnet]: { name: 'subnet', fingerprint: print } } };
const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed, ...options });

describe('state, seed, and reset', () => {
  test('reports health', async () => {
    expect(await start().admin('GET health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test('restores an exported state, including operations and remembered requests', async () => {
    const one = start({ operationDelay: 5000 });
    await one.send(`PATCH ${check}?requestId=${uuid(1)}`, { port: 81 });
    const state = (await one.admin('GET state')).body;
    const other = start({ operationDelay: 5000 });
    expect(await other.admin('PUT state', state)).toMatchObject({ status: 200, body: {} });
    expect((await other.admin('GET state')).body).toEqual(state);
    await other.wait(5);
    expect(await other.readStored(check)).toMatchObject({ port: 81 });
  });

  test('replaces with PUT and merges with POST seed', async () => {
    const asked = start();
    const added = { resources: { [`${check}-2`]: { name: 'check-2' } } };
    await asked.admin('POST seed', added);
    expect(Object.keys((await asked.mock.state()).resources ?? {})).toEqual([check, `${check}-2`, subnet]);
    await asked.admin('PUT state', added);
    expect(Object.keys((await asked.mock.state()).resources ?? {})).toEqual([`${check}-2`]);
  });

  test('resets to the start-up seed with clock, faults, and journal', async () => {
    const asked = start();
    const before = (await asked.admin('GET state')).body;
    await asked.send(`PATCH ${check}`, { port: 99 });
    await asked.admin('PUT state', { resources: {} });
    await asked.admin('POST clock', { set: '2030-01-01T00:00:00Z', freeze: true });
    await asked.admin('PUT faults', [{ status: 503 }]);
    expect(await asked.admin('POST reset')).toMatchObject({ status: 200, body: {} });
    expect((await asked.admin('GET state')).body).toEqual(before);
    expect((await asked.admin('GET faults')).text.trim()).toBe('[]');
    expect((await asked.admin('GET requests')).body).toEqual({ requests: [] });
  });

  test.each([
    ['an unknown member', { resource: {} }],
    ['a path without a resource', { resources: { '/nowhere/x': {} } }],
    ['a body that is not an object', { resources: { [check]: 1 } }],
    ['another name than the path', { resources: { [check]: { name: 'other' } } }],
    ['a resource that violates a rule', { resources: { [check]: { name: 'check', timeoutSec: 9 } } }],
    ['a valid resource next to an invalid one', { resources: { [`${check}-new`]: { name: 'check-new' }, '/nowhere/x': {} } }],
    ['a policy of a missing resource', { iamPolicies: { [`${check}-none`]: {} } }],
    ['a policy whose bindings are not a list', { iamPolicies: { [check]: { bindings: 5 } } }],
    ['a policy with a binding of no role', { iamPolicies: { [check]: { bindings: [{ members: ['user:a@example.com'] }] } } }],
    ['a policy with an unsupported version', { iamPolicies: { [check]: { version: 2 } } }],
    ['tokens that are a list', { tokens: [] }],
    ['an event without an owner', { events: { x: [] } }],
  ])('rejects a seed with %s as a whole', async (_, document) => {
    for (const route of ['POST seed', 'PUT state']) {
      const asked = start();
      const before = (await asked.admin('GET state')).body;
      const { status } = await asked.admin(route, document);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect((await asked.admin('GET state')).body).toEqual(before);
    }
  });

  test('throws for an invalid start-up seed', () => {
    expect(() => start({ seed: { resources: { '/nowhere/x': {} } } })).toThrow(/nowhere/);
  });

  test('keeps output-only fields of a seed', async () => {
    const asked = start({ seed: { resources: { [check]: { name: 'check', id: '42', creationTimestamp: '2020-01-01T00:00:00Z' } } } });
    expect(await asked.readStored(check)).toMatchObject({ id: '42', creationTimestamp: '2020-01-01T00:00:00Z' });
  });

  test('returns seeded operations at their paths', async () => {
    const path = `${base}/global/operations/op`;
    const asked = start({ seed: { resources: { [path]: { name: 'op', status: 'DONE' } } } });
    expect((await asked.send(`GET ${path}`)).body).toMatchObject({ kind: 'compute#operation', name: 'op', status: 'DONE' });
  });
});

describe('the clock', () => {
  test('is frozen, set, and advanced, and headers and timestamps follow', async () => {
    const asked = start();
    expect((await asked.admin('POST clock', { freeze: true, set: '2026-03-01T00:00:00Z' })).body).toEqual({
      now: '2026-03-01T00:00:00.000Z',
    });
    expect((await asked.admin('POST clock', { advance: '90s' })).body).toEqual({ now: '2026-03-01T00:01:30.000Z' });
    const answer = await asked.send(`PATCH ${check}`, { port: 81 });
    expect(answer.headers['date']).toBe('Sun, 01 Mar 2026 00:01:30 GMT');
    expect(answer.body['insertTime']).toBe('2026-03-01T00:01:30.000Z');
  });

  test.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['14d', 1_209_600_000],
    ['90', 90_000],
    [90, 90_000],
  ])('is advanced by %s', async (advance, milliseconds) => {
    const { body } = await start().admin('POST clock', { advance });
    expect(Date.parse(String(body['now']))).toBe(noon + milliseconds);
  });

  test.each([{ advance: 'soon' }, { advance: '-5s' }, { set: 'yesterday' }, { freeze: 'yes' }, { back: 1 }, [], '{'])(
    'rejects %j with 400',
    async (body) => {
      expect((await start().admin('POST clock', body)).status).toBe(400);
    },
  );

  test.each([
    { advance: 1e20 },
    { advance: '9999999999d' },
    { set: '9999-12-31T23:59:59-01:00' },
    { set: '9999-12-31T23:59:59Z', advance: 1 },
  ])('rejects %j with 400 outside the range of the clock and does not move', async (body) => {
    const asked = start();
    expect((await asked.admin('POST clock', body)).status).toBe(400);
    expect((await asked.admin('POST clock', {})).body).toEqual({ now: new Date(noon).toISOString() });
    expect((await asked.admin('POST clock', { set: '9999-12-31T23:59:59Z' })).status).toBe(200);
  });

  test.each([Number.NaN, Infinity, 1e20])('rejects an advance by %d in code', async (milliseconds) => {
    const { mock } = start();
    await expect(mock.clock.advance(milliseconds)).rejects.toThrow(TypeError);
    expect(await mock.clock.now()).toBe(noon);
  });

  test('continues from the frozen time', async () => {
    let now = noon;
    const asked = start({ now: () => now });
    await asked.admin('POST clock', { freeze: true });
    now += 60_000;
    expect((await asked.admin('POST clock', {})).body).toEqual({ now: new Date(noon).toISOString() });
    await asked.admin('POST clock', { freeze: false });
    now += 1000;
    expect((await asked.admin('POST clock', {})).body).toEqual({ now: new Date(noon + 1000).toISOString() });
  });
});

describe('the journal and the coverage', () => {
  test('record every request with its response and the rule that rejected it', async () => {
    const asked = start();
    await asked.send(`PATCH ${subnet}`, { fingerprint: 'AAAAAAAAAAI=' }, { 'X-Test': 'a' });
    await asked.admin('GET health');
    const { requests } = (await asked.admin('GET requests')).body as { requests: readonly JsonObject[] };
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      time: new Date(noon).toISOString(),
      methodId: 'compute.subnetworks.patch',
      method: 'PATCH',
      path: subnet,
      status: 412,
      request: { headers: { 'x-test': 'a' }, body: { fingerprint: 'AAAAAAAAAAI=' } },
      response: { headers: expect.objectContaining({ vary: expect.any(String) as unknown }) as unknown, body: { error: { code: 412 } } },
      rejection: { rule: 'etag', reason: 'conditionNotMet' },
    });
    await asked.admin('DELETE requests');
    expect((await asked.admin('GET requests')).body).toEqual({ requests: [] });
  });

  test('list the methods that were called and those that were not', async () => {
    const asked = start();
    await asked.send(`GET ${base}`);
    await asked.send(`GET ${base}?fields=x`);
    const { body } = await asked.admin('GET coverage');
    expect(body['methods']).toMatchObject({ 'compute.projects.get': { '200': 1, '400': 1 } });
    expect(body['unreached']).toContain('compute.subnetworks.patch');
    expect(body['unreached']).not.toContain('compute.projects.get');
  });

  test.each(['GET nonsense', 'POST health', 'DELETE clock', 'GET sessions/x', 'GET'])(
    'return 404 for the control route %s',
    async (line) => {
      const { status } = await start().admin(line.includes(' ') ? line : `${line} `);
      expect([404, 405]).toContain(status);
    },
  );
});
