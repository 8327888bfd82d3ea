/** The children of a zone: changes, keys, operations, and its access policy. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { noon, readNames, summarizeError, startMock, type MockClient } from '../request.js';

const zone = '/dns/v1/projects/p/managedZones/z';
const createRecord = (name: string, fields: JsonObject = {}): JsonObject => ({
  name: `${name}.example.com.`,
  type: 'A',
  ttl: 300,
  rrdatas: ['192.0.2.1'],
  ...fields,
});
const getRecordPath = (name: string, type = 'A'): string => `${zone}/rrsets/${name}.example.com./${type}`;

function start(options: Parameters<typeof startMock>[1] = {}, records: readonly string[] = ['www']): MockClient {
  const sets = Object.fromEntries(records.map((name) => [getRecordPath(name), createRecord(name)]));
  return startMock('dns', {
    seed: {
      resources: {
        [zone]: { name: 'z', dnsName: 'example.com.' },
        ...sets,
        [`${zone}/dnsKeys/7`]: { id: '7', type: 'keySigning' },
        [`${zone}/operations/op`]: { id: 'op', status: 'done' },
      },
    },
    ...options,
  });
}

describe('a change is atomic', () => {
  test('applies additions and deletions together', async () => {
    const { send } = start();
    const { status, body } = await send(`POST ${zone}/changes`, { additions: [createRecord('new')], deletions: [createRecord('www')] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'dns#change',
      status: 'done',
      additions: [createRecord('new')],
      deletions: [createRecord('www')],
      id: expect.any(String) as unknown,
      startTime: expect.any(String) as unknown,
    });
    expect((await send(`GET ${getRecordPath('new')}`)).status).toBe(200);
    expect((await send(`GET ${getRecordPath('www')}`)).status).toBe(404);
  });

  test('replaces a record set by deleting and adding it', async () => {
    const { send } = start();
    await send(`POST ${zone}/changes`, { additions: [createRecord('www', { ttl: 60 })], deletions: [createRecord('www')] });
    expect((await send(`GET ${getRecordPath('www')}`)).body).toMatchObject({ ttl: 60 });
  });

  test.each([
    ['the addition of an existing record set', { additions: [createRecord('new'), createRecord('www', { ttl: 5 })] }, 409],
    ['the deletion of a missing record set', { additions: [createRecord('new')], deletions: [createRecord('none')] }, 404],
    ['a deletion with another ttl', { additions: [createRecord('new')], deletions: [createRecord('www', { ttl: 1 })] }, 412],
    ['a deletion with other data', { additions: [createRecord('new')], deletions: [createRecord('www', { rrdatas: ['192.0.2.9'] })] }, 412],
    ['the same set twice', { additions: [createRecord('new'), createRecord('new')] }, 400],
    ['the same set twice with another ttl', { additions: [createRecord('new'), createRecord('new', { ttl: 1 })] }, 400],
    ['a ttl that is not a number', { additions: [createRecord('new', { ttl: 'long' })] }, 400],
    ['nothing', {}, 400],
    ['a set without a name', { additions: [createRecord('new'), { type: 'A', ttl: 5, rrdatas: ['192.0.2.1'] }] }, 400],
  ])('rejects %s as a whole and lists no change', async (_, body, status) => {
    const { send, mock } = start();
    const before = (await mock.state()).resources;
    expect((await send(`POST ${zone}/changes`, body)).status).toBe(status);
    expect((await mock.state()).resources).toEqual(before);
  });

  test('lists and returns changes', async () => {
    const { send } = start();
    const first = (await send(`POST ${zone}/changes`, { additions: [createRecord('a')] })).body;
    const second = (await send(`POST ${zone}/changes`, { additions: [createRecord('b')] })).body;
    expect(first['id']).not.toBe(second['id']);
    const { body } = await send(`GET ${zone}/changes`);
    expect(body['changes']).toEqual(expect.arrayContaining([first, second]));
    expect((await send(`GET ${zone}/changes/${String(first['id'])}`)).body).toEqual(first);
    expect((await send(`GET ${zone}/changes/999`)).status).toBe(404);
  });

  test('lists changes in the order of their numeric IDs', async () => {
    const { send } = start();
    const names = Array.from({ length: 12 }, (_, index) => `n${index}`);
    for (const name of names) await send(`POST ${zone}/changes`, { additions: [createRecord(name)] });
    expect(readNames(await send(`GET ${zone}/changes`), 'changes', 'id')).toEqual(names.map((_, index) => String(index)));
  });

  test('lets one of two deletions of the same record set succeed', async () => {
    const { send } = start();
    const statuses = (await Promise.all([0, 1, 2].map(() => send(`POST ${zone}/changes`, { deletions: [createRecord('www')] })))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 404, 404]);
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('rejects %s on a change with 405', async (verb) => {
    expect((await start().send(`${verb} ${zone}/changes/0`, {})).status).toBe(405);
  });
});

describe('record sets', () => {
  test('accept a wildcard, and ignore case and percent-encoding in the path', async () => {
    const { send } = start();
    await send(`POST ${zone}/rrsets`, { ...createRecord('*') });
    for (const name of ['*.example.com.', '%2A.example.com.', '%2a.example.com%2E']) {
      expect((await send(`GET ${zone}/rrsets/${name}/A`)).status).toBe(200);
    }
  });

  test('allow one record set per name and type', async () => {
    const { send } = start();
    expect((await send(`POST ${zone}/rrsets`, createRecord('www', { type: 'TXT', rrdatas: ['"x"'] }))).status).toBe(200);
    expect((await send(`POST ${zone}/rrsets`, createRecord('www', { type: 'TXT', rrdatas: ['"y"'] }))).status).toBe(409);
    expect((await send(`GET ${getRecordPath('www', 'TXT')}`)).body).toMatchObject({ rrdatas: ['"x"'] });
    expect((await send(`GET ${getRecordPath('www')}`)).body).toMatchObject({ rrdatas: ['192.0.2.1'] });
  });

  test('filter a list by name and by name and type', async () => {
    const { send } = start({}, ['www', 'mail']);
    await send(`POST ${zone}/rrsets`, createRecord('www', { type: 'TXT', rrdatas: ['"x"'] }));
    expect(readNames(await send(`GET ${zone}/rrsets?name=www.example.com.`), 'rrsets', 'type')).toEqual(['A', 'TXT']);
    expect(readNames(await send(`GET ${zone}/rrsets?name=www.example.com.&type=TXT`), 'rrsets', 'type')).toEqual(['TXT']);
    expect(readNames(await send(`GET ${zone}/rrsets?name=none.example.com.`), 'rrsets')).toEqual([]);
  });
});

describe('keys and operations are read-only', () => {
  test.each([
    ['dnsKeys', '7', 'dnsKeys'],
    ['operations', 'op', 'operations'],
  ])('%s', async (collection, id, items) => {
    const { send } = start();
    expect((await send(`GET ${zone}/${collection}/${id}`)).body).toMatchObject({ id });
    expect(readNames(await send(`GET ${zone}/${collection}`), items, 'id')).toContain(id);
    expect((await send(`GET ${zone}/${collection}/none`)).status).toBe(404);
    expect((await send(`GET ${zone.replace('/z', '/y')}/${collection}`)).status).toBe(404);
    for (const verb of ['PUT', 'PATCH', 'DELETE']) expect((await send(`${verb} ${zone}/${collection}/${id}`, {})).status).toBe(405);
    expect((await send(`POST ${zone}/${collection}`, {})).status).toBe(405);
  });

  test.each([
    ['a patch', 'PATCH', { description: 'x' }],
    ['a replacement', 'PUT', { name: 'z', dnsName: 'example.com.', description: 'x' }],
  ])('%s of the zone is recorded as a readable operation', async (_, verb, body) => {
    const { send } = start();
    const before = readNames(await send(`GET ${zone}/operations`), 'operations', 'id');
    expect((await send(`${verb} ${zone}`, body)).status).toBe(200);
    const after = readNames(await send(`GET ${zone}/operations`), 'operations', 'id');
    const added = after.filter((id) => !before.includes(id));
    expect(added).toHaveLength(1);
    expect((await send(`GET ${zone}/operations/${String(added[0])}`)).body).toMatchObject({
      status: 'done',
      type: 'UPDATE',
      user: 'anonymous@example.com',
      startTime: new Date(noon).toISOString(),
      zoneContext: { oldValue: { name: 'z' }, newValue: { name: 'z', description: 'x' } },
    });
  });

  test('records nothing for a rejected change', async () => {
    const { send } = start();
    const before = (await send(`GET ${zone}/operations`)).body;
    expect(summarizeError(await send(`PATCH ${zone}`, { name: 'other' }))).toMatchObject({ status: 400, reason: 'invalid' });
    expect((await send(`GET ${zone}/operations`)).body).toEqual(before);
  });
});

describe('the access policy', () => {
  const getPolicy = async ({ send }: MockClient): Promise<JsonObject> => (await send(`POST ${zone}:getIamPolicy`, {})).body;
  const setPolicy = (client: MockClient, policy: JsonObject): ReturnType<MockClient['send']> =>
    client.send(`POST ${zone}:setIamPolicy`, { policy });
  const bindings = [{ role: 'roles/dns.reader', members: ['user:a@example.com'] }];

  test('starts empty with an etag and stays the same', async () => {
    const client = start();
    const policy = await getPolicy(client);
    expect(policy).toEqual({ etag: expect.any(String) as unknown });
    expect(await getPolicy(client)).toEqual(policy);
  });

  test('returns the stored policy with a new etag', async () => {
    const client = start();
    const { etag } = await getPolicy(client);
    const { status, body } = await setPolicy(client, { bindings, etag: etag ?? null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ bindings });
    expect(body['etag']).not.toBe(etag);
    expect(await getPolicy(client)).toEqual(body);
  });

  test('rejects a stale etag with 409 and changes nothing', async () => {
    const client = start();
    const { etag } = await getPolicy(client);
    const { body } = await setPolicy(client, { bindings, etag: etag ?? null });
    expect((await setPolicy(client, { bindings: [], etag: etag ?? null })).status).toBe(409);
    expect(await getPolicy(client)).toEqual(body);
  });

  test('accepts the current etag in the other base64 alphabet or without padding', async () => {
    const client = start();
    const { etag } = await getPolicy(client);
    const spelling = String(etag).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    expect(spelling).not.toBe(etag);
    expect((await setPolicy(client, { bindings, etag: spelling })).status).toBe(200);
  });

  test('replaces the policy without an etag', async () => {
    const client = start();
    await setPolicy(client, { bindings });
    expect((await setPolicy(client, { bindings: [] })).status).toBe(200);
    expect((await getPolicy(client))['bindings'] ?? []).toEqual([]);
  });

  test('lets one of many writes with one etag succeed', async () => {
    const client = start();
    const { etag } = await getPolicy(client);
    const statuses = (
      await Promise.all(
        [1, 2, 3, 4].map((number) => setPolicy(client, { bindings: [{ role: `roles/${number}`, members: [] }], etag: etag ?? null })),
      )
    ).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
  });

  test('survives a patch and an update of the zone, and is deleted with it', async () => {
    const client = start({}, []);
    await setPolicy(client, { bindings });
    await client.send(`PATCH ${zone}`, { description: 'x' });
    await client.send(`PUT ${zone}`, { name: 'z', dnsName: 'example.com.', description: 'y' });
    expect(await getPolicy(client)).toMatchObject({ bindings });
    expect((await client.send(`DELETE ${zone}`)).status).toBe(200);
    expect((await client.send(`POST ${zone}:getIamPolicy`, {})).status).toBe(404);
    expect((await client.mock.state()).iamPolicies ?? {}).toEqual({});
    expect(
      (await client.send('POST /dns/v1/projects/p/managedZones', { name: 'z', dnsName: 'example.com.', description: '' })).status,
    ).toBe(200);
    expect((await getPolicy(client))['bindings'] ?? []).toEqual([]);
  });

  test.each(['getIamPolicy', 'setIamPolicy', 'testIamPermissions'])('returns 404 for %s of a zone that does not exist', async (verb) => {
    const body = { policy: {}, permissions: [] };
    const requestBody = verb === 'getIamPolicy' ? {} : verb === 'setIamPolicy' ? { policy: body.policy } : { permissions: ['dns.x'] };
    expect((await start().send(`POST ${zone}x:${verb}`, requestBody)).status).toBe(404);
  });

  test.each([
    ['no policy', {}],
    ['a policy as a string', { policy: 'x' }],
    ['bindings that are not a list', { policy: { bindings: {} } }],
    ['members that are not strings', { policy: { bindings: [{ role: 'r', members: [1] }] } }],
    ['a binding without a role', { policy: { bindings: [{ members: [] }] } }],
    ['a version as a string', { policy: { version: 'x' } }],
  ])('rejects %s with 400', async (_, body) => {
    expect((await start().send(`POST ${zone}:setIamPolicy`, body)).status).toBe(400);
  });

  test('testIamPermissions returns all requested permissions while authentication is off', async () => {
    const permissions = ['dns.managedZones.get', 'anything.else'];
    expect((await start().send(`POST ${zone}:testIamPermissions`, { permissions })).body).toEqual({ permissions });
  });

  test.each(['GET', 'DELETE'])('rejects %s on the custom verb', async (verb) => {
    expect([404, 405]).toContain((await start().send(`${verb} ${zone}:getIamPolicy`)).status);
  });
});

test('deleting a zone deletes its changes, keys, and operations', async () => {
  const client = start({}, []);
  await client.send(`POST ${zone}/changes`, { additions: [createRecord('a')] });
  await client.send(`POST ${zone}/changes`, { deletions: [createRecord('a')] });
  expect((await client.send(`DELETE ${zone}`)).status).toBe(200);
  expect(Object.keys((await client.mock.state()).resources ?? {}).filter((path) => path.startsWith(zone))).toEqual([]);
});
