/** The control routes and functions: seeds, state, clock, faults, journal, coverage, and sessions. */
import { describe, expect, it } from 'vitest';
import { compose, createMockServer, SeedError, type JsonObject } from '../../../../../templates/runtime/mock/index.js';
import { createTestMock, compute, dns, noon, readReason, verbs } from '../fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';
const check = '/compute/v1/projects/p/global/httpHealthChecks/hc';

describe('a seed', () => {
  it('is merged with server-generated fields, and replaces the state with PUT', async () => {
    const { send } = createTestMock();
    const resources = { [check]: { port: 1 }, [`${zones}/z`]: {}, [`${zones}/z/rrsets/*.example.com./A`]: { ttl: 5 } };
    expect(await send('POST /__admin/seed', { resources })).toMatchObject({ status: 200, body: {} });
    expect((await send(`GET ${check}`)).body).toMatchObject({
      name: 'hc',
      port: 1,
      creationTimestamp: '2026-01-01T12:00:00.000Z',
      id: expect.stringMatching(/^\d+$/) as string,
    });
    expect((await send(`GET ${zones}/z/rrsets/%2A.example.com./A`)).body).toEqual({ name: '*.example.com.', type: 'A', ttl: 5 });
    expect((await send('PUT /__admin/state', { resources: { [`${zones}/y`]: {} } })).status).toBe(200);
    expect((await send(`GET ${check}`)).status).toBe(404);
    expect((await send(`GET ${zones}/y`)).status).toBe(200);
    await send('POST /__admin/reset');
    expect((await send(`GET ${zones}/y`)).status).toBe(404);
  });

  it.each([
    ['an invalid path', { resources: { '/nowhere': {} } }, '/nowhere'],
    ['a path without its slash', { resources: { 'dns/v1/projects/p/managedZones/z': {} } }, 'dns/v1'],
    ['an invalid body', { resources: { [check]: 5 } }, 'object'],
    [
      'a path in two spellings',
      { resources: { [check]: {}, [check.replace('/global', '/%67lobal')]: {} } },
      'repeats an earlier path in another percent-encoding',
    ],
    ['a name that differs from the path', { resources: { [check]: { name: 'x' } } }, 'name'],
    ['a rule violation', { resources: { [check]: { timeoutSec: 9 } } }, 'timeoutSec'],
    ['a child without its parent', { resources: { [`${zones}/none/rrsets/a./A`]: {} } }, 'does not exist'],
    ['an unknown member', { resource: {} }, 'resource'],
    ['a malformed token', { tokens: { t: { scope: [] } } }, 'scope'],
    ['a policy of a missing resource', { iamPolicies: { [`${zones}/none`]: {} } }, 'does not exist'],
    ['events of an unknown owner', { events: { folders: [] } }, 'folders'],
    ['ancestors of an unknown project', { ancestors: { p: ['folders/f'] } }, 'expected projects/P'],
    ['invalid ancestors', { ancestors: { 'projects/p': ['f'] } }, 'folders/F'],
    ['a value that is not an object', [], 'expected an object (received an array)'],
  ])('is rejected with %s and changes nothing', async (_, seed, expected) => {
    const { send } = createTestMock();
    const response = await send('POST /__admin/seed', Array.isArray(seed) ? seed : { ancestors: { 'projects/p': ['folders/f'] }, ...seed });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain(expected);
    expect((await send('GET /__admin/state')).body).toMatchObject({ resources: {}, ancestors: {} });
    expect(() => createTestMock({ seed: [seed] as never })).toThrow(SeedError);
  });

  it('reports all errors at once', async () => {
    const { send } = createTestMock();
    const response = await send('POST /__admin/seed', { resources: { '/a': {}, '/b': {} }, tokens: 5 });
    expect((response.body['error'] as { errors: readonly unknown[] }).errors).toHaveLength(3);
  });

  it('substitutes variables in its tokens', async () => {
    const { mock } = createTestMock({ seed: { tokens: { t: { scopes: ['{scope_base}/compute', '{other}/x'] } } } });
    expect((await mock.state()).tokens).toEqual({ t: { scopes: ['https://scopes.example/compute', '{other}/x'] } });
  });
});

describe('the state', () => {
  it('can be restored from its export: operations, request IDs, and clock', async () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const first = createTestMock({
      seed: { resources: { [check]: { port: 1 } }, tokens: { t: {} }, ancestors: { 'projects/p': ['folders/f'] } },
      operationDelay: 1000,
    });
    await first.mock.clock.freeze();
    const operation = await first.send(`PATCH ${check}?requestId=${id}`, { port: 2 });
    await first.send('POST /v1beta1/projects/p/events:report', { message: 'broken' });
    await first.send(`POST ${zones}`, { name: 'z' });
    await first.send(`POST ${zones}/z:setIamPolicy`, { policy: { bindings: [] } });
    await first.send(`POST ${zones}/z/changes`, { additions: [{ name: 'a.', type: 'A' }] });
    const state = await first.mock.state();
    const second = createTestMock({ operationDelay: 1000 });
    await second.send('PUT /__admin/state', JSON.parse(JSON.stringify(state)));
    expect(await second.mock.state()).toEqual(state);
    expect((await second.send(`PATCH ${check}?requestId=${id}`, { port: 3 })).body).toEqual(operation.body);
    for (const { mock } of [first, second]) await mock.clock.advance(5000);
    expect(await second.mock.state()).toEqual(await first.mock.state());
    expect((await second.send(`GET ${check}`)).body).toMatchObject({ port: 2 });
    expect((await second.send(`POST ${zones}`, { name: 'y' })).body).toEqual((await first.send(`POST ${zones}`, { name: 'y' })).body);
  });

  it('is deterministic', async () => {
    const sendRequests = async (): Promise<readonly string[]> => {
      const { mock } = createTestMock({ randomSeed: 7, operationDelay: 10 });
      const lines = [
        ['POST', '/compute/v1/projects/p/global/sslPolicies', '{"name":"a"}'],
        ['POST', zones, '{"name":"z"}'],
        ['GET', '/compute/v1/projects/p', undefined],
        ['GET', '/__admin/state', undefined],
      ] as const;
      const responses: string[] = [];
      for (const [method, path, body] of lines) {
        const response = await mock.handle({ method, url: `http://mock.test${path}`, body });
        responses.push(JSON.stringify(response));
      }
      return responses;
    };
    expect(await sendRequests()).toEqual(await sendRequests());
  });
});

describe('the clock', () => {
  it('is frozen, set, and advanced, and the date header uses it', async () => {
    let systemTime = noon;
    const { send } = createTestMock({ now: () => systemTime });
    expect((await send('POST /__admin/clock', { freeze: true })).body).toEqual({ now: '2026-01-01T12:00:00.000Z' });
    systemTime += 5000;
    expect((await send('POST /__admin/clock', { advance: '90s' })).body).toEqual({ now: '2026-01-01T12:01:30.000Z' });
    expect((await send('POST /__admin/clock', { set: '2030-05-05T00:00:00Z' })).headers['date']).toBe('Sun, 05 May 2030 00:00:00 GMT');
    expect((await send('POST /__admin/clock', { freeze: false })).body).toEqual({ now: '2030-05-05T00:00:00.000Z' });
    systemTime += 1000;
    expect((await send('POST /__admin/clock', {})).body).toEqual({ now: '2030-05-05T00:00:01.000Z' });
    await send('POST /__admin/reset');
    expect((await send('POST /__admin/clock', {})).body).toEqual({ now: '2026-01-01T12:00:06.000Z' });
  });

  it.each([{ advance: 'soon' }, { set: 'now' }, { freeze: 1 }, { forward: 1 }, { set: '2026-02-30T00:00:00Z' }])(
    'rejects %j',
    async (body) => {
      expect((await createTestMock().send('POST /__admin/clock', body)).status).toBe(400);
    },
  );
});

describe('a fault', () => {
  it('applies to the configured number of requests', async () => {
    const { send } = createTestMock();
    await send('PUT /__admin/faults', [{ id: 'f', path: `${zones}*`, status: 429, times: 2, message: 'slow down' }]);
    const response = await send(`GET ${zones}`);
    expect([response.status, readReason(response)]).toEqual([429, 'rateLimitExceeded']);
    expect((await send('GET /__admin/faults')).body).toEqual([{ id: 'f', path: `${zones}*`, status: 429, times: 1, message: 'slow down' }]);
    expect((await send('GET /dns/v1/projects/p')).status).toBe(200);
    expect((await send(`GET ${zones}`)).status).toBe(429);
    expect((await send(`GET ${zones}`)).status).toBe(200);
  });

  it.each([
    [{ reason: 'containerNotEmpty' }, 400, 'FAILED_PRECONDITION'],
    [{ reason: 'backendError' }, 503, 'UNAVAILABLE'],
    [{ reason: 'unheardOf' }, 500, 'INTERNAL'],
    [{ reason: 'notFound', status: 410 }, 410, 'INVALID_ARGUMENT'],
    [{ reason: 'constructor' }, 500, 'INTERNAL'],
  ])('with %j returns %i %s', async (rule, code, status) => {
    const { send } = createTestMock();
    await send('PUT /__admin/faults', [rule]);
    const response = await send(`GET ${zones}`);
    expect([response.status, readReason(response)]).toEqual([code, rule.reason]);
    expect(response.body).toMatchObject({ error: { code, status } });
  });

  it('drops the connection like fetch', async () => {
    const { mock } = createTestMock();
    await mock.faults.add({ method: 'dns.managedZones.*', drop: true, times: 1 });
    await expect(mock.fetch(`http://mock.test${zones}`)).rejects.toThrow(TypeError);
    expect((await mock.fetch(`http://mock.test${zones}`)).status).toBe(200);
    expect(mock.requests.map(({ status }) => status)).toEqual([0, 200]);
  });

  it('occurs deterministically with its probability', async () => {
    const sendRequests = async (): Promise<readonly number[]> => {
      const { send, mock } = createTestMock();
      await mock.faults.add({ status: 503, probability: 0.5 });
      return Promise.all(Array.from({ length: 40 }, async () => (await send(`GET ${zones}`)).status));
    };
    const statuses = await sendRequests();
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(await sendRequests()).toEqual(statuses);
  });

  const calls = [
    ['dns.managedZones.get', `${zones}/a%2Fb`],
    ['dns.managedZones.getIamPolicy', `${zones}/z:getIamPolicy`],
    ['dns.resourceRecordSets.get', `${zones}/z/rrsets/*.example.com./A`],
    ['verbs.groups.get', '/v1beta1/projects/p/groups/g'],
    ['verbs.groups.cancel', '/v1beta1/projects/p/groups/g:cancel'],
  ] as const;

  it('accepts each path of a method and each prefix of such a path', async () => {
    const { mock } = createTestMock();
    for (const [method, path] of calls) {
      await mock.faults.add({ method, path });
      for (let length = 0; length < path.length; length += 1) {
        const prefix = path.slice(0, length);
        if (!/%.?$/.test(prefix)) await mock.faults.add({ method, path: `${prefix}*` });
      }
    }
    expect(await mock.faults.list()).toContainEqual({ method: 'verbs.groups.cancel', path: '/v1beta1/projects/p/groups/g:ca*' });
  });

  it.each([[[{ status: 200 }]], [[{ state: 503 }]], [{ status: 503 }], [[{ probability: 2 }]], [[5]]])('rejects %j', async (rules) => {
    expect((await createTestMock().send('PUT /__admin/faults', rules)).status).toBe(400);
  });
});

describe('the journal', () => {
  it('contains requests, responses, and the rules that rejected them', async () => {
    const { send, mock } = createTestMock();
    await send(`POST ${zones}`, { name: 'z' }, { Authorization: 'Bearer t' });
    await send(`POST ${zones}`, { name: 'z' });
    await send('GET /nowhere?x=1');
    await mock.handle({ method: 'get', url: `${zones}?a=%zz` });
    await send('GET /__admin/health');
    const { requests } = (await send('GET /__admin/requests')).body as unknown as { requests: readonly JsonObject[] };
    expect(requests).toMatchObject([
      {
        time: '2026-01-01T12:00:00.000Z',
        methodId: 'dns.managedZones.create',
        method: 'POST',
        path: zones,
        status: 200,
        request: { headers: { authorization: 'Bearer t' }, body: { name: 'z' } },
        response: { body: { name: 'z' } },
      },
      { status: 409, rejection: { rule: 'unique', reason: 'alreadyExists' } },
      { method: 'GET', path: '/nowhere?x=1', status: 404, rejection: { rule: 'route' } },
      { method: 'GET', path: `${zones}?a=%zz`, status: 400, rejection: { rule: 'query' } },
    ]);
    expect(mock.requests).toHaveLength(4);
    expect((await send('GET /__admin/coverage')).body).toMatchObject({ methods: { 'dns.managedZones.create': { '200': 1, '409': 1 } } });
    expect((await send('DELETE /__admin/requests')).body).toEqual({});
    expect(mock.requests).toEqual([]);
  });

  it('lists the methods that no request called', async () => {
    const { send } = createTestMock({}, [dns]);
    await send(`GET ${zones}`);
    const { unreached } = (await send('GET /__admin/coverage')).body as { unreached: readonly string[] };
    expect(unreached).toHaveLength(dns.methods.length - 1);
    expect(unreached).not.toContain('dns.managedZones.list');
  });
});

describe('a session', () => {
  it('has its own state, clock, faults, and journal, and starts with the initial seed', async () => {
    const { send, mock } = createTestMock({ seed: { resources: { [`${zones}/z`]: {} } } });
    const session = { 'x-mock-session': 'mine' };
    await send(`DELETE ${zones}/z`, undefined, session);
    await send('POST /__admin/clock', { advance: '1h' }, session);
    await send('PUT /__admin/faults', [{ status: 503, path: '/dns/v1/projects/q' }], session);
    expect((await send(`GET ${zones}/z`, undefined, session)).status).toBe(404);
    expect((await send(`GET ${zones}/z`)).status).toBe(200);
    expect((await send('POST /__admin/clock', {})).body).toEqual({ now: '2026-01-01T12:00:00.000Z' });
    expect((await send('GET /__admin/faults')).body).toEqual([]);
    expect(mock.requests).toHaveLength(1);
    expect(mock.session('mine').requests).toHaveLength(2);
    expect((await send('DELETE /__admin/sessions/mine')).status).toBe(200);
    expect((await send(`GET ${zones}/z`, undefined, session)).status).toBe(200);
  });
});

describe('control routes', () => {
  it.each([
    ['GET /__admin/health', 200],
    ['GET /__admin/nothing', 404],
    ['GET /__admin', 404],
    ['DELETE /__admin/health', 405],
    ['GET /__admin/sessions/x', 405],
    ['DELETE /__admin/sessions/%zz', 400],
    ['GET /__admin/toString', 404],
    ['POST /__admin/seed', 400],
  ])('%s returns %i', async (line, status) => {
    expect((await createTestMock().send(line)).status).toBe(status);
  });
});

describe('several APIs', () => {
  it('are one mock with all seeds', async () => {
    const composed = compose(
      createMockServer(dns, { now: () => noon, seed: { resources: { [`${zones}/z`]: {} } } }),
      createMockServer(verbs, {}),
    );
    expect((await composed.fetch(`http://any.origin${zones}/z`)).status).toBe(200);
    expect((await composed.fetch('http://any.origin/v1beta1/projects/p/events')).status).toBe(200);
  });

  it('that have the same route are rejected with both names', () => {
    const renamed = {
      ...dns,
      name: 'other',
      methods: dns.methods.map((entry) => ({
        ...entry,
        method: { ...entry.method, path: entry.method.path.replaceAll('{project}', '{owner}') },
      })),
    };
    expect(() => compose(createMockServer(dns), createMockServer(renamed))).toThrow(/dns v1.*other v1/s);
    expect(() => compose(createMockServer(compute), createMockServer(dns))).not.toThrow();
  });
});
