/** The mock of a published document doesn't invent what the document doesn't state. */
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../generator/model/build.js';
import type { MockOptions } from '../../mock/index.js';
import { createMockFrom } from '../support/mock-of.js';

const string = { type: 'string' };
const inPath = { ...string, location: 'path', required: true };

/** The methods of a collection at a path, whose members have the schema. */
function createCollection(path: string, schema: string, remove: object = {}) {
  const [collection, member] = [path.slice(0, path.lastIndexOf('/')), path];
  const find = (route: string) => Object.fromEntries([...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, inPath]));
  const [many, one] = [find(collection), find(member)];
  return {
    insert: { httpMethod: 'POST', path: collection, parameters: many, request: { $ref: schema }, response: { $ref: schema } },
    list: { httpMethod: 'GET', path: collection, parameters: many, response: { $ref: `${schema}List` } },
    get: { httpMethod: 'GET', path: member, parameters: one, response: { $ref: schema } },
    delete: { httpMethod: 'DELETE', path: member, parameters: one, ...remove },
  };
}

const createSchemas = (...ids: readonly string[]) =>
  Object.fromEntries(
    ids.flatMap((id) => [
      [id, { id, type: 'object', properties: { name: string } }],
      [`${id}List`, { id: `${id}List`, type: 'object', properties: { items: { type: 'array', items: { $ref: id } } } }],
    ]),
  );

const project = { project: inPath, zone: inPath };
const store = buildModel(
  {
    kind: 'discovery#restDescription',
    name: 'store',
    version: 'v1',
    rootUrl: 'https://store.example/',
    servicePath: 'v1/',
    schemas: {
      ...createSchemas(
        'Folder',
        'Bucket',
        'Object',
        'Entry',
        'List',
        'Task',
        'Cluster',
        'Region',
        'Profile',
        'Settings',
        'Draft',
        'Page',
        'Rack',
        'Thing',
      ),
      Folder: { id: 'Folder', type: 'object', properties: { name: string, lifecycleState: string } },
      Page: { id: 'Page', type: 'object', properties: { id: { type: 'integer', format: 'int32' } } },
      Bucket: { id: 'Bucket', type: 'object', properties: { name: string, acl: { type: 'array', items: { $ref: 'Entry' } } } },
      Status: { id: 'Status', type: 'object', properties: { code: { type: 'integer' }, message: string } },
      Progress: { id: 'Progress', type: 'object', properties: { stages: { type: 'array', items: string } } },
      Operation: {
        id: 'Operation',
        type: 'object',
        properties: {
          name: string,
          status: string,
          targetLink: string,
          operationType: { ...string, enum: ['CREATE_CLUSTER', 'DELETE_CLUSTER'] },
          zone: { ...string, description: 'The name of the zone in which the operation takes place.' },
          progress: { $ref: 'Progress' },
          error: { $ref: 'Status' },
        },
      },
    },
    resources: {
      folders: {
        methods: {
          ...createCollection('folders/{folder}', 'Folder'),
          undelete: { httpMethod: 'POST', path: 'folders/{folder}:undelete', parameters: { folder: inPath }, response: { $ref: 'Folder' } },
        },
      },
      drafts: {
        methods: {
          ...createCollection('drafts/{draft}', 'Draft'),
          undelete: { httpMethod: 'POST', path: 'drafts/{draft}:undelete', parameters: { draft: inPath }, response: { $ref: 'Draft' } },
        },
      },
      pages: { methods: createCollection('pages/{id}', 'Page') },
      buckets: { methods: createCollection('b/{bucket}', 'Bucket', { description: 'Deletes an empty bucket.' }) },
      objects: { methods: createCollection('b/{bucket}/o/{object}', 'Object') },
      racks: {
        methods: {
          ...createCollection('racks/{rack}', 'Rack'),
          delete: {
            httpMethod: 'DELETE',
            path: 'racks/{rack}',
            parameters: {
              rack: inPath,
              force: {
                type: 'boolean',
                location: 'query',
                description: 'Also deletes the things of the rack. Otherwise, the request will only work if the rack has no things.',
              },
            },
          },
        },
      },
      things: { methods: createCollection('racks/{rack}/things/{thing}', 'Thing') },
      entries: { methods: createCollection('b/{bucket}/acl/{entry}', 'Entry') },
      lists: { methods: createCollection('users/@me/lists/{list}', 'List') },
      tasks: { methods: createCollection('lists/{list}/tasks/{task}', 'Task') },
      clusters: {
        methods: {
          create: {
            httpMethod: 'POST',
            path: 'projects/{project}/zones/{zone}/clusters',
            parameters: project,
            request: { $ref: 'Cluster' },
            response: { $ref: 'Operation' },
          },
          get: {
            httpMethod: 'GET',
            path: 'projects/{project}/zones/{zone}/clusters/{cluster}',
            parameters: { ...project, cluster: inPath },
            response: { $ref: 'Cluster' },
          },
        },
      },
      regions: {
        methods: {
          list: {
            httpMethod: 'GET',
            path: 'projects/{project}/regions',
            parameters: { project: inPath },
            response: { $ref: 'RegionList' },
          },
          get: {
            httpMethod: 'GET',
            path: 'projects/{project}/regions/{region}',
            parameters: { project: inPath, region: inPath },
            response: { $ref: 'Region' },
          },
        },
      },
      profile: { methods: { get: { httpMethod: 'GET', path: 'profile', response: { $ref: 'Profile' } } } },
      settings: {
        methods: {
          get: { httpMethod: 'GET', path: 'settings', response: { $ref: 'Settings' } },
          update: { httpMethod: 'PUT', path: 'settings', request: { $ref: 'Settings' }, response: { $ref: 'Settings' } },
        },
      },
      operations: {
        methods: {
          get: {
            httpMethod: 'GET',
            path: 'projects/{project}/zones/{zone}/operations/{operation}',
            parameters: { ...project, operation: inPath },
            response: { $ref: 'Operation' },
          },
        },
      },
    },
  },
  { variables: {} },
);

function start(options: MockOptions = {}) {
  const mock = createMockFrom(store, options);
  const send = async (method: string, path: string, body?: object) => {
    const response = await mock.fetch(`http://mock.test/v1/${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, body: JSON.parse((await response.text()) || '{}') as Record<string, unknown> };
  };
  const findSupport = async (id: string) => (await mock.support()).apis[0]?.methods.find((method) => method.id === id);
  return { mock, send, findSupport };
}

test('a seed can name a resource by a number', async () => {
  const { mock, send } = start();
  await mock.seed({ resources: { '/v1/pages/7': { id: 7 } } });
  expect((await send('GET', 'pages/7')).body).toEqual({ id: 7 });
  await expect(mock.seed({ resources: { '/v1/pages/7': { id: 8 } } })).rejects.toThrow('id is 8 in the body, but "7" in the path');
});

describe('a deletion', () => {
  test('of a resource that can be undeleted and has a state is not implemented, and a handler can implement it', async () => {
    const { mock, send, findSupport } = start();
    await send('POST', 'folders', { name: 'f' });
    const response = await send('DELETE', 'folders/f');
    expect(response.status).toBe(501);
    expect(JSON.stringify(response.body)).toContain('The API can undelete the resource');
    expect((await send('GET', 'folders/f')).status).toBe(200);
    expect(await findSupport('store.folders.delete')).toMatchObject({
      support: 'notImplemented',
      note: expect.stringContaining('AIP-164'),
    });
    mock.on('store.folders.delete', (call) => call.state.get(call.path ?? '/v1/folders/f'));
    expect((await send('DELETE', 'folders/f')).body).toEqual({ name: 'f' });
  });

  test('of a resource that can be undeleted and has no field for a deletion removes it', async () => {
    const { send, findSupport } = start();
    await send('POST', 'drafts', { name: 'd' });
    expect((await send('DELETE', 'drafts/d')).status).toBe(204);
    expect((await send('GET', 'drafts/d')).status).toBe(404);
    expect(await findSupport('store.drafts.delete')).toMatchObject({ support: 'convention', note: expect.stringContaining('Assumption') });
  });

  test('of a container that must be empty fails while it has members, other than parts of the container', async () => {
    const { send, findSupport } = start();
    await send('POST', 'b', { name: 'b' });
    await send('POST', 'b/b/o', { name: 'o' });
    await send('POST', 'b/b/acl', { name: 'e' });
    const response = await send('DELETE', 'b/b');
    expect(response).toMatchObject({ status: 400, body: { error: { details: [{ reason: 'CONTAINER_NOT_EMPTY' }] } } });
    await send('DELETE', 'b/b/o/o');
    expect((await send('DELETE', 'b/b')).status).toBe(204);
    expect(await findSupport('store.buckets.delete')).toMatchObject({
      support: 'convention',
      note: 'Assumption: the resource is empty if these collections are: o.',
    });
  });

  test('with force also removes members that prevent it otherwise', async () => {
    const { send } = start();
    await send('POST', 'racks', { name: 'r' });
    await send('POST', 'racks/r/things', { name: 't' });
    expect((await send('DELETE', 'racks/r')).status).toBe(400);
    expect((await send('DELETE', 'racks/r?force=true')).status).toBe(204);
    expect((await send('GET', 'racks/r/things/t')).status).toBe(404);
  });

  test('removes child resources that another path of the resource addresses', async () => {
    const { send } = start();
    for (const name of ['a', 'b']) {
      await send('POST', 'users/@me/lists', { name });
      await send('POST', `lists/${name}/tasks`, { name: 't' });
    }
    await send('DELETE', 'users/@me/lists/a');
    expect((await send('GET', 'lists/a/tasks/t')).status).toBe(404);
    expect((await send('GET', 'lists/b/tasks/t')).status).toBe(200);
  });
});

describe('an operation with a status', () => {
  const clusters = 'projects/p/zones/z/clusters';

  test('has only fields that the document describes, in their form', async () => {
    const { mock, send } = start({ operationDelay: 1000 });
    const { body } = await send('POST', clusters, { name: 'c' });
    const name = String(body['name']);
    const targetLink = `http://mock.test/v1/${clusters}/c`;
    const common = { name, operationType: 'CREATE_CLUSTER', targetLink, zone: 'z' };
    expect(body).toEqual({ ...common, status: 'PENDING' });
    await mock.clock.advance(1000);
    expect((await send('GET', `projects/p/zones/z/operations/${name}`)).body).toEqual({ ...common, status: 'DONE' });
  });

  test('reports an error as a google.rpc.Status if the document does', async () => {
    const { mock, send } = start();
    await mock.faults.add({ operation: { httpErrorStatusCode: 403, errors: [{ code: 'DENIED', message: 'No.' }] } });
    expect((await send('POST', clusters, { name: 'c' })).body).toMatchObject({ status: 'DONE', error: { code: 7, message: 'No.' } });
  });
});

describe('what no method creates or changes', () => {
  const note = 'No method that the mock implements creates or changes this data, so the mock responds with 501 until a seed provides it.';

  test('is not implemented until a seed provides it', async () => {
    const { mock, send, findSupport } = start();
    for (const [path, id] of [
      ['profile', 'store.profile.get'],
      ['projects/p/regions', 'store.regions.list'],
    ] as const) {
      expect(await send('GET', path)).toMatchObject({
        status: 501,
        body: { error: { message: `The mock doesn't implement ${id}. ${note} Register a handler to respond to it.` } },
      });
      expect(await findSupport(id)).toMatchObject({ support: 'convention', note });
    }
    expect((await send('GET', 'projects/p/regions/r')).status).toBe(404);
    await mock.seed({ resources: { '/v1/profile': { name: 'ada' }, '/v1/projects/p/regions/r': { name: 'r' } } });
    expect(await send('GET', 'profile')).toEqual({ status: 200, body: { name: 'ada' } });
    expect(await send('GET', 'projects/p/regions')).toEqual({ status: 200, body: { items: [{ name: 'r' }] } });
    expect((await send('GET', 'projects/p/regions/s')).status).toBe(404);
  });

  test('or a handler responds with it', async () => {
    const { mock, send } = start();
    mock.on('store.profile.get', () => ({ name: 'ada' }));
    expect((await send('GET', 'profile')).body).toEqual({ name: 'ada' });
  });

  test('differs from settings, which a method changes: they exist from the beginning', async () => {
    const { send, findSupport } = start();
    expect(await send('GET', 'settings')).toEqual({ status: 200, body: {} });
    await send('PUT', 'settings', { name: 'new' });
    expect((await send('GET', 'settings')).body).toEqual({ name: 'new' });
    expect(await findSupport('store.settings.get')).not.toHaveProperty('note');
  });
});
