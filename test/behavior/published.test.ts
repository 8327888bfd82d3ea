/** Conventions by which the mock of a published document reads, names, and lists resources. */
import { expect, test } from 'vitest';
import { buildModel } from '../../generator/model/build.js';
import { createMockFrom } from '../support/mock-of.js';

const text = (location: 'path' | 'query') => ({ type: 'string', location, ...(location === 'path' && { required: true }) });
const string = { type: 'string' };
const createListSchema = ($ref: string, items: string) => ({
  id: `${$ref}List`,
  type: 'object',
  properties: { [items]: { type: 'array', items: { $ref } }, nextPageToken: string },
});
const page = { pageToken: text('query'), pageSize: { type: 'integer', location: 'query' } };

const library = buildModel(
  {
    kind: 'discovery#restDescription',
    name: 'library',
    version: 'v1',
    rootUrl: 'https://library.example/',
    servicePath: '',
    schemas: {
      Room: { id: 'Room', type: 'object', properties: { name: string, title: string, etag: string } },
      Shelf: {
        id: 'Shelf',
        type: 'object',
        properties: { name: { ...string, description: 'Required. The name.' }, color: string, edition: string },
      },
      RoomList: createListSchema('Room', 'rooms'),
      ShelfList: createListSchema('Shelf', 'shelves'),
      Key: {
        id: 'Key',
        type: 'object',
        properties: { name: { ...string, description: 'The resource name, such as `rooms/{room}/keys/{key}`.' } },
      },
    },
    resources: {
      rooms: {
        methods: {
          create: { httpMethod: 'POST', path: 'v1/rooms', request: { $ref: 'Room' }, response: { $ref: 'Room' } },
          get: { httpMethod: 'GET', path: 'v1/rooms/{room}', parameters: { room: text('path') }, response: { $ref: 'Room' } },
          list: { httpMethod: 'GET', path: 'v1/rooms', response: { $ref: 'RoomList' } },
          patch: {
            httpMethod: 'PATCH',
            path: 'v1/rooms/{room}',
            parameters: { room: text('path') },
            request: { $ref: 'Room' },
            response: { $ref: 'Room' },
          },
        },
        resources: {
          keys: {
            methods: {
              create: {
                httpMethod: 'POST',
                path: 'v1/{+name}/keys',
                parameters: { name: { ...text('path'), pattern: '^rooms/[^/]+$' } },
                request: { $ref: 'Key' },
                response: { $ref: 'Key' },
              },
              get: {
                httpMethod: 'GET',
                path: 'v1/{+name}',
                parameters: { name: { ...text('path'), pattern: '^rooms/[^/]+/keys/[^/]+$' } },
                response: { $ref: 'Key' },
              },
            },
          },
          shelves: {
            methods: {
              create: {
                httpMethod: 'POST',
                path: 'v1/rooms/{room}/shelves',
                parameters: { room: text('path'), shelfId: text('query') },
                request: { $ref: 'Shelf' },
                response: { $ref: 'Shelf' },
              },
              get: {
                httpMethod: 'GET',
                path: 'v1/rooms/{room}/shelves/{shelf}',
                parameters: { room: text('path'), shelf: text('path'), edition: text('query') },
                response: { $ref: 'Shelf' },
              },
              list: {
                httpMethod: 'GET',
                path: 'v1/rooms/{room}/shelves',
                parameters: {
                  room: text('path'),
                  color: text('query'),
                  edition: text('query'),
                  filter: text('query'),
                  q: text('query'),
                  ...page,
                },
                response: { $ref: 'ShelfList' },
              },
            },
          },
        },
      },
    },
  },
  { variables: {} },
);

async function start() {
  const mock = createMockFrom(library, { warn: () => undefined });
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await mock.fetch(`http://mock.test/v1/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    const parsed = JSON.parse(text || '{}') as Record<string, unknown>;
    return { status: response.status, ignored: response.headers.get('x-mock-ignored'), body: parsed };
  };
  await mock.seed({
    resources: {
      '/v1/rooms/one': {},
      '/v1/rooms/two': {},
      '/v1/rooms/two/shelves/b': { color: 'red' },
      '/v1/rooms/one/shelves/z': { color: 'blue' },
      '/v1/rooms/two/shelves/a': { color: 'red' },
    },
  });
  const names = async (path: string) => {
    const { body } = await send('GET', path);
    return ((body['shelves'] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);
  };
  return { send, names };
}

test('a parameter with the id of a new resource takes precedence over the name in the body, which is optional then', async () => {
  const { send } = await start();
  expect((await send('POST', 'rooms/one/shelves?shelfId=s', { name: 'other' })).body).toMatchObject({ name: 's' });
  expect((await send('POST', 'rooms/one/shelves?shelfId=t', { color: 'red' })).body).toMatchObject({ name: 't' });
  expect((await send('POST', 'rooms/one/shelves', { name: 'u' })).body).toMatchObject({ name: 'u' });
  expect((await send('POST', 'rooms/one/shelves', {})).body).toMatchObject({ error: { code: 400 } });
});

test('a path parameter with the name of the parent does not name a new resource', async () => {
  const { send } = await start();
  expect((await send('POST', 'rooms/one/keys', {})).body).toEqual({ name: 'rooms/one/keys/0' });
  expect((await send('POST', 'rooms/one/keys', {})).body).toEqual({ name: 'rooms/one/keys/1' });
});

test('a parameter with the name of a field selects items, unless reads of one resource take it too', async () => {
  const { send, names } = await start();
  expect(await names('rooms/two/shelves?color=blue')).toEqual([]);
  expect(await names('rooms/two/shelves?edition=1')).toEqual(['a', 'b']);
  expect((await send('GET', 'rooms/two/shelves?edition=1&color=red')).ignored).toBe('edition');
});

test.each([
  ['GET', 'rooms?filter=red', 501],
  ['GET', 'rooms/two?filter=red', 501],
  ['GET', 'rooms?filter=', 200],
  // Only lists have pages, an order, and a search.
  ['GET', 'rooms?q=red', 501],
  ['GET', 'rooms/two?q=red', 200],
  // The name `color` doesn't select.
  ['GET', 'rooms?color=red', 200],
  ['POST', 'rooms/one/shelves?filter=red', 200],
])('a parameter of a list selects in a call that does not describe it, if its name does: %s %s', async (method, path, status) => {
  const { send } = await start();
  const response = await send(method, path, method === 'POST' ? { name: 'new' } : undefined);
  expect(response.status).toBe(status);
  if (status === 200) expect(response.ignored).toBe(path.split('?')[1]?.split('=')[0]);
});

test('a hyphen in place of a parent lists the resources of all parents, page by page', async () => {
  const { send, names } = await start();
  expect(await names('rooms/-/shelves')).toEqual(['z', 'a', 'b']);
  expect(await names('rooms/-/shelves?color=red')).toEqual(['a', 'b']);
  const { nextPageToken } = (await send('GET', 'rooms/-/shelves?pageSize=2')).body;
  expect(await names(`rooms/-/shelves?pageSize=2&pageToken=${encodeURIComponent(String(nextPageToken))}`)).toEqual(['b']);
});

test.each([
  ['as it is', (etag: string) => etag],
  ['in quotes', (etag: string) => `"${etag}"`],
])('a client can send the field etag %s as an entity tag', async (_, format) => {
  const { send } = await start();
  const etag = format(String((await send('GET', 'rooms/one')).body['etag']));
  expect((await send('GET', 'rooms/one', undefined, { 'if-none-match': etag })).status).toBe(304);
  expect((await send('PATCH', 'rooms/one', { title: 'First' }, { 'if-match': etag })).status).toBe(200);
  expect((await send('PATCH', 'rooms/one', { title: 'Second' }, { 'if-match': etag })).status).toBe(412);
  expect((await send('GET', 'rooms/one', undefined, { 'if-none-match': etag })).status).toBe(200);
});

test('a resource with a kind has its etag as a header, in reads and writes', async () => {
  const mock = createMockFrom(
    buildModel(
      {
        kind: 'discovery#restDescription',
        name: 'kinds',
        version: 'v1',
        rootUrl: 'https://kinds.example/',
        servicePath: '',
        schemas: {
          Thing: {
            id: 'Thing',
            type: 'object',
            properties: { kind: { type: 'string', default: 'kinds#thing' }, name: string, etag: string },
          },
        },
        resources: {
          things: {
            methods: {
              insert: {
                id: 'kinds.things.insert',
                httpMethod: 'POST',
                path: 'things',
                request: { $ref: 'Thing' },
                response: { $ref: 'Thing' },
              },
              get: {
                id: 'kinds.things.get',
                httpMethod: 'GET',
                path: 'things/{name}',
                parameters: { name: text('path') },
                response: { $ref: 'Thing' },
              },
            },
          },
        },
      },
      { variables: {} },
    ),
  );
  const headers = { 'content-type': 'application/json' };
  const created = await mock.handle({ method: 'POST', url: 'https://kinds.example/things', headers, body: '{"name":"a"}' });
  const { etag } = JSON.parse(created.body) as { readonly etag: string };
  expect(created.headers['etag']).toBe(etag);
  expect((await mock.handle({ method: 'GET', url: 'https://kinds.example/things/a' })).headers['etag']).toBe(etag);
});
