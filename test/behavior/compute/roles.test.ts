/** The roles of proxy subnetworks: the swap, and draining of the formerly active one. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
import { summarizeError, startMock, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const region = `${base}/regions/r/subnetworks`;
const active = `${region}/active`;
const backup = `${region}/backup`;
const print = 'AAAAAAAAAAE=';
const network = 'https://service.example/compute/v1/projects/p/global/networks/net';
const purposes = ['INTERNAL_HTTPS_LOAD_BALANCER', 'REGIONAL_MANAGED_PROXY', 'GLOBAL_MANAGED_PROXY'] as const;

function pair(purpose: string): Readonly<Record<string, JsonObject>> {
  const common = { network, purpose, fingerprint: print };
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
  return startMock('compute', { seed: { resources: { ...pair(purpose), ...others } }, ...rest });
}
const promote = { role: 'ACTIVE', fingerprint: print };

describe.each(purposes)('%s', (purpose) => {
  test('starts with both roles READY', async () => {
    const { readStored: kept } = start(purpose);
    expect(await kept(active)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
    expect(await kept(backup)).toMatchObject({ role: 'BACKUP', state: 'READY' });
  });

  test('promotes BACKUP to ACTIVE, swaps the roles, and renews both fingerprints', async () => {
    const { send, readStored: kept } = start(purpose);
    const { status, body } = await send(`PATCH ${backup}`, promote);
    expect(status).toBe(200);
    expect(body['targetLink']).toMatch(/subnetworks\/backup$/);
    expect(await kept(backup)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
    expect(await kept(active)).toMatchObject({ role: 'BACKUP', state: 'READY' });
    for (const each of [active, backup]) expect((await kept(each))?.['fingerprint']).not.toBe(print);
  });

  test('ignores the purpose in the body', async () => {
    const { send, readStored: kept } = start(purpose);
    expect((await send(`PATCH ${backup}`, { ...promote, purpose: 'PRIVATE' })).status).toBe(200);
    expect(await kept(active)).toMatchObject({ role: 'BACKUP', purpose });
  });

  test('applies drainTimeoutSeconds only to internal load balancers', async () => {
    const { send, readStored: kept } = start(purpose);
    await send(`PATCH ${backup}?drainTimeoutSeconds=60`, promote);
    expect((await kept(active))?.['state']).toBe(purpose === 'INTERNAL_HTTPS_LOAD_BALANCER' ? 'DRAINING' : 'READY');
    expect((await kept(backup))?.['state']).toBe('READY');
  });

  test('rejects ACTIVE to BACKUP with 400', async () => {
    const { send, readStored: kept } = start(purpose);
    expect(summarizeError(await send(`PATCH ${active}`, { role: 'BACKUP', fingerprint: print }))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'role',
    });
    expect(await kept(active)).toMatchObject({ role: 'ACTIVE', fingerprint: print });
  });

  test('changes nothing for the current role', async () => {
    const { send, readStored: kept } = start(purpose);
    expect((await send(`PATCH ${active}`, promote)).status).toBe(200);
    expect(await kept(active)).toMatchObject({ role: 'ACTIVE', fingerprint: print });
    expect(await kept(backup)).toMatchObject({ role: 'BACKUP', fingerprint: print });
  });

  test('swaps the roles back', async () => {
    const { send, readStored: kept } = start(purpose);
    await send(`PATCH ${backup}`, promote);
    const { status } = await send(`PATCH ${active}`, { role: 'ACTIVE', fingerprint: (await kept(active))?.['fingerprint'] });
    expect(status).toBe(200);
    expect(await kept(active)).toMatchObject({ role: 'ACTIVE' });
    expect(await kept(backup)).toMatchObject({ role: 'BACKUP' });
  });
});

describe('draining', () => {
  const drained = async (seconds: number): Promise<MockClient> => {
    const asked = start();
    expect((await asked.send(`PATCH ${backup}?drainTimeoutSeconds=${seconds}`, promote)).status).toBe(200);
    return asked;
  };

  test.each([1, 30, 300])('ends after exactly %i seconds', async (seconds) => {
    const { readStored: kept, wait } = await drained(seconds);
    await wait(seconds - 0.001);
    expect(await kept(active)).toMatchObject({ role: 'BACKUP', state: 'DRAINING' });
    await wait(0.001);
    expect(await kept(active)).toMatchObject({ role: 'BACKUP', state: 'READY' });
  });

  test('is READY at once for zero seconds or no timeout', async () => {
    expect(await (await drained(0)).readStored(active)).toMatchObject({ state: 'READY' });
    const { send, readStored: kept } = start();
    await send(`PATCH ${backup}`, promote);
    expect(await kept(active)).toMatchObject({ state: 'READY' });
  });

  test('rejects a change while draining with 400 resourceNotReady', async () => {
    const { send, readStored: kept } = await drained(30);
    const before = await kept(active);
    for (const body of [{ stackType: 'IPV4_IPV6' }, { role: 'ACTIVE' }, { secondaryIpRanges: [] }]) {
      const answer = await send(`PATCH ${active}`, { ...body, fingerprint: before?.['fingerprint'] });
      expect(summarizeError(answer)).toEqual({ status: 400, reason: 'resourceNotReady' });
    }
    expect(await kept(active)).toEqual(before);
  });

  test('reports a stale fingerprint before the draining state', async () => {
    const { send } = await drained(30);
    expect((await send(`PATCH ${active}`, { stackType: 'IPV4_IPV6', fingerprint: print })).status).toBe(412);
  });

  test('allows a change of the other subnetwork while draining', async () => {
    const { send, readStored: kept } = await drained(30);
    expect((await send(`PATCH ${backup}`, { stackType: 'IPV4_IPV6', fingerprint: (await kept(backup))?.['fingerprint'] })).status).toBe(
      200,
    );
  });

  test('allows a change afterwards with the fingerprint of the swap', async () => {
    const { send, readStored: kept, wait } = await drained(30);
    const during = (await kept(active))?.['fingerprint'];
    await wait(30);
    expect((await kept(active))?.['fingerprint']).toBe(during);
    expect((await send(`PATCH ${active}`, { role: 'ACTIVE', fingerprint: during })).status).toBe(200);
    expect(await kept(active)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
  });

  test('starts when the operation is done', async () => {
    const { send, readStored: kept, wait } = start(purposes[0], { operationDelay: 10_000 });
    await send(`PATCH ${backup}?drainTimeoutSeconds=30`, promote);
    await wait(9.999);
    expect(await kept(active)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
    await wait(0.001);
    expect(await kept(active)).toMatchObject({ role: 'BACKUP', state: 'DRAINING' });
    await wait(29.999);
    expect(await kept(active)).toMatchObject({ state: 'DRAINING' });
    await wait(0.001);
    expect(await kept(active)).toMatchObject({ state: 'READY' });
  });

  test('continues in a restored state', async () => {
    const { mock } = await drained(30);
    const again = start();
    await again.admin('PUT state', await mock.state());
    await again.wait(29.999);
    expect(await again.readStored(active)).toMatchObject({ state: 'DRAINING' });
    await again.wait(0.001);
    expect(await again.readStored(active)).toMatchObject({ state: 'READY' });
  });

  test.each(['-1', 'x', '1.5', ''])('rejects or ignores drainTimeoutSeconds=%s', async (text) => {
    const { send, readStored: kept } = start();
    const { status } = await send(`PATCH ${backup}?drainTimeoutSeconds=${text}`, promote);
    if (status === 200) expect(await kept(active)).toMatchObject({ state: 'READY' });
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
    const { send, readStored: kept } = start();
    expect((await send(`PATCH ${backup}?drainTimeoutSeconds=60`, { stackType: 'IPV4_IPV6', fingerprint: print })).status).toBe(200);
    expect(await kept(active)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
  });
});

describe('the partner of a subnetwork', () => {
  const foreign = (change: JsonObject, at = region): Readonly<Record<string, JsonObject>> => ({
    [`${at}/foreign`]: {
      name: 'foreign',
      network,
      purpose: purposes[0],
      role: 'ACTIVE',
      fingerprint: print,
      ipCidrRange: '10.9.0.0/24',
      ...change,
    },
  });

  test.each([
    ['another region', foreign({}, `${base}/regions/q/subnetworks`)],
    ['another project', foreign({}, '/compute/v1/projects/q/regions/r/subnetworks')],
    ['another network', foreign({ network: network.replace('/net', '/other') })],
    ['another purpose', foreign({ purpose: 'REGIONAL_MANAGED_PROXY' })],
  ])('cannot be a subnetwork of %s', async (_, others) => {
    const { [backup]: alone = {} } = pair(purposes[0]);
    const asked = startMock('compute', { seed: { resources: { [backup]: alone, ...others } } });
    expect((await asked.send(`PATCH ${backup}?drainTimeoutSeconds=60`, promote)).status).toBe(200);
    expect(await asked.readStored(backup)).toMatchObject({ role: 'ACTIVE', state: 'READY' });
    expect(await asked.readStored(Object.keys(others)[0] ?? '')).toMatchObject({ role: 'ACTIVE', state: 'READY', fingerprint: print });
  });

  test('can name the network in another spelling', async () => {
    const { [backup]: alone = {} } = pair(purposes[0]);
    const asked = startMock('compute', {
      seed: { resources: { [backup]: alone, ...foreign({ network: 'https://other.example/compute/v1/projects/p/global/networks/net' }) } },
    });
    await asked.send(`PATCH ${backup}`, promote);
    expect(await asked.readStored(`${region}/foreign`)).toMatchObject({ role: 'BACKUP' });
  });

  test.each(['PRIVATE', 'PRIVATE_SERVICE_CONNECT', undefined])('rejects a role for the purpose %s with 400', async (purpose) => {
    const plain: JsonObject = {
      name: 'plain',
      network,
      ipCidrRange: '10.3.0.0/24',
      fingerprint: print,
      ...(purpose !== undefined && { purpose }),
    };
    const { send, readStored: kept } = start(purposes[0], { others: { [`${region}/plain`]: plain } });
    for (const role of ['ACTIVE', 'BACKUP']) {
      expect(summarizeError(await send(`PATCH ${region}/plain`, { role, fingerprint: print }))).toMatchObject({
        status: 400,
        reason: 'invalid',
      });
    }
    expect(await kept(`${region}/plain`)).not.toHaveProperty('role');
  });

  test('rejects an unknown role with 400', async () => {
    expect(summarizeError(await start().send(`PATCH ${backup}`, { role: 'SPARE', fingerprint: print }))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'role',
    });
  });

  test('lets one of two simultaneous promotions succeed', async () => {
    const third = { name: 'third', network, purpose: purposes[0], role: 'BACKUP', fingerprint: print, ipCidrRange: '10.0.2.0/24' };
    const { send, readStored: kept } = start(purposes[0], { others: { [`${region}/third`]: third } });
    await Promise.all([send(`PATCH ${backup}`, promote), send(`PATCH ${region}/third`, promote)]);
    const roles = await Promise.all([active, backup, `${region}/third`].map(async (each) => (await kept(each))?.['role']));
    expect(roles.filter((role) => role === 'ACTIVE')).toHaveLength(1);
  });

  test('lets one of two delayed promotions take effect', async () => {
    const third = { name: 'third', network, purpose: purposes[0], role: 'BACKUP', fingerprint: print, ipCidrRange: '10.0.2.0/24' };
    const { send, readStored: kept, wait } = start(purposes[0], { operationDelay: 1000, others: { [`${region}/third`]: third } });
    await send(`PATCH ${backup}`, promote);
    await send(`PATCH ${region}/third`, promote);
    await wait(5);
    const roles = await Promise.all([active, backup, `${region}/third`].map(async (each) => (await kept(each))?.['role']));
    expect(roles.filter((role) => role === 'ACTIVE')).toHaveLength(1);
  });
});

describe.each([0, 1000])('a new subnetwork next to an active one (delay %i)', (operationDelay) => {
  const proxy = { name: 'new', network, purpose: purposes[0], ipCidrRange: '10.4.0.0/24' };

  test('is rejected as ACTIVE at once and not created', async () => {
    const { send, readStored: kept } = start(purposes[0], { operationDelay });
    expect(summarizeError(await send(`POST ${region}`, { ...proxy, role: 'ACTIVE' }))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'role',
    });
    expect(await kept(`${region}/new`)).toBeUndefined();
  });

  test.each([
    ['BACKUP', {}],
    ['ACTIVE', { purpose: 'REGIONAL_MANAGED_PROXY' }],
    ['ACTIVE', { network: network.replace('/net', '/other') }],
  ])('can be %s %j', async (role, change) => {
    const { send, readStored: kept, wait } = start(purposes[0], { operationDelay });
    expect((await send(`POST ${region}`, { ...proxy, ...change, role })).status).toBe(200);
    await wait(1);
    expect(await kept(`${region}/new`)).toMatchObject({ role });
  });
});
