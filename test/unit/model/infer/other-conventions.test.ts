/** Conventions that few or no recordings show: each case has a published document and an exchange. */
import { expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { createMockFrom } from '../../../support/mock-of.js';

const string = { type: 'string' };
const inPath = { ...string, location: 'path', required: true };
const inQuery = { ...string, location: 'query' };

interface Collection {
  /** The path of a member. */
  readonly path: string;
  readonly properties: object;
  /** Query parameters of all methods. */
  readonly query?: Readonly<Record<string, object>>;
  readonly list?: object;
  readonly schemas?: object;
  readonly update?: string;
}

/** Starts the mock of a published document with one collection. */
function start({ path, properties, query = {}, list = {}, schemas = {}, update = 'Thing' }: Collection) {
  const collection = path.slice(0, path.lastIndexOf('/'));
  const method = (httpMethod: string, route: string, schema: string, hasBody = false) => ({
    httpMethod,
    path: route,
    parameters: { ...query, ...Object.fromEntries([...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, inPath])) },
    response: { $ref: schema },
    ...(hasBody && { request: { $ref: 'Thing' } }),
  });
  const things = {
    insert: method('POST', collection, 'Thing', true),
    list: method('GET', collection, 'Things'),
    get: method('GET', path, 'Thing'),
    patch: method('PATCH', path, update, true),
    ...(update === 'Thing' ? {} : { getOperation: method('GET', `${path}/operations/{operation}`, update) }),
  };
  const document = {
    kind: 'discovery#restDescription',
    name: 'things',
    version: 'v1',
    rootUrl: 'https://things.example/',
    servicePath: '',
    schemas: {
      Thing: { id: 'Thing', type: 'object', properties },
      Things: { id: 'Things', type: 'object', properties: { items: { type: 'array', items: { $ref: 'Thing' } }, ...list } },
      ...schemas,
    },
    resources: { things: { methods: things } },
  };
  const mock = createMockFrom(buildModel(document as unknown as JsonObject, { variables: {} }), { now: () => Date.UTC(2026, 0, 1) });
  const send = async (method: string, route: string, body?: object): Promise<Record<string, unknown>> => {
    const response = await mock.handle({
      method,
      url: `http://mock.test/${route}`,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return JSON.parse(response.body) as Record<string, unknown>;
  };
  return { mock, send };
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
test.each([
  ['a UUID', { ...string, description: 'The ID, which is a UUID.' }, uuid],
  ['a number', { ...string, pattern: '^[0-9]+$' }, /^\d+$/],
  ['a number with a prefix', { ...string, pattern: '^thing-[0-9]+$' }, /^thing-\d+$/],
])('the server generates a name in the form of its description or pattern: %s', async (_, id, form) => {
  const { send } = start({ path: 'v1/things/{thing}', properties: { id } });
  const { id: name } = await send('POST', 'v1/things', {});
  expect(name).toMatch(form);
  expect(await send('GET', `v1/things/${String(name)}`)).toEqual({ id: name });
});

test('an ID consists of the variables of the path that its description shows', async () => {
  const id = { ...string, readOnly: true, description: 'The ID, in the format shelfId:thingId.' };
  const { send } = start({ path: 'v1/shelves/{shelfId}/things/{thingId}', properties: { id, thingId: string } });
  await send('POST', 'v1/shelves/s/things', { thingId: 't' });
  expect(await send('GET', 'v1/shelves/s/things/t')).toEqual({ id: 's:t', thingId: 't' });
});

test('the server sets the times of the creation and of the last change', async () => {
  const time = { ...string, format: 'date-time' };
  const { mock, send } = start({ path: 'v1/things/{thing}', properties: { name: string, note: string, timeCreated: time, updated: time } });
  const timeCreated = '2026-01-01T00:00:00.000Z';
  expect(await send('POST', 'v1/things', { name: 't' })).toEqual({ name: 't', timeCreated, updated: timeCreated });
  await mock.clock.advance(1000);
  await send('PATCH', 'v1/things/t', { note: 'n' });
  expect(await send('GET', 'v1/things/t')).toMatchObject({ timeCreated, updated: '2026-01-01T00:00:01.000Z' });
});

test('resources in the style of Kubernetes have their name and times in `metadata`', async () => {
  const metadata = { name: string, namespace: string, creationTimestamp: { ...string, format: 'date-time', readOnly: true } };
  const { send } = start({
    path: 'v1/namespaces/{namespacesId}/things/{thingsId}',
    properties: { metadata: { $ref: 'Metadata' } },
    schemas: { Metadata: { id: 'Metadata', type: 'object', properties: metadata } },
  });
  await send('POST', 'v1/namespaces/n/things', { metadata: { name: 't' } });
  expect(await send('GET', 'v1/namespaces/n/things/t')).toEqual({
    metadata: { name: 't', creationTimestamp: expect.any(String) as string },
  });
});

test('the gateway of a network is the first address of its range', async () => {
  const properties = { name: string, ipCidrRange: string, gatewayAddress: { ...string, readOnly: true } };
  const { send } = start({ path: 'v1/things/{thing}', properties });
  const body = { name: 't', ipCidrRange: '10.2.0.0/16' };
  expect(await send('POST', 'v1/things', body)).toEqual({ ...body, gatewayAddress: '10.2.0.1' });
});

test('a list selects names by prefix, and groups them by delimiter', async () => {
  const { send } = start({
    path: 'v1/things/{thing}',
    properties: { name: string },
    query: { prefix: inQuery, delimiter: inQuery },
    list: { prefixes: { type: 'array', items: string } },
  });
  for (const name of ['a', 'b-1', 'b-2', 'c']) await send('POST', 'v1/things', { name });
  expect(await send('GET', 'v1/things?prefix=b')).toEqual({ items: [{ name: 'b-1' }, { name: 'b-2' }] });
  expect(await send('GET', 'v1/things?delimiter=-')).toEqual({ items: [{ name: 'a' }, { name: 'c' }], prefixes: ['b-'] });
});

test('a list is in the order of the IDs, also if they are numbers', async () => {
  const { send } = start({ path: 'v1/things/{id}', properties: { id: string } });
  for (const id of ['10', '2', 'a']) await send('POST', 'v1/things', { id });
  expect(await send('GET', 'v1/things')).toEqual({ items: [{ id: '2' }, { id: '10' }, { id: 'a' }] });
});

test('a request that repeats a request ID has no further effect, unless it creates another resource', async () => {
  const { send } = start({ path: 'v1/things/{thing}', properties: { name: string }, query: { thingId: inQuery, requestId: inQuery } });
  const create = (id: string, request: string) => send('POST', `v1/things?thingId=${id}${request}`, {});
  expect(await create('t', '&requestId=1')).toEqual({ name: 't' });
  expect(await create('t', '&requestId=1')).toEqual({ name: 't' });
  expect(await create('t', '')).toMatchObject({ error: { code: 409 } });
  expect(await create('u', '&requestId=1')).toEqual({ name: 'u' });
});

test('a change that returns a record below the resource stores the record', async () => {
  const { send } = start({
    path: 'v1/things/{thing}',
    properties: { name: string, note: string },
    update: 'Record',
    schemas: { Record: { id: 'Record', type: 'object', properties: { id: string, status: { ...string, enum: ['pending', 'done'] } } } },
  });
  await send('POST', 'v1/things', { name: 't' });
  const record = await send('PATCH', 'v1/things/t', { note: 'n' });
  expect(record).toMatchObject({ id: expect.any(String) as string, status: 'done' });
  expect(await send('GET', `v1/things/t/operations/${String(record['id'])}`)).toEqual(record);
  expect(await send('GET', 'v1/things/t')).toEqual({ name: 't', note: 'n' });
});
