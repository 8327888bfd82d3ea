/** The control routes: the mock as a tool. */
import { describe, expect, test } from 'vitest';
import type { FaultRule, JsonObject, SeedDocument } from '../../templates/runtime/mock/index.js';
import { noon, refusalOf, serve, uuid, type Asked } from './ask.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const subnet = `${base}/regions/r/subnetworks/subnet`;
const print = 'AAAAAAAAAAE=';
const seed = { resources: { [check]: { name: 'check', port: 80 }, [subnet]: { name: 'subnet', fingerprint: print } } };
const start = (options: Parameters<typeof serve>[1] = {}): Asked => serve('compute', { seed, ...options });

describe('state, seed, reset', () => {
  test('health', async () => {
    expect(await start().admin('GET health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test('what the state answers gives the same state back, operations and remembered requests too', async () => {
    const one = start({ operationDelay: 5000 });
    await one.send(`PATCH ${check}?requestId=${uuid(1)}`, { port: 81 });
    const state = (await one.admin('GET state')).body;
    const other = start({ operationDelay: 5000 });
    expect(await other.admin('PUT state', state)).toMatchObject({ status: 200, body: {} });
    expect((await other.admin('GET state')).body).toEqual(state);
    await other.wait(5);
    expect(await other.kept(check)).toMatchObject({ port: 81 });
  });

  test('PUT replaces, POST seed merges', async () => {
    const asked = start();
    const added = { resources: { [`${check}-2`]: { name: 'check-2' } } };
    await asked.admin('POST seed', added);
    expect(Object.keys((await asked.mock.state()).resources ?? {})).toEqual([check, `${check}-2`, subnet]);
    await asked.admin('PUT state', added);
    expect(Object.keys((await asked.mock.state()).resources ?? {})).toEqual([`${check}-2`]);
  });

  test('reset goes back to the start-up seed, not to a later state; clock, faults and journal too', async () => {
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
    ['a path where nothing stands', { resources: { '/nowhere/x': {} } }],
    ['a body that is no object', { resources: { [check]: 1 } }],
    ['another name than the path', { resources: { [check]: { name: 'other' } } }],
    ['a resource that breaks a rule', { resources: { [check]: { name: 'check', timeoutSec: 9 } } }],
    ['a sound one beside a faulty one', { resources: { [`${check}-new`]: { name: 'check-new' }, '/nowhere/x': {} } }],
    ['a policy of what does not exist', { iamPolicies: { [`${check}-none`]: {} } }],
    ['a policy whose bindings are no list', { iamPolicies: { [check]: { bindings: 5 } } }],
    ['a policy with a binding of no role', { iamPolicies: { [check]: { bindings: [{ members: ['user:a@example.com'] }] } } }],
    ['a policy of a version that there is not', { iamPolicies: { [check]: { version: 2 } } }],
    ['tokens that are a list', { tokens: [] }],
    ['an event without an owner', { events: { x: [] } }],
  ])('a seed with %s is refused whole', async (_, document) => {
    for (const route of ['POST seed', 'PUT state']) {
      const asked = start();
      const before = (await asked.admin('GET state')).body;
      const { status } = await asked.admin(route, document);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect((await asked.admin('GET state')).body).toEqual(before);
    }
  });

  test('a faulty start-up seed is an error at once', () => {
    expect(() => start({ seed: { resources: { '/nowhere/x': {} } } })).toThrow(/nowhere/);
  });

  test('output-only fields of a seed are taken as they are', async () => {
    const asked = start({ seed: { resources: { [check]: { name: 'check', id: '42', creationTimestamp: '2020-01-01T00:00:00Z' } } } });
    expect(await asked.kept(check)).toMatchObject({ id: '42', creationTimestamp: '2020-01-01T00:00:00Z' });
  });

  test('seeded operations are found under their paths', async () => {
    const path = `${base}/global/operations/op`;
    const asked = start({ seed: { resources: { [path]: { name: 'op', status: 'DONE' } } } });
    expect((await asked.send(`GET ${path}`)).body).toMatchObject({ kind: 'compute#operation', name: 'op', status: 'DONE' });
  });
});

describe('clock', () => {
  test('frozen, set, advanced; the header and timestamps follow', async () => {
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
  ])('advance %s', async (advance, milliseconds) => {
    const { body } = await start().admin('POST clock', { advance });
    expect(Date.parse(String(body['now']))).toBe(noon + milliseconds);
  });

  test.each([{ advance: 'soon' }, { advance: '-5s' }, { set: 'yesterday' }, { freeze: 'yes' }, { back: 1 }, [], '{'])(
    '%j is 400',
    async (body) => {
      expect((await start().admin('POST clock', body)).status).toBe(400);
    },
  );

  test.each([
    { advance: 1e20 },
    { advance: '9999999999d' },
    { set: '9999-12-31T23:59:59-01:00' },
    { set: '9999-12-31T23:59:59Z', advance: 1 },
  ])('%j leads to where no clock goes: 400, and it stands where it stood', async (body) => {
    const asked = start();
    expect((await asked.admin('POST clock', body)).status).toBe(400);
    expect((await asked.admin('POST clock', {})).body).toEqual({ now: new Date(noon).toISOString() });
    expect((await asked.admin('POST clock', { set: '9999-12-31T23:59:59Z' })).status).toBe(200);
  });

  test.each([Number.NaN, Infinity, 1e20])('in code, advancing by %d rejects', async (milliseconds) => {
    const { mock } = start();
    await expect(mock.clock.advance(milliseconds)).rejects.toThrow(TypeError);
    expect(await mock.clock.now()).toBe(noon);
  });

  test('unfrozen it goes on from where it stood', async () => {
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

/** Rules that are sound but for what their operation fails with, or for a wait that no timer can keep. */
const unsound = [
  [{ operation: {} }],
  [{ operation: { errors: [5] } }],
  [{ operation: { errors: [], httpErrorStatusCode: 'x' } }],
  [{ operation: { errors: [], httpErrorMessage: 5 } }],
  [{ latencyMs: 2 ** 31 }],
];

describe('what a mock returns is a copy', () => {
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
  const from = 'http://first.test';
  const at = async ({ mock }: Asked, path: string, origin: string): Promise<unknown> => (await mock.fetch(`${origin}${path}`)).json();

  test('shows resources as a GET does, and leads to links of whoever asks next', async () => {
    const one = start();
    await one.send(`PATCH ${subnet}`, { role: 'ACTIVE', stackType: 'IPV4_ONLY', fingerprint: print });
    const state = (await at(one, '/__admin/state', from)) as SeedDocument;
    expect(state.resources?.[subnet]).toEqual(await at(one, subnet, from));
    expect(state.resources?.[check]).toMatchObject({ kind: 'compute#httpHealthCheck', selfLink: `${from}${check}` });
    const two = serve('compute', { seed: state });
    expect(await at(two, '/__admin/state', from)).toEqual(state);
    expect(await at(two, subnet, 'http://second.test')).toEqual(await at(one, subnet, 'http://second.test'));
  });

  test('can be edited', async () => {
    const one = start();
    const state = JSON.parse((await one.admin('GET state')).text) as { resources: Record<string, Record<string, unknown>> };
    expect(state).toHaveProperty(['stored', check]);
    state.resources[check] = { ...state.resources[check], port: 99 };
    expect((await one.admin('PUT state', state)).status).toBe(200);
    expect((await one.send(`GET ${check}`)).body).toMatchObject({ port: 99 });
  });
});

describe('a session in code', () => {
  test('sends requests of its own, and has the rest of the mock', async () => {
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
    expect('listen' in session).toBe(false);
  });

  test('empties its journal alone', async () => {
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

describe('faults', () => {
  const statuses = async (asked: Asked, count: number, line = `GET ${base}`): Promise<readonly number[]> => {
    const found: number[] = [];
    for (let index = 0; index < count; index++) found.push((await asked.send(line)).status);
    return found;
  };

  test.each<readonly [string, FaultRule, readonly number[]]>([
    ['always', { status: 503 }, [503, 503, 503]],
    ['twice', { status: 503, times: 2 }, [503, 503, 200]],
    ['for its method', { status: 429, method: 'compute.projects.get' }, [429, 429, 429]],
    ['for a prefix of methods', { status: 429, method: 'compute.projects.*' }, [429, 429, 429]],
    ['not for another method', { status: 429, method: 'compute.sslPolicies.list' }, [200, 200, 200]],
    ['for its path', { status: 500, path: base }, [500, 500, 500]],
    ['for a prefix of paths', { status: 500, path: '/compute/*' }, [500, 500, 500]],
    ['not for another path', { status: 500, path: check }, [200, 200, 200]],
    ['never', { status: 500, probability: 0 }, [200, 200, 200]],
    ['surely', { status: 500, probability: 1 }, [500, 500, 500]],
  ])('%s', async (_, rule, expected) => {
    const asked = start();
    expect(await asked.admin('PUT faults', [rule])).toMatchObject({ status: 200, body: {} });
    expect(await statuses(asked, 3)).toEqual(expected);
  });

  test.each(['/compute/v1/projects/example.com:p', '/compute/v1/projects/example.com%3Ap', '/compute/v1/projects/example.*'])(
    'of the path %s meet requests however they are percent-encoded',
    async (path) => {
      const asked = start();
      await asked.admin('PUT faults', [{ status: 503, path }]);
      for (const project of ['example.com:p', 'example.com%3Ap', 'ex%61mple.com%3ap']) {
        expect((await asked.send(`GET /compute/v1/projects/${project}`)).status).toBe(503);
      }
    },
  );

  test.each([
    [429, 'rateLimitExceeded', 'Too many requests.'],
    [503, 'backendError', 'The service is not available.'],
    [500, 'internalError', 'The service failed.'],
    [502, 'internalError', 'The service failed.'],
    [403, 'forbidden', 'The caller is not allowed to do this.'],
    [404, 'notFound', 'The resource was not found.'],
    [412, 'conditionNotMet', 'A precondition does not hold.'],
  ])('%i says %s: %s', async (status, reason, message) => {
    const asked = start();
    await asked.admin('PUT faults', [{ status }]);
    const refused = await asked.send(`GET ${base}`);
    expect(refusalOf(refused)).toMatchObject({ status, reason });
    expect(refused.body).toMatchObject({ error: { message } });
  });

  test('reason and message can be given', async () => {
    const asked = start();
    await asked.admin('PUT faults', [{ status: 403, reason: 'quotaExceeded', message: 'No more.' }]);
    expect((await asked.send(`GET ${base}`)).body).toMatchObject({
      error: { code: 403, message: 'No more.', errors: [{ reason: 'quotaExceeded' }] },
    });
  });

  test('the same seed, the same chances; another seed, others', async () => {
    const run = async (randomSeed: number): Promise<readonly number[]> => {
      const asked = start({ randomSeed });
      await asked.admin('PUT faults', [{ status: 503, probability: 0.5 }]);
      return statuses(asked, 40);
    };
    const one = await run(1);
    expect(await run(1)).toEqual(one);
    expect(await run(2)).not.toEqual(one);
    expect(new Set(one)).toEqual(new Set([200, 503]));
  });

  test('a cut connection rejects as fetch does', async () => {
    const asked = start();
    await asked.admin('PUT faults', [{ drop: true, times: 1 }]);
    await expect(asked.mock.fetch(`http://mock.test${base}`)).rejects.toThrow(TypeError);
    expect((await asked.mock.fetch(`http://mock.test${base}`)).status).toBe(200);
  });

  test('control routes are never touched', async () => {
    const asked = start();
    await asked.admin('PUT faults', [{ status: 503 }, { drop: true, path: '/*' }]);
    expect((await asked.admin('GET health')).status).toBe(200);
    expect((await asked.admin('DELETE faults')).status).toBe(200);
    expect((await asked.send(`GET ${base}`)).status).toBe(200);
  });

  test.each([
    ['method', 'compute.project.get', 'did you mean "compute.projects.get"?'],
    ['method', 'compute.project.*', 'did you mean "compute.projects.*"?'],
    ['method', 'storage.*', 'expected a method id such as "compute.'],
    ['path', `${base}/global/httpHealthCheck/check`, `did you mean "${check}"?`],
    ['path', check.slice(1), `did you mean "${check}"?`],
    ['path', check.replace('/v1', ''), `did you mean "${check}"?`],
    ['path', `${base}/global/httpHealthCheck*`.replace('global', 'globl'), `did you mean "${base}/global/httpHealthChecks*"?`],
    ['path', '/__admin/*', 'expected a path such as "/compute/v1/projects/{project}'],
    ['path', `${check}?fields=name`, 'leads to no method'],
    ['path', `${check}%`, 'leads to no method'],
  ])('whose %s %s matches nothing is rejected with a suggestion', async (member, text, hint) => {
    const asked = start();
    const rule = { status: 503, [member]: text };
    await expect(asked.mock.faults.add(rule)).rejects.toThrow(hint);
    const refused = await asked.admin('POST faults', [rule]);
    expect([refused.status, (await asked.admin('PUT faults', [rule])).status]).toEqual([400, 400]);
    expect(refused.text).toContain(JSON.stringify(hint).slice(1, -1));
    expect(await asked.mock.faults.list()).toEqual([]);
  });

  test('whose method and path contradict each other is rejected', async () => {
    const asked = start();
    const rule = { status: 503, method: 'compute.sslPolicies.get', path: check };
    await expect(asked.mock.faults.add(rule)).rejects.toThrow(/contradict.*did you mean the method "compute.httpHealthChecks.get"\?/);
    expect((await asked.admin('POST faults', [{ ...rule, path: '/compute/*' }])).status).toBe(200);
  });

  test.each([
    { a: 1 },
    [1],
    [{ status: 99 }],
    [{ status: 'x' }],
    [{ probability: 2 }],
    [{ times: -1 }],
    [{ nonsense: 1 }],
    '{',
    ...unsound,
  ])('%j is 400', async (rules) => {
    expect((await start().admin('PUT faults', rules)).status).toBe(400);
  });
});

describe('journal and coverage', () => {
  test('every request with its answer, and which rule refused it', async () => {
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
      refused: { rule: 'fingerprint', reason: 'conditionNotMet' },
    });
    await asked.admin('DELETE requests');
    expect((await asked.admin('GET requests')).body).toEqual({ requests: [] });
  });

  test('what was reached, and what was not', async () => {
    const asked = start();
    await asked.send(`GET ${base}`);
    await asked.send(`GET ${base}?fields=x`);
    const { body } = await asked.admin('GET coverage');
    expect(body['methods']).toMatchObject({ 'compute.projects.get': { '200': 1, '400': 1 } });
    expect(body['unreached']).toContain('compute.subnetworks.patch');
    expect(body['unreached']).not.toContain('compute.projects.get');
  });

  test.each(['GET nonsense', 'POST health', 'DELETE clock', 'GET sessions/x', 'GET'])('%s is no control route', async (line) => {
    const { status } = await start().admin(line.includes(' ') ? line : `${line} `);
    expect([404, 405]).toContain(status);
  });
});
