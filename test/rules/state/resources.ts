/** What is kept of resources: fingerprints, what can be changed, defaults, states. */
import { expect } from 'vitest';
import { outcome, seeded, type Check, type World } from './world.js';

const stale = 'AAAAAAAAAAA=';
const network = 'projects/p/global/networks/n';
const subnets = '/regions/r/subnetworks';
const proxy = { network, purpose: 'INTERNAL_HTTPS_LOAD_BALANCER', region: 'regions/r' };
const oneSubnet = seeded({ [`${subnets}/s`]: { name: 's', network, ipCidrRange: '10.0.0.0/24' } });

async function fingerprintOf({ send }: World, path: string, field = 'fingerprint'): Promise<unknown> {
  return (await send(`GET ${path}`)).body[field];
}

/** Patches a subnetwork with its current fingerprint. */
async function patchSubnet(world: World, body: object, query = ''): Promise<string> {
  const path = `${subnets}/s`;
  return outcome(await world.send(`PATCH ${path}${query}`, { fingerprint: await fingerprintOf(world, path), ...body }));
}

const pair = seeded({
  [`${subnets}/s`]: { ...proxy, name: 's', ipCidrRange: '10.0.0.0/24', role: 'BACKUP' },
  [`${subnets}/t`]: { ...proxy, name: 't', ipCidrRange: '10.1.0.0/24', role: 'ACTIVE' },
});

async function rolesAndState({ send }: World): Promise<string> {
  const [s, t] = [(await send(`GET ${subnets}/s`)).body, (await send(`GET ${subnets}/t`)).body];
  return `${String(s['role'])} ${String(t['role'])} ${String(t['state'])}`;
}

/** A field that a patch changes, and what it becomes. */
const patchable =
  (field: string, value: unknown): Check =>
  async (start) => {
    const world = start(field === 'role' ? pair : oneSubnet);
    expect(await patchSubnet(world, { [field]: value })).toBe('200');
    expect((await world.send(`GET ${subnets}/s`)).body[field]).toEqual(value);
  };

/** A resource that is there with a field's default. */
const defaults =
  (path: string, field: string, value: unknown): Check =>
  async (start) => {
    const bodies = { [path]: {}, [`${path}2`]: {} };
    const [folder, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    const { send } = start(
      seeded(path === '' ? { '': {} } : { ...bodies, [path]: { name }, [`${folder}/${name}2`]: { name: `${name}2` } }),
    );
    expect((await send(`GET ${path}`)).body[field]).toEqual(value);
  };

const health = '/global/httpHealthChecks/hc';

export const checks: Readonly<Record<string, Check>> = {
  'a subnetwork changes with its current fingerprint': async (start) => {
    const world = start(oneSubnet);
    const before = await fingerprintOf(world, `${subnets}/s`);
    expect(outcome(await world.send(`PATCH ${subnets}/s`, { fingerprint: stale, stackType: 'IPV4_IPV6' }))).toBe('412 conditionNotMet');
    expect(outcome(await world.send(`PATCH ${subnets}/s`, { stackType: 'IPV4_IPV6' }))).toBe('412 conditionNotMet');
    expect(await patchSubnet(world, { stackType: 'IPV4_IPV6' })).toBe('200');
    expect(await fingerprintOf(world, `${subnets}/s`)).not.toBe(before);
  },

  'labels change with their current fingerprint': async (start) => {
    const world = start(seeded({ '/zones/z/instantSnapshots/i': { name: 'i', labels: { a: 'b' } } }));
    const path = '/zones/z/instantSnapshots/i';
    const labelFingerprint = await fingerprintOf(world, path, 'labelFingerprint');
    expect(outcome(await world.send(`POST ${path}/setLabels`, { labels: {}, labelFingerprint: stale }))).toBe('412 conditionNotMet');
    expect(outcome(await world.send(`POST ${path}/setLabels`, { labels: { c: '' }, labelFingerprint }))).toBe('200');
    expect((await world.send(`GET ${path}`)).body['labels']).toEqual({ c: '' });
    expect(await fingerprintOf(world, path, 'labelFingerprint')).not.toBe(labelFingerprint);
  },

  'secondary ranges change by a patch': patchable('secondaryIpRanges', [{ rangeName: 'a', ipCidrRange: '10.9.0.0/24' }]),
  'the role changes by a patch': patchable('role', 'ACTIVE'),
  'access by IPv6 changes by a patch': patchable('privateIpv6ProviderAccess', 'SOME'),
  'the stack changes by a patch': patchable('stackType', 'IPV4_IPV6'),

  'nothing else of a subnetwork changes by a patch': async (start) => {
    const world = start(oneSubnet);
    expect(await patchSubnet(world, { stackType: 'IPV4_IPV6', description: 'd', ipCidrRange: '10.2.0.0/24', name: 'other' })).toBe('200');
    expect((await world.send(`GET ${subnets}/s`)).body).toMatchObject({ name: 's', ipCidrRange: '10.0.0.0/24', stackType: 'IPV4_IPV6' });
    expect((await world.send(`GET ${subnets}/s`)).body).not.toHaveProperty('description');
  },

  'ranges of one network do not overlap': async (start) => {
    const world = start(
      seeded({
        [`${subnets}/s`]: { name: 's', network, ipCidrRange: '10.0.0.0/24' },
        [`${subnets}/t`]: { name: 't', network, ipCidrRange: '10.1.0.0/24' },
      }),
    );
    expect(await patchSubnet(world, { secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: '10.1.0.128/25' }] })).toBe('400 invalid');
    expect(await patchSubnet(world, { secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: '10.2.0.0/24' }] })).toBe('200');
  },

  'a backup that becomes active swaps roles, and the other one drains': async (start) => {
    const world = start(pair);
    expect(await patchSubnet(world, { role: 'ACTIVE' }, '?drainTimeoutSeconds=60')).toBe('200');
    expect(await rolesAndState(world)).toBe('ACTIVE BACKUP DRAINING');
    await world.mock.clock.advance(60_000);
    expect(await rolesAndState(world)).toBe('ACTIVE BACKUP READY');
  },

  'a subnetwork that drains is not changed': async (start) => {
    const world = start(pair);
    await patchSubnet(world, { role: 'ACTIVE' }, '?drainTimeoutSeconds=60');
    const again = async (): Promise<string> => {
      const fingerprint = await fingerprintOf(world, `${subnets}/t`);
      return outcome(await world.send(`PATCH ${subnets}/t`, { fingerprint, stackType: 'IPV4_IPV6' }));
    };
    expect(await again()).toBe('400 resourceNotReady');
    await world.mock.clock.advance(60_000);
    expect(await again()).toBe('200');
  },

  'access by IPv6 is said once': async (start) => {
    const world = start(oneSubnet);
    expect(await patchSubnet(world, { stackType: 'IPV4_IPV6', ipv6AccessType: 'EXTERNAL' })).toBe('200');
    expect((await world.send(`GET ${subnets}/s`)).body['ipv6AccessType']).toBe('EXTERNAL');
    await patchSubnet(world, { stackType: 'IPV4_IPV6', ipv6AccessType: 'INTERNAL' });
    expect((await world.send(`GET ${subnets}/s`)).body['ipv6AccessType']).toBe('EXTERNAL');
  },

  'the purpose of a subnetwork': defaults(`${subnets}/s`, 'purpose', 'PRIVATE'),
  'the stack of a subnetwork': defaults(`${subnets}/s`, 'stackType', 'IPV4_ONLY'),
  'the host of a health check': defaults(health, 'host', ''),
  'the path of a health check': defaults(health, 'requestPath', '/'),
  'the port of a health check': defaults(health, 'port', 80),
  'the interval of a health check': defaults(health, 'checkIntervalSec', 5),
  'the timeout of a health check': defaults(health, 'timeoutSec', 5),
  'the unhealthy threshold of a health check': defaults(health, 'unhealthyThreshold', 2),
  'the healthy threshold of a health check': defaults(health, 'healthyThreshold', 2),
  'the type of a certificate': defaults('/regions/r/sslCertificates/c', 'type', 'SELF_MANAGED'),
  'the network tier of a project': defaults('', 'defaultNetworkTier', 'PREMIUM'),
  'the tier of a project': defaults('', 'cloudArmorTier', 'CA_STANDARD'),

  'flow logs that are not set are not shown': async (start) => {
    const { send } = start(oneSubnet);
    expect((await send(`GET ${subnets}/s`)).body).not.toHaveProperty('enableFlowLogs');
  },

  'the name of a health check stays': async (start) => {
    const { send } = start(seeded({ [health]: { name: 'hc' } }));
    expect(outcome(await send(`PATCH ${health}`, { name: 'other' }))).toBe('400 invalid');
    expect(outcome(await send(`PATCH ${health}`, { name: 'hc', port: 81 }))).toBe('200');
  },

  'a merge patch removes with null and is judged when it is merged': async (start) => {
    const { send } = start(seeded({ [health]: { name: 'hc', port: 81, timeoutSec: 9, checkIntervalSec: 9 } }));
    expect(outcome(await send(`PATCH ${health}`, { port: null, description: 'd' }))).toBe('200');
    expect((await send(`GET ${health}`)).body).toMatchObject({ port: 80, description: 'd' });
    expect(outcome(await send(`PATCH ${health}`, { checkIntervalSec: null }))).toBe('400 invalid');
  },

  'an operation goes from pending over running to done, and its progress rises': async (start) => {
    const { send, mock } = start({ ...seeded({ [health]: { name: 'hc' } }), operationDelay: 8000 });
    const { body } = await send(`PATCH ${health}`, { port: 81 });
    const seen = [body];
    for (let step = 0; step < 4; step += 1) {
      await mock.clock.advance(2000);
      seen.push((await send(`GET /global/operations/${String(body['name'])}`)).body);
    }
    expect([...new Set(seen.map(({ status }) => status))]).toEqual(['PENDING', 'RUNNING', 'DONE']);
    const progress = seen.map((one) => Number(one['progress']));
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect([progress[0], progress.at(-1)]).toEqual([0, 100]);
  },

  'an operation shows neither an id of the client nor errors nor warnings that it has not': async (start) => {
    const { send } = start(seeded({ [health]: { name: 'hc' } }));
    const { body } = await send(`PATCH ${health}`, { port: 81 });
    for (const absent of ['clientOperationId', 'error', 'warnings']) expect(body).not.toHaveProperty(absent);
  },

  'a snapshot is created, uploaded and ready': async (start) => {
    const { send, mock } = start({ ...seeded({ '/zones/z/disks/d': { name: 'd', sizeGb: '10' } }), operationDelay: 8000 });
    expect(outcome(await send('POST /zones/z/disks/d/createSnapshot', { name: 'n' }))).toBe('200');
    const seen: unknown[] = [];
    for (const wait of [0, 4000, 4000]) {
      await mock.clock.advance(wait);
      seen.push((await send('GET /global/snapshots/n')).body['status']);
    }
    expect(seen).toEqual(['CREATING', 'UPLOADING', 'READY']);
  },

  'an SSL policy changes with its current fingerprint, and keeps its name': async (start) => {
    const path = '/global/sslPolicies/p';
    const world = start(seeded({ [path]: { name: 'p', profile: 'MODERN' } }));
    const fingerprint = await fingerprintOf(world, path);
    expect(outcome(await world.send(`PATCH ${path}`, { profile: 'COMPATIBLE', fingerprint: stale }))).toBe('412 conditionNotMet');
    expect(outcome(await world.send(`PATCH ${path}`, { name: 'q', fingerprint }))).toBe('400 invalid');
    expect(outcome(await world.send(`PATCH ${path}`, { profile: 'COMPATIBLE', fingerprint }))).toBe('200');
    expect((await world.send(`GET ${path}`)).body).toMatchObject({ name: 'p', profile: 'COMPATIBLE' });
  },

  'labels of a snapshot change with their current fingerprint': async (start) => {
    const path = '/global/snapshots/n';
    const world = start(seeded({ [path]: { name: 'n', labels: { a: 'b' } } }));
    const labelFingerprint = await fingerprintOf(world, path, 'labelFingerprint');
    expect(outcome(await world.send(`POST ${path}/setLabels`, { labels: {}, labelFingerprint: stale }))).toBe('412 conditionNotMet');
    expect(outcome(await world.send(`POST ${path}/setLabels`, { labels: {}, labelFingerprint }))).toBe('200');
  },

  'a disk with a key of a customer needs it': async (start) => {
    const rawKey = Buffer.alloc(32, 'k').toString('base64');
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256').update(Buffer.alloc(32, 'k')).digest('base64');
    const { send } = start(seeded({ '/zones/z/disks/d': { name: 'd', sizeGb: '10', diskEncryptionKey: { sha256 } } }));
    const line = 'POST /zones/z/disks/d/createSnapshot';
    expect((await send(line, { name: 'n' })).status).toBe(400);
    expect(outcome(await send(line, { name: 'n', sourceDiskEncryptionKey: { rawKey } }))).toBe('200');
  },
};
