/** Seeding resources and creating them with requests have the same validation results, in any order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, MockOptions, SeedDocument } from '../../mock/index.js';
import { startMock, type MockClient } from './request.js';

interface Case {
  readonly api: Parameters<typeof startMock>[0];
  /** The initial state. */
  readonly resources: Readonly<Record<string, JsonObject>>;
  readonly collection: string;
  /** Returns the path of a resource in the collection. */
  readonly getPath: (body: JsonObject) => string;
  readonly bodies: fc.Arbitrary<JsonObject>;
}

const zone = '/dns/v1/projects/p/managedZones/z';
const recordData = { A: '192.0.2.1', TXT: '"t"', CNAME: 'a.example.' };
const recordSet = fc.record({
  name: fc.constantFrom('a.example.com.', 'A.example.com.', 'b.example.com.'),
  type: fc.constantFrom('A', 'TXT', 'CNAME'),
});

const cases: Readonly<Record<string, Case>> = {
  'record sets': {
    api: 'dns',
    resources: { [zone]: { dnsName: 'example.com.' } },
    collection: `${zone}/rrsets`,
    getPath: ({ name, type }) => `${String(name).toLowerCase()}/${String(type)}`,
    bodies: recordSet.map((set): JsonObject => ({ ...set, ttl: 5, rrdatas: [recordData[set.type as keyof typeof recordData]] })),
  },
  subnetworks: {
    api: 'compute',
    resources: {},
    collection: '/compute/v1/projects/p/regions/r/subnetworks',
    getPath: ({ name }) => String(name),
    bodies: fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      network: fc.constantFrom(
        'projects/p/global/networks/n',
        'https://x.example/compute/v1/projects/p/global/networks/n',
        'global/networks/m',
      ),
      ipCidrRange: fc.tuple(fc.nat(7), fc.constantFrom(29, 30, 31)).map(([third, length]) => `10.0.0.${third * 8}/${length}`),
      purpose: fc.constantFrom('INTERNAL_HTTPS_LOAD_BALANCER', 'GLOBAL_MANAGED_PROXY'),
      role: fc.constantFrom('ACTIVE', 'BACKUP'),
    }),
  },
};

const start = ({ api, resources }: Case, options: MockOptions = {}): MockClient => startMock(api, { seed: { resources }, ...options });

test.each(Object.keys(cases))('%s: a seed is accepted if and only if requests can create its resources', async (name) => {
  const testCase = cases[name] as Case;
  const { collection, getPath } = testCase;
  let acceptedSeeds = 0;
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(testCase.bodies, { selector: getPath, minLength: 2, maxLength: 4 }), async (bodies) => {
      const client = start(testCase);
      const statuses: number[] = [];
      for (const body of bodies) statuses.push((await client.send(`POST ${collection}`, body)).status);
      expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
      const allCreated = statuses.every((status) => status === 200);
      const resources = Object.fromEntries(bodies.map((body) => [`${collection}/${getPath(body)}`, body]));
      const isSeedAccepted = await start(testCase)
        .mock.seed({ resources })
        .then(
          () => true,
          () => false,
        );
      expect(isSeedAccepted).toBe(allCreated);
      acceptedSeeds += Number(isSeedAccepted);
      // The final state can be restored even after rejected requests.
      const state = await client.mock.state();
      const restored = startMock(testCase.api, { seed: state });
      expect(await restored.mock.state()).toEqual(state);
      // The exported state equals the GET responses in both mocks.
      const { resources: exported = {} } = (await client.admin('GET state')).body as SeedDocument;
      for (const [path, body] of Object.entries(exported)) {
        for (const { send } of [client, restored]) expect((await send(`GET ${path}`)).body).toEqual(body);
      }
    }),
    { numRuns: 100 },
  );
  // The examples include enough accepted and rejected seeds.
  expect(acceptedSeeds).toBeGreaterThan(15);
  expect(acceptedSeeds).toBeLessThan(85);
});
