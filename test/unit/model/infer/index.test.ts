/** Facts that the generator infers from naming conventions, in a small API. */
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../../generator/model/build.js';
import type { Api } from '../../../../generator/model/model.js';

const pathParameter = (name: string) => ({ [name]: { type: 'string', location: 'path', required: true } });
const queryParameters = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string', location: 'query' }]));
const ref = (id: string) => ({ $ref: id });
const method = (httpMethod: string, route: string, members: object = {}) => ({ httpMethod, path: route, ...members });

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
    RulesInScope: { type: 'object', properties: { entries: { type: 'array', items: ref('Rule') }, warning: { type: 'object' } } },
    Aggregated: {
      type: 'object',
      properties: { items: { type: 'object', additionalProperties: ref('RulesInScope') }, nextPageToken: { type: 'string' } },
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
          parameters: {
            parent: { ...pathParameter('parent').parent, pattern: '^projects/[^/]+$' },
            ...queryParameters('pageToken', 'pageSize'),
          },
          response: ref('Page'),
        }),
        get: method('GET', 'v1/{+name}', {
          parameters: { name: { ...pathParameter('name').name, pattern: '^projects/[^/]+/shelves/[^/]+$' } },
          response: ref('Shelf'),
        }),
        create: method('POST', 'v1/{+parent}/shelves', {
          parameters: { parent: { ...pathParameter('parent').parent, pattern: '^projects/[^/]+$' }, ...queryParameters('shelfId') },
          request: ref('Shelf'),
          response: ref('Done'),
        }),
        close: method('POST', 'v1/{+name}:close', {
          parameters: { name: { ...pathParameter('name').name, pattern: '^projects/[^/]+/shelves/[^/]+$' } },
          response: ref('Done'),
        }),
        testIamPermissions: method('POST', 'v1/{+resource}:testIamPermissions', {
          parameters: { resource: { ...pathParameter('resource').resource, pattern: '^projects/[^/]+/shelves/[^/]+$' } },
        }),
      },
    },
    pages: {
      methods: {
        scoped: method('GET', 'v1/scoped', { parameters: queryParameters('pageToken'), response: ref('Scoped') }),
        failures: method('GET', 'v1/failures', { parameters: queryParameters('pageToken'), response: ref('Failures') }),
        rows: method('GET', 'v1/rows', { parameters: queryParameters('pageToken', 'maxResults'), response: ref('Rows') }),
        table: method('GET', 'v1/tables', { parameters: queryParameters('nextPageToken'), response: ref('Table') }),
        unused: method('GET', 'v1/unused', { response: ref('Scoped') }),
      },
    },
    computed: {
      methods: {
        feed: method('GET', 'v1/feed', {
          parameters: { pageToken: { type: 'string', location: 'query', required: true } },
          response: ref('Page'),
        }),
        labels: method('GET', 'v1/labels', { parameters: queryParameters('pageToken'), response: ref('Names') }),
        copies: method('GET', 'v1/projects/{project}/shelves/{shelf}/copies', {
          parameters: { ...pathParameter('project'), ...pathParameter('shelf'), ...queryParameters('pageToken') },
          response: ref('Page'),
        }),
      },
    },
    rules: {
      methods: {
        get: method('GET', 'v1/rooms/{room}/rules/{rule}', {
          parameters: { ...pathParameter('room'), ...pathParameter('rule') },
          response: ref('Rule'),
        }),
        insert: method('POST', 'v1/rooms/{room}/rules', {
          parameters: { ...pathParameter('room'), ...queryParameters('requestId') },
          request: ref('Rule'),
          response: ref('Status'),
        }),
        aggregatedList: method('GET', 'v1/rules', { parameters: queryParameters('pageToken', 'maxResults'), response: ref('Aggregated') }),
        update: method('PUT', 'v1/rooms/{room}/rules/{rule}', {
          parameters: { ...pathParameter('room'), ...pathParameter('rule') },
          request: ref('Rule'),
          response: ref('Rule'),
        }),
      },
    },
  },
};

const api: Api = buildModel(description, { variables: {} });
const findMethod = (id: string) => {
  const result = api.methods.find((candidate) => candidate.id === `shop.${id}`);
  if (!result) throw new Error(`no method ${id}`);
  return result;
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
    // No method reads the operation that it starts.
    ['rules.insert', { kind: 'notImplemented' }],
    ['rules.update', { kind: 'update', resource: 'v1/rooms/{room}/rules/{rule}' }],
  ])('%s', (id, action) => expect(findMethod(id).action).toEqual(action));
});

describe('lists', () => {
  it('finds the items among several arrays by the collection name', () =>
    expect(findMethod('shelves.list').list).toEqual({
      items: 'shelves',
      shape: 'array',
      pageToken: 'pageToken',
      nextPageToken: 'nextPageToken',
      pageSize: 'pageSize',
      in: 'query',
    }));
  it('supports items keyed by scope', () =>
    expect(findMethod('rules.aggregatedList').list).toMatchObject({ items: 'items', shape: 'map', pageSize: 'maxResults' }));
  it('finds the items of one scope', () => expect(findMethod('rules.aggregatedList')).toMatchObject({ scopeItems: 'entries' }));
  it.each([
    ['items keyed by scope next to other members', 'scoped', { items: 'items', shape: 'map' }],
    ['unreachable locations as items if there is no other list', 'failures', { items: 'errors', shape: 'array' }],
    ['a token with the request name in the response', 'rows', { items: 'rows', pageToken: 'pageToken', nextPageToken: 'pageToken' }],
    ['a token with the response name in the request', 'table', { pageToken: 'nextPageToken', nextPageToken: 'nextPageToken' }],
    ['rows rather than column names', 'table', { items: 'values' }],
  ])('finds %s', (_, name, expected) => expect(findMethod(`pages.${name}`).list).toMatchObject(expected));
  it('infers nothing if no parameter takes the returned token', () => expect(findMethod('pages.unused').list).toBeUndefined());
  it('infers nothing without a page token', () => expect(findMethod('rules.get').list).toBeUndefined());
});

describe('operations and request ids', () => {
  it.each([
    ['shelves.create', 'longrunning', { name: 'requestId', in: 'body' }],
    ['shelves.close', 'longrunning', undefined],
    ['rules.insert', 'status', { name: 'requestId', in: 'query' }],
    ['rules.get', undefined, undefined],
  ])('%s', (id, operation, requestId) => {
    expect(findMethod(id).operation).toBe(operation);
    expect(findMethod(id).requestId).toEqual(requestId);
  });

  const project = 'v1/projects/{project}';
  const global = `${project}/global/operations/{operation}`;
  const zonal = `${project}/zones/{zone}/operations/{operation}`;
  it.each([
    ['of its scope', [zonal, `${project}/operations/{operation}`], zonal, []],
    ['nearest to the resource', [`${project}/operations/{operation}`], `${project}/operations/{operation}`, []],
    ['that no method describes', [], zonal, [zonal]],
    ['that no method describes, beside another one', [global], zonal, [zonal]],
  ])('operations are in the collection %s', (_, described, operationPath, operationResources) => {
    const listParameters = (path: string) => Object.assign({}, ...(path.match(/\w+(?=\})/g) ?? []).map(pathParameter)) as object;
    const getters = described.map((path) => method('GET', path, { parameters: listParameters(path), response: ref('Status') }));
    const path = `${project}/zones/{zone}/shelves/{shelf}`;
    const remove = method('DELETE', path, { parameters: listParameters(path), response: ref('Status') });
    const result = buildModel({ ...description, resources: { shelves: { methods: { remove, ...getters } } } }, { variables: {} });
    expect(result.methods.find(({ name }) => name === 'remove')?.operationPath).toBe(operationPath);
    expect(result.operationResources.map((resource) => resource.path)).toEqual(operationResources);
  });
});

describe('resources', () => {
  it.each([
    ['v1/projects/{projectsId}/shelves/{shelvesId}', { idFields: ['name'], schema: 'Shelf', fullNameFrom: 1, implicit: false }],
    ['v1/rooms/{room}/rules/{rule}', { idFields: ['ruleName'], schema: 'Rule', implicit: false }],
  ])('%s', (template, expected) => expect(api.resources.find((candidate) => candidate.path === template)).toMatchObject(expected));

  it.each([
    ['changeId', 'id'],
    ['id', 'id'],
    ['change', 'name'],
  ])('whose ID {%s} is undocumented has the ID field %s', (parameter, field) => {
    const methods = { get: method('GET', `v1/changes/{${parameter}}`, { parameters: pathParameter(parameter), response: ref('Unknown') }) };
    const { resources } = buildModel(
      { ...description, schemas: { Unknown: { type: 'object' } }, resources: { changes: { methods } } },
      { variables: {} },
    );
    expect(resources).toMatchObject([{ idFields: [field], numericOrder: field === 'id' }]);
  });

  it('has names of parents, but not its own name, in fields with the names of path variables', () => {
    const string = { type: 'string' };
    const Address = { type: 'object', properties: { name: string, address: string, network: string } };
    const get = method('GET', 'v1/networks/{network}/addresses/{address}', {
      parameters: { ...pathParameter('network'), ...pathParameter('address') },
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

  it('has fields that the server generates or computes from content, and a plain name, by their usual names', () => {
    const string = { type: 'string' };
    const time = { type: 'string', format: 'date-time', readOnly: true };
    const Book = { type: 'object', properties: { size: string, mimeType: string, shelf: string, metadata: ref('Metadata') } };
    const schemas = { Book, Metadata: { type: 'object', properties: { creationTimestamp: time } }, Page: { type: 'object' } };
    const get = method('GET', 'v1/books/{book}', { parameters: pathParameter('book'), response: ref('Book'), supportsMediaDownload: true });
    const getPage = method('GET', 'v1/pages/{pageId}', { parameters: pathParameter('pageId'), response: ref('Page') });
    const { resources } = buildModel({ ...description, schemas, resources: { books: { methods: { get, getPage } } } }, { variables: {} });
    expect(resources[0]).toMatchObject({ metadataField: 'metadata', contentFields: { size: 'size', mimeType: 'type' } });
    expect(resources.map(({ plainName }) => plainName)).toEqual([undefined, 'name']);
  });

  it('has one path for all its actions, regardless of variable names in routes', () => {
    const methods = {
      get: method('GET', 'v1/rooms/{room}/rules/{rule}', {
        parameters: { ...pathParameter('room'), ...pathParameter('rule') },
        response: ref('Rule'),
      }),
      getIamPolicy: method('POST', 'v1/{resource=rooms/*/rules/*}:getIamPolicy', { parameters: pathParameter('resource') }),
    };
    const { methods: inferredMethods } = buildModel({ ...description, resources: { rules: { methods } } }, { variables: {} });
    expect(inferredMethods.map(({ action }) => action)).toEqual([
      { kind: 'get', resource: 'v1/rooms/{room}/rules/{rule}' },
      { kind: 'getIamPolicy', resource: 'v1/rooms/{room}/rules/{rule}' },
    ]);
  });
});
