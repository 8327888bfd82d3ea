/** Aggregated lists: one page covers several scopes, each with its items or a warning. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { origin, summarizeError, startMock, type MockClient, type HttpResult } from '../request.js';

const base = '/compute/v1/projects/p';
const listPath = `${base}/aggregated/subnetworks`;

/** The regions of the service, and one that exists because a seed has a resource in it. */
const subnetworks = ['asia-east1/a', 'asia-east1/b', 'europe-west1/c', 'us-central1/d', 'us-central1/e', 'zz-own/f'];

function start(): MockClient {
  const resources = Object.fromEntries(
    subnetworks.map((subnetwork, index): [string, JsonObject] => {
      const [region = '', name = ''] = subnetwork.split('/');
      const body = { name, network: 'n', ipCidrRange: `10.${index}.0.0/24`, purpose: index % 2 ? 'PRIVATE' : 'REGIONAL_MANAGED_PROXY' };
      return [`${base}/regions/${region}/subnetworks/${name}`, body];
    }),
  );
  return startMock('compute', { seed: { resources } });
}

type Scopes = Readonly<Record<string, { readonly subnetworks?: readonly { readonly name: string }[]; readonly warning?: JsonObject }>>;

/** The items of a page as `region/name`. */
function listSubnetworks({ body }: HttpResult): readonly string[] {
  return Object.entries(body['items'] as unknown as Scopes).flatMap(([scope, { subnetworks = [] }]) =>
    subnetworks.map(({ name }) => `${scope.replace('regions/', '')}/${name}`),
  );
}

async function listPages({ send }: MockClient, query: string): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for (let token = ''; ;) {
    const response = await send(`GET ${listPath}?${query}${token}`);
    expect(response.status, response.text).toBe(200);
    pages.push(listSubnetworks(response));
    const next = response.body['nextPageToken'];
    if (typeof next !== 'string') return pages;
    token = `&pageToken=${next}`;
  }
}

describe('an aggregated list of subnetworks', () => {
  test('groups items by region and warns about an empty region', async () => {
    const response = await start().send(`GET ${listPath}`);
    expect(response.body).toMatchObject({
      kind: 'compute#subnetworkAggregatedList',
      id: 'projects/p/aggregated/subnetworks',
      selfLink: `${origin}${listPath}`,
    });
    expect(listSubnetworks(response)).toEqual(subnetworks);
    const { 'regions/us-west1': emptyRegion, ...others } = response.body['items'] as unknown as Scopes;
    expect(emptyRegion).toEqual({
      warning: {
        code: 'NO_RESULTS_ON_PAGE',
        message: "There are no results for scope 'regions/us-west1' on this page.",
        data: [{ key: 'scope', value: 'regions/us-west1' }],
      },
    });
    expect(Object.keys(others).every((scope) => scope.startsWith('regions/'))).toBe(true);
    expect(response.body).not.toHaveProperty('nextPageToken');
  });

  test.each([1, 2, 3, 4, 5, 6, 7])('returns pages of %i', async (size) => {
    const pages = await listPages(start(), `maxResults=${size}`);
    expect(pages.flat()).toEqual(subnetworks);
    expect(pages.map(({ length }) => length)).toEqual(
      [...Array(Math.ceil(6 / size)).keys()].map((pageIndex) => Math.min(size, 6 - pageIndex * size)),
    );
  });

  test('applies a filter across pages', async () => {
    const privateSubnetworks = subnetworks.filter((_, index) => index % 2 === 1);
    expect(await listPages(start(), 'filter=purpose%3DPRIVATE')).toEqual([privateSubnetworks]);
    expect((await listPages(start(), 'filter=purpose%3DPRIVATE&maxResults=1')).flat()).toEqual(privateSubnetworks);
  });

  test('rejects a token with another filter', async () => {
    const { send } = start();
    const { body } = await send(`GET ${listPath}?maxResults=1`);
    const response = await send(`GET ${listPath}?maxResults=1&filter=name%3Da&pageToken=${String(body['nextPageToken'])}`);
    expect(summarizeError(response)).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test('includes scopes without items on request', async () => {
    const { body } = await start().send(`GET ${listPath}?includeAllScopes=true`);
    expect(Object.keys(body['items'] as JsonObject)).toEqual(expect.arrayContaining(['global', 'regions/zz-own', 'zones/us-central1-a']));
  });

  test('fails for an unreachable region, or omits it from a partial result', async () => {
    const client = start();
    await client.mock.faults.add({ unreachable: ['regions/us-central1'] });
    expect(summarizeError(await client.send(`GET ${listPath}`))).toMatchObject({ status: 503 });
    const response = await client.send(`GET ${listPath}?returnPartialSuccess=true`);
    expect(listSubnetworks(response)).toEqual(subnetworks.filter((subnetwork) => !subnetwork.startsWith('us-central1')));
    expect(response.body).toMatchObject({
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
  const scopesWithOperations = Object.entries(body['items'] as unknown as Readonly<Record<string, JsonObject>>).filter(
    ([, each]) => each['operations'],
  );
  expect(scopesWithOperations.map(([scope]) => scope)).toEqual(['global', 'regions/us-central1', 'zones/us-central1-a']);
});
