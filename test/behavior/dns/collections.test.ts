/** The collections with create, read, list, patch, update, and delete, as one table with the same tests for each. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
import { readNames, summarizeError, startMock, type MockClient } from '../request.js';

const project = '/dns/v1/projects/p';
const zone = `${project}/managedZones/z`;
const response = `${project}/responsePolicies/r`;

interface Collection {
  readonly name: string;
  readonly path: string;
  /** The path of a resource. */
  readonly at: (name: string) => string;
  readonly body: (name: string) => JsonObject;
  /** The field with the name, and the list field. */
  readonly id: string;
  readonly items: string;
  readonly change: JsonObject;
  /** Fields that are in neither `body` nor `change`. */
  readonly more: JsonObject;
  /** The field of the patch and update responses that contains the resource. */
  readonly wrap?: string;
  readonly replaced: boolean;
  /** The parent, if it must exist. */
  readonly below?: string;
}

const collections: readonly Collection[] = [
  {
    name: 'managedZones',
    path: `${project}/managedZones`,
    at: (name) => `${project}/managedZones/${name}`,
    body: (name) => ({ name, dnsName: `${name}.example.`, description: 'd' }),
    id: 'name',
    items: 'managedZones',
    change: { description: 'changed' },
    more: { labels: { env: 'test' } },
    replaced: true,
  },
  {
    name: 'resourceRecordSets',
    path: `${zone}/rrsets`,
    at: (name) => `${zone}/rrsets/${name}.example.com./A`,
    body: (name) => ({ name: `${name}.example.com.`, type: 'A', ttl: 60, rrdatas: ['192.0.2.1'] }),
    id: 'name',
    items: 'rrsets',
    change: { ttl: 120 },
    more: {},
    replaced: false,
    below: zone,
  },
  {
    name: 'policies',
    path: `${project}/policies`,
    at: (name) => `${project}/policies/${name}`,
    body: (name) => ({ name, description: 'd' }),
    id: 'name',
    items: 'policies',
    change: { description: 'changed' },
    more: { alternativeNameServerConfig: { targetNameServers: [{ ipv4Address: '192.0.2.1' }] } },
    wrap: 'policy',
    replaced: true,
  },
  {
    name: 'responsePolicies',
    path: `${project}/responsePolicies`,
    at: (name) => `${project}/responsePolicies/${name}`,
    body: (name) => ({ responsePolicyName: name, description: 'd' }),
    id: 'responsePolicyName',
    items: 'responsePolicies',
    change: { description: 'changed' },
    more: { labels: { env: 'test' } },
    wrap: 'responsePolicy',
    replaced: true,
  },
  {
    name: 'responsePolicyRules',
    path: `${response}/rules`,
    at: (name) => `${response}/rules/${name}`,
    body: (name) => ({ ruleName: name, dnsName: 'x.example.' }),
    id: 'ruleName',
    items: 'responsePolicyRules',
    change: { dnsName: 'y.example.' },
    more: { behavior: 'bypassResponsePolicy' },
    wrap: 'responsePolicyRule',
    replaced: true,
    below: response,
  },
];

function start(options: Parameters<typeof startMock>[1] = {}): MockClient {
  return startMock('dns', {
    seed: { resources: { [zone]: { name: 'z', dnsName: 'example.com.' }, [response]: { responsePolicyName: 'r' } } },
    ...options,
  });
}

describe.each(collections)('$name', ({ path, at, body, id, items, change, more, wrap, replaced, below }) => {
  const nameOf = (name: string): string => String(body(name)[id]);
  const create = async (asked: MockClient, name: string, fields: JsonObject = {}): Promise<void> => {
    expect((await asked.send(`POST ${path}`, { ...body(name), ...fields })).status).toBe(200);
  };

  test('returns a created resource in the same form from POST and GET', async () => {
    const asked = start();
    const created = await asked.send(`POST ${path}`, body('one'));
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject(body('one'));
    expect((await asked.send(`GET ${at('one')}`)).body).toEqual(created.body);
  });

  test('lists a resource until it is deleted', async () => {
    const asked = start();
    await create(asked, 'one');
    await create(asked, 'two');
    expect(readNames(await asked.send(`GET ${path}`), items, id)).toEqual(expect.arrayContaining([nameOf('one'), nameOf('two')]));
    const gone = await asked.send(`DELETE ${at('one')}`);
    expect(gone).toMatchObject({ status: 200, body: {} });
    expect(readNames(await asked.send(`GET ${path}`), items, id)).not.toContain(body('one')[id]);
    expect(summarizeError(await asked.send(`GET ${at('one')}`))).toMatchObject({ status: 404, reason: 'notFound' });
  });

  test('allows creation after deletion', async () => {
    const asked = start();
    await create(asked, 'one');
    await asked.send(`DELETE ${at('one')}`);
    await create(asked, 'one');
  });

  test('rejects a second creation with 409 and keeps the first resource', async () => {
    const asked = start();
    await create(asked, 'one');
    const before = (await asked.send(`GET ${at('one')}`)).body;
    expect(summarizeError(await asked.send(`POST ${path}`, { ...body('one'), ...change }))).toMatchObject({
      status: 409,
      reason: 'alreadyExists',
    });
    expect((await asked.send(`GET ${at('one')}`)).body).toEqual(before);
  });

  test('patches only the fields in the body', async () => {
    const asked = start();
    await create(asked, 'one');
    const answer = await asked.send(`PATCH ${at('one')}`, change);
    expect(answer.status).toBe(200);
    if (wrap !== undefined) expect(answer.body[wrap]).toMatchObject(change);
    expect((await asked.send(`GET ${at('one')}`)).body).toMatchObject({ ...body('one'), ...change });
  });

  test.runIf(replaced)('replaces the resource on update', async () => {
    const asked = start();
    await create(asked, 'one', more);
    const answer = await asked.send(`PUT ${at('one')}`, { ...body('one'), ...change });
    expect(answer.status).toBe(200);
    const { body: now } = await asked.send(`GET ${at('one')}`);
    expect(now).toMatchObject({ ...body('one'), ...change });
    for (const field of Object.keys(more)) expect(now).not.toHaveProperty(field);
  });

  test.runIf(replaced)('accepts a resource in the form in which GET returns it', async () => {
    const asked = start();
    await create(asked, 'one');
    const { body: read } = await asked.send(`GET ${at('one')}`);
    expect((await asked.send(`PUT ${at('one')}`, read)).status).toBe(200);
    expect((await asked.send(`GET ${at('one')}`)).body).toEqual(read);
  });

  test('rejects an unknown field with 400 and changes nothing', async () => {
    const asked = start();
    expect(summarizeError(await asked.send(`POST ${path}`, { ...body('one'), somethingNew: 1 }))).toMatchObject({
      status: 400,
      location: 'somethingNew',
    });
    expect((await asked.send(`GET ${at('one')}`)).status).toBe(404);
    await create(asked, 'one');
    expect((await asked.send(`PATCH ${at('one')}`, { ...change, somethingNew: 1 })).status).toBe(400);
    expect((await asked.send(`GET ${at('one')}`)).body).toMatchObject(body('one'));
  });

  test.each([
    ['GET', undefined],
    ['DELETE', undefined],
    ['PATCH', change],
  ])('returns 404 for %s of a resource that does not exist', async (verb, sent) => {
    expect(summarizeError(await start().send(`${verb} ${at('none')}`, sent))).toMatchObject({ status: 404, reason: 'notFound' });
  });

  test('separates projects', async () => {
    const asked = start();
    await create(asked, 'one');
    expect((await asked.send(`GET ${at('one').replace('/p/', '/q/')}`)).status).toBe(404);
  });

  test.runIf(below !== undefined)('returns 404 without a parent', async () => {
    const asked = start();
    const orphaned = (text: string): string => text.replace(/\/(managedZones|responsePolicies)\/\w+/, '/$1/nowhere');
    for (const [verb, where, sent] of [
      ['GET', path],
      ['POST', path, body('one')],
      ['GET', at('one')],
      ['PATCH', at('one'), change],
      ['DELETE', at('one')],
    ] as const) {
      expect(summarizeError(await asked.send(`${verb} ${orphaned(where)}`, sent))).toMatchObject({ status: 404, reason: 'notFound' });
    }
  });

  test.each([
    ['invalid JSON', '{', 'parseError'],
    ['a list', [], 'invalid'],
    ['text', '"x"', 'invalid'],
    ['nothing', undefined, 'required'],
  ])('rejects a creation with %s with 400', async (_, sent, reason) => {
    expect(summarizeError(await start().send(`POST ${path}`, sent))).toMatchObject({ status: 400, reason });
  });

  test('rejects a creation without a name with 400', async () => {
    const { [id]: _, ...rest } = body('one');
    expect((await start().send(`POST ${path}`, rest)).status).toBe(400);
  });

  test('returns each item once across pages', async () => {
    const asked = start();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await create(asked, name);
    const found: unknown[] = [];
    let token = '';
    do {
      const page = await asked.send(`GET ${path}?maxResults=2${token === '' ? '' : `&pageToken=${encodeURIComponent(token)}`}`);
      const names = readNames(page, items, id);
      expect(names.length).toBeLessThanOrEqual(2);
      found.push(...names);
      token = (page.body['nextPageToken'] as string | undefined) ?? '';
    } while (token !== '');
    expect(found).toEqual(readNames(await asked.send(`GET ${path}`), items, id));
    expect(found).toEqual(expect.arrayContaining<unknown>(['a', 'b', 'c', 'd', 'e'].map(nameOf)));
  });

  test('returns an empty array for an empty list', async () => {
    const asked = start();
    const { body: answer } = await asked.send(`GET ${path}`);
    expect(Array.isArray(answer[items])).toBe(true);
  });

  test('creates one of many simultaneous resources with one name', async () => {
    const asked = start();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => asked.send(`POST ${path}`, body('one'))))).map(
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
      `${response}/rules`,
      { ruleName: 'u', dnsName: 'x.example.', localData: { localDatas: [{ name: 'x.example.', type: 'A', rrdatas: ['x'] }] } },
      'localData.localDatas[0].rrdatas[0]',
    ],
    [`${zone}:setIamPolicy`, { policy: { version: 2 } }, 'policy.version'],
    [`${zone}:setIamPolicy`, { policy: { version: 1, bindings: [{ role: 'r', condition: { expression: 'x' } }] } }, 'policy.bindings'],
    [`${zone}:setIamPolicy`, { policy: { bindings: [] }, updateMask: 'foo' }, 'updateMask'],
    [`${zone}:getIamPolicy`, { options: { requestedPolicyVersion: 7 } }, 'options.requestedPolicyVersion'],
    [`${zone}:getIamPolicy`, { options: { requestedPolicyVersion: 2 } }, 'options.requestedPolicyVersion'],
    [`${zone}:testIamPermissions`, { permissions: ['dns.changes.get', 'dns.*'] }, 'permissions[1]'],
  ])('POST %s %j', async (path, body, location) => {
    expect(summarizeError(await start().send(`POST ${path}`, body))).toEqual({ status: 400, reason: 'invalid', location });
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
