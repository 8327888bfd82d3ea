/** Seeded subnetworks are validated against each other and against stored ones, like created ones. */
import { describe, expect, test } from 'vitest';
import type { JsonObject, SeedDocument, SeedError } from '../../../mock/index.js';
import { startMock } from '../request.js';

const region = '/compute/v1/projects/p/regions/r/subnetworks';
const [blue, green] = [`${region}/blue`, `${region}/green`];
const network = 'https://service.example/compute/v1/projects/p/global/networks/n';
const proxy = { network, purpose: 'INTERNAL_HTTPS_LOAD_BALANCER', role: 'ACTIVE', fingerprint: 'AAAAAAAAAAE=' };
const backup = { ...proxy, role: 'BACKUP' };
const [firstRange, secondRange] = [{ ipCidrRange: '10.0.0.0/24' }, { ipCidrRange: '10.0.1.0/24' }];

type Resources = Readonly<Record<string, JsonObject>>;

/** Returns the errors of a seed. They are the same at startup, later, and in reverse order. */
async function listSeedErrors(resources: Resources): Promise<readonly string[]> {
  const listMessages = (error: unknown): readonly string[] => (error as SeedError).faults.map(({ message }) => message);
  const reversed = Object.fromEntries(Object.entries(resources).reverse());
  const { mock } = startMock('compute');
  const errorsLater = await mock.seed({ resources }).then(() => [], listMessages);
  const errorsReversed = await mock.seed({ resources: reversed }).then(() => [], listMessages);
  let errorsAtStart: readonly string[] = [];
  try {
    startMock('compute', { seed: { resources } });
  } catch (error) {
    errorsAtStart = listMessages(error);
  }
  expect(errorsLater).toEqual(errorsAtStart);
  expect([...errorsReversed].reverse()).toEqual(errorsLater);
  expect(Object.keys((await mock.state()).resources ?? {})).toHaveLength(errorsAtStart.length > 0 ? 0 : Object.keys(resources).length);
  return errorsAtStart;
}

describe('one subnetwork per network and purpose is ACTIVE', () => {
  test('rejects a second active subnetwork and reports both places', async () => {
    expect(await listSeedErrors({ [blue]: { ...proxy, ...firstRange }, [green]: { ...proxy, ...secondRange } })).toEqual([
      `resources.${blue}: Invalid value for 'role': 'projects/p/regions/r/subnetworks/green' is ACTIVE`,
      `resources.${green}: Invalid value for 'role': 'projects/p/regions/r/subnetworks/blue' is ACTIVE`,
    ]);
  });

  test.each<[string, JsonObject]>([
    ['in any spelling of the network', { network: 'projects/p/global/networks/n' }],
    ['with or without a region', { region: 'https://service.example/compute/v1/projects/p/regions/r' }],
  ])('%s', async (_, otherFields) => {
    expect(
      await listSeedErrors({ [blue]: { ...proxy, ...firstRange }, [green]: { ...proxy, ...secondRange, ...otherFields } }),
    ).toHaveLength(2);
  });

  test.each<[string, string, JsonObject]>([
    ['a BACKUP one', green, backup],
    ['one of another network', green, { ...proxy, network: 'global/networks/other' }],
    ['one of another purpose', green, { ...proxy, purpose: 'GLOBAL_MANAGED_PROXY' }],
    ['one of another region', green.replace('/r/', '/s/'), proxy],
    ['one of another project', green.replace('/p/', '/q/'), proxy],
  ])('accepts %s', async (_, path, body) => {
    expect(await listSeedErrors({ [blue]: { ...proxy, ...firstRange }, [path]: { ...body, ...secondRange } })).toEqual([]);
  });
});

describe('ranges of a network do not overlap', () => {
  const subnet = { network, fingerprint: 'AAAAAAAAAAE=' };
  const secondaryRange = { rangeName: 'pods', ipCidrRange: '10.0.0.128/25' };

  test('reports both overlapping ranges at their fields', async () => {
    expect(
      await listSeedErrors({
        [blue]: { ...subnet, ...firstRange },
        [green]: { ...subnet, ...secondRange, secondaryIpRanges: [secondaryRange] },
      }),
    ).toEqual([
      `resources.${blue}: Invalid value for 'ipCidrRange': the range 10.0.0.0/24 overlaps 10.0.0.128/25 of another resource with the same network`,
      `resources.${green}: Invalid value for 'secondaryIpRanges[0].ipCidrRange': the range 10.0.0.128/25 overlaps 10.0.0.0/24 of another resource with the same network`,
    ]);
  });

  test('reports an overlap across regions, because a network is global', async () => {
    expect(
      await listSeedErrors({ [blue]: { ...subnet, ...firstRange }, [green.replace('/r/', '/s/')]: { ...subnet, ...firstRange } }),
    ).toHaveLength(2);
  });

  test('reports only the overlap of a range with itself', async () => {
    expect(
      await listSeedErrors({
        [blue]: { ...subnet, ...firstRange, secondaryIpRanges: [secondaryRange] },
        [green]: { ...subnet, ...secondRange },
      }),
    ).toEqual([
      expect.stringContaining("'secondaryIpRanges[0].ipCidrRange': the range 10.0.0.128/25 overlaps 10.0.0.0/24 at /ipCidrRange"),
    ]);
  });

  test.each<[string, string, JsonObject]>([
    ['another network', green, { network: 'projects/p/global/networks/other' }],
    ['another project', green.replace('/p/', '/q/'), { network: 'projects/q/global/networks/n' }],
  ])('accepts the same range in %s', async (_, path, body) => {
    expect(await listSeedErrors({ [blue]: { ...subnet, ...firstRange }, [path]: { ...subnet, ...firstRange, ...body } })).toEqual([]);
  });

  test('accepts a thousand disjoint ranges and reports the one that overlaps, with its partner', async () => {
    const disjointSubnetworks = Array.from({ length: 1000 }, (_, index): [string, JsonObject] => [
      `${region}/n${index}`,
      { ...subnet, ipCidrRange: `10.${index >> 8}.${index & 255}.0/24` },
    ]);
    expect(await listSeedErrors(Object.fromEntries(disjointSubnetworks))).toEqual([]);
    const errors = await listSeedErrors(Object.fromEntries([...disjointSubnetworks, [blue, { ...subnet, ipCidrRange: '10.1.7.4/30' }]]));
    expect(errors.map((fault) => fault.slice(0, fault.indexOf(':')))).toEqual([`resources.${region}/n263`, `resources.${blue}`]);
  });
});

test('rejects two resources with one numeric ID', async () => {
  const [firstPath, secondPath] = ['one', 'other'].map((name) => `/compute/v1/projects/p/global/sslPolicies/${name}`) as [string, string];
  expect(await listSeedErrors({ [firstPath]: { id: '5' }, [secondPath]: { id: '5' } })).toEqual([
    `resources.${firstPath}: Invalid value for 'id': it is already used by 'projects/p/global/sslPolicies/other'`,
    `resources.${secondPath}: Invalid value for 'id': it is already used by 'projects/p/global/sslPolicies/one'`,
  ]);
  // Numeric IDs are unique per collection.
  expect(await listSeedErrors({ [firstPath]: { id: '5' }, [secondPath.replace('/p/', '/q/')]: { id: '5' } })).toEqual([]);
});

test('does not reuse the generated ID of another resource', async () => {
  const policies = '/compute/v1/projects/p/global/sslPolicies';
  const { mock, readStored } = startMock('compute', { seed: { resources: { [`${policies}/first`]: {} } } });
  const id = (await readStored(`${policies}/first`))?.['id'] as string;
  const seed = { resources: { [`${policies}/silent`]: {}, [`${policies}/first`]: { id } } };
  const restored = startMock('compute', { seed });
  expect((await restored.readStored(`${policies}/silent`))?.['id']).not.toBe(id);
  await mock.seed(seed);
});

test('rejects two projects with one number', async () => {
  const [p, q] = ['/compute/v1/projects/p', '/compute/v1/projects/q'];
  expect(await listSeedErrors({ [p]: { id: '12' }, [q]: { id: '12' } })).toHaveLength(2);
  expect(await listSeedErrors({ [p]: { id: '12' }, [q]: { id: '13' } })).toEqual([]);
});

describe('a seed for an existing state', () => {
  const existing: SeedDocument = { resources: { [blue]: { ...proxy, ...firstRange, id: '5' } } };

  test.each<[string, JsonObject, string]>([
    ['the role', { ...proxy, ...secondRange }, "'projects/p/regions/r/subnetworks/blue' is ACTIVE"],
    ['the range', { ...backup, ...firstRange }, 'the range 10.0.0.0/24 overlaps 10.0.0.0/24'],
    ['the number', { ...backup, ...secondRange, id: '5' }, "already used by 'projects/p/regions/r/subnetworks/blue'"],
  ])('has %s: rejected when merged, accepted when it replaces the state', async (_, body, message) => {
    const { mock, admin } = startMock('compute', { seed: existing });
    const seed = { resources: { [green]: body } };
    await expect(mock.seed(seed)).rejects.toThrow(message);
    expect((await admin('POST seed', seed)).status).toBe(400);
    expect(Object.keys((await mock.state()).resources ?? {})).toEqual([blue]);
    expect((await admin('PUT state', seed)).status).toBe(200);
  });

  test('can change existing resources: roles, ranges, and numbers move between resources', async () => {
    const { mock, readStored, send } = startMock('compute', { seed: existing });
    await mock.seed({ resources: { [green]: { ...backup, ...secondRange, id: '6' } } });
    await mock.seed({ resources: { [blue]: { ...backup, ...secondRange, id: '6' }, [green]: { ...proxy, ...firstRange, id: '5' } } });
    expect(await readStored(green)).toMatchObject({ role: 'ACTIVE', id: '5' });
    for (const [id, name] of Object.entries({ '5': 'green', '6': 'blue' }))
      expect((await send(`GET ${region}/${id}`)).body).toMatchObject({ name });
  });

  test('is overridden by later start-up seeds', async () => {
    const seed = [existing, { resources: { [green]: { ...proxy, ...secondRange } } }];
    expect(() => startMock('compute', { seed })).toThrow('The seed has 2 errors');
    const resolved = startMock('compute', { seed: [...seed, { resources: { [blue]: { ...backup, ...firstRange } } }] });
    expect(await resolved.readStored(green)).toMatchObject({ role: 'ACTIVE' });
  });

  test('restores its own state', async () => {
    const { mock, send, wait } = startMock('compute', { seed: existing });
    await mock.seed({ resources: { [green]: { ...backup, ...secondRange } } });
    await send(`PATCH ${green}?drainTimeoutSeconds=60`, { role: 'ACTIVE', fingerprint: backup.fingerprint });
    const state = await mock.state();
    const restored = startMock('compute', { seed: state });
    expect(await restored.mock.state()).toEqual(state);
    await wait(60);
    await mock.seed(state);
  });
});
