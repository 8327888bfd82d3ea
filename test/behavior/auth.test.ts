/** Enforcement of credentials: who may, and how a refusal looks. */
import { describe, expect, test } from 'vitest';
import { messageOf, refusalOf, serve, uuid, type Asked } from './ask.js';

const base = '/compute/v1/projects/p';
const subnet = `${base}/regions/r/subnetworks/subnet`;
const disk = `${base}/zones/z/disks/disk`;
const print = 'AAAAAAAAAAE=';
const bearer = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` });

/** Every method of the compute service: what it needs. */
const methods = [
  {
    name: 'httpHealthChecks.patch',
    ask: `PATCH ${base}/global/httpHealthChecks/check`,
    body: {},
    permissions: ['compute.httpHealthChecks.get', 'compute.httpHealthChecks.update'],
    reads: false,
  },
  {
    name: 'subnetworks.patch',
    ask: `PATCH ${subnet}`,
    body: { fingerprint: print },
    permissions: ['compute.subnetworks.get', 'compute.subnetworks.update'],
    reads: false,
  },
  {
    name: 'instantSnapshots.setLabels',
    ask: `POST ${base}/zones/z/instantSnapshots/i/setLabels`,
    body: { labels: {}, labelFingerprint: print },
    permissions: ['compute.instantSnapshots.setLabels'],
    reads: false,
  },
  {
    name: 'disks.createSnapshot',
    ask: `POST ${disk}/createSnapshot`,
    body: { name: 'snap' },
    permissions: ['compute.disks.createSnapshot', 'compute.snapshots.create'],
    reads: false,
  },
  {
    name: 'sslPolicies.list',
    ask: `GET ${base}/global/sslPolicies`,
    body: undefined,
    permissions: ['compute.sslPolicies.list'],
    reads: true,
  },
  {
    name: 'regionSslCertificates.list',
    ask: `GET ${base}/regions/r/sslCertificates`,
    body: undefined,
    permissions: ['compute.regionSslCertificates.list'],
    reads: true,
  },
  { name: 'projects.get', ask: `GET ${base}`, body: undefined, permissions: ['compute.projects.get'], reads: true },
] as const;
const every = methods.flatMap(({ permissions }) => permissions);
const scopes = ['compute.readonly', 'compute', 'cloud-platform'] as const;

function start(
  tokens: Readonly<
    Record<string, { readonly scopes?: readonly string[]; readonly permissions?: readonly string[]; readonly user?: string }>
  > = {},
): Asked {
  const resources = {
    [`${base}/global/httpHealthChecks/check`]: { name: 'check' },
    [subnet]: { name: 'subnet', fingerprint: print },
    [`${base}/zones/z/instantSnapshots/i`]: { name: 'i', labelFingerprint: print },
    [disk]: { name: 'disk' },
  };
  return serve('compute', {
    auth: 'on',
    seed: {
      resources,
      tokens: {
        all: { scopes: ['{scope_base}/cloud-platform'], permissions: [...every, 'compute.snapshots.setLabels'], user: 'a@example.com' },
        ...tokens,
      },
    },
  });
}

describe.each(methods)('$name', ({ ask, body, permissions, reads }) => {
  test.each([
    ['no credential', {}],
    ['an empty one', { authorization: '' }],
    ['another kind', { authorization: 'Basic YTpi' }],
    ['a bearer without a token', { authorization: 'Bearer ' }],
    ['an unknown token', bearer('unknown')],
    ['a token of a prototype', bearer('__proto__')],
  ])('%s is 401', async (_, headers) => {
    const answer = await start().send(ask, body, headers);
    expect(refusalOf(answer)).toEqual({ status: 401, reason: 'authError', location: 'Authorization' });
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="/);
    expect(answer.body).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } });
  });

  test('everything that it needs: done', async () => {
    expect((await start().send(ask, body, bearer('all'))).status).toBe(200);
  });

  test.each(scopes)('the scope %s alone', async (scope) => {
    const asked = start({ t: { scopes: [`{scope_base}/${scope}`], permissions: every } });
    const answer = await asked.send(ask, body, bearer('t'));
    if (reads || scope !== 'compute.readonly') expect(answer.status).toBe(200);
    else expect(refusalOf(answer)).toMatchObject({ status: 403, reason: 'insufficientPermissions' });
  });

  test.each([
    ['none', []],
    ['another', ['{scope_base}/devstorage.read_only']],
    ['one that only begins alike', ['{scope_base}/compute.other', '{scope_base}/computes']],
  ])('no scope that it accepts (%s) is 403 insufficientPermissions', async (_, given) => {
    const answer = await start({ t: { scopes: given, permissions: every } }).send(ask, body, bearer('t'));
    expect(refusalOf(answer)).toMatchObject({ status: 403, reason: 'insufficientPermissions' });
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"');
  });

  test.each(permissions.map((each) => [each]))('without %s it is 403 forbidden, and says so', async (missing) => {
    const answer = await start({
      t: { scopes: ['{scope_base}/cloud-platform'], permissions: every.filter((each) => each !== missing) },
    }).send(ask, body, bearer('t'));
    expect(refusalOf(answer)).toMatchObject({ status: 403, reason: 'forbidden' });
    expect(messageOf(answer)).toContain(`'${missing}'`);
    expect(messageOf(answer)).toContain("'projects/p");
  });
});

describe('labels in a snapshot need a permission of their own', () => {
  const tokens = { t: { scopes: ['{scope_base}/compute'], permissions: every } };
  test.each([
    ['labels', { labels: { a: '' } }, 403],
    ['no labels', {}, 200],
    ['empty labels', { labels: {} }, 200],
  ])('%s', async (_, more, status) => {
    expect((await start(tokens).send(`POST ${disk}/createSnapshot`, { name: 'snap', ...more }, bearer('t'))).status).toBe(status);
  });
  test('which is told of the disk, not of what is done to it', async () => {
    const answer = await start(tokens).send(`POST ${disk}/createSnapshot`, { name: 'snap', labels: { a: '' } }, bearer('t'));
    expect(messageOf(answer)).toBe(`Required 'compute.snapshots.setLabels' permission for '${disk.slice('/compute/v1/'.length)}'`);
  });
  test('with it', async () => {
    expect((await start().send(`POST ${disk}/createSnapshot`, { name: 'snap', labels: { a: '' } }, bearer('all'))).status).toBe(200);
  });
});

describe('who calls', () => {
  test('is told in the operation', async () => {
    const { body } = await start().send(`POST ${disk}/createSnapshot`, { name: 'snap' }, bearer('all'));
    expect(body['user']).toBe('a@example.com');
  });
  test('is anonymous where the token names nobody', async () => {
    const { body } = await start({ t: { scopes: ['{scope_base}/compute'], permissions: every } }).send(
      `POST ${disk}/createSnapshot`,
      { name: 'snap' },
      bearer('t'),
    );
    expect(body['user']).toBe('anonymous@example.com');
  });
  test('is told with auth off too, where the token is known', async () => {
    const { send } = serve('compute', { seed: { resources: { [disk]: { name: 'disk' } }, tokens: { t: { user: 'b@example.com' } } } });
    expect((await send(`POST ${disk}/createSnapshot`, { name: 'snap' }, bearer('t'))).body['user']).toBe('b@example.com');
    expect((await send(`POST ${disk}/createSnapshot`, { name: 'snap-2' }, bearer('unknown'))).body['user']).toBe('anonymous@example.com');
  });
});

describe('with auth off', () => {
  test.each([{}, bearer('unknown'), { authorization: 'nonsense' }])('everybody may: %o', async (headers) => {
    expect((await serve('compute').send(`GET ${base}`, undefined, headers)).status).toBe(200);
  });
});

describe('where the documents show no scopes or permissions, any known token passes', () => {
  const zone = '/dns/v1/projects/p/managedZones/z';
  const dns = (): Asked =>
    serve('dns', {
      auth: 'on',
      seed: {
        resources: { [zone]: { name: 'z', dnsName: 'example.com.' } },
        tokens: { t: { permissions: ['dns.managedZones.get', 'dns.changes.create'] } },
      },
    });

  test('a token without anything', async () => {
    expect((await dns().send(`GET ${zone}`, undefined, bearer('t'))).status).toBe(200);
    expect((await dns().send(`GET ${zone}`)).status).toBe(401);
  });

  test('testIamPermissions answers those of the token', async () => {
    const permissions = ['dns.managedZones.delete', 'dns.changes.create', 'dns.managedZones.get'];
    const { body } = await dns().send(`POST ${zone}:testIamPermissions`, { permissions }, bearer('t'));
    expect(body).toEqual({ permissions: ['dns.changes.create', 'dns.managedZones.get'] });
  });

  test('error reporting and the lookup of guest policies', async () => {
    const errors = serve('errorReporting', { auth: 'on', seed: { tokens: { t: {} } } });
    expect((await errors.send('GET /v1beta1/projects/p/events', undefined, bearer('t'))).status).toBe(200);
    const policies = serve('osConfig', { auth: 'on', seed: { tokens: { t: {}, u: { scopes: ['{scope_base}/cloud-platform'] } } } });
    const ask = 'POST /v1beta/projects/p/zones/z/instances/i:lookupEffectiveGuestPolicy';
    expect(refusalOf(await policies.send(ask, {}, bearer('t')))).toMatchObject({ status: 403, reason: 'insufficientPermissions' });
    expect((await policies.send(ask, {}, bearer('u'))).status).toBe(200);
  });
});

describe('the order of refusals', () => {
  const weak = { scopeless: { permissions: every }, powerless: { scopes: ['{scope_base}/compute'] } };
  const missing = `PATCH ${subnet}x`;
  const id = uuid(3);

  test.each([
    ['a route that is none, before the credential', `PATCH ${base}/nonsense`, {}, {}, 404],
    ['a method that the path does not take, before the credential', `GET ${disk}/createSnapshot`, undefined, {}, 405],
    ['the credential, before the request', `PATCH ${subnet}?requestId=x`, '{', {}, 401],
    ['the scope, before the permission', `PATCH ${subnet}`, '{', bearer('scopeless'), 403],
    ['the permission, before the request', `PATCH ${subnet}?requestId=x`, '{', bearer('powerless'), 403],
    ['the request, before the resource', missing, { nonsense: 1 }, bearer('all'), 400],
    ['the resource, before the precondition', missing, {}, bearer('all'), 404],
    ['the precondition, before the state', subnetAsk(), { role: 'ACTIVE' }, bearer('all'), 412],
    ['the state, last', subnetAsk(), { role: 'ACTIVE', fingerprint: print }, bearer('all'), 400],
  ])('%s', async (_, ask, body, headers, status) => {
    expect((await start(weak).send(ask, body, headers)).status).toBe(status);
  });

  test('a repeated request, after the permission and before the request', async () => {
    const asked = start(weak);
    const first = await asked.send(`PATCH ${subnet}?requestId=${id}`, { stackType: 'IPV4_IPV6', fingerprint: print }, bearer('all'));
    expect((await asked.send(`PATCH ${subnet}?requestId=${id}`, '{', bearer('all'))).body).toEqual(first.body);
    expect((await asked.send(`PATCH ${subnet}?requestId=${id}`, {}, bearer('powerless'))).status).toBe(403);
    expect((await asked.send(`PATCH ${subnet}?requestId=${id}`, {})).status).toBe(401);
  });

  function subnetAsk(): string {
    return `PATCH ${subnet}`;
  }
});
