/** The collections that hold operations, and the paths at which clients read them. */
import { expect, it } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';

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
