/** The control routes of APIs, collections, and resources. */
import { describe, expect, test } from 'vitest';
import { compose } from '../../../mock/index.js';
import type { JsonObject } from '../../../mock/index.js';
import { MemoryMockStore } from '../../support/memory-log.js';
import { createMockClient, createSeed, noon, origin, startMock, summarizeError } from '../request.js';

const zones = '/dns/v1/projects/p/managedZones';
const rrset = `${zones}/z1/rrsets/www.example.com./A`;
const seed = {
  resources: {
    [`${zones}/z1`]: { name: 'z1', dnsName: 'example.com.' },
    [`${zones}/z2`]: { name: 'z2', dnsName: 'example.org.', description: 'The Second' },
    [rrset]: { name: 'www.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] },
  },
};

describe('APIs', () => {
  test('are listed, and described by their Discovery documents', async () => {
    const client = createMockClient(compose(startMock('dns').mock, startMock('osConfig').mock));
    const { apis } = (await client.admin('GET apis')).body as { apis: readonly JsonObject[] };
    expect(apis).toEqual([
      expect.objectContaining({ name: 'dns', version: 'v1', title: expect.any(String), methods: expect.any(Number) }),
      expect.objectContaining({ name: 'osconfig', version: 'v1beta' }),
    ]);
    const { body } = await client.admin('GET apis/dns/v1');
    expect(body).toMatchObject({ name: 'dns', rootUrl: `${origin}/`, schemas: expect.any(Object), 'x-source': expect.anything() });
    expect(body).toEqual((await client.send('GET /discovery/v1/apis/dns/v1/rest')).body);
    expect((await client.admin('GET requests')).body['requests']).toHaveLength(1);
    expect(summarizeError(await client.admin('GET apis/dns/v2'))).toEqual({ status: 404, reason: 'notFound' });
    expect((await client.admin('GET apis/dns')).status).toBe(404);
  });
});

describe('collections', () => {
  test('have a count, a project, and a type with its methods', async () => {
    const { body } = await startMock('dns', { seed }).admin('GET collections');
    const { collections, types } = body as { collections: readonly JsonObject[]; types: readonly JsonObject[] };
    const type = 'dns/v1/projects/{project}/managedZones/{managedZone}';
    expect(collections).toEqual([
      { path: zones, type, api: 'dns', version: 'v1', project: 'p', count: 2 },
      { path: `${zones}/z1/rrsets`, type: `${type}/rrsets/{name}/{type}`, api: 'dns', version: 'v1', project: 'p', count: 1 },
    ]);
    expect(types.find((each) => each['type'] === type)).toEqual({
      type,
      api: 'dns',
      version: 'v1',
      name: 'ManagedZone',
      schema: 'ManagedZone',
      methods: Object.fromEntries(['list', 'get', 'create', 'update', 'patch', 'delete'].map((name) => [name, `dns.managedZones.${name}`])),
    });
  });
});

describe('resources', () => {
  const list = async (query: string): Promise<JsonObject> => (await startMock('dns', { seed }).admin(`GET resources?${query}`)).body;

  test('are as a GET returns them', async () => {
    const client = startMock('dns', { seed });
    await client.send(`PATCH ${zones}/z1`, { description: 'changed' });
    const { body } = await client.admin(`GET resources?collection=${zones}`);
    expect(body).toEqual({
      resources: [
        { path: `${zones}/z1`, name: 'z1', version: 2, body: (await client.send(`GET ${zones}/z1`)).body },
        { path: `${zones}/z2`, name: 'z2', version: 1, body: (await client.send(`GET ${zones}/z2`)).body },
      ],
      total: 2,
    });
  });

  test.each<[query: string, names: readonly string[], total: number, next?: string]>([
    ['', ['z1', 'z2', 'www.example.com./A'], 3],
    ['limit=2', ['z1', 'z2'], 3, `${zones}/z2`],
    [`limit=2&after=${zones}/z2`, ['www.example.com./A'], 3],
    ['offset=1&limit=1', ['z2'], 3, `${zones}/z2`],
    ['offset=3', [], 3],
    [`collection=${zones}&offset=1`, ['z2'], 2],
    [`collection=${zones}/none`, [], 0],
    ['search=second', ['z2'], 1],
    ['search=192.0.2', ['www.example.com./A'], 1],
    ['search=managedzones', ['z1', 'z2', 'www.example.com./A'], 3],
    ['search=managedzones&offset=1&limit=1', ['z2'], 3, `${zones}/z2`],
    [`search=managedzones&after=${zones}/z2`, ['www.example.com./A'], 3],
  ])('?%s returns %j of %i', async (query, names, total, next) => {
    const { resources, ...page } = await list(query);
    expect((resources as readonly JsonObject[]).map(({ name }) => name)).toEqual(names);
    expect(page).toEqual({ total, ...(next !== undefined && { next }) });
  });

  test('are selected by a filter of the list method', async () => {
    const checks = '/compute/v1/projects/p/global/httpHealthChecks';
    const client = startMock('compute', { seed: createSeed(checks, [{ name: 'a' }, { name: 'b', port: 90 }, { name: 'c', port: 90 }]) });
    const select = (query: string) => client.admin(`GET resources?${query}`);
    const filter = `filter=${encodeURIComponent('port = 90')}`;
    const { body } = await select(`collection=${checks}&search=checks/b&${filter}`);
    expect(body).toMatchObject({ resources: [{ path: `${checks}/b` }], total: 1 });
    expect((await select(`collection=${checks}&${filter}`)).body).toMatchObject({ total: 2 });
    expect((await select(`collection=${checks}-none&${filter}`)).body).toEqual({ resources: [], total: 0 });
    expect(summarizeError(await select(`collection=${checks}&filter=(`))).toEqual({ status: 400, reason: 'invalid', location: 'filter' });
    expect(summarizeError(await select(filter))).toEqual({ status: 400, reason: 'invalid', location: 'filter' });
  });

  test('are found at any offset of a large collection, and in a shared store', async () => {
    const names = Array.from({ length: 3000 }, (_, index) => `zone-${String(index).padStart(5, '0')}`);
    const large = createSeed(
      zones,
      names.map((name) => ({ name, dnsName: 'example.com.' })),
    );
    const store = new MemoryMockStore();
    await startMock('dns', { seed: large, store }).mock.sequence();
    for (const client of [startMock('dns', { seed: large }), startMock('dns', { store })]) {
      for (const offset of [0, 1, 47, 48, 49, 1500, 2998, 2999, 3000]) {
        const { body } = await client.admin(`GET resources?collection=${zones}&offset=${offset}&limit=3`);
        const found = (body['resources'] as readonly JsonObject[]).map(({ name }) => name);
        expect([offset, body['total'], found]).toEqual([offset, 3000, names.slice(offset, offset + 3)]);
      }
    }
  });
});

describe('the clock', () => {
  const check = '/compute/v1/projects/p/global/httpHealthChecks/check';
  test('advances to the next scheduled change', async () => {
    const client = startMock('compute', { seed: { resources: { [check]: { name: 'check' } } }, operationDelay: 10_000 });
    expect((await client.admin('GET clock')).body).toEqual({ now: new Date(noon).toISOString(), frozen: false });
    await client.admin('POST clock', { freeze: true });
    const operation = (await client.send(`PATCH ${check}`, { port: 81 })).body;
    const times: unknown[] = [];
    for (let count = 0; count < 5; count++) {
      times.push((await client.admin('GET clock')).body['next']);
      await client.admin('POST clock', { next: true });
    }
    const [quarter, half, threeQuarters, end] = [2500, 5000, 7500, 10_000].map((delay) => new Date(noon + delay).toISOString());
    // The removal of the completed operation doesn't count.
    expect(times).toEqual([quarter, half, threeQuarters, end, undefined]);
    expect((await client.admin('GET clock')).body).toEqual({ now: end, frozen: true });
    expect((await client.send(`GET ${String(operation['selfLink']).slice(origin.length)}`)).body).toMatchObject({
      status: 'DONE',
      endTime: end,
    });
    expect((await client.send(`GET ${check}`)).body).toMatchObject({ port: 81 });
  });

  test.each([{ next: false }, { next: true, advance: 1 }])('rejects %j', async (body) => {
    expect(summarizeError(await startMock('dns').admin('POST clock', body))).toEqual({ status: 400, reason: 'invalid' });
  });
});
