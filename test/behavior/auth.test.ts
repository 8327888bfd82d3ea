/** Authentication and authorization, and the form of their errors. */
import { describe, expect, test } from 'vitest';
import { readMessage, summarizeError, startMock, uuid, type MockClient } from './request.js';

const base = '/compute/v1/projects/p';
const subnet = `${base}/regions/r/subnetworks/subnet`;
const disk = `${base}/zones/z/disks/disk`;
const fingerprint = 'AAAAAAAAAAE=';
const bearer = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` });

/** The scopes and permissions of every compute method. */
const methods = [
  {
    name: 'httpHealthChecks.patch',
    line: `PATCH ${base}/global/httpHealthChecks/check`,
    body: {},
    permissions: ['compute.httpHealthChecks.get', 'compute.httpHealthChecks.update'],
    reads: false,
  },
  {
    name: 'subnetworks.patch',
    line: `PATCH ${subnet}`,
    body: { fingerprint },
    permissions: ['compute.subnetworks.get', 'compute.subnetworks.update'],
    reads: false,
  },
  {
    name: 'instantSnapshots.setLabels',
    line: `POST ${base}/zones/z/instantSnapshots/i/setLabels`,
    body: { labels: {}, labelFingerprint: fingerprint },
    permissions: ['compute.instantSnapshots.setLabels'],
    reads: false,
  },
  {
    name: 'disks.createSnapshot',
    line: `POST ${disk}/createSnapshot`,
    body: { name: 'snap' },
    permissions: ['compute.disks.createSnapshot', 'compute.snapshots.create'],
    reads: false,
  },
  {
    name: 'sslPolicies.list',
    line: `GET ${base}/global/sslPolicies`,
    body: undefined,
    permissions: ['compute.sslPolicies.list'],
    reads: true,
  },
  {
    name: 'regionSslCertificates.list',
    line: `GET ${base}/regions/r/sslCertificates`,
    body: undefined,
    permissions: ['compute.regionSslCertificates.list'],
    reads: true,
  },
  { name: 'projects.get', line: `GET ${base}`, body: undefined, permissions: ['compute.projects.get'], reads: true },
] as const;
const allPermissions = methods.flatMap(({ permissions }) => permissions);
const scopes = ['compute.readonly', 'compute', 'cloud-platform'] as const;

function start(
  tokens: Readonly<
    Record<string, { readonly scopes?: readonly string[]; readonly permissions?: readonly string[]; readonly user?: string }>
  > = {},
): MockClient {
  const resources = {
    [`${base}/global/httpHealthChecks/check`]: { name: 'check' },
    [subnet]: { name: 'subnet', fingerprint },
    [`${base}/zones/z/instantSnapshots/i`]: { name: 'i', labelFingerprint: fingerprint },
    [disk]: { name: 'disk' },
  };
  return startMock('compute', {
    auth: 'on',
    seed: {
      resources,
      tokens: {
        all: {
          scopes: ['{scope_base}/cloud-platform'],
          permissions: [...allPermissions, 'compute.snapshots.setLabels'],
          user: 'a@example.com',
        },
        ...tokens,
      },
    },
  });
}

describe.each(methods)('$name', ({ line, body, permissions, reads }) => {
  test.each([
    ['a request without a credential', {}],
    ['an empty credential', { authorization: '' }],
    ['another authentication scheme', { authorization: 'Basic YTpi' }],
    ['a bearer scheme without a token', { authorization: 'Bearer ' }],
    ['an unknown token', bearer('unknown')],
    ['a token with the name of a prototype member', bearer('__proto__')],
  ])('rejects %s with 401', async (_, headers) => {
    const response = await start().send(line, body, headers);
    expect(summarizeError(response)).toEqual({ status: 401, reason: 'authError', location: 'Authorization' });
    expect(response.headers['www-authenticate']).toMatch(/^Bearer realm="/);
    expect(response.body).toMatchObject({ error: { code: 401 } });
  });

  test('succeeds with every scope and permission', async () => {
    expect((await start().send(line, body, bearer('all'))).status).toBe(200);
  });

  test.each(scopes)('succeeds with only the scope %s', async (scope) => {
    const client = start({ t: { scopes: [`{scope_base}/${scope}`], permissions: allPermissions } });
    const response = await client.send(line, body, bearer('t'));
    if (reads || scope !== 'compute.readonly') expect(response.status).toBe(200);
    else expect(summarizeError(response)).toMatchObject({ status: 403, reason: 'insufficientPermissions' });
  });

  test.each([
    ['none', []],
    ['another', ['{scope_base}/devstorage.read_only']],
    ['scopes that start like an accepted one', ['{scope_base}/compute.other', '{scope_base}/computes']],
  ])('rejects a token without an accepted scope (%s) with 403 insufficientPermissions', async (_, tokenScopes) => {
    const response = await start({ t: { scopes: tokenScopes, permissions: allPermissions } }).send(line, body, bearer('t'));
    expect(summarizeError(response)).toMatchObject({ status: 403, reason: 'insufficientPermissions' });
    expect(response.headers['www-authenticate']).toContain('error="insufficient_scope"');
  });

  test.each(permissions.map((permission) => [permission]))(
    'rejects a caller without %s with 403 forbidden and names the permission',
    async (missingSubnet) => {
      const response = await start({
        t: { scopes: ['{scope_base}/cloud-platform'], permissions: allPermissions.filter((permission) => permission !== missingSubnet) },
      }).send(line, body, bearer('t'));
      expect(summarizeError(response)).toMatchObject({ status: 403, reason: 'forbidden' });
      expect(readMessage(response)).toContain(`'${missingSubnet}'`);
      expect(readMessage(response)).toContain("'projects/p");
    },
  );
});

describe('setting labels on a snapshot requires an additional permission', () => {
  const tokens = { t: { scopes: ['{scope_base}/compute'], permissions: allPermissions } };
  test.each([
    ['labels', { labels: { a: '' } }, 403],
    ['no labels', {}, 200],
    ['empty labels', { labels: {} }, 200],
  ])('%s', async (_, fields, status) => {
    expect((await start(tokens).send(`POST ${disk}/createSnapshot`, { name: 'snap', ...fields }, bearer('t'))).status).toBe(status);
  });
  test('reports the permission on the disk first', async () => {
    const response = await start(tokens).send(`POST ${disk}/createSnapshot`, { name: 'snap', labels: { a: '' } }, bearer('t'));
    expect(readMessage(response)).toBe(`Required 'compute.snapshots.setLabels' permission for '${disk.slice('/compute/v1/'.length)}'`);
  });
  test('succeeds with the permission', async () => {
    expect((await start().send(`POST ${disk}/createSnapshot`, { name: 'snap', labels: { a: '' } }, bearer('all'))).status).toBe(200);
  });
});

describe('the caller of a method', () => {
  test('is recorded in the operation', async () => {
    const { body } = await start().send(`POST ${disk}/createSnapshot`, { name: 'snap' }, bearer('all'));
    expect(body['user']).toBe('a@example.com');
  });
  test('is anonymous if the token has no name', async () => {
    const { body } = await start({ t: { scopes: ['{scope_base}/compute'], permissions: allPermissions } }).send(
      `POST ${disk}/createSnapshot`,
      { name: 'snap' },
      bearer('t'),
    );
    expect(body['user']).toBe('anonymous@example.com');
  });
  test('is recorded if authentication is off and the token is known', async () => {
    const { send } = startMock('compute', { seed: { resources: { [disk]: { name: 'disk' } }, tokens: { t: { user: 'b@example.com' } } } });
    expect((await send(`POST ${disk}/createSnapshot`, { name: 'snap' }, bearer('t'))).body['user']).toBe('b@example.com');
    expect((await send(`POST ${disk}/createSnapshot`, { name: 'snap-2' }, bearer('unknown'))).body['user']).toBe('anonymous@example.com');
  });
});

test('control routes need no credential', async () => {
  expect((await start().admin('GET health')).status).toBe(200);
});

describe('with authentication off', () => {
  test.each([{}, bearer('unknown'), { authorization: 'nonsense' }])('any caller succeeds: %o', async (headers) => {
    expect((await startMock('compute').send(`GET ${base}`, undefined, headers)).status).toBe(200);
  });
});

describe('any known token succeeds if the documents list no scopes or permissions', () => {
  const zone = '/dns/v1/projects/p/managedZones/z';
  const dns = (): MockClient =>
    startMock('dns', {
      auth: 'on',
      seed: {
        resources: { [zone]: { name: 'z', dnsName: 'example.com.' } },
        tokens: { t: { permissions: ['dns.managedZones.get', 'dns.changes.create'] } },
      },
    });

  test('accepts a token without scopes and permissions', async () => {
    expect((await dns().send(`GET ${zone}`, undefined, bearer('t'))).status).toBe(200);
    expect((await dns().send(`GET ${zone}`)).status).toBe(401);
  });

  test('testIamPermissions returns the permissions of the token', async () => {
    const permissions = ['dns.managedZones.delete', 'dns.changes.create', 'dns.managedZones.get'];
    const { body } = await dns().send(`POST ${zone}:testIamPermissions`, { permissions }, bearer('t'));
    expect(body).toEqual({ permissions: ['dns.changes.create', 'dns.managedZones.get'] });
  });

  test('error reporting and the lookup of guest policies succeed', async () => {
    const errors = startMock('errorReporting', { auth: 'on', seed: { tokens: { t: {} } } });
    expect((await errors.send('GET /v1beta1/projects/p/events', undefined, bearer('t'))).status).toBe(200);
    const policies = startMock('osConfig', { auth: 'on', seed: { tokens: { t: {}, u: { scopes: ['{scope_base}/cloud-platform'] } } } });
    const line = 'POST /v1beta/projects/p/zones/z/instances/i:lookupEffectiveGuestPolicy';
    expect(summarizeError(await policies.send(line, {}, bearer('t')))).toMatchObject({ status: 403, reason: 'insufficientPermissions' });
    expect((await policies.send(line, {}, bearer('u'))).status).toBe(200);
  });
});

describe('the order of checks', () => {
  const weakTokens = { scopeless: { permissions: allPermissions }, powerless: { scopes: ['{scope_base}/compute'] } };
  const missingSubnet = `PATCH ${subnet}x`;
  const id = uuid(3);

  test.each([
    ['an unknown route, before the credential', `PATCH ${base}/nonsense`, {}, {}, 404],
    ['a method that the path does not allow, before the credential', `GET ${disk}/createSnapshot`, undefined, {}, 405],
    ['the credential, before the request', `PATCH ${subnet}?requestId=x`, '{', {}, 401],
    ['the scope, before the permission', `PATCH ${subnet}`, '{', bearer('scopeless'), 403],
    ['the permission, before the request', `PATCH ${subnet}?requestId=x`, '{', bearer('powerless'), 403],
    ['the request, before the resource', missingSubnet, { nonsense: 1 }, bearer('all'), 400],
    ['the resource, before the precondition', missingSubnet, {}, bearer('all'), 404],
    ['the precondition, before the state', createSubnetLine(), { role: 'ACTIVE' }, bearer('all'), 412],
    ['the state, last', createSubnetLine(), { role: 'ACTIVE', fingerprint }, bearer('all'), 400],
  ])('%s', async (_, line, body, headers, status) => {
    expect((await start(weakTokens).send(line, body, headers)).status).toBe(status);
  });

  test('finds a repeated request after the permission check and before request validation', async () => {
    const client = start(weakTokens);
    const first = await client.send(`PATCH ${subnet}?requestId=${id}`, { stackType: 'IPV4_IPV6', fingerprint }, bearer('all'));
    expect((await client.send(`PATCH ${subnet}?requestId=${id}`, '{', bearer('all'))).body).toEqual(first.body);
    expect((await client.send(`PATCH ${subnet}?requestId=${id}`, {}, bearer('powerless'))).status).toBe(403);
    expect((await client.send(`PATCH ${subnet}?requestId=${id}`, {})).status).toBe(401);
  });

  function createSubnetLine(): string {
    return `PATCH ${subnet}`;
  }
});
