/** Aggregated lists: one page covers several scopes, each with its items or a warning. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
import { origin, summarizeError, startMock, type MockClient, type HttpResult } from '../request.js';

const base = '/compute/v1/projects/p';
const all = `${base}/aggregated/subnetworks`;

/** The regions of the service, and one that exists because a seed has a resource in it. */
const places = ['asia-east1/a', 'asia-east1/b', 'europe-west1/c', 'us-central1/d', 'us-central1/e', 'zz-own/f'];

function start(): MockClient {
  const resources = Object.fromEntries(
    places.map((place, index): [string, JsonObject] => {
      const [region = '', name = ''] = place.split('/');
      const body = { name, network: 'n', ipCidrRange: `10.${index}.0.0/24`, purpose: index % 2 ? 'PRIVATE' : 'REGIONAL_MANAGED_PROXY' };
      return [`${base}/regions/${region}/subnetworks/${name}`, body];
    }),
  );
  return startMock('compute', { seed: { resources } });
}

type Scopes = Readonly<Record<string, { readonly subnetworks?: readonly { readonly name: string }[]; readonly warning?: JsonObject }>>;

/** The items of a page as `region/name`. */
function placesIn({ body }: HttpResult): readonly string[] {
  return Object.entries(body['items'] as unknown as Scopes).flatMap(([scope, { subnetworks = [] }]) =>
    subnetworks.map(({ name }) => `${scope.replace('regions/', '')}/${name}`),
  );
}

async function pages({ send }: MockClient, query: string): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for (let token = ''; ;) {
    const answer = await send(`GET ${all}?${query}${token}`);
    expect(answer.status, answer.text).toBe(200);
    found.push(placesIn(answer));
    const next = answer.body['nextPageToken'];
    if (typeof next !== 'string') return found;
    token = `&pageToken=${next}`;
  }
}

describe('an aggregated list of subnetworks', () => {
  test('groups items by region and warns about an empty region', async () => {
    const answer = await start().send(`GET ${all}`);
    expect(answer.body).toMatchObject({
      kind: 'compute#subnetworkAggregatedList',
      id: 'projects/p/aggregated/subnetworks',
      selfLink: `${origin}${all}`,
    });
    expect(placesIn(answer)).toEqual(places);
    const { 'regions/us-west1': none, ...others } = answer.body['items'] as unknown as Scopes;
    expect(none).toEqual({
      warning: {
        code: 'NO_RESULTS_ON_PAGE',
        message: "There are no results for scope 'regions/us-west1' on this page.",
        data: [{ key: 'scope', value: 'regions/us-west1' }],
      },
    });
    expect(Object.keys(others).every((scope) => scope.startsWith('regions/'))).toBe(true);
    expect(answer.body).not.toHaveProperty('nextPageToken');
  });

  test.each([1, 2, 3, 4, 5, 6, 7])('returns pages of %i', async (size) => {
    const found = await pages(start(), `maxResults=${size}`);
    expect(found.flat()).toEqual(places);
    expect(found.map(({ length }) => length)).toEqual([...Array(Math.ceil(6 / size)).keys()].map((at) => Math.min(size, 6 - at * size)));
  });

  test('applies a filter across pages', async () => {
    const wanted = places.filter((_, index) => index % 2 === 1);
    expect(await pages(start(), 'filter=purpose%3DPRIVATE')).toEqual([wanted]);
    expect((await pages(start(), 'filter=purpose%3DPRIVATE&maxResults=1')).flat()).toEqual(wanted);
  });

  test('rejects a token with another filter', async () => {
    const { send } = start();
    const { body } = await send(`GET ${all}?maxResults=1`);
    const other = await send(`GET ${all}?maxResults=1&filter=name%3Da&pageToken=${String(body['nextPageToken'])}`);
    expect(summarizeError(other)).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test('includes scopes without items on request', async () => {
    const { body } = await start().send(`GET ${all}?includeAllScopes=true`);
    expect(Object.keys(body['items'] as JsonObject)).toEqual(expect.arrayContaining(['global', 'regions/zz-own', 'zones/us-central1-a']));
  });

  test('fails for an unreachable region, or omits it from a partial result', async () => {
    const asked = start();
    await asked.mock.faults.add({ unreachable: ['regions/us-central1'] });
    expect(summarizeError(await asked.send(`GET ${all}`))).toMatchObject({ status: 503 });
    const answer = await asked.send(`GET ${all}?returnPartialSuccess=true`);
    expect(placesIn(answer)).toEqual(places.filter((place) => !place.startsWith('us-central1')));
    expect(answer.body).toMatchObject({
      unreachables: ['regions/us-central1'],
      items: { 'regions/us-central1': { warning: { code: 'UNREACHABLE' } } },
    });
  });
});

test('an aggregated list of operations contains all three kinds of scopes', async () => {
  const { send } = startMock('compute');
  await send(`POST ${base}/global/networks`, { name: 'n', autoCreateSubnetworks: false });
  await send(`POST ${base}/zones/us-central1-a/disks`, { name: 'd' });
  await send(`POST ${base}/regions/us-central1/subnetworks`, {
    name: 's',
    network: `${base.slice(1)}/global/networks/n`,
    ipCidrRange: '10.0.0.0/24',
  });
  const { body } = await send(`GET ${base}/aggregated/operations`);
  const filled = Object.entries(body['items'] as unknown as Readonly<Record<string, JsonObject>>).filter(([, each]) => each['operations']);
  expect(filled.map(([scope]) => scope)).toEqual(['global', 'regions/us-central1', 'zones/us-central1-a']);
});
