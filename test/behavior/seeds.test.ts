/** A seed and requests with the same resources get the same validation results, in any order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, MockOptions, SeedDocument } from '../../templates/runtime/mock/index.js';
import { startMock, type MockClient } from './request.js';

interface Case {
  readonly api: Parameters<typeof startMock>[0];
  /** The initial state. */
  readonly resources: Readonly<Record<string, JsonObject>>;
  readonly collection: string;
  /** The path in the collection to which a body belongs. */
  readonly nameOf: (body: JsonObject) => string;
  readonly bodies: fc.Arbitrary<JsonObject>;
}

const zone = '/dns/v1/projects/p/managedZones/z';
const data = { A: '192.0.2.1', TXT: '"t"', CNAME: 'a.example.' };
const recordSet = fc.record({
  name: fc.constantFrom('a.example.com.', 'A.example.com.', 'b.example.com.'),
  type: fc.constantFrom('A', 'TXT', 'CNAME'),
});

const cases: Readonly<Record<string, Case>> = {
  'record sets': {
    api: 'dns',
    resources: { [zone]: { dnsName: 'example.com.' } },
    collection: `${zone}/rrsets`,
    nameOf: ({ name, type }) => `${String(name).toLowerCase()}/${String(type)}`,
    bodies: recordSet.map((set): JsonObject => ({ ...set, ttl: 5, rrdatas: [data[set.type as keyof typeof data]] })),
  },
  subnetworks: {
    api: 'compute',
    resources: {},
    collection: '/compute/v1/projects/p/regions/r/subnetworks',
    nameOf: ({ name }) => String(name),
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

test.each(Object.keys(cases))('%s', async (name) => {
  const each = cases[name] as Case;
  const { collection, nameOf } = each;
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(each.bodies, { selector: nameOf, minLength: 2, maxLength: 4 }), async (bodies) => {
      const asked = start(each);
      const answers: number[] = [];
      for (const body of bodies) answers.push((await asked.send(`POST ${collection}`, body)).status);
      expect(answers.filter((status) => status !== 200 && status !== 400)).toEqual([]);
      const isMade = answers.every((status) => status === 200);
      const resources = Object.fromEntries(bodies.map((body) => [`${collection}/${nameOf(body)}`, body]));
      const isTaken = await start(each)
        .mock.seed({ resources })
        .then(
          () => true,
          () => false,
        );
      expect(isTaken).toBe(isMade);
      taken += Number(isTaken);
      // The final state can be restored, whatever was rejected before.
      const state = await asked.mock.state();
      const again = startMock(each.api, { seed: state });
      expect(await again.mock.state()).toEqual(state);
      // The exported state equals the GET responses in both mocks.
      const { resources: shown = {} } = (await asked.admin('GET state')).body as SeedDocument;
      for (const [path, body] of Object.entries(shown)) {
        for (const { send } of [asked, again]) expect((await send(`GET ${path}`)).body).toEqual(body);
      }
    }),
    { numRuns: 100 },
  );
  // Both orders are drawn often enough.
  expect(taken).toBeGreaterThan(15);
  expect(taken).toBeLessThan(85);
});
