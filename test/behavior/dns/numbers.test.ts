/** The server generates unused IDs for the children of a zone. The IDs of a recreated zone start from the beginning. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { readNames, startMock, type MockClient } from '../request.js';

const zones = '/dns/v1/projects/p/managedZones';
const zone = `${zones}/z`;
const body = { name: 'z', dnsName: 'example.com.' };
const record = { name: 'www.example.com.', type: 'A', ttl: 300, rrdatas: ['192.0.2.1'] };
const dnssecPatch = { dnssecConfig: { state: 'on' } };

function start(children: Readonly<Record<string, JsonObject>> = {}): MockClient {
  const resources = Object.fromEntries(Object.entries(children).map(([path, each]) => [`${zone}/${path}`, each]));
  return startMock('dns', { seed: { resources: { [zone]: body, ...resources } } });
}

describe('the server skips an ID that is in use', () => {
  test('if the caller set it for an operation', async () => {
    const { send } = start();
    for (const id of ['0', '1']) await send(`PATCH ${zone}?clientOperationId=${id}`, { description: id });
    expect((await send(`PATCH ${zone}`, { description: 'last' })).body).toMatchObject({ id: '2' });
    expect((await send(`GET ${zone}/operations/1`)).body).toMatchObject({ zoneContext: { newValue: { description: '1' } } });
  });

  test.each([
    ['changes', '0', 'POST', `${zone}/changes`, { additions: [record] }],
    ['operations', '0', 'PATCH', zone, { description: 'x' }],
    ['dnsKeys', '0', 'PATCH', zone, dnssecPatch],
    ['dnsKeys', '1', 'PATCH', zone, dnssecPatch],
  ])('if a seed contains it: %s/%s', async (collection, id, verb, path, requestBody) => {
    const client = start({ [`${collection}/${id}`]: { id, ...(collection === 'changes' && { additions: [record] }) } });
    const before = await client.readStored(`${zone}/${collection}/${id}`);
    expect((await client.send(`${verb} ${path}`, requestBody)).status).toBe(200);
    expect(await client.readStored(`${zone}/${collection}/${id}`)).toEqual(before);
    expect(readNames(await client.send(`GET ${zone}/${collection}`), collection, 'id').length).toBeGreaterThan(1);
  });
});

describe('a recreated zone', () => {
  async function startWithCreatedZone(): Promise<MockClient> {
    const client = startMock('dns');
    await client.send(`POST ${zones}`, body);
    return client;
  }

  test('starts with its first change', async () => {
    const { send } = await startWithCreatedZone();
    await send(`DELETE ${zone}`);
    await send(`POST ${zones}`, body);
    expect(readNames(await send(`GET ${zone}/changes`), 'changes', 'id')).toEqual(['0']);
    expect(readNames(await send(`GET ${zone}/operations`), 'operations', 'id')).toEqual(['0']);
  });

  test('has its own access policy', async () => {
    const { send } = await startWithCreatedZone();
    const before = (await send(`POST ${zone}:getIamPolicy`, {})).body['etag'];
    await send(`DELETE ${zone}`);
    await send(`POST ${zones}`, body);
    expect((await send(`POST ${zone}:setIamPolicy`, { policy: { etag: before ?? null } })).status).toBe(409);
  });
});

describe('an operation has the ID of its caller', () => {
  test('even for a creation', async () => {
    const { send } = startMock('dns');
    expect((await send(`POST ${zones}?clientOperationId=mine`, body)).body).toMatchObject({ name: 'z' });
    expect((await send(`GET ${zone}/operations/mine`)).body).toMatchObject({ type: 'INSERT', zoneContext: { newValue: { name: 'z' } } });
    expect(readNames(await send(`GET ${zone}/operations`), 'operations', 'id')).toEqual(['mine']);
  });
});
