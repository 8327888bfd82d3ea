/** Control routes and their functions: seeds, state, clock, faults, journal, coverage, and sessions. */
import { describe, expect, it } from 'vitest';
import { compose, createMockServer, SeedError, type JsonObject } from '../../../../templates/runtime/mock/index.js';
import { bench, compute, dns, noon, readReason, verbs } from './fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';
const check = '/compute/v1/projects/p/global/httpHealthChecks/hc';

describe('a seed', () => {
  it('is merged with server-generated fields, and replaces the state with PUT', async () => {
    const { send } = bench();
    expect(
      await send('POST /__admin/seed', {
        resources: { [check]: { port: 1 }, [`${zones}/z`]: {}, [`${zones}/z/rrsets/*.example.com./A`]: { ttl: 5 } },
      }),
    ).toMatchObject({ status: 200, body: {} });
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
    ['one path in two spellings', { resources: { [check]: {}, [check.replace('/global', '/%67lobal')]: {} } }, 'repeats an earlier path'],
    ['another name than the path', { resources: { [check]: { name: 'x' } } }, 'name'],
    ['a rule violation', { resources: { [check]: { timeoutSec: 9 } } }, 'timeoutSec'],
    ['a child without its parent', { resources: { [`${zones}/none/rrsets/a./A`]: {} } }, 'does not exist'],
    ['an unknown member', { resource: {} }, 'resource'],
    ['a malformed token', { tokens: { t: { scope: [] } } }, 'scope'],
    ['a policy of a missing resource', { iamPolicies: { [`${zones}/none`]: {} } }, 'does not exist'],
    ['events of an unknown owner', { events: { folders: [] } }, 'folders'],
    ['ancestors of an unknown project', { ancestors: { p: ['folders/f'] } }, 'expected projects/P'],
    ['invalid ancestors', { ancestors: { 'projects/p': ['f'] } }, 'folders/F'],
    ['a value that is not an object', [], 'expected an object (received an array)'],
  ])('with %s is rejected and changes nothing', async (_, seed, named) => {
    const { send } = bench();
    const told = await send('POST /__admin/seed', Array.isArray(seed) ? seed : { ancestors: { 'projects/p': ['folders/f'] }, ...seed });
    expect(told.status).toBe(400);
    expect(JSON.stringify(told.body)).toContain(named);
    expect((await send('GET /__admin/state')).body).toMatchObject({ resources: {}, ancestors: {} });
    expect(() => bench({ seed: [seed] as never })).toThrow(SeedError);
  });

  it('reports all errors at once', async () => {
    const { send } = bench();
    const told = await send('POST /__admin/seed', { resources: { '/a': {}, '/b': {} }, tokens: 5 });
    expect((told.body['error'] as { errors: readonly unknown[] }).errors).toHaveLength(3);
  });

  it('replaces variables in its page tokens', async () => {
    const { mock } = bench({ seed: { tokens: { t: { scopes: ['{scope_base}/compute', '{other}/x'] } } } });
    expect((await mock.state()).tokens).toEqual({ t: { scopes: ['https://scopes.example/compute', '{other}/x'] } });
  });
});

describe('the state', () => {
  it('restores itself from its own seed: operations, request IDs, and clock', async () => {
    const id = '11111111-2222-4333-8444-555555555555';
    const one = bench({
      seed: { resources: { [check]: { port: 1 } }, tokens: { t: {} }, ancestors: { 'projects/p': ['folders/f'] } },
      operationDelay: 1000,
    });
    await one.mock.clock.freeze();
    const operation = await one.send(`PATCH ${check}?requestId=${id}`, { port: 2 });
    await one.send('POST /v1beta1/projects/p/events:report', { message: 'broken' });
    await one.send(`POST ${zones}`, { name: 'z' });
    await one.send(`POST ${zones}/z:setIamPolicy`, { policy: { bindings: [] } });
    await one.send(`POST ${zones}/z/changes`, { additions: [{ name: 'a.', type: 'A' }] });
    const state = await one.mock.state();
    const two = bench({ operationDelay: 1000 });
    await two.send('PUT /__admin/state', JSON.parse(JSON.stringify(state)));
    expect(await two.mock.state()).toEqual(state);
    expect((await two.send(`PATCH ${check}?requestId=${id}`, { port: 3 })).body).toEqual(operation.body);
    for (const { mock } of [one, two]) await mock.clock.advance(5000);
    expect(await two.mock.state()).toEqual(await one.mock.state());
    expect((await two.send(`GET ${check}`)).body).toMatchObject({ port: 2 });
    expect((await two.send(`POST ${zones}`, { name: 'y' })).body).toEqual((await one.send(`POST ${zones}`, { name: 'y' })).body);
  });

  it('is the same for the same requests', async () => {
    const run = async (): Promise<readonly string[]> => {
      const { mock } = bench({ randomSeed: 7, operationDelay: 10 });
      const lines = [
        ['POST', '/compute/v1/projects/p/global/sslPolicies', '{"name":"a"}'],
        ['POST', zones, '{"name":"z"}'],
        ['GET', '/compute/v1/projects/p', undefined],
        ['GET', '/__admin/state', undefined],
      ] as const;
      const told: string[] = [];
      for (const [method, path, body] of lines) {
        const response = await mock.handle({ method, url: `http://mock.test${path}`, body });
        told.push(JSON.stringify(response));
      }
      return told;
    };
    expect(await run()).toEqual(await run());
  });
});

describe('the clock', () => {
  it('is frozen, set, and advanced, and headers follow', async () => {
    let real = noon;
    const { send } = bench({ now: () => real });
    expect((await send('POST /__admin/clock', { freeze: true })).body).toEqual({ now: '2026-01-01T12:00:00.000Z' });
    real += 5000;
    expect((await send('POST /__admin/clock', { advance: '90s' })).body).toEqual({ now: '2026-01-01T12:01:30.000Z' });
    expect((await send('POST /__admin/clock', { set: '2030-05-05T00:00:00Z' })).headers['date']).toBe('Sun, 05 May 2030 00:00:00 GMT');
    expect((await send('POST /__admin/clock', { freeze: false })).body).toEqual({ now: '2030-05-05T00:00:00.000Z' });
    real += 1000;
    expect((await send('POST /__admin/clock', {})).body).toEqual({ now: '2030-05-05T00:00:01.000Z' });
    await send('POST /__admin/reset');
    expect((await send('POST /__admin/clock', {})).body).toEqual({ now: '2026-01-01T12:00:06.000Z' });
  });

  it.each([{ advance: 'soon' }, { set: 'now' }, { freeze: 1 }, { forward: 1 }, { set: '2026-02-30T00:00:00Z' }])(
    'rejects %j',
    async (body) => {
      expect((await bench().send('POST /__admin/clock', body)).status).toBe(400);
    },
  );
});

describe('a fault', () => {
  it('matches the next requests and is then used up', async () => {
    const { send } = bench();
    await send('PUT /__admin/faults', [{ id: 'f', path: `${zones}*`, status: 429, times: 2, message: 'slow down' }]);
    const told = await send(`GET ${zones}`);
    expect([told.status, readReason(told)]).toEqual([429, 'rateLimitExceeded']);
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
  ])('%j returns %i %s: a reason alone is enough', async (rule, code, status) => {
    const { send } = bench();
    await send('PUT /__admin/faults', [rule]);
    const told = await send(`GET ${zones}`);
    expect([told.status, readReason(told)]).toEqual([code, rule.reason]);
    expect(told.body).toMatchObject({ error: { code, status } });
  });

  it('cuts the connection as fetch reports it', async () => {
    const { mock } = bench();
    await mock.faults.add({ method: 'dns.managedZones.*', drop: true, times: 1 });
    await expect(mock.fetch(`http://mock.test${zones}`)).rejects.toThrow(TypeError);
    expect((await mock.fetch(`http://mock.test${zones}`)).status).toBe(200);
    expect(mock.requests.map(({ status }) => status)).toEqual([0, 200]);
  });

  it('occurs with its probability, the same each time', async () => {
    const run = async (): Promise<readonly number[]> => {
      const { send, mock } = bench();
      await mock.faults.add({ status: 503, probability: 0.5 });
      return Promise.all(Array.from({ length: 40 }, async () => (await send(`GET ${zones}`)).status));
    };
    const statuses = await run();
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(await run()).toEqual(statuses);
  });

  const calls = [
    ['dns.managedZones.get', `${zones}/a%2Fb`],
    ['dns.managedZones.getIamPolicy', `${zones}/z:getIamPolicy`],
    ['dns.resourceRecordSets.get', `${zones}/z/rrsets/*.example.com./A`],
    ['verbs.groups.get', '/v1beta1/projects/p/groups/g'],
    ['verbs.groups.cancel', '/v1beta1/projects/p/groups/g:cancel'],
  ] as const;

  it('accepts the path of a method and each prefix of it', async () => {
    const { mock } = bench();
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
    expect((await bench().send('PUT /__admin/faults', rules)).status).toBe(400);
  });
});

describe('the journal', () => {
  it('contains requests, responses, and the rules that rejected them', async () => {
    const { send, mock } = bench();
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

  it('lists the methods without calls', async () => {
    const { send } = bench({}, [dns]);
    await send(`GET ${zones}`);
    const { unreached } = (await send('GET /__admin/coverage')).body as { unreached: readonly string[] };
    expect(unreached).toHaveLength(dns.methods.length - 1);
    expect(unreached).not.toContain('dns.managedZones.list');
  });
});

describe('a session', () => {
  it('has its own state, clock, faults, and journal, and starts from the start-up seed', async () => {
    const { send, mock } = bench({ seed: { resources: { [`${zones}/z`]: {} } } });
    const mine = { 'x-mock-session': 'mine' };
    await send(`DELETE ${zones}/z`, undefined, mine);
    await send('POST /__admin/clock', { advance: '1h' }, mine);
    await send('PUT /__admin/faults', [{ status: 503, path: '/dns/v1/projects/q' }], mine);
    expect((await send(`GET ${zones}/z`, undefined, mine)).status).toBe(404);
    expect((await send(`GET ${zones}/z`)).status).toBe(200);
    expect((await send('POST /__admin/clock', {})).body).toEqual({ now: '2026-01-01T12:00:00.000Z' });
    expect((await send('GET /__admin/faults')).body).toEqual([]);
    expect(mock.requests).toHaveLength(1);
    expect(mock.session('mine').requests).toHaveLength(2);
    expect((await send('DELETE /__admin/sessions/mine')).status).toBe(200);
    expect((await send(`GET ${zones}/z`, undefined, mine)).status).toBe(200);
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
    expect((await bench().send(line)).status).toBe(status);
  });
});

describe('several APIs', () => {
  it('are one mock with the seeds of all', async () => {
    const both = compose(
      createMockServer(dns, { now: () => noon, seed: { resources: { [`${zones}/z`]: {} } } }),
      createMockServer(verbs, {}),
    );
    expect((await both.fetch(`http://any.origin${zones}/z`)).status).toBe(200);
    expect((await both.fetch('http://any.origin/v1beta1/projects/p/events')).status).toBe(200);
  });

  it('with the same route are rejected with both names', () => {
    const other = {
      ...dns,
      name: 'other',
      methods: dns.methods.map((each) => ({
        ...each,
        method: { ...each.method, path: each.method.path.replaceAll('{project}', '{owner}') },
      })),
    };
    expect(() => compose(createMockServer(dns), createMockServer(other))).toThrow(/dns v1.*other v1/s);
    expect(() => compose(createMockServer(compute), createMockServer(dns))).not.toThrow();
  });
});
