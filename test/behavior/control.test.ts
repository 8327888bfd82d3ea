/** The control routes of the mock. */
import { describe, expect, test } from 'vitest';
import { behavior } from '../../generated/compute-v1/src/mock.js';
import { createMockServer, type JsonObject } from '../../mock/index.js';
import { noon, startMock, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const subnet = `${base}/regions/r/subnetworks/subnet`;
const fingerprint = 'AAAAAAAAAAE=';
const seed = { resources: { [check]: { name: 'check', port: 80 }, [subnet]: { name: 'subnet', fingerprint } } };
const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed, ...options });

describe('state, seed, and reset', () => {
  test('the health route reports that the mock is ready', async () => {
    expect(await start().admin('GET health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test('PUT state replaces the state and POST seed merges into it', async () => {
    const client = start();
    const added = { resources: { [`${check}-2`]: { name: 'check-2' } } };
    await client.admin('POST seed', added);
    expect(Object.keys((await client.mock.state()).resources ?? {})).toEqual([check, `${check}-2`, subnet]);
    await client.admin('PUT state', added);
    expect(Object.keys((await client.mock.state()).resources ?? {})).toEqual([`${check}-2`]);
  });

  test('resets to the start-up seed with clock, faults, and journal', async () => {
    const client = start();
    const before = (await client.admin('GET state')).body;
    await client.send(`PATCH ${check}`, { port: 99 });
    await client.admin('PUT state', { resources: {} });
    await client.admin('POST clock', { set: '2030-01-01T00:00:00Z', freeze: true });
    await client.admin('PUT faults', [{ status: 503 }]);
    expect(await client.admin('POST reset')).toMatchObject({ status: 200, body: {} });
    expect((await client.admin('GET state')).body).toEqual(before);
    expect((await client.admin('GET faults')).text.trim()).toBe('[]');
    expect((await client.admin('GET requests')).body).toEqual({ requests: [] });
  });

  test.each<readonly [what: string, document: unknown, message: string]>([
    ['an unknown member', { resource: {} }, 'resource'],
    ['a path without a resource', { resources: { '/nowhere/x': {} } }, '/nowhere'],
    ['a path without its slash', { resources: { [check.slice(1)]: {} } }, 'compute/v1'],
    [
      'a path in two spellings',
      { resources: { [check]: {}, [check.replace('/global', '/%67lobal')]: {} } },
      'repeats an earlier path in another spelling',
    ],
    ['a body that is not an object', { resources: { [check]: 1 } }, 'object'],
    ['a name that differs from the path', { resources: { [check]: { name: 'other' } } }, 'name'],
    ['a resource that violates a rule', { resources: { [check]: { name: 'check', timeoutSec: 9 } } }, 'timeoutSec'],
    ['a valid resource next to an invalid one', { resources: { [`${check}-new`]: { name: 'check-new' }, '/nowhere/x': {} } }, '/nowhere'],
    ['a policy of a missing resource', { iamPolicies: { [`${subnet}-none`]: {} } }, 'does not exist'],
    ['a policy of a resource without policies', { iamPolicies: { [`${check}-none`]: {} } }, `${check}-none`],
    ['a policy whose bindings are not a list', { iamPolicies: { [check]: { bindings: 5 } } }, 'bindings'],
    ['a policy with a binding without a role', { iamPolicies: { [check]: { bindings: [{ members: ['user:a@example.com'] }] } } }, 'role'],
    ['a policy with an unsupported version', { iamPolicies: { [check]: { version: 2 } } }, 'version'],
    ['tokens that are a list', { tokens: [] }, 'tokens'],
    ['a malformed token', { tokens: { t: { scope: [] } } }, 'scope'],
    ['events without a project', { events: { x: [] } }, 'events'],
    ['ancestors of an unknown project', { ancestors: { p: ['folders/f'] } }, 'expected projects/P'],
    ['invalid ancestors', { ancestors: { 'projects/p': ['f'] } }, 'folders/F'],
    ['a value that is not an object', [], 'expected an object (received an array)'],
  ])('rejects a seed with %s as a whole, at start and later', async (_, document, message) => {
    expect(() => start({ seed: [document] as never })).toThrow(message);
    for (const route of ['POST seed', 'PUT state']) {
      const client = start();
      const before = (await client.admin('GET state')).body;
      const { status, body } = await client.admin(route, document);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain(message);
      expect((await client.admin('GET state')).body).toEqual(before);
    }
  });

  test('reports all errors of a seed at once', async () => {
    const { body } = await start().admin('POST seed', { resources: { '/a': {}, '/b': {} }, tokens: 5 });
    expect((body['error'] as { errors: readonly unknown[] }).errors).toHaveLength(3);
  });

  test('substitutes variables in the tokens of a seed', async () => {
    const tokens = { t: { scopes: ['{scope_base}/compute', '{other}/x'] } };
    const mock = createMockServer({ ...behavior, variables: { scope_base: 'https://scopes.example' } }, { seed: { tokens } });
    expect((await mock.state()).tokens).toEqual({ t: { scopes: ['https://scopes.example/compute', '{other}/x'] } });
  });

  test('keeps output-only fields of a seed', async () => {
    const client = start({ seed: { resources: { [check]: { name: 'check', id: '42', creationTimestamp: '2020-01-01T00:00:00Z' } } } });
    expect(await client.readStored(check)).toMatchObject({ id: '42', creationTimestamp: '2020-01-01T00:00:00Z' });
  });

  test('returns seeded operations at their paths', async () => {
    const path = `${base}/global/operations/op`;
    const client = start({ seed: { resources: { [path]: { name: 'op', status: 'DONE' } } } });
    expect((await client.send(`GET ${path}`)).body).toMatchObject({ kind: 'compute#operation', name: 'op', status: 'DONE' });
  });
});

describe('the clock', () => {
  test('can be frozen, set, and advanced, and determines headers and timestamps', async () => {
    const client = start();
    expect((await client.admin('POST clock', { freeze: true, set: '2026-03-01T00:00:00Z' })).body).toEqual({
      now: '2026-03-01T00:00:00.000Z',
    });
    expect((await client.admin('POST clock', { advance: '90s' })).body).toEqual({ now: '2026-03-01T00:01:30.000Z' });
    const response = await client.send(`PATCH ${check}`, { port: 81 });
    expect(response.headers['date']).toBe('Sun, 01 Mar 2026 00:01:30 GMT');
    expect(response.body['insertTime']).toBe('2026-03-01T00:01:30.000Z');
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

  test.each([
    { advance: 'soon' },
    { advance: '-5s' },
    { set: 'yesterday' },
    { set: '2026-02-30T00:00:00Z' },
    { freeze: 'yes' },
    { back: 1 },
    [],
    '{',
  ])('rejects %j with 400', async (body) => {
    expect((await start().admin('POST clock', body)).status).toBe(400);
  });

  test.each([
    { advance: 1e20 },
    { advance: '9999999999d' },
    { set: '9999-12-31T23:59:59-01:00' },
    { set: '9999-12-31T23:59:59Z', advance: 1 },
  ])('rejects %j with 400 outside the range of the clock and does not move', async (body) => {
    const client = start();
    expect((await client.admin('POST clock', body)).status).toBe(400);
    expect((await client.admin('POST clock', {})).body).toEqual({ now: new Date(noon).toISOString() });
    expect((await client.admin('POST clock', { set: '9999-12-31T23:59:59Z' })).status).toBe(200);
  });

  test.each([Number.NaN, Infinity, 1e20])('rejects an advance by %d in code', async (milliseconds) => {
    const { mock } = start();
    await expect(mock.clock.advance(milliseconds)).rejects.toThrow(TypeError);
    expect(await mock.clock.now()).toBe(noon);
  });

  test('continues from the frozen time', async () => {
    let now = noon;
    const client = start({ now: () => now });
    await client.admin('POST clock', { freeze: true });
    now += 60_000;
    expect((await client.admin('POST clock', {})).body).toEqual({ now: new Date(noon).toISOString() });
    await client.admin('POST clock', { freeze: false });
    now += 1000;
    expect((await client.admin('POST clock', {})).body).toEqual({ now: new Date(noon + 1000).toISOString() });
  });
});

describe('the journal and the coverage', () => {
  test('record every request with its response and the rule that rejected it', async () => {
    const client = start();
    await client.send(`PATCH ${subnet}`, { fingerprint: 'AAAAAAAAAAI=' }, { 'X-Test': 'a' });
    await client.admin('GET health');
    const { requests } = (await client.admin('GET requests')).body as { requests: readonly JsonObject[] };
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
    await client.admin('DELETE requests');
    expect((await client.admin('GET requests')).body).toEqual({ requests: [] });
  });

  test('record the check that rejected a request', async () => {
    const { mock, send } = start();
    await send(`POST ${base}/global/httpHealthChecks`, { name: 'check' });
    await send('GET /nowhere?x=1');
    await mock.handle({ method: 'get', url: `${base}?a=%zz` });
    await send(`PATCH ${check}`, '{"port":');
    expect(mock.requests).toMatchObject([
      { status: 409, rejection: { rule: 'unique', reason: 'alreadyExists' } },
      { method: 'GET', path: '/nowhere?x=1', status: 404, rejection: { rule: 'route' } },
      { method: 'GET', path: `${base}?a=%zz`, status: 400, rejection: { rule: 'query' } },
      { method: 'PATCH', status: 400, request: { body: '{"port":' } },
    ]);
  });

  test('list the methods that were called and those that were not', async () => {
    const client = start();
    await client.send(`GET ${base}`);
    await client.send(`GET ${base}?fields=x`);
    const { body } = await client.admin('GET coverage');
    expect(body['methods']).toMatchObject({ 'compute.projects.get': { '200': 1, '400': 1 } });
    expect(body['unreached']).toContain('compute.subnetworks.patch');
    expect(body['unreached']).not.toContain('compute.projects.get');
  });
});

test.each([
  ['GET health', 200],
  ['HEAD health', 200],
  ['GET nothing', 404],
  ['GET ', 404],
  ['GET toString', 404],
  ['DELETE health', 405],
  ['POST health', 405],
  ['DELETE clock', 405],
  ['HEAD reset', 405],
  ['GET sessions/x', 405],
  ['DELETE sessions/%zz', 400],
  ['POST seed', 400],
])('the control route %s returns %i', async (line, status) => {
  expect((await start().admin(line)).status).toBe(status);
});
