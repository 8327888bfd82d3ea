/** Injected faults. */
import { describe, expect, test } from 'vitest';
import type { FaultRule } from '../../templates/runtime/mock/index.js';
import { summarizeError, startMock, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const check = `${base}/global/httpHealthChecks/check`;
const subnet = `${base}/regions/r/subnetworks/subnet`;
const print = 'AAAAAAAAAAE=';
const seed = { resources: { [check]: { name: 'check', port: 80 }, [subnet]: { name: 'subnet', fingerprint: print } } };
const start = (options: Parameters<typeof startMock>[1] = {}): MockClient => startMock('compute', { seed, ...options });

/** Rules that are valid except for the error of their operation or a delay that no timer supports. */
const unsound = [
  [{ operation: {} }],
  [{ operation: { errors: [5] } }],
  [{ operation: { errors: [], httpErrorStatusCode: 'x' } }],
  [{ operation: { errors: [], httpErrorMessage: 5 } }],
  [{ latencyMs: 2 ** 31 }],
];

describe('faults', () => {
  const statuses = async (asked: MockClient, count: number, line = `GET ${base}`): Promise<readonly number[]> => {
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
    ['always, if the other members are undefined', { status: 503, times: undefined, method: undefined }, [503, 503, 503]],
  ])('%s', async (_, rule, expected) => {
    const asked = start();
    expect(await asked.admin('PUT faults', [rule])).toMatchObject({ status: 200, body: {} });
    expect(await statuses(asked, 3)).toEqual(expected);
  });

  test.each(['/compute/v1/projects/example.com:p', '/compute/v1/projects/example.com%3Ap', '/compute/v1/projects/example.*'])(
    'with a path apply to %s, however the request is percent-encoded',
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
    [403, 'forbidden', 'The caller does not have the required permission.'],
    [404, 'notFound', 'The resource was not found.'],
    [412, 'conditionNotMet', 'A precondition is not met.'],
  ])('return %i %s: %s', async (status, reason, message) => {
    const asked = start();
    await asked.admin('PUT faults', [{ status }]);
    const refused = await asked.send(`GET ${base}`);
    expect(summarizeError(refused)).toMatchObject({ status, reason });
    expect(refused.body).toMatchObject({ error: { message } });
  });

  test('accept a reason and a message', async () => {
    const asked = start();
    await asked.admin('PUT faults', [{ status: 403, reason: 'quotaExceeded', message: 'No more.' }]);
    expect((await asked.send(`GET ${base}`)).body).toMatchObject({
      error: { code: 403, message: 'No more.', errors: [{ reason: 'quotaExceeded' }] },
    });
  });

  test('are the same for one random seed and differ for another', async () => {
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

  test('reject with the error of fetch for a cut connection', async () => {
    const asked = start();
    await asked.admin('PUT faults', [{ drop: true, times: 1 }]);
    await expect(asked.mock.fetch(`http://mock.test${base}`)).rejects.toThrow(TypeError);
    expect((await asked.mock.fetch(`http://mock.test${base}`)).status).toBe(200);
  });

  test('never apply to control routes', async () => {
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
    ['path', `${check}?fields=name`, 'matches no method'],
    ['path', `${check}%`, 'matches no method'],
  ])('are rejected with a suggestion if the %s %s matches nothing', async (member, text, hint) => {
    const asked = start();
    const rule = { status: 503, [member]: text };
    await expect(asked.mock.faults.add(rule)).rejects.toThrow(hint);
    const refused = await asked.admin('POST faults', [rule]);
    expect([refused.status, (await asked.admin('PUT faults', [rule])).status]).toEqual([400, 400]);
    expect(refused.text).toContain(JSON.stringify(hint).slice(1, -1));
    expect(await asked.mock.faults.list()).toEqual([]);
  });

  test('are rejected if method and path contradict each other', async () => {
    const asked = start();
    const rule = { status: 503, method: 'compute.sslPolicies.get', path: check };
    await expect(asked.mock.faults.add(rule)).rejects.toThrow(/contradict.*did you mean the method "compute.httpHealthChecks.get"\?/);
    expect((await asked.admin('POST faults', [{ ...rule, path: '/compute/*' }])).status).toBe(200);
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
    [{ status: 'x' }],
    [{ probability: 2 }],
    [{ times: -1 }],
    [{ nonsense: 1 }],
    '{',
    ...unsound,
  ])('are rejected with 400: %j', async (rules) => {
    expect((await start().admin('PUT faults', rules)).status).toBe(400);
  });
});
