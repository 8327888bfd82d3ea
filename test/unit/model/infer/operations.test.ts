/** The collections that hold operations, and the paths at which clients read them. */
import { expect, it } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';
import { createMockFrom } from '../../../support/mock-of.js';
import { document } from '../../../support/things-document.js';

const ref = (id: string) => ({ $ref: id });
const method = (httpMethod: string, route: string, members: object = {}) => ({ httpMethod, path: route, ...members });

const description = {
  name: 'shop',
  version: 'v1',
  rootUrl: 'https://shop.example/',
  servicePath: '',
  schemas: {
    Done: {
      type: 'object',
      properties: { name: { type: 'string' }, done: { type: 'boolean' }, error: { type: 'object', properties: {} } },
    },
  },
};

const named = (httpMethod: string, path: string, pattern: string, response: string) =>
  method(httpMethod, path, {
    parameters: { name: { type: 'string', location: 'path', required: true, pattern } },
    response: ref(response),
  });
it.each([
  ['one location', 'v1/{+name}', '^shops/[^/]+/locations/global/operations/[^/]+$', undefined],
  ['another version', 'v0/{+name}', '^operations/.*$', 'v0/{name=operations/**}'],
  ['another path', 'v1/admin/{+name}', '^shops/[^/]+/operations/[^/]+$', 'v1/admin/{name=shops/*/operations/*}'],
  ['another collection', 'v1/{+name}', '^shopOperations/.*$', 'v1/{name=shopOperations/**}'],
  ['a path without a collection in the name', 'v1/operations/{+name}', '^.*$', 'v1/operations/{name}'],
])('clients find operations in %s', (_, path, pattern, operationRoute) => {
  const get = named('GET', path, pattern, 'Done');
  const remove = named('DELETE', 'v1/{+name}', '^shops/[^/]+/locations/[^/]+/shelves/[^/]+$', 'Done');
  const { methods } = buildModel({ ...description, resources: { shelves: { methods: { get, remove } } } }, { variables: {} });
  expect(methods.find(({ name }) => name === 'get')?.operationRoute).toBe(operationRoute);
});

it.each([
  ['all locations', 'v1/{+name}', '^shops/[^/]+/locations/global/operations/[^/]+$'],
  ['all versions', 'v0/{+name}', '^operations/.*$'],
])('operations of %s are in one collection', (_, path, pattern) => {
  const get = named('GET', path, pattern, 'Done');
  const remove = named('DELETE', 'v1/{+name}', '^shops/[^/]+/locations/[^/]+/shelves/[^/]+$', 'Done');
  const { methods } = buildModel({ ...description, resources: { shelves: { methods: { get, remove } } } }, { variables: {} });
  expect(methods.find(({ name }) => name === 'remove')?.operationPath).toMatch(/operations\/\{\w+\}$/);
});

const etag = { type: 'string', location: 'query' };
const standardFields = ['apiVersion', 'createTime', 'endTime', 'requestedCancellation', 'statusMessage', 'target', 'verb'];
const standardMetadata = {
  id: 'OperationMetadata',
  type: 'object',
  properties: Object.fromEntries(standardFields.map((name) => [name, { type: 'string' }])),
};
const emptyResponse = { '@type': 'type.googleapis.com/google.protobuf.Empty' };
const thing = { '@type': 'type.googleapis.com/things.v1.Thing', name: 'projects/p/things/t', note: 'n' };

it.each([
  ['nothing without an etag', {}, {}, emptyResponse],
  ['the resource if it takes an etag', { etag }, {}, thing],
  ['nothing if the API shares the implementation of operations', { etag }, { OperationMetadata: standardMetadata }, emptyResponse],
])('the operation of a deletion returns %s', async (_, parameters, schemas, response) => {
  const { things, ...resources } = document.resources;
  const { methods } = things;
  const remove = { ...methods.delete, parameters: { ...methods.delete.parameters, ...parameters } };
  const description = {
    ...document,
    schemas: { ...document.schemas, ...schemas },
    resources: { ...resources, things: { methods: { ...methods, delete: remove } } },
  };
  const mock = createMockFrom(buildModel(description as unknown as Parameters<typeof buildModel>[0], { variables: {} }), {
    operationDelay: 1000,
  });
  const send = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const url = `http://mock.test/v1/${path}`;
    const request = { method, url, ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }) };
    return JSON.parse((await mock.handle(request)).body) as Record<string, unknown>;
  };
  await send('POST', 'projects/p/things?thingId=t', { note: 'n' });
  await mock.clock.advance(1000);
  const running = await send('DELETE', 'projects/p/things/t');
  expect(running['done']).toBe(false);
  await mock.clock.advance(1000);
  expect(await send('GET', String(running['name']))).toMatchObject({ done: true, response });
  expect(await send('GET', 'projects/p/things/t')).toMatchObject({ error: { code: 404 } });
});

it('metadata can have the times of the operation in an object', async () => {
  const time = { type: 'string', format: 'google-datetime' };
  const schemas = {
    ...document.schemas,
    GenericMetadata: { id: 'GenericMetadata', type: 'object', properties: { createTime: time, updateTime: time } },
    OperationMetadata: { id: 'OperationMetadata', type: 'object', properties: { generic: ref('GenericMetadata') } },
  };
  const description = { ...document, schemas } as unknown as Parameters<typeof buildModel>[0];
  const mock = createMockFrom(buildModel(description, { variables: {} }), { operationDelay: 1000, now: () => Date.UTC(2026, 0, 1) });
  const send = async (method: string, path: string, body?: string): Promise<Record<string, unknown>> =>
    JSON.parse((await mock.handle({ method, url: `http://mock.test/v1/${path}`, ...(body && { body }) })).body) as Record<string, unknown>;
  const { name } = await send('POST', 'projects/p/things?thingId=t', '{}');
  await mock.clock.advance(1000);
  const generic = { createTime: '2026-01-01T00:00:00Z', updateTime: '2026-01-01T00:00:01Z' };
  expect(await send('GET', String(name))).toMatchObject({ done: true, metadata: { generic } });
});

it.each([
  ['the method and the resource', ['OperationMetadata', 'ThingOperationMetadata', 'CreateThingMetadata'], 'CreateThingMetadata'],
  ['an update', ['OperationMetadata', 'UpdateThingOperationMetadata'], 'UpdateThingOperationMetadata', 'patch'],
  ['all operations', ['ThingOperationMetadata', 'OperationMetadata'], 'OperationMetadata'],
  ['the resource', ['OtherThingOperationMetadata', 'ThingOperationMetadata'], 'ThingOperationMetadata'],
  [
    'this version',
    ['GoogleCloudThingsV1OperationMetadata', 'OperationMetadata', 'GoogleCloudThingsV2OperationMetadata'],
    'OperationMetadata',
  ],
])('the metadata of an operation is the message of %s', (_, ids, message, changed = 'create') => {
  const { OperationMetadata: common, ...others } = document.schemas;
  const { things } = document.resources;
  const patch = { ...things.methods.delete, id: 'things.things.patch', httpMethod: 'PATCH', request: ref('Thing') };
  const description = {
    ...document,
    rootUrl: 'https://things.googleapis.com/',
    schemas: { ...others, ...Object.fromEntries(ids.map((id) => [id, { ...common, id }])) },
    resources: { things: { methods: { ...things.methods, patch } } },
  };
  const { methods } = buildModel(description as unknown as Parameters<typeof buildModel>[0], { variables: {} });
  const type = `type.googleapis.com/google.cloud.things.v1.${message}`;
  expect(methods.find(({ name }) => name === changed)?.operationMetadata?.type).toBe(type);
});
