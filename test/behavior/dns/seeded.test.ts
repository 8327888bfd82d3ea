/** Seeded record sets are validated like created ones. */
import { describe, expect, test } from 'vitest';
import type { JsonObject, SeedDocument } from '../../../mock/index.js';
import { startMock, type MockClient } from '../request.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const createSeedWithRecord = (
  name: string,
  type: string,
  fields: JsonObject,
): { readonly resources: Readonly<Record<string, JsonObject>> } => ({
  resources: {
    [`${zone}/rrsets/${name}/${type}`]: { name, type, ttl: 300, ...fields },
    [zone]: { name: 'z', dnsName: 'example.com.' },
  },
});

test.each([
  ['invalid data for its type', createSeedWithRecord('www.example.com.', 'A', { rrdatas: ['x'] }), "rrdatas[0]': 'x'"],
  [
    'two canonical names',
    createSeedWithRecord('www.example.com.', 'CNAME', { rrdatas: ['a.example.', 'b.example.'] }),
    "rrdatas': a CNAME record set",
  ],
  [
    'a name outside of the zone',
    createSeedWithRecord('www.badexample.com.', 'A', { rrdatas: ['192.0.2.1'] }),
    'name must be the dnsName of the managed zone or a subdomain of it',
  ],
  ['a missing zone', { resources: { [`${zone}/rrsets/www.example.com./A`]: { rrdatas: ['192.0.2.1'] } } }, 'does not exist'],
])('rejects %s at start and later', async (_, seed, message) => {
  expect(() => startMock('dns', { seed })).toThrow(message);
  const { mock, send } = startMock('dns');
  await expect(mock.seed(seed)).rejects.toThrow(message);
  expect((await send(`GET ${zone}`)).status).toBe(404);
});

test.each([
  ['its own name', createSeedWithRecord('example.com.', 'A', { rrdatas: ['192.0.2.1'] })],
  ['a wildcard', createSeedWithRecord('*.example.com.', 'A', { rrdatas: ['192.0.2.1'] })],
  ['a name below, in any case', createSeedWithRecord('WWW.Example.com.', 'A', { rrdatas: ['192.0.2.1'] })],
])('accepts %s', async (_, seed) => {
  expect((await startMock('dns', { seed }).send(`GET ${zone}`)).status).toBe(200);
  const { mock, send } = startMock('dns');
  await mock.seed(seed);
  expect((await send(`GET ${zone}`)).status).toBe(200);
});

test('validates a seeded record set against the existing zone', async () => {
  const { mock } = startMock('dns', { seed: { resources: { [zone]: { name: 'z', dnsName: 'example.com.' } } } });
  const resources = { [`${zone}/rrsets/www.example.org./A`]: { name: 'www.example.org.', type: 'A', ttl: 1, rrdatas: ['192.0.2.1'] } };
  await expect(mock.seed({ resources })).rejects.toThrow('name must be the dnsName of the managed zone or a subdomain');
});

describe('record sets of one name', () => {
  const [alias, address] = [
    { name: 'www.example.com.', type: 'CNAME', ttl: 300, rrdatas: ['a.example.'] },
    { name: 'www.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] },
  ];
  const createSeedWithRecords = (...sets: readonly JsonObject[]): SeedDocument => ({
    resources: {
      ...Object.fromEntries(sets.map((set) => [`${zone}/rrsets/${String(set['name'])}/${String(set['type'])}`, set])),
      [zone]: { name: 'z', dnsName: 'example.com.' },
    },
  });
  const messages = [
    `resources.${zone}/rrsets/www.example.com./CNAME: Invalid value for 'type': a CNAME record set must be the only record set with its name`,
    `resources.${zone}/rrsets/www.example.com./A: Invalid value for 'type': a CNAME record set must be the only record set with its name`,
  ];

  test('reject a CNAME next to another type, in any order, and store nothing', async () => {
    expect(() => startMock('dns', { seed: createSeedWithRecords(alias, address) })).toThrow(
      `The seed has 2 errors:\n${messages.join('\n')}`,
    );
    expect(() => startMock('dns', { seed: createSeedWithRecords(address, alias) })).toThrow(
      `The seed has 2 errors:\n${[...messages].reverse().join('\n')}`,
    );
    const { admin, send } = startMock('dns');
    const { status, body } = await admin('POST seed', createSeedWithRecords(alias, address));
    expect([status, (body['error'] as { errors: readonly JsonObject[] }).errors.map(({ message }) => message)]).toEqual([400, messages]);
    expect((await send(`GET ${zone}`)).status).toBe(404);
  });

  test('compare names case-insensitively', () => {
    expect(() => startMock('dns', { seed: createSeedWithRecords(alias, { ...address, name: 'WWW.Example.com.' }) })).toThrow(
      'The seed has 2 errors',
    );
  });

  test('validate a CNAME against the stored records, except those that the seed replaces', async () => {
    const { mock } = startMock('dns', { seed: createSeedWithRecords(address) });
    const resources = { [`${zone}/rrsets/www.example.com./CNAME`]: alias };
    await expect(mock.seed({ resources })).rejects.toThrow(messages[0] as string);
    await (await startMock('dns', { seed: createSeedWithRecords(alias) })).mock.seed({ resources });
  });

  test.each([
    ['record sets of several types without a CNAME', createSeedWithRecords(address, { ...address, type: 'TXT', rrdatas: ['"t"'] })],
    ['a CNAME at another name', createSeedWithRecords(address, { ...alias, name: 'ftp.example.com.' })],
  ])('accept %s', async (_, seed) => {
    expect((await startMock('dns', { seed }).send(`GET ${zone}/rrsets`)).body['rrsets']).toHaveLength(2);
  });
});

test('rejects two zones with one ID', async () => {
  const zones = (id: string): SeedDocument => ({
    resources: { [zone]: { dnsName: 'example.com.', id: '7' }, [`${zone}2`]: { dnsName: 'example.org.', id } },
  });
  expect(() => startMock('dns', { seed: zones('7') })).toThrow("'id': it is already used by 'projects/p/managedZones/z2'");
  expect((await startMock('dns', { seed: zones('8') }).send('GET /dns/v1/projects/p/managedZones/8')).body).toMatchObject({ name: 'z2' });
});

test('does not reuse a generated ID that a seed contains', async () => {
  const zones = '/dns/v1/projects/p/managedZones';
  const create = async (client: MockClient, name: string): Promise<JsonObject> =>
    (await client.send(`POST ${zones}`, { name, dnsName: `${name}.example.` })).body;
  const first = await create(startMock('dns'), 'first');
  // The same random seed generates the same IDs.
  const restarted = startMock('dns', { seed: { resources: { [`${zones}/first`]: first } } });
  const second = await create(restarted, 'second');
  expect(second['id']).not.toBe(first['id']);
  for (const { id, name } of [first, second]) expect((await restarted.send(`GET ${zones}/${String(id)}`)).body['name']).toBe(name);
});
