/** What each method asks of its caller, and how it answers. */
import { expect } from 'vitest';
import { outcome, seeded, type Check, type World } from './world.js';

const fingerprint = 'AAAAAAAAAAE=';
const seed = seeded(
  {
    '/global/httpHealthChecks/hc': { name: 'hc' },
    '/zones/z/instantSnapshots/i': { name: 'i', labelFingerprint: fingerprint },
    '/regions/r/subnetworks/s': { name: 's', ipCidrRange: '10.0.0.0/24', fingerprint },
    '/zones/z/disks/d': { name: 'd', sizeGb: '10' },
  },
  { tokens: {} },
);

interface Method {
  readonly line: string;
  readonly body?: object;
  readonly permissions: readonly string[];
  readonly scope: string;
  /** Where its operations are. */
  readonly operations?: string;
}

const write = { scope: '{scope_base}/compute' };
const read = { scope: '{scope_base}/compute.readonly' };

/** By id. */
const methods: Readonly<Record<string, Method>> = {
  'httpHealthChecks.patch': {
    ...write,
    line: 'PATCH /global/httpHealthChecks/hc',
    body: { port: 81 },
    permissions: ['compute.httpHealthChecks.get', 'compute.httpHealthChecks.update'],
    operations: '/global/operations',
  },
  'instantSnapshots.setLabels': {
    ...write,
    line: 'POST /zones/z/instantSnapshots/i/setLabels',
    body: { labels: { a: 'b' }, labelFingerprint: fingerprint },
    permissions: ['compute.instantSnapshots.setLabels'],
    operations: '/zones/z/operations',
  },
  'subnetworks.patch': {
    ...write,
    line: 'PATCH /regions/r/subnetworks/s',
    body: { fingerprint, stackType: 'IPV4_IPV6' },
    permissions: ['compute.subnetworks.get', 'compute.subnetworks.update'],
    operations: '/regions/r/operations',
  },
  'disks.createSnapshot': {
    ...write,
    line: 'POST /zones/z/disks/d/createSnapshot',
    body: { name: 'n', labels: { a: 'b' } },
    permissions: ['compute.disks.createSnapshot', 'compute.snapshots.create', 'compute.snapshots.setLabels'],
    operations: '/zones/z/operations',
  },
  'sslPolicies.list': { ...read, line: 'GET /global/sslPolicies', permissions: ['compute.sslPolicies.list'] },
  'regionSslCertificates.list': { ...read, line: 'GET /regions/r/sslCertificates', permissions: ['compute.regionSslCertificates.list'] },
  'projects.get': { ...read, line: 'GET ', permissions: ['compute.projects.get'] },
};
const changing = Object.entries(methods).filter(([, { operations }]) => operations !== undefined);
const reading = Object.entries(methods).filter(([, { operations }]) => operations === undefined);

const bearer = { authorization: 'Bearer t' };

/** A mock that knows one token. */
function withToken(start: Parameters<Check>[0], token: object): World {
  return start({ auth: 'on', seed: { ...(seed.seed as object), tokens: { t: token } } as never });
}

function scopes({ line, body, scope, permissions }: Method): Check {
  return async (start) => {
    for (const [granted, expected] of [
      [scope, /^200$/],
      ['{scope_base}/cloud-platform', /^200$/],
      ['{scope_base}/other', /^403 insufficientPermissions$/],
    ] as const) {
      const { send } = withToken(start, { scopes: [granted], permissions });
      expect(outcome(await send(line, body, bearer)), granted).toMatch(expected);
    }
  };
}

function permission({ line, body, scope, permissions }: Method, one: string): Check {
  return async (start) => {
    const all = withToken(start, { scopes: [scope], permissions });
    expect(outcome(await all.send(line, body, bearer))).toBe('200');
    const without = withToken(start, { scopes: [scope], permissions: permissions.filter((name) => name !== one) });
    expect(outcome(await without.send(line, body, bearer))).toBe('403 forbidden');
  };
}

const id = '11111111-2222-4333-8444-555555555555';

function requestId({ line, body }: Method): Check {
  return async (start) => {
    const { send } = start(seed);
    const [first, again] = [await send(`${line}?requestId=${id}`, body), await send(`${line}?requestId=${id}`, body)];
    expect([outcome(first), first.body['clientOperationId']]).toEqual(['200', id]);
    expect(again).toEqual(first);
    expect(outcome(await send(`${line}?requestId=${id.slice(1)}`, body))).toBe('400 invalid');
  };
}

/** It is found where its scope says, while it runs and when it is done. */
function operation({ line, body, operations }: Method): Check {
  return async (start) => {
    const { send, mock } = start({ ...seed, operationDelay: 1000 });
    const { body: told } = await send(line, body);
    const path = `${operations}/${String(told['name'])}`;
    expect(told).toMatchObject({ kind: 'compute#operation', status: expect.stringMatching(/PENDING|RUNNING/) as unknown, progress: 0 });
    expect(String(told['selfLink'])).toContain(path);
    await mock.clock.advance(1000);
    expect((await send(`GET ${path}`)).body).toMatchObject({ status: 'DONE', progress: 100 });
    expect(outcome(await send('GET /global/operations/none'))).toBe('404 notFound');
  };
}

function emptyBody({ line }: Method): Check {
  return async (start) => {
    const { send } = start(seed);
    expect(outcome(await send(line))).toBe('200');
    expect(outcome(await send(line, {}))).toBe('400 invalid');
  };
}

function each(
  entries: readonly (readonly [string, Method])[],
  what: string,
  check: (method: Method) => Check,
): Readonly<Record<string, Check>> {
  return Object.fromEntries(entries.map(([name, method]) => [`${name}: ${what}`, check(method)]));
}

const permissions = Object.entries(methods).flatMap(([name, method]) =>
  method.permissions
    .filter((one) => one !== 'compute.snapshots.setLabels')
    .map((one): [string, Check] => [`${name}: ${one}`, permission(method, one)]),
);

export const checks: Readonly<Record<string, Check>> = {
  ...each(Object.entries(methods), 'any one of its scopes', scopes),
  ...Object.fromEntries(permissions),
  ...each(changing, 'a repeated request id answers the first operation', requestId),
  ...each(changing, 'an operation tracks the change', operation),
  ...each(reading, 'takes no body', emptyBody),

  'disks.createSnapshot: labels need a permission, no labels none': async (start) => {
    const { send } = withToken(start, { scopes: [write.scope], permissions: ['compute.disks.createSnapshot', 'compute.snapshots.create'] });
    expect(outcome(await send('POST /zones/z/disks/d/createSnapshot', { name: 'n' }, bearer))).toBe('200');
    expect(outcome(await send('POST /zones/z/disks/d/createSnapshot', { name: 'm', labels: { a: '' } }, bearer))).toBe('403 forbidden');
  },

  'guest policies: a scope': async (start) => {
    const line = 'POST /v1beta/projects/p/zones/z/instances/i:lookupEffectiveGuestPolicy';
    const granted = withToken(start, { scopes: ['{scope_base}/cloud-platform'] });
    expect(outcome(await granted.send(line, {}, bearer))).toBe('200');
    const other = withToken(start, { scopes: [read.scope] });
    expect(outcome(await other.send(line, {}, bearer))).toBe('403 insufficientPermissions');
  },
};
