/** The list of usable subnetworks: those of all regions, each with what a user of it needs. */
import { expect, test } from 'vitest';
import { origin, startMock } from '../request.js';

const project = '/compute/v1/projects/p';
const network = `${origin}${project}/global/networks/net`;
const { send } = startMock('compute', {
  seed: {
    resources: {
      [`${project}/global/networks/net`]: { name: 'net' },
      [`${project}/regions/us-west1/subnetworks/west`]: { name: 'west', network, ipCidrRange: '10.1.0.0/24' },
      [`${project}/regions/us-central1/subnetworks/central`]: {
        name: 'central',
        network,
        ipCidrRange: '10.0.0.0/24',
        description: 'not listed',
        secondaryIpRanges: [{ rangeName: 'pods', ipCidrRange: '10.4.0.0/16' }],
      },
      '/compute/v1/projects/other/regions/us-west1/subnetworks/foreign': { name: 'foreign', network, ipCidrRange: '10.2.0.0/24' },
    },
  },
});
const list = `${project}/aggregated/subnetworks/listUsable`;
const common = { network, purpose: 'PRIVATE', stackType: 'IPV4_ONLY' };
const central = {
  subnetwork: `${origin}${project}/regions/us-central1/subnetworks/central`,
  ...common,
  ipCidrRange: '10.0.0.0/24',
  secondaryIpRanges: [{ rangeName: 'pods', ipCidrRange: '10.4.0.0/16' }],
};
const west = { subnetwork: `${origin}${project}/regions/us-west1/subnetworks/west`, ...common, ipCidrRange: '10.1.0.0/24' };

test('lists the subnetworks of the project in all regions', async () => {
  expect(await send(`GET ${list}`)).toMatchObject({
    status: 200,
    body: { kind: 'compute#usableSubnetworksAggregatedList', items: [central, west], selfLink: `${origin}${list}` },
  });
});

test('returns pages', async () => {
  const { body } = await send(`GET ${list}?maxResults=1`);
  expect(body).toMatchObject({ items: [central], nextPageToken: expect.any(String) });
  const { body: next } = await send(`GET ${list}?maxResults=1&pageToken=${String((body as { nextPageToken: string }).nextPageToken)}`);
  expect(next).toMatchObject({ items: [west] });
  expect(next).not.toHaveProperty('nextPageToken');
});

test.each([
  ['ipCidrRange="10.1.0.0/24"', [west]],
  ['subnetwork:us-central1 AND purpose=PRIVATE', [central]],
  ['secondaryIpRanges.rangeName:pods', [central]],
  ['network eq .*/net', [central, west]],
  ['role=ACTIVE', []],
])('lists those that match the filter %s', async (filter, items) => {
  expect(await send(`GET ${list}?filter=${encodeURIComponent(filter)}`)).toMatchObject({ status: 200, body: { items } });
});

test.each([
  ['name=central', 'name'],
  ['purpose=', 'a value is expected'],
])('rejects the filter %s', async (filter, message) => {
  const response = await send(`GET ${list}?filter=${encodeURIComponent(filter)}`);
  expect(response).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(message) } } });
});

test('rejects the page token of another filter', async () => {
  const { body } = await send(`GET ${list}?maxResults=1&filter=purpose=PRIVATE`);
  const token = (body as { nextPageToken: string }).nextPageToken;
  expect(await send(`GET ${list}?maxResults=1&filter=purpose=PRIVATE&pageToken=${token}`)).toMatchObject({ body: { items: [west] } });
  expect((await send(`GET ${list}?maxResults=1&pageToken=${token}`)).status).toBe(400);
});
