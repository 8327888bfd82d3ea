/** The control route that executes calls without effects. */
import { describe, expect, test } from 'vitest';
import type { MockOptions } from '../../../mock/index.js';
import { startMock } from '../request.js';

const base = '/compute/v1/projects/p/global';
const checks = `${base}/httpHealthChecks`;
const policies = `${base}/sslPolicies`;
const seed = { resources: { [`${checks}/check`]: { name: 'check', port: 80, timeoutSec: 5 }, [`${policies}/tls`]: { name: 'tls' } } };
const create = { methodId: 'compute.httpHealthChecks.insert', target: checks };
const patch = { methodId: 'compute.httpHealthChecks.patch', target: `${checks}/check` };

describe('a dry run', () => {
  test('returns the request of a call, which has no effects', async () => {
    let handled = 0;
    const handlers = { 'compute.httpHealthChecks.insert': () => ({ count: (handled += 1) }) };
    const { admin, mock } = startMock('compute', { seed, handlers: handlers as NonNullable<MockOptions['handlers']> });
    const before = (await admin('GET state')).headers['x-mock-sequence'];
    const resource = { name: 'new', port: 81 };
    const { body } = await admin('POST dry-run', { ...create, parameters: { requestId: '' }, resource });
    expect(body).toEqual({ request: { method: 'POST', path: checks, body: resource }, errors: [] });
    const { headers, body: state } = await admin('GET state');
    expect([headers['x-mock-sequence'], Object.keys(state['resources'] as object).length, mock.requests, handled]).toEqual([
      before,
      2,
      [],
      0,
    ]);
  });

  test.each<[purpose: string, call: object, errors: readonly object[]]>([
    ['a field that is not valid', { ...create, resource: { name: 'new', port: 'x' } }, [{ reason: 'invalid', field: 'port' }]],
    ['a rule', { ...create, resource: { name: 'new', timeoutSec: 9 } }, [{ reason: 'invalid', field: 'timeoutSec' }]],
    ['a conflict', { ...create, resource: { name: 'check' } }, [{ reason: 'alreadyExists' }]],
    [
      'a parameter of the query',
      { ...create, resource: { name: 'new' }, parameters: { requestId: 'x' } },
      [{ reason: 'invalid', parameter: 'requestId' }],
    ],
    ['a missing parameter of the path', { methodId: create.methodId }, [{ reason: 'required', parameter: 'project' }]],
    [
      'a field inside a list',
      {
        ...create,
        methodId: 'compute.sslPolicies.insert',
        target: policies,
        resource: { name: 'new', profile: 'CUSTOM', customFeatures: [1] },
      },
      [{ reason: 'invalid', field: 'customFeatures.0' }],
    ],
  ])('returns the errors of %s', async (_, call, errors) => {
    const { body } = await startMock('compute', { seed }).admin('POST dry-run', call);
    expect(body['errors']).toEqual(errors.map((error) => ({ message: expect.any(String), ...error })));
  });

  test('sends what a patch needs: the changes, and the etag', async () => {
    const { admin } = startMock('compute', { seed });
    const before = { name: 'check', port: 80, timeoutSec: 5, description: 'Old' };
    const { body } = await admin('POST dry-run', { ...patch, before, resource: { name: 'check', port: 81, timeoutSec: 5 } });
    expect(body['request']).toEqual({ method: 'PATCH', path: `${checks}/check`, body: { port: 81, description: null } });
    const policy = { methodId: 'compute.sslPolicies.patch', target: `${policies}/tls`, before: { name: 'tls', fingerprint: 'abc=' } };
    const rejected = await admin('POST dry-run', { ...policy, resource: { ...policy.before, minTlsVersion: 'TLS_1_2' } });
    expect(rejected.body).toMatchObject({
      request: { body: { fingerprint: 'abc=', minTlsVersion: 'TLS_1_2' } },
      errors: [{ reason: 'conditionNotMet' }],
    });
  });

  test('sends a field mask to a method that takes one', async () => {
    const policy = '/v1beta/projects/p/guestPolicies/g';
    const { admin } = startMock('osConfig', { seed: { resources: { [policy]: { description: 'Old', assignment: { zones: ['a'] } } } } });
    const call = { methodId: 'osconfig.projects.guestPolicies.patch', target: policy, before: { description: 'Old' } };
    const { body } = await admin('POST dry-run', { ...call, resource: { description: 'New' } });
    expect(body).toEqual({
      request: { method: 'PATCH', path: `${policy}?updateMask=description`, body: { description: 'New' } },
      errors: [],
    });
  });

  test('rejects an unknown method', async () => {
    expect((await startMock('compute').admin('POST dry-run', { methodId: 'compute.nothing.get' })).status).toBe(400);
  });
});
