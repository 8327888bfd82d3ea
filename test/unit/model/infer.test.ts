/** Facts inferred from naming conventions, with one small description as a table. */
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../generator/model/build.js';
import type { Api } from '../../../generator/model/model.js';

const path = (name: string) => ({ [name]: { type: 'string', location: 'path', required: true } });
const query = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string', location: 'query' }]));
const ref = (id: string) => ({ $ref: id });
const method = (httpMethod: string, route: string, rest: object = {}) => ({ httpMethod, path: route, ...rest });

const description = {
  name: 'shop',
  version: 'v1',
  rootUrl: 'https://shop.example/',
  servicePath: '',
  schemas: {
    Shelf: { type: 'object', properties: { name: { type: 'string' }, requestId: { type: 'string' } } },
    Rule: { type: 'object', properties: { ruleName: { type: 'string' }, id: { type: 'string', readOnly: true } } },
    Page: {
      type: 'object',
      properties: {
        unreachable: { type: 'array', items: { type: 'string' } },
        shelves: { type: 'array', items: ref('Shelf') },
        extras: { type: 'array', items: ref('Rule') },
        nextPageToken: { type: 'string' },
      },
    },
    Aggregated: {
      type: 'object',
      properties: { items: { type: 'object', additionalProperties: ref('Rule') }, nextPageToken: { type: 'string' } },
    },
    Scoped: {
      type: 'object',
      properties: {
        items: { type: 'object', additionalProperties: ref('Rule') },
        unreachables: { type: 'array', items: { type: 'string' } },
        nextPageToken: { type: 'string' },
      },
    },
    Failures: { type: 'object', properties: { errors: { type: 'array', items: ref('Rule') }, nextPageToken: { type: 'string' } } },
    Rows: {
      type: 'object',
      properties: {
        errors: { type: 'array', items: ref('Rule') },
        rows: { type: 'array', items: ref('Shelf') },
        pageToken: { type: 'string' },
      },
    },
    Table: {
      type: 'object',
      properties: {
        columns: { type: 'array', items: { type: 'string' } },
        values: { type: 'array', items: { type: 'array', items: { type: 'any' } } },
        nextPageToken: { type: 'string' },
      },
    },
    Names: { type: 'object', properties: { labels: { type: 'array', items: { type: 'string' } }, nextPageToken: { type: 'string' } } },
    Done: {
      type: 'object',
      properties: { name: { type: 'string' }, done: { type: 'boolean' }, error: { type: 'object', properties: {} } },
    },
    Status: {
      type: 'object',
      properties: { status: { type: 'string' }, operationType: { type: 'string' }, targetLink: { type: 'string' } },
    },
  },
  resources: {
    shelves: {
      methods: {
        list: method('GET', 'v1/{+parent}/shelves', {
          parameters: { parent: { ...path('parent').parent, pattern: '^projects/[^/]+$' }, ...query('pageToken', 'pageSize') },
          response: ref('Page'),
        }),
        get: method('GET', 'v1/{+name}', {
          parameters: { name: { ...path('name').name, pattern: '^projects/[^/]+/shelves/[^/]+$' } },
          response: ref('Shelf'),
        }),
        create: method('POST', 'v1/{+parent}/shelves', {
          parameters: { parent: { ...path('parent').parent, pattern: '^projects/[^/]+$' }, ...query('shelfId') },
          request: ref('Shelf'),
          response: ref('Done'),
        }),
        close: method('POST', 'v1/{+name}:close', {
          parameters: { name: { ...path('name').name, pattern: '^projects/[^/]+/shelves/[^/]+$' } },
          response: ref('Done'),
        }),
        testIamPermissions: method('POST', 'v1/{+resource}:testIamPermissions', {
          parameters: { resource: { ...path('resource').resource, pattern: '^projects/[^/]+/shelves/[^/]+$' } },
        }),
      },
    },
    pages: {
      methods: {
        scoped: method('GET', 'v1/scoped', { parameters: query('pageToken'), response: ref('Scoped') }),
        failures: method('GET', 'v1/failures', { parameters: query('pageToken'), response: ref('Failures') }),
        rows: method('GET', 'v1/rows', { parameters: query('pageToken', 'maxResults'), response: ref('Rows') }),
        table: method('GET', 'v1/tables', { parameters: query('nextPageToken'), response: ref('Table') }),
        unused: method('GET', 'v1/unused', { response: ref('Scoped') }),
      },
    },
    computed: {
      methods: {
        feed: method('GET', 'v1/feed', {
          parameters: { pageToken: { type: 'string', location: 'query', required: true } },
          response: ref('Page'),
        }),
        labels: method('GET', 'v1/labels', { parameters: query('pageToken'), response: ref('Names') }),
        copies: method('GET', 'v1/projects/{project}/shelves/{shelf}/copies', {
          parameters: { ...path('project'), ...path('shelf'), ...query('pageToken') },
          response: ref('Page'),
        }),
      },
    },
    rules: {
      methods: {
        get: method('GET', 'v1/rooms/{room}/rules/{rule}', { parameters: { ...path('room'), ...path('rule') }, response: ref('Rule') }),
        insert: method('POST', 'v1/rooms/{room}/rules', {
          parameters: { ...path('room'), ...query('requestId') },
          request: ref('Rule'),
          response: ref('Status'),
        }),
        aggregatedList: method('GET', 'v1/rules', { parameters: query('pageToken', 'maxResults'), response: ref('Aggregated') }),
        update: method('PUT', 'v1/rooms/{room}/rules/{rule}', {
          parameters: { ...path('room'), ...path('rule') },
          request: ref('Rule'),
          response: ref('Rule'),
        }),
      },
    },
  },
};

const api: Api = buildModel(description, { variables: {} });
const methodOf = (id: string) => {
  const found = api.methods.find((each) => each.id === `shop.${id}`);
  if (!found) throw new Error(`no method ${id}`);
  return found;
};

describe('actions', () => {
  it.each([
    ['shelves.list', { kind: 'list', resource: 'v1/projects/{projectsId}/shelves/{shelvesId}' }],
    ['shelves.get', { kind: 'get', resource: 'v1/projects/{projectsId}/shelves/{shelvesId}' }],
    ['shelves.create', { kind: 'create', resource: 'v1/projects/{projectsId}/shelves/{shelvesId}', id: 'shelfId' }],
    ['shelves.testIamPermissions', { kind: 'testIamPermissions', resource: 'v1/projects/{projectsId}/shelves/{shelvesId}' }],
    ['shelves.close', { kind: 'notImplemented' }],
    ['computed.feed', { kind: 'notImplemented' }],
    ['computed.labels', { kind: 'notImplemented' }],
    ['computed.copies', { kind: 'notImplemented' }],
    ['rules.get', { kind: 'get', resource: 'v1/rooms/{room}/rules/{rule}' }],
    ['rules.insert', { kind: 'create', resource: 'v1/rooms/{room}/rules/{rule}' }],
    ['rules.update', { kind: 'update', resource: 'v1/rooms/{room}/rules/{rule}' }],
  ])('%s', (id, action) => expect(methodOf(id).action).toEqual(action));
});

describe('lists', () => {
  it('finds the items among several arrays by the name of the collection', () =>
    expect(methodOf('shelves.list').list).toEqual({
      items: 'shelves',
      shape: 'array',
      pageToken: 'pageToken',
      nextPageToken: 'nextPageToken',
      pageSize: 'pageSize',
      in: 'query',
    }));
  it('supports items keyed by scope', () =>
    expect(methodOf('rules.aggregatedList').list).toMatchObject({ items: 'items', shape: 'map', pageSize: 'maxResults' }));
  it.each([
    ['items keyed by scope next to other members', 'scoped', { items: 'items', shape: 'map' }],
    ['unreachable locations as items if there is no other list', 'failures', { items: 'errors', shape: 'array' }],
    ['a token with the request name in the response', 'rows', { items: 'rows', pageToken: 'pageToken', nextPageToken: 'pageToken' }],
    ['a token with the response name in the request', 'table', { pageToken: 'nextPageToken', nextPageToken: 'nextPageToken' }],
    ['rows rather than the names of their columns', 'table', { items: 'values' }],
  ])('finds %s', (_, name, expected) => expect(methodOf(`pages.${name}`).list).toMatchObject(expected));
  it('infers nothing if no parameter takes the returned token', () => expect(methodOf('pages.unused').list).toBeUndefined());
  it('infers nothing without a page token', () => expect(methodOf('rules.get').list).toBeUndefined());
});

describe('operations and request ids', () => {
  it.each([
    ['shelves.create', 'longrunning', { name: 'requestId', in: 'body' }],
    ['shelves.close', 'longrunning', undefined],
    ['rules.insert', 'compute', { name: 'requestId', in: 'query' }],
    ['rules.get', undefined, undefined],
  ])('%s', (id, operation, requestId) => {
    expect(methodOf(id).operation).toBe(operation);
    expect(methodOf(id).requestId).toEqual(requestId);
  });
});

describe('resources', () => {
  it.each([
    ['v1/projects/{projectsId}/shelves/{shelvesId}', { idFields: ['name'], schema: 'Shelf', fullNameFrom: 1, implicit: false }],
    ['v1/rooms/{room}/rules/{rule}', { idFields: ['ruleName'], schema: 'Rule', implicit: false }],
  ])('%s', (template, expected) => expect(api.resources.find((each) => each.path === template)).toMatchObject(expected));

  it.each([
    ['changeId', 'id'],
    ['id', 'id'],
    ['change', 'name'],
  ])('named by an undocumented {%s} has it in its %s', (parameter, field) => {
    const methods = { get: method('GET', `v1/changes/{${parameter}}`, { parameters: path(parameter), response: ref('Unknown') }) };
    const { resources } = buildModel(
      { ...description, schemas: { Unknown: { type: 'object' } }, resources: { changes: { methods } } },
      { variables: {} },
    );
    expect(resources.map(({ idFields }) => idFields)).toEqual([[field]]);
  });

  it('has names of parents, but not its own name, in fields with the names of path variables', () => {
    const string = { type: 'string' };
    const Address = { type: 'object', properties: { name: string, address: string, network: string } };
    const get = method('GET', 'v1/networks/{network}/addresses/{address}', {
      parameters: { ...path('network'), ...path('address') },
      response: ref('Address'),
    });
    const { resources } = buildModel(
      { ...description, schemas: { Address }, resources: { addresses: { methods: { get } } } },
      { variables: {} },
    );
    expect(resources.map(({ idFields, pathFields }) => ({ idFields, pathFields }))).toEqual([
      { idFields: ['name'], pathFields: { network: '{network}' } },
    ]);
  });

  it('has one path for all its actions, whatever the routes call its variables', () => {
    const methods = {
      get: method('GET', 'v1/rooms/{room}/rules/{rule}', { parameters: { ...path('room'), ...path('rule') }, response: ref('Rule') }),
      getIamPolicy: method('POST', 'v1/{resource=rooms/*/rules/*}:getIamPolicy', { parameters: path('resource') }),
    };
    const { methods: read } = buildModel({ ...description, resources: { rules: { methods } } }, { variables: {} });
    expect(read.map(({ action }) => action)).toEqual([
      { kind: 'get', resource: 'v1/rooms/{room}/rules/{rule}' },
      { kind: 'getIamPolicy', resource: 'v1/rooms/{room}/rules/{rule}' },
    ]);
  });
});
