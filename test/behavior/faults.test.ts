/** The mock injects faults into matching requests. */
import { describe, expect, test } from 'vitest';
import type { FaultRule } from '../../mock/index.js';
import { summarizeError, startMock, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const subnet = `${base}/regions/r/subnetworks/subnet`;
const fingerprint = 'AAAAAAAAAAE=';
const seed = { resources: { [check]: { name: 'check', port: 80 }, [subnet]: { name: 'subnet', fingerprint } } };
const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed, ...options });

/** Faults with an invalid operation error or with a delay that no timer supports. */
const invalidFaults = [
  [{ operation: {} }],
  [{ operation: { errors: [5] } }],
  [{ operation: { errors: [], httpErrorStatusCode: 'x' } }],
  [{ operation: { errors: [], httpErrorMessage: 5 } }],
  [{ latencyMs: 2 ** 31 }],
];

describe('faults', () => {
  const listStatuses = async (client: MockClient, count: number, line = `GET ${base}`): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push((await client.send(line)).status);
    return statuses;
  };

  test.each<readonly [string, FaultRule, readonly number[]]>([
    ['apply to every request', { status: 503 }, [503, 503, 503]],
    ['apply twice', { status: 503, times: 2 }, [503, 503, 200]],
    ['never apply with 0 times', { status: 503, times: 0 }, [200, 200, 200]],
    ['apply to their method', { status: 429, method: 'compute.projects.get' }, [429, 429, 429]],
    ['apply to methods with a prefix', { status: 429, method: 'compute.projects.*' }, [429, 429, 429]],
    ["don't apply to another method", { status: 429, method: 'compute.sslPolicies.list' }, [200, 200, 200]],
    ['apply to their path', { status: 500, path: base }, [500, 500, 500]],
    ['apply to paths with a prefix', { status: 500, path: '/compute/*' }, [500, 500, 500]],
    ["don't apply to another path", { status: 500, path: check }, [200, 200, 200]],
    ['never apply with probability 0', { status: 500, probability: 0 }, [200, 200, 200]],
    ['always apply with probability 1', { status: 500, probability: 1 }, [500, 500, 500]],
    ['apply to every request if the other members are undefined', { status: 503, times: undefined, method: undefined }, [503, 503, 503]],
  ])('%s', async (_, rule, expected) => {
    const client = start();
    expect(await client.admin('PUT faults', [rule])).toMatchObject({ status: 200, body: {} });
    expect(await listStatuses(client, 3)).toEqual(expected);
  });

  test.each(['/compute/v1/projects/example.com:p', '/compute/v1/projects/example.com%3Ap', '/compute/v1/projects/example.*'])(
    'with a path apply to %s, however the request is percent-encoded',
    async (path) => {
      const client = start();
      await client.admin('PUT faults', [{ status: 503, path }]);
      for (const project of ['example.com:p', 'example.com%3Ap', 'ex%61mple.com%3ap']) {
        expect((await client.send(`GET /compute/v1/projects/${project}`)).status).toBe(503);
      }
    },
  );

  test.each([
    [429, 'rateLimitExceeded', 'Too many requests.'],
    [503, 'backendError', 'The service is not available.'],
    [500, 'internalError', 'The service failed.'],
    [502, 'internalError', 'The service failed.'],
    [403, 'forbidden', 'The caller does not have the required permission.'],
    [404, 'notFound', 'The resource was not found.'],
    [412, 'conditionNotMet', 'A precondition is not met.'],
  ])('return %i %s: %s', async (status, reason, message) => {
    const client = start();
    await client.admin('PUT faults', [{ status }]);
    const response = await client.send(`GET ${base}`);
    expect(summarizeError(response)).toMatchObject({ status, reason });
    expect(response.body).toMatchObject({ error: { message } });
  });

  test.each([
    ['containerNotEmpty', undefined, 400, 'FAILED_PRECONDITION'],
    ['backendError', undefined, 503, 'UNAVAILABLE'],
    ['unheardOf', undefined, 500, 'INTERNAL'],
    ['constructor', undefined, 500, 'INTERNAL'],
    ['notFound', 410, 410, 'INVALID_ARGUMENT'],
  ])('have the status of their reason: %s with the status %o returns %i %s', async (reason, status, code, text) => {
    const client = startMock('dns');
    await client.admin('PUT faults', [{ reason, status }]);
    const response = await client.send('GET /dns/v1/projects/p');
    expect(summarizeError(response)).toMatchObject({ status: code, reason });
    expect(response.body).toMatchObject({ error: { code, status: text } });
  });

  test.each([{}, { times: 2 }, { path: `${base}*`, message: 'No more.' }])('are rejected without an effect: %o', async (rule) => {
    const response = await start().admin('PUT faults', [rule]);
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain(
      'the rule has no effect; expected one of: status, reason, latencyMs, drop, operation, unreachable',
    );
  });

  test('show how often they still apply', async () => {
    const client = start();
    await client.admin('PUT faults', [{ id: 'f', status: 503, times: 2 }]);
    await client.send(`GET ${base}`);
    expect((await client.admin('GET faults')).body).toEqual([{ id: 'f', status: 503, times: 1 }]);
  });

  test('accept a reason and a message', async () => {
    const client = start();
    await client.admin('PUT faults', [{ status: 403, reason: 'quotaExceeded', message: 'No more.' }]);
    expect((await client.send(`GET ${base}`)).body).toMatchObject({
      error: { code: 403, message: 'No more.', errors: [{ reason: 'quotaExceeded' }] },
    });
  });

  test('are the same for one random seed and differ for another', async () => {
    const listStatusesWithSeed = async (randomSeed: number): Promise<readonly number[]> => {
      const client = start({ randomSeed });
      await client.admin('PUT faults', [{ status: 503, probability: 0.5 }]);
      return listStatuses(client, 40);
    };
    const firstStatuses = await listStatusesWithSeed(1);
    expect(await listStatusesWithSeed(1)).toEqual(firstStatuses);
    expect(await listStatusesWithSeed(2)).not.toEqual(firstStatuses);
    expect(new Set(firstStatuses)).toEqual(new Set([200, 503]));
  });

  test('fail with the error of fetch if they drop the connection', async () => {
    const client = start();
    await client.admin('PUT faults', [{ drop: true, times: 1 }]);
    await expect(client.mock.fetch(`http://mock.test${base}`)).rejects.toThrow(TypeError);
    expect((await client.mock.fetch(`http://mock.test${base}`)).status).toBe(200);
    expect(client.mock.requests.map(({ status }) => status)).toEqual([0, 200]);
    expect(client.mock.requests[0]?.response.body).toBeUndefined();
  });

  test('never apply to control routes', async () => {
    const client = start();
    await client.admin('PUT faults', [{ status: 503 }, { drop: true, path: '/*' }]);
    expect((await client.admin('GET health')).status).toBe(200);
    expect((await client.admin('DELETE faults')).status).toBe(200);
    expect((await client.send(`GET ${base}`)).status).toBe(200);
  });

  test.each([
    ['method', 'compute.project.get', 'did you mean "compute.projects.get"?'],
    ['method', 'compute.project.*', 'did you mean "compute.projects.*"?'],
    ['method', 'storage.*', 'expected a method ID such as "compute.'],
    ['path', `${base}/global/httpHealthCheck/check`, `did you mean "${check}"?`],
    ['path', check.slice(1), `did you mean "${check}"?`],
    ['path', check.replace('/v1', ''), `did you mean "${check}"?`],
    ['path', `${base}/global/httpHealthCheck*`.replace('global', 'globl'), `did you mean "${base}/global/httpHealthChecks*"?`],
    ['path', '/__admin/*', 'expected a path such as "/compute/v1/projects/{project}'],
    ['path', `${check}?fields=name`, 'matches no method'],
    ['path', `${check}%`, 'matches no method'],
  ])('are rejected with a suggestion if the %s %s matches nothing', async (member, text, hint) => {
    const client = start();
    const rule = { status: 503, [member]: text };
    await expect(client.mock.faults.add(rule)).rejects.toThrow(hint);
    const response = await client.admin('POST faults', [rule]);
    expect([response.status, (await client.admin('PUT faults', [rule])).status]).toEqual([400, 400]);
    expect(response.text).toContain(JSON.stringify(hint).slice(1, -1));
    expect(await client.mock.faults.list()).toEqual([]);
  });

  test.each([
    ['dns', 'dns.managedZones.get', '/dns/v1/projects/p/managedZones/a%2Fb'],
    ['dns', 'dns.managedZones.getIamPolicy', '/dns/v1/projects/p/managedZones/z:getIamPolicy'],
    ['dns', 'dns.resourceRecordSets.get', '/dns/v1/projects/p/managedZones/z/rrsets/*.example.com./A'],
    ['errorReporting', 'errorreporting.projects.groups.get', '/v1beta1/projects/p/groups/g'],
  ] as const)('of %s accept each path of the method %s and each prefix of such a path', async (api, method, path) => {
    const { mock } = startMock(api);
    const prefixes = Array.from({ length: path.length }, (_, length) => path.slice(0, length)).filter((prefix) => !/%.?$/.test(prefix));
    const paths = [path, ...prefixes.map((prefix) => `${prefix}*`)];
    for (const each of paths) await mock.faults.add({ status: 503, method, path: each });
    expect((await mock.faults.list()).map((rule) => rule.path)).toEqual(paths);
  });

  test('are rejected if method and path contradict each other', async () => {
    const client = start();
    const rule = { status: 503, method: 'compute.sslPolicies.get', path: check };
    await expect(client.mock.faults.add(rule)).rejects.toThrow(/contradict.*did you mean the method "compute.httpHealthChecks.get"\?/);
    expect((await client.admin('POST faults', [{ ...rule, path: '/compute/*' }])).status).toBe(200);
  });

  test.each([
    [{ operation: { errors: [{ code: 'QUOTA_EXCEEDED' }] } }, 'no matching method starts an operation'],
    [{ unreachable: ['regions/r'] }, 'no matching method lists resources'],
  ])('are rejected if %j applies to no matching method', async (effect, message) => {
    const { mock } = start();
    await expect(mock.faults.add({ ...effect, method: 'compute.httpHealthChecks.get' })).rejects.toThrow(message);
    await mock.faults.add({ ...effect, method: 'compute.httpHealthChecks.*' });
  });

  test.each([
    { a: 1 },
    [1],
    [{ status: 99 }],
    [{ status: 200 }],
    [{ status: 'x' }],
    [{ probability: 2 }],
    [{ times: -1 }],
    [{ nonsense: 1 }],
    '{',
    ...invalidFaults,
  ])('are rejected with 400: %j', async (rules) => {
    expect((await start().admin('PUT faults', rules)).status).toBe(400);
  });
});
