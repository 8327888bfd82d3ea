/** Runs the same tests for each collection with create, read, list, patch, update, and delete methods. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { readNames, summarizeError, startMock, type MockClient } from '../request.js';

const project = '/dns/v1/projects/p';
const zone = `${project}/managedZones/z`;
const responsePolicy = `${project}/responsePolicies/r`;

interface Collection {
  readonly name: string;
  readonly path: string;
  /** The path of a resource. */
  readonly toPath: (name: string) => string;
  readonly buildBody: (name: string) => JsonObject;
  /** The field with the name, and the list field. */
  readonly id: string;
  readonly items: string;
  readonly change: JsonObject;
  /** Fields that are in neither `body` nor `change`. */
  readonly extra: JsonObject;
  /** The field of the patch and update responses that contains the resource. */
  readonly responseField?: string;
  readonly supportsUpdate: boolean;
  /** The parent, if it must exist. */
  readonly parent?: string;
}

const collections: readonly Collection[] = [
  {
    name: 'managedZones',
    path: `${project}/managedZones`,
    toPath: (name) => `${project}/managedZones/${name}`,
    buildBody: (name) => ({ name, dnsName: `${name}.example.`, description: 'd' }),
    id: 'name',
    items: 'managedZones',
    change: { description: 'changed' },
    extra: { labels: { env: 'test' } },
    supportsUpdate: true,
  },
  {
    name: 'resourceRecordSets',
    path: `${zone}/rrsets`,
    toPath: (name) => `${zone}/rrsets/${name}.example.com./A`,
    buildBody: (name) => ({ name: `${name}.example.com.`, type: 'A', ttl: 60, rrdatas: ['192.0.2.1'] }),
    id: 'name',
    items: 'rrsets',
    change: { ttl: 120 },
    extra: {},
    supportsUpdate: false,
    parent: zone,
  },
  {
    name: 'policies',
    path: `${project}/policies`,
    toPath: (name) => `${project}/policies/${name}`,
    buildBody: (name) => ({ name, description: 'd' }),
    id: 'name',
    items: 'policies',
    change: { description: 'changed' },
    extra: { alternativeNameServerConfig: { targetNameServers: [{ ipv4Address: '192.0.2.1' }] } },
    responseField: 'policy',
    supportsUpdate: true,
  },
  {
    name: 'responsePolicies',
    path: `${project}/responsePolicies`,
    toPath: (name) => `${project}/responsePolicies/${name}`,
    buildBody: (name) => ({ responsePolicyName: name, description: 'd' }),
    id: 'responsePolicyName',
    items: 'responsePolicies',
    change: { description: 'changed' },
    extra: { labels: { env: 'test' } },
    responseField: 'responsePolicy',
    supportsUpdate: true,
  },
  {
    name: 'responsePolicyRules',
    path: `${responsePolicy}/rules`,
    toPath: (name) => `${responsePolicy}/rules/${name}`,
    buildBody: (name) => ({ ruleName: name, dnsName: 'x.example.' }),
    id: 'ruleName',
    items: 'responsePolicyRules',
    change: { dnsName: 'y.example.' },
    extra: { behavior: 'bypassResponsePolicy' },
    responseField: 'responsePolicyRule',
    supportsUpdate: true,
    parent: responsePolicy,
  },
];

function start(options: Parameters<typeof startMock>[1] = {}): MockClient {
  return startMock('dns', {
    seed: { resources: { [zone]: { name: 'z', dnsName: 'example.com.' }, [responsePolicy]: { responsePolicyName: 'r' } } },
    ...options,
  });
}

describe.each(collections)('$name', ({ path, toPath, buildBody, id, items, change, extra, responseField, supportsUpdate, parent }) => {
  const getName = (name: string): string => String(buildBody(name)[id]);
  const create = async (client: MockClient, name: string, fields: JsonObject = {}): Promise<void> => {
    expect((await client.send(`POST ${path}`, { ...buildBody(name), ...fields })).status).toBe(200);
  };

  test('returns a created resource in the same form from POST and GET', async () => {
    const client = start();
    const created = await client.send(`POST ${path}`, buildBody('one'));
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject(buildBody('one'));
    expect((await client.send(`GET ${toPath('one')}`)).body).toEqual(created.body);
  });

  test('lists a resource until it is deleted', async () => {
    const client = start();
    await create(client, 'one');
    await create(client, 'two');
    expect(readNames(await client.send(`GET ${path}`), items, id)).toEqual(expect.arrayContaining([getName('one'), getName('two')]));
    const deleted = await client.send(`DELETE ${toPath('one')}`);
    expect(deleted).toMatchObject({ status: 200, body: {} });
    expect(readNames(await client.send(`GET ${path}`), items, id)).not.toContain(buildBody('one')[id]);
    expect(summarizeError(await client.send(`GET ${toPath('one')}`))).toMatchObject({ status: 404, reason: 'notFound' });
  });

  test('allows creation after deletion', async () => {
    const client = start();
    await create(client, 'one');
    await client.send(`DELETE ${toPath('one')}`);
    await create(client, 'one');
  });

  test('rejects a second creation with 409 and keeps the first resource', async () => {
    const client = start();
    await create(client, 'one');
    const before = (await client.send(`GET ${toPath('one')}`)).body;
    expect(summarizeError(await client.send(`POST ${path}`, { ...buildBody('one'), ...change }))).toMatchObject({
      status: 409,
      reason: 'alreadyExists',
    });
    expect((await client.send(`GET ${toPath('one')}`)).body).toEqual(before);
  });

  test('patches only the fields in the body', async () => {
    const client = start();
    await create(client, 'one');
    const response = await client.send(`PATCH ${toPath('one')}`, change);
    expect(response.status).toBe(200);
    if (responseField !== undefined) expect(response.body[responseField]).toMatchObject(change);
    expect((await client.send(`GET ${toPath('one')}`)).body).toMatchObject({ ...buildBody('one'), ...change });
  });

  test.runIf(supportsUpdate)('replaces the resource on update', async () => {
    const client = start();
    await create(client, 'one', extra);
    const response = await client.send(`PUT ${toPath('one')}`, { ...buildBody('one'), ...change });
    expect(response.status).toBe(200);
    const { body: updated } = await client.send(`GET ${toPath('one')}`);
    expect(updated).toMatchObject({ ...buildBody('one'), ...change });
    for (const field of Object.keys(extra)) expect(updated).not.toHaveProperty(field);
  });

  test.runIf(supportsUpdate)('accepts a resource in the form in which GET returns it', async () => {
    const client = start();
    await create(client, 'one');
    const { body: read } = await client.send(`GET ${toPath('one')}`);
    expect((await client.send(`PUT ${toPath('one')}`, read)).status).toBe(200);
    expect((await client.send(`GET ${toPath('one')}`)).body).toEqual(read);
  });

  test('rejects an unknown field with 400 and changes nothing', async () => {
    const client = start();
    expect(summarizeError(await client.send(`POST ${path}`, { ...buildBody('one'), somethingNew: 1 }))).toMatchObject({
      status: 400,
      location: 'somethingNew',
    });
    expect((await client.send(`GET ${toPath('one')}`)).status).toBe(404);
    await create(client, 'one');
    expect((await client.send(`PATCH ${toPath('one')}`, { ...change, somethingNew: 1 })).status).toBe(400);
    expect((await client.send(`GET ${toPath('one')}`)).body).toMatchObject(buildBody('one'));
  });

  test.each([
    ['GET', undefined],
    ['DELETE', undefined],
    ['PATCH', change],
  ])('returns 404 for %s of a resource that does not exist', async (verb, requestBody) => {
    expect(summarizeError(await start().send(`${verb} ${toPath('none')}`, requestBody))).toMatchObject({
      status: 404,
      reason: 'notFound',
    });
  });

  test('separates projects', async () => {
    const client = start();
    await create(client, 'one');
    expect((await client.send(`GET ${toPath('one').replace('/p/', '/q/')}`)).status).toBe(404);
  });

  test.runIf(parent !== undefined)('returns 404 without a parent', async () => {
    const client = start();
    const replaceParent = (text: string): string => text.replace(/\/(managedZones|responsePolicies)\/\w+/, '/$1/nowhere');
    for (const [verb, target, requestBody] of [
      ['GET', path],
      ['POST', path, buildBody('one')],
      ['GET', toPath('one')],
      ['PATCH', toPath('one'), change],
      ['DELETE', toPath('one')],
    ] as const) {
      expect(summarizeError(await client.send(`${verb} ${replaceParent(target)}`, requestBody))).toMatchObject({
        status: 404,
        reason: 'notFound',
      });
    }
  });

  test.each([
    ['invalid JSON', '{', 'parseError'],
    ['a list', [], 'invalid'],
    ['text', '"x"', 'invalid'],
    ['nothing', undefined, 'required'],
  ])('rejects a creation with %s with 400', async (_, requestBody, reason) => {
    expect(summarizeError(await start().send(`POST ${path}`, requestBody))).toMatchObject({ status: 400, reason });
  });

  test('rejects a creation without a name with 400', async () => {
    const { [id]: _, ...rest } = buildBody('one');
    expect((await start().send(`POST ${path}`, rest)).status).toBe(400);
  });

  test('returns each item once across pages', async () => {
    const client = start();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await create(client, name);
    const listedNames: unknown[] = [];
    let token = '';
    do {
      const page = await client.send(`GET ${path}?maxResults=2${token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`}`);
      const names = readNames(page, items, id);
      expect(names.length).toBeLessThanOrEqual(2);
      listedNames.push(...names);
      token = (page.body['nextPageToken'] as string | undefined) ?? '';
    } while (token !== '');
    expect(listedNames).toEqual(readNames(await client.send(`GET ${path}`), items, id));
    expect(listedNames).toEqual(expect.arrayContaining<unknown>(['a', 'b', 'c', 'd', 'e'].map(getName)));
  });

  test('returns an empty array for an empty list', async () => {
    const client = start();
    const { body: list } = await client.send(`GET ${path}`);
    expect(Array.isArray(list[items])).toBe(true);
  });

  test('creates one of many simultaneous resources with one name', async () => {
    const client = start();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => client.send(`POST ${path}`, buildBody('one'))))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
  });
});

describe('rejected creations', () => {
  test.each<[path: string, body: JsonObject, location: string]>([
    [`${project}/managedZones`, { name: '..', dnsName: 'example.com.' }, 'name'],
    [`${project}/managedZones`, { name: 'Upper', dnsName: 'example.com.' }, 'name'],
    [`${project}/managedZones`, { name: 'n', dnsName: 'example.com' }, 'dnsName'],
    [`${project}/managedZones`, { name: 'n', dnsName: '..' }, 'dnsName'],
    [`${project}/managedZones`, { name: 'n', dnsName: 'a b.com.' }, 'dnsName'],
    [`${zone}/rrsets`, { name: 'nodot.example.com', type: 'A', rrdatas: ['192.0.2.1'] }, 'name'],
    [
      `${responsePolicy}/rules`,
      { ruleName: 'u', dnsName: 'x.example.', localData: { localDatas: [{ name: 'x.example.', type: 'A', rrdatas: ['x'] }] } },
      'localData.localDatas[0].rrdatas[0]',
    ],
    [`${zone}:setIamPolicy`, { policy: { version: 2 } }, 'policy.version'],
    [`${zone}:setIamPolicy`, { policy: { version: 1, bindings: [{ role: 'r', condition: { expression: 'x' } }] } }, 'policy.bindings'],
    [`${zone}:setIamPolicy`, { policy: { bindings: [] }, updateMask: 'foo' }, 'updateMask'],
    [`${zone}:getIamPolicy`, { options: { requestedPolicyVersion: 7 } }, 'options.requestedPolicyVersion'],
    [`${zone}:getIamPolicy`, { options: { requestedPolicyVersion: 2 } }, 'options.requestedPolicyVersion'],
    [`${zone}:testIamPermissions`, { permissions: ['dns.changes.get', 'dns.*'] }, 'permissions[1]'],
  ])('POST %s %j', async (path, buildBody, location) => {
    expect(summarizeError(await start().send(`POST ${path}`, buildBody))).toEqual({ status: 400, reason: 'invalid', location });
  });

  test.each(['getIamPolicy', 'setIamPolicy', 'testIamPermissions'])('treats %s as a custom verb and allows only POST', async (verb) => {
    const { send } = start();
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      expect(await send(`${method} ${zone}:${verb}`)).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    }
  });

  test('accepts conditions and their mask in a policy of version 3', async () => {
    const policy = { version: 3, bindings: [{ role: 'r', members: [], condition: { expression: 'x' } }] };
    expect((await start().send(`POST ${zone}:setIamPolicy`, { policy, updateMask: 'bindings,version' })).body).toMatchObject(policy);
  });
});

test.each(['maxResults=1001', 'maxResults=2147483647'])('accepts any page size: %s', async (query) => {
  expect((await start().send(`GET ${project}/managedZones?${query}`)).status).toBe(200);
});
