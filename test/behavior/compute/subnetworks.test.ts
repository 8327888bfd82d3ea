/** subnetworks.patch: updatable fields, free ranges, and rejected changes. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { noon, origin, readOperationErrors, summarizeError, startMock, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const path = `${base}/regions/r/subnetworks/subnet`;
const fingerprint = 'AAAAAAAAAAE=';
const network = `https://service.example/compute/v1/projects/p/global/networks/net`;
const subnetwork: JsonObject = { name: 'subnet', network, ipCidrRange: '10.0.0.0/24', fingerprint, description: 'd' };

function start(body: JsonObject = subnetwork, others: Readonly<Record<string, JsonObject>> = {}): MockClient {
  return startMock('compute', { seed: { resources: { [path]: body, ...others } } });
}
const createPatch = (body: JsonObject): JsonObject => ({ fingerprint, ...body });

describe('a patch', () => {
  test.each([
    ['changes secondary ranges', { secondaryIpRanges: [{ rangeName: 'pods', ipCidrRange: '10.1.0.0/24' }] }],
    [
      'changes several secondary ranges',
      {
        secondaryIpRanges: [
          { rangeName: 'a', ipCidrRange: '10.1.0.0/24' },
          { rangeName: 'b', ipCidrRange: '10.2.0.0/24' },
        ],
      },
    ],
    ['changes the internal IPv6 access', { privateIpv6ProviderAccess: 'DISABLE_PROVIDER_ACCESS' }],
    ['changes the stack', { stackType: 'IPV4_IPV6' }],
    ['changes the stack and sets the IPv6 access type for the first time', { stackType: 'IPV4_IPV6', ipv6AccessType: 'EXTERNAL' }],
  ])('%s', async (_, body) => {
    const { send, readStored } = start();
    expect((await send(`PATCH ${path}`, createPatch(body))).status).toBe(200);
    expect(await readStored(path)).toMatchObject(body);
  });

  test.each([
    ['name', 'other'],
    ['description', 'other'],
    ['network', 'https://service.example/compute/v1/projects/p/global/networks/other'],
    ['ipCidrRange', '10.0.0.0/16'],
    ['region', 'https://service.example/compute/v1/projects/p/regions/other'],
    ['reservedInternalRange', 'https://service.example/ranges/r'],
    ['privateIpProviderAccess', true],
    ['enableFlowLogs', true],
    ['externalIpv6Prefix', '2001:db8::/64'],
    ['purpose', 'PRIVATE_SERVICE_CONNECT'],
    ['logConfig', { enable: true }],
    ['id', '99'],
    ['kind', 'compute#other'],
    ['creationTimestamp', '2020-01-01T00:00:00Z'],
    ['gatewayAddress', '10.0.0.9'],
    ['state', 'DRAINING'],
    ['selfLink', 'https://service.example/x'],
  ])('ignores %s', async (field, value) => {
    const { send, readStored } = start();
    const before = await readStored(path);
    const { status } = await send(`PATCH ${path}`, createPatch({ [field]: value }));
    expect(status).toBe(200);
    expect(await readStored(path)).toEqual(before);
  });

  test('replaces secondary ranges', async () => {
    const { send, readStored } = start({ ...subnetwork, secondaryIpRanges: [{ rangeName: 'old', ipCidrRange: '10.1.0.0/24' }] });
    const secondaryIpRanges = [{ rangeName: 'new', ipCidrRange: '10.2.0.0/24' }];
    await send(`PATCH ${path}`, createPatch({ secondaryIpRanges }));
    expect((await readStored(path))?.['secondaryIpRanges']).toEqual(secondaryIpRanges);
  });

  test('removes secondary ranges with an empty list', async () => {
    const { send, readStored } = start({ ...subnetwork, secondaryIpRanges: [{ rangeName: 'old', ipCidrRange: '10.1.0.0/24' }] });
    expect((await send(`PATCH ${path}`, createPatch({ secondaryIpRanges: [] }))).status).toBe(200);
    expect((await readStored(path))?.['secondaryIpRanges'] ?? []).toEqual([]);
  });

  test.each([
    ['validates ranges against the stored primary range', { ipCidrRange: '10.0.0.0/8' }, '10.5.0.0/24', 200],
    ['rejects an overlap even if the body would resolve it', { ipCidrRange: '10.9.0.0/24' }, '10.0.0.0/28', 400],
  ])('%s, whatever the body contains', async (_, body, ipCidrRange, status) => {
    const { send } = start();
    const response = await send(`PATCH ${path}`, createPatch({ ...body, secondaryIpRanges: [{ rangeName: 'x', ipCidrRange }] }));
    expect(response.status).toBe(status);
  });

  test('rejects an unknown field with 400', async () => {
    expect(summarizeError(await start().send(`PATCH ${path}`, createPatch({ nonsense: 1 })))).toEqual({
      status: 400,
      reason: 'invalid',
      location: 'nonsense',
    });
  });

  test('returns 404 for a subnetwork that does not exist or is in another region', async () => {
    const { send } = start();
    for (const missing of [`${path}x`, path.replace('/r/', '/q/')]) {
      expect(summarizeError(await send(`PATCH ${missing}`, createPatch({})))).toMatchObject({ status: 404, reason: 'notFound' });
    }
  });
});

describe('IPv6 access can be set once', () => {
  test.each([
    ['at the first update to IPV4_IPV6', {}, { stackType: 'IPV4_IPV6', ipv6AccessType: 'INTERNAL' }, 'INTERNAL'],
    ['not later, even if it is unset', { stackType: 'IPV4_IPV6' }, { ipv6AccessType: 'INTERNAL' }, undefined],
    ['not later with the same stack again', { stackType: 'IPV4_IPV6' }, { stackType: 'IPV4_IPV6', ipv6AccessType: 'INTERNAL' }, undefined],
    ['not while the stack is IPV4_ONLY', {}, { ipv6AccessType: 'INTERNAL' }, undefined],
    ['not once it is set', { stackType: 'IPV4_IPV6', ipv6AccessType: 'EXTERNAL' }, { ipv6AccessType: 'INTERNAL' }, 'EXTERNAL'],
    [
      'not with a change of the stack either',
      { stackType: 'IPV4_ONLY', ipv6AccessType: 'EXTERNAL' },
      { stackType: 'IPV4_IPV6', ipv6AccessType: 'INTERNAL' },
      'EXTERNAL',
    ],
  ])('%s', async (_, present, body, after) => {
    const { send, readStored } = start({ ...subnetwork, ...present });
    expect((await send(`PATCH ${path}`, createPatch(body))).status).toBe(200);
    expect((await readStored(path))?.['ipv6AccessType']).toBe(after);
  });
});

describe('a secondary range must be free in the whole network', () => {
  const elsewhere = `${base}/regions/other/subnetworks/second`;
  const second: JsonObject = {
    name: 'second',
    network,
    ipCidrRange: '10.5.0.0/16',
    secondaryIpRanges: [{ rangeName: 's', ipCidrRange: '10.6.0.0/16' }],
  };
  const foreign: JsonObject = {
    ...second,
    network: network.replace('/net', '/foreign'),
    name: 'foreign',
    ipCidrRange: '10.7.0.0/16',
    secondaryIpRanges: [],
  };
  const others = { [elsewhere]: second, [elsewhere.replace('second', 'foreign')]: foreign };

  test.each([
    ['rejects a range inside its own primary range', '10.0.0.128/25', 400],
    ['rejects a range that contains its own primary range', '10.0.0.0/8', 400],
    ['rejects a range inside the primary range of a subnetwork in another region', '10.5.1.0/24', 400],
    ['rejects a range that contains that primary range', '10.4.0.0/14', 400],
    ['rejects a range that equals that primary range', '10.5.0.0/16', 400],
    ['rejects a range inside a secondary range of another subnetwork', '10.6.255.0/24', 400],
    ['accepts a free range', '10.0.1.0/24', 200],
    ['accepts a range of another network', '10.7.0.0/24', 200],
  ])('%s', async (_, ipCidrRange, status) => {
    const { send, readStored } = start(subnetwork, others);
    const before = await readStored(path);
    const response = await send(`PATCH ${path}`, createPatch({ secondaryIpRanges: [{ rangeName: 'new', ipCidrRange }] }));
    expect(response.status).toBe(status);
    if (status === 400) {
      expect(summarizeError(response).location).toBe('secondaryIpRanges[0].ipCidrRange');
      expect(await readStored(path)).toEqual(before);
    }
  });

  test.each([
    [
      'two overlapping ranges',
      [
        { rangeName: 'a', ipCidrRange: '10.1.0.0/16' },
        { rangeName: 'b', ipCidrRange: '10.1.2.0/24' },
      ],
    ],
    [
      'two ranges with one name',
      [
        { rangeName: 'a', ipCidrRange: '10.1.0.0/24' },
        { rangeName: 'a', ipCidrRange: '10.2.0.0/24' },
      ],
    ],
    ['an invalid name', [{ rangeName: 'A', ipCidrRange: '10.1.0.0/24' }]],
    ['a name of 64 characters', [{ rangeName: 'a'.repeat(64), ipCidrRange: '10.1.0.0/24' }]],
    ['an address without a prefix length', [{ rangeName: 'a', ipCidrRange: '10.1.0.0' }]],
    ['an IPv6 range', [{ rangeName: 'a', ipCidrRange: '2001:db8::/64' }]],
  ])('rejects %s with 400', async (_, secondaryIpRanges) => {
    const { send, readStored } = start();
    const before = await readStored(path);
    expect(summarizeError(await send(`PATCH ${path}`, createPatch({ secondaryIpRanges })))).toMatchObject({
      status: 400,
      reason: 'invalid',
    });
    expect(await readStored(path)).toEqual(before);
  });

  test.each([
    ['accepts separate ranges', '10.2.0.0/24', undefined],
    ['rejects overlapping ranges', '10.1.0.0/16', 'INVALID_FIELD_VALUE'],
  ])('when an operation completes: %s of two pending updates', async (_, ipCidrRange, code) => {
    const other = `${base}/regions/r/subnetworks/other`;
    const seed = { resources: { [path]: subnetwork, [other]: { ...subnetwork, name: 'other', ipCidrRange: '10.9.0.0/24' } } };
    const client = startMock('compute', { seed, operationDelay: 1000 });
    const addRange = (to: string, range: string): ReturnType<MockClient['send']> =>
      client.send(`PATCH ${to}`, createPatch({ secondaryIpRanges: [{ rangeName: 'new', ipCidrRange: range }] }));
    const operations = [await addRange(path, '10.1.0.0/24'), await addRange(other, ipCidrRange)];
    await client.wait(1);
    expect(await readOperationErrors(client, operations)).toEqual([undefined, code]);
    expect((await client.readStored(other))?.['secondaryIpRanges'] === undefined).toBe(code !== undefined);
  });

  test('treats the full, partial, and bare path of a network as one network', async () => {
    for (const spelling of ['projects/p/global/networks/net', `${origin}/compute/v1/projects/p/global/networks/net`]) {
      const { send } = start(subnetwork, {
        [elsewhere]: { ...second, network: spelling.startsWith('http') ? spelling : `https://x.example/${spelling}` },
      });
      const { status } = await send(`PATCH ${path}`, createPatch({ secondaryIpRanges: [{ rangeName: 'n', ipCidrRange: '10.5.0.0/24' }] }));
      expect(status).toBe(400);
    }
  });
});

describe('flow logs of a proxy subnetwork', () => {
  test.each([
    ['INTERNAL_HTTPS_LOAD_BALANCER', { enableFlowLogs: true }, 400],
    ['REGIONAL_MANAGED_PROXY', { enableFlowLogs: true }, 400],
    ['GLOBAL_MANAGED_PROXY', { enableFlowLogs: true }, 400],
    ['REGIONAL_MANAGED_PROXY', { enableFlowLogs: false }, 200],
    ['REGIONAL_MANAGED_PROXY', { logConfig: { enable: true } }, 400],
    ['REGIONAL_MANAGED_PROXY', { logConfig: { enable: false } }, 200],
    ['GLOBAL_MANAGED_PROXY', { logConfig: { enable: true } }, 200],
    ['INTERNAL_HTTPS_LOAD_BALANCER', { logConfig: { enable: true } }, 200],
    ['PRIVATE', { enableFlowLogs: true }, 200],
    ['PRIVATE', { logConfig: { enable: false, flowSampling: 0.5 } }, 400],
    ['PRIVATE_SERVICE_CONNECT', { enableFlowLogs: true }, 200],
  ])('%s with %o returns %i', async (purpose, body, status) => {
    const { send, readStored } = start({ ...subnetwork, purpose });
    const before = await readStored(path);
    expect((await send(`PATCH ${path}`, createPatch(body))).status).toBe(status);
    expect(await readStored(path)).toEqual(before);
  });

  test('ignores a purpose in the request when it validates flow logs', async () => {
    const { send } = start();
    expect((await send(`PATCH ${path}`, createPatch({ purpose: 'REGIONAL_MANAGED_PROXY', enableFlowLogs: true }))).status).toBe(200);
  });

  test('reports a stale fingerprint first', async () => {
    const { send } = start({ ...subnetwork, purpose: 'REGIONAL_MANAGED_PROXY' });
    expect((await send(`PATCH ${path}`, { enableFlowLogs: true, fingerprint: 'AAAAAAAAAAI=' })).status).toBe(412);
  });

  test('ignores the purpose in an update', async () => {
    const { send } = start({ ...subnetwork, purpose: 'REGIONAL_MANAGED_PROXY' });
    expect((await send(`PATCH ${path}`, createPatch({ purpose: 'PRIVATE', enableFlowLogs: true }))).status).toBe(400);
  });
});

describe('the returned subnetwork', () => {
  test('omits an unset enableFlowLogs, and is ready', async () => {
    const { readStored } = start();
    const body = await readStored(path);
    expect(body).not.toHaveProperty('enableFlowLogs');
    expect(body).toMatchObject({ state: 'READY' });
  });

  test('includes server-generated fields of a seeded subnetwork', async () => {
    const { readStored } = start();
    expect(await readStored(path)).toMatchObject({
      id: expect.stringMatching(/^\d+$/) as unknown,
      creationTimestamp: new Date(noon).toISOString(),
      gatewayAddress: '10.0.0.1',
    });
  });
});
