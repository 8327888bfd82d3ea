/** Proxy subnetworks swap their roles, and the formerly active one drains. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { readOperationErrors, summarizeError, startMock, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const region = `${base}/regions/r/subnetworks`;
const active = `${region}/active`;
const backup = `${region}/backup`;
const fingerprint = 'AAAAAAAAAAE=';
const network = 'https://service.example/compute/v1/projects/p/global/networks/net';
const purposes = ['INTERNAL_HTTPS_LOAD_BALANCER', 'REGIONAL_MANAGED_PROXY', 'GLOBAL_MANAGED_PROXY'] as const;

function createPair(purpose: string): Readonly<Record<string, JsonObject>> {
  const common = { network, purpose, fingerprint };
  return {
    [active]: { ...common, name: 'active', role: 'ACTIVE', ipCidrRange: '10.0.0.0/24' },
    [backup]: { ...common, name: 'backup', role: 'BACKUP', ipCidrRange: '10.0.1.0/24' },
  };
}
function start(
  purpose: string = purposes[0],
  options: Parameters<typeof startMock>[1] & { readonly others?: Readonly<Record<string, JsonObject>> } = {},
): MockClient {
  const { others, ...rest } = options;
  return startMock('compute', { seed: { resources: { ...createPair(purpose), ...others } }, ...rest });
}
const promote = { role: 'ACTIVE', fingerprint };

describe.each(purposes)('%s', (purpose) => {
  test('starts with both roles READY', async () => {
    const { readStored } = start(purpose);
    expect(await readStored(active)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
    expect(await readStored(backup)).toMatchObject({ role: 'BACKUP', state: 'READY' });
  });

  test('promotes BACKUP to ACTIVE, swaps the roles, and renews both fingerprints', async () => {
    const { send, readStored } = start(purpose);
    const { status, body } = await send(`PATCH ${backup}`, promote);
    expect(status).toBe(200);
    expect(body['targetLink']).toMatch(/subnetworks\/backup$/);
    expect(await readStored(backup)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
    expect(await readStored(active)).toMatchObject({ role: 'BACKUP', state: 'READY' });
    for (const path of [active, backup]) expect((await readStored(path))?.['fingerprint']).not.toBe(fingerprint);
  });

  test('ignores the purpose in the body', async () => {
    const { send, readStored } = start(purpose);
    expect((await send(`PATCH ${backup}`, { ...promote, purpose: 'PRIVATE' })).status).toBe(200);
    expect(await readStored(active)).toMatchObject({ role: 'BACKUP', purpose });
  });

  test('applies drainTimeoutSeconds only to internal load balancers', async () => {
    const { send, readStored } = start(purpose);
    await send(`PATCH ${backup}?drainTimeoutSeconds=60`, promote);
    expect((await readStored(active))?.['state']).toBe(purpose === 'INTERNAL_HTTPS_LOAD_BALANCER' ? 'DRAINING' : 'READY');
    expect((await readStored(backup))?.['state']).toBe('READY');
  });

  test('rejects ACTIVE to BACKUP with 400', async () => {
    const { send, readStored } = start(purpose);
    expect(summarizeError(await send(`PATCH ${active}`, { role: 'BACKUP', fingerprint }))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'role',
    });
    expect(await readStored(active)).toMatchObject({ role: 'ACTIVE', fingerprint });
  });

  test('changes nothing for the current role', async () => {
    const { send, readStored } = start(purpose);
    expect((await send(`PATCH ${active}`, promote)).status).toBe(200);
    expect(await readStored(active)).toMatchObject({ role: 'ACTIVE', fingerprint });
    expect(await readStored(backup)).toMatchObject({ role: 'BACKUP', fingerprint });
  });

  test('swaps the roles back', async () => {
    const { send, readStored } = start(purpose);
    await send(`PATCH ${backup}`, promote);
    const { status } = await send(`PATCH ${active}`, { role: 'ACTIVE', fingerprint: (await readStored(active))?.['fingerprint'] });
    expect(status).toBe(200);
    expect(await readStored(active)).toMatchObject({ role: 'ACTIVE' });
    expect(await readStored(backup)).toMatchObject({ role: 'BACKUP' });
  });
});

describe('draining', () => {
  const startDraining = async (seconds: number): Promise<MockClient> => {
    const client = start();
    expect((await client.send(`PATCH ${backup}?drainTimeoutSeconds=${seconds}`, promote)).status).toBe(200);
    return client;
  };

  test.each([1, 30, 300])('ends after exactly %i seconds', async (seconds) => {
    const { readStored, wait } = await startDraining(seconds);
    await wait(seconds - 0.001);
    expect(await readStored(active)).toMatchObject({ role: 'BACKUP', state: 'DRAINING' });
    await wait(0.001);
    expect(await readStored(active)).toMatchObject({ role: 'BACKUP', state: 'READY' });
  });

  test('is READY at once for zero seconds or no timeout', async () => {
    expect(await (await startDraining(0)).readStored(active)).toMatchObject({ state: 'READY' });
    const { send, readStored } = start();
    await send(`PATCH ${backup}`, promote);
    expect(await readStored(active)).toMatchObject({ state: 'READY' });
  });

  test('rejects a change while draining with 400 resourceNotReady', async () => {
    const { send, readStored } = await startDraining(30);
    const before = await readStored(active);
    for (const body of [{ stackType: 'IPV4_IPV6' }, { role: 'ACTIVE' }, { secondaryIpRanges: [] }]) {
      const response = await send(`PATCH ${active}`, { ...body, fingerprint: before?.['fingerprint'] });
      expect(summarizeError(response)).toEqual({ status: 400, reason: 'resourceNotReady' });
    }
    expect(await readStored(active)).toEqual(before);
  });

  test('reports a stale fingerprint before the draining state', async () => {
    const { send } = await startDraining(30);
    expect((await send(`PATCH ${active}`, { stackType: 'IPV4_IPV6', fingerprint })).status).toBe(412);
  });

  test('allows a change of the other subnetwork while draining', async () => {
    const { send, readStored } = await startDraining(30);
    expect(
      (await send(`PATCH ${backup}`, { stackType: 'IPV4_IPV6', fingerprint: (await readStored(backup))?.['fingerprint'] })).status,
    ).toBe(200);
  });

  test('allows a change afterwards with the fingerprint of the swap', async () => {
    const { send, readStored, wait } = await startDraining(30);
    const drainingFingerprint = (await readStored(active))?.['fingerprint'];
    await wait(30);
    expect((await readStored(active))?.['fingerprint']).toBe(drainingFingerprint);
    expect((await send(`PATCH ${active}`, { role: 'ACTIVE', fingerprint: drainingFingerprint })).status).toBe(200);
    expect(await readStored(active)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
  });

  test('starts when the operation is done', async () => {
    const { send, readStored, wait } = start(purposes[0], { operationDelay: 10_000 });
    await send(`PATCH ${backup}?drainTimeoutSeconds=30`, promote);
    await wait(9.999);
    expect(await readStored(active)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
    await wait(0.001);
    expect(await readStored(active)).toMatchObject({ role: 'BACKUP', state: 'DRAINING' });
    await wait(29.999);
    expect(await readStored(active)).toMatchObject({ state: 'DRAINING' });
    await wait(0.001);
    expect(await readStored(active)).toMatchObject({ state: 'READY' });
  });

  test('continues in a restored state', async () => {
    const { mock } = await startDraining(30);
    const restored = start();
    await restored.admin('PUT state', await mock.state());
    await restored.wait(29.999);
    expect(await restored.readStored(active)).toMatchObject({ state: 'DRAINING' });
    await restored.wait(0.001);
    expect(await restored.readStored(active)).toMatchObject({ state: 'READY' });
  });

  test.each(['-1', 'x', '1.5', ''])('rejects or ignores drainTimeoutSeconds=%s', async (text) => {
    const { send, readStored } = start();
    const { status } = await send(`PATCH ${backup}?drainTimeoutSeconds=${text}`, promote);
    if (status === 200) expect(await readStored(active)).toMatchObject({ state: 'READY' });
    else expect(status).toBe(400);
  });

  test.each([
    [Number.MAX_SAFE_INTEGER, 200],
    [`${Number.MAX_SAFE_INTEGER}0`, 400],
  ])('drainTimeoutSeconds=%s returns %i, because a JSON number holds 53 bits', async (seconds, status) => {
    const { send } = start(purposes[0]);
    expect((await send(`PATCH ${backup}?drainTimeoutSeconds=${seconds}`, promote)).status).toBe(status);
  });

  test('ignores drainTimeoutSeconds without a promotion', async () => {
    const { send, readStored } = start();
    expect((await send(`PATCH ${backup}?drainTimeoutSeconds=60`, { stackType: 'IPV4_IPV6', fingerprint })).status).toBe(200);
    expect(await readStored(active)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
  });
});

describe('the partner of a subnetwork', () => {
  const createOtherSubnet = (change: JsonObject, at = region): Readonly<Record<string, JsonObject>> => ({
    [`${at}/foreign`]: {
      name: 'foreign',
      network,
      purpose: purposes[0],
      role: 'ACTIVE',
      fingerprint,
      ipCidrRange: '10.9.0.0/24',
      ...change,
    },
  });

  test.each([
    ['another region', createOtherSubnet({}, `${base}/regions/q/subnetworks`)],
    ['another project', createOtherSubnet({}, '/compute/v1/projects/q/regions/r/subnetworks')],
    ['another network', createOtherSubnet({ network: network.replace('/net', '/other') })],
    ['another purpose', createOtherSubnet({ purpose: 'REGIONAL_MANAGED_PROXY' })],
  ])('cannot be a subnetwork of %s', async (_, others) => {
    const { [backup]: backupBody = {} } = createPair(purposes[0]);
    const client = startMock('compute', { seed: { resources: { [backup]: backupBody, ...others } } });
    expect((await client.send(`PATCH ${backup}?drainTimeoutSeconds=60`, promote)).status).toBe(200);
    expect(await client.readStored(backup)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
    expect(await client.readStored(Object.keys(others)[0] ?? '')).toMatchObject({ role: 'ACTIVE', state: 'READY', fingerprint });
  });

  test('can specify the same network in another form', async () => {
    const { [backup]: backupBody = {} } = createPair(purposes[0]);
    const client = startMock('compute', {
      seed: {
        resources: {
          [backup]: backupBody,
          ...createOtherSubnet({ network: 'https://other.example/compute/v1/projects/p/global/networks/net' }),
        },
      },
    });
    await client.send(`PATCH ${backup}`, promote);
    expect(await client.readStored(`${region}/foreign`)).toMatchObject({ role: 'BACKUP' });
  });

  test.each(['PRIVATE', 'PRIVATE_SERVICE_CONNECT', undefined])('rejects a role for the purpose %s with 400', async (purpose) => {
    const subnetWithoutRole: JsonObject = {
      name: 'plain',
      network,
      ipCidrRange: '10.3.0.0/24',
      fingerprint,
      ...(purpose !== undefined && { purpose }),
    };
    const { send, readStored } = start(purposes[0], { others: { [`${region}/plain`]: subnetWithoutRole } });
    for (const role of ['ACTIVE', 'BACKUP']) {
      expect(summarizeError(await send(`PATCH ${region}/plain`, { role, fingerprint }))).toMatchObject({
        status: 400,
        reason: 'invalid',
      });
    }
    expect(await readStored(`${region}/plain`)).not.toHaveProperty('role');
  });

  test('rejects an unknown role with 400', async () => {
    expect(summarizeError(await start().send(`PATCH ${backup}`, { role: 'SPARE', fingerprint }))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'role',
    });
  });

  test.each([0, 1000])('lets one of two simultaneous promotions take effect (delay %i)', async (operationDelay) => {
    const third = { name: 'third', network, purpose: purposes[0], role: 'BACKUP', fingerprint, ipCidrRange: '10.0.2.0/24' };
    const { send, readStored, wait } = start(purposes[0], { operationDelay, others: { [`${region}/third`]: third } });
    await Promise.all([send(`PATCH ${backup}`, promote), send(`PATCH ${region}/third`, promote)]);
    await wait(1);
    const roles = await Promise.all([active, backup, `${region}/third`].map(async (path) => (await readStored(path))?.['role']));
    expect(roles.filter((role) => role === 'ACTIVE')).toHaveLength(1);
  });

  test.each([
    ['one network', network, 'BACKUP', 'INVALID_FIELD_VALUE'],
    ['two networks', network.replace('/net', '/other'), 'ACTIVE', undefined],
  ])('lets one of two pending promotions per network take effect: %s', async (_, otherNetwork, role, code) => {
    const { [backup]: first = {} } = createPair(purposes[0]);
    const other = `${region}/other`;
    const second = { ...first, name: 'other', network: otherNetwork, ipCidrRange: '10.0.2.0/24' };
    const client = startMock('compute', { operationDelay: 1000, seed: { resources: { [backup]: first, [other]: second } } });
    const operations = [await client.send(`PATCH ${backup}`, promote), await client.send(`PATCH ${other}`, promote)];
    await client.wait(1);
    expect(await readOperationErrors(client, operations)).toEqual([undefined, code]);
    expect([(await client.readStored(backup))?.['role'], (await client.readStored(other))?.['role']]).toEqual(['ACTIVE', role]);
  });
});

describe.each([0, 1000])('a new subnetwork next to an active one (delay %i)', (operationDelay) => {
  const proxy = { name: 'new', network, purpose: purposes[0], ipCidrRange: '10.4.0.0/24' };

  test('is rejected as ACTIVE at once and not created', async () => {
    const { send, readStored } = start(purposes[0], { operationDelay });
    expect(summarizeError(await send(`POST ${region}`, { ...proxy, role: 'ACTIVE' }))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'role',
    });
    expect(await readStored(`${region}/new`)).toBeUndefined();
  });

  test.each([
    ['BACKUP', {}],
    ['ACTIVE', { purpose: 'REGIONAL_MANAGED_PROXY' }],
    ['ACTIVE', { network: network.replace('/net', '/other') }],
  ])('can be %s %j', async (role, change) => {
    const { send, readStored, wait } = start(purposes[0], { operationDelay });
    expect((await send(`POST ${region}`, { ...proxy, ...change, role })).status).toBe(200);
    await wait(1);
    expect(await readStored(`${region}/new`)).toMatchObject({ role });
  });
});
