/** Networks: the links of a network, its deletion, and what the path of a subnetwork determines. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { origin, startMock, type MockClient } from '../request.js';

const base = '/compute/v1/projects/p';
const networks = `${base}/global/networks`;

async function createNetwork(body: JsonObject): Promise<MockClient> {
  const client = startMock('compute');
  expect((await client.send(`POST ${networks}`, { name: 'net', ...body })).body).toMatchObject({ operationType: 'insert' });
  return client;
}

describe('the links of a network', () => {
  test('contain its URL with the ID, whatever the request contains', async () => {
    const { send } = await createNetwork({ selfLinkWithId: 'https://other.example', autoCreateSubnetworks: false });
    const { body } = await send(`GET ${networks}/net`);
    expect(body).toMatchObject({ selfLink: `${origin}${networks}/net`, selfLinkWithId: `${origin}${networks}/${String(body['id'])}` });
    expect(body).not.toHaveProperty('subnetworks');
  });

  test('contain a subnetwork in each region in auto mode', async () => {
    const { send } = await createNetwork({ autoCreateSubnetworks: true });
    const { subnetworks } = (await send(`GET ${networks}/net`)).body;
    expect(subnetworks).toHaveLength(41);
    expect(subnetworks).toContain(`${origin}${base}/regions/us-central1/subnetworks/net`);
  });
});

test('a patch of a network keeps other fields and has an operation of its own type', async () => {
  const { send } = await createNetwork({ description: 'd', routingConfig: { routingMode: 'REGIONAL' } });
  const { body } = await send(`PATCH ${networks}/net`, { routingConfig: { routingMode: 'GLOBAL' } });
  expect(body).toMatchObject({ operationType: 'compute.networks.patch' });
  expect((await send(`GET ${networks}/net`)).body).toMatchObject({
    description: 'd',
    routingConfig: { routingMode: 'GLOBAL', bgpBestPathSelectionMode: 'LEGACY' },
  });
});

test.each([undefined, 'projects/p/global/regions/r', 'https://service.example/compute/v1/projects/p/regions/r'])(
  'the path of a subnetwork determines its region: %s',
  async (region) => {
    const { send } = await createNetwork({ autoCreateSubnetworks: false });
    const body = { name: 'sub', network: `${origin}${networks}/net`, ipCidrRange: '10.0.0.0/24', ...(region !== undefined && { region }) };
    expect((await send(`POST ${base}/regions/r/subnetworks`, body)).status).toBe(200);
    expect((await send(`GET ${base}/regions/r/subnetworks/sub`)).body).toMatchObject({
      region: `${origin}${base}/regions/r`,
      privateIpProviderAccess: false,
      state: 'READY',
    });
  },
);

test('a health check is created, changed, and deleted globally and in a region', async () => {
  const { send } = startMock('compute');
  for (const scope of ['global', 'regions/r']) {
    const path = `${base}/${scope}/healthChecks`;
    expect((await send(`POST ${path}`, { name: 'h', type: 'HTTP', httpHealthCheck: { port: 80 } })).status).toBe(200);
    expect((await send(`PATCH ${path}/h`, { checkIntervalSec: 11 })).status).toBe(200);
    expect((await send(`GET ${path}/h`)).body).toMatchObject({
      kind: 'compute#healthCheck',
      checkIntervalSec: 11,
      timeoutSec: 5,
      httpHealthCheck: { port: 80, proxyHeader: 'NONE', requestPath: '/' },
    });
    expect((await send(`DELETE ${path}/h`)).status).toBe(200);
    expect((await send(`GET ${path}/h`)).status).toBe(404);
  }
});
