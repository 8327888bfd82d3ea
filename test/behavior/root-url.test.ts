/** An API whose address has a path, as in documents of Cloud Endpoints: `https://app.example.com/_ah/api/`. */
import { afterEach, expect, test } from 'vitest';
import { buildModel } from '../../generator/model/build.js';
import { toApiDescriptor, toMethodDescriptor } from '../../generator/emit/descriptors.js';
import { toDiscovery } from '../../generator/emit/discovery.js';
import type { ApiBehavior } from '../../runtime/behavior.js';
import { applyUpload, createTransport, defineMethod, type Fetch, type UploadOptions } from '../../runtime/client/index.js';
import { compose, createMockServer, type Mock, type MockOptions, type RunningServer } from '../../mock/index.js';
import { media } from '../../mock/media-entry.js';
import { buildBehavior } from '../support/mock-of.js';

const string = { type: 'string' };
const pathParameter = { type: 'string', location: 'path', required: true };

const createDocument = (name: string, rootUrl: string) => ({
  kind: 'discovery#restDescription',
  name,
  version: 'v1',
  title: name,
  rootUrl,
  servicePath: `${name}/v1/`,
  batchPath: `batch/${name}/v1`,
  endpoints: [{ location: 'eu', endpointUrl: 'https://eu.example.com/europe/' }],
  schemas: {
    Book: { id: 'Book', type: 'object', properties: { name: string, title: string, selfLink: string } },
    BookList: {
      id: 'BookList',
      type: 'object',
      properties: { items: { type: 'array', items: { $ref: 'Book' } }, nextPageToken: string, selfLink: string },
    },
  },
  resources: {
    books: {
      methods: {
        insert: {
          httpMethod: 'POST',
          path: 'books',
          request: { $ref: 'Book' },
          response: { $ref: 'Book' },
          supportsMediaUpload: true,
          mediaUpload: {
            accept: ['*/*'],
            protocols: {
              simple: { multipart: true, path: `/upload/${name}/v1/books` },
              resumable: { multipart: true, path: `/resumable/upload/${name}/v1/books` },
            },
          },
        },
        get: {
          httpMethod: 'GET',
          path: 'books/{name}',
          parameters: { name: pathParameter },
          response: { $ref: 'Book' },
          supportsMediaDownload: true,
        },
        list: {
          httpMethod: 'GET',
          path: 'books',
          parameters: { pageToken: { ...string, location: 'query' }, maxResults: { type: 'integer', location: 'query' } },
          response: { $ref: 'BookList' },
        },
      },
    },
  },
});

const api = buildModel(createDocument('shelf', 'https://shelf.example.com/_ah/api/'), { variables: {} });
const createBehavior = (model: typeof api): ApiBehavior => ({
  ...buildBehavior(model),
  media,
  discovery: async () => JSON.stringify(toDiscovery(model)),
});

const createShelf = (options: MockOptions = {}): Mock => createMockServer(createBehavior(api), { auth: 'off', ...options });
const seed = { resources: { '/_ah/api/shelf/v1/books/b': { name: 'b', title: 'A' } } };

async function request(
  mock: Pick<Mock, 'handle'>,
  line: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
) {
  const [method = '', url = ''] = line.split(' ');
  const response = await mock.handle({ method, url, headers, ...(body !== undefined && { body }) });
  return { ...response, json: (response.body.startsWith('{') ? JSON.parse(response.body) : {}) as Record<string, unknown> };
}

const host = 'https://shelf.example.com';
const selfLink = `${host}/_ah/api/shelf/v1/books/b`;

test.each([
  `GET ${selfLink}`,
  `GET ${host}/shelf/v1/books/b`,
  'GET /_ah/api/shelf/v1/books/b',
  'GET https://eu.example.com/europe/shelf/v1/books/b',
])('the mock serves the API below the path, and without it: %s', async (line) => {
  const { status, json } = await request(createShelf({ seed }), line);
  expect({ status, json }).toMatchObject({ status: 200, json: { name: 'b', title: 'A' } });
  expect(json['selfLink']).toMatch(/^https?:\/\/[^/]+\/_ah\/api\/shelf\/v1\/books\/b$/);
});

test.each([
  '/_ah/apis/shelf/v1/books/b',
  '/ah/api/shelf/v1/books/b',
  '/_ah/api/_ah/api/shelf/v1/books/b',
  '/_ah/apishelf/v1/books/b',
  '/_ah/api',
])('the mock has nothing at %s', async (path) => expect((await request(createShelf({ seed }), `GET ${path}`)).status).toBe(404));

test('a seed can contain paths with and without that of the address', async () => {
  const mock = createShelf({ seed: { resources: { ...seed.resources, '/shelf/v1/books/c': { name: 'c' } } } });
  const { resources } = await mock.state();
  expect(Object.keys(resources ?? {})).toEqual(['/shelf/v1/books/b', '/shelf/v1/books/c']);
  expect(resources?.['/shelf/v1/books/b']).toMatchObject({ selfLink: 'http://localhost/_ah/api/shelf/v1/books/b' });
  await mock.seed(await mock.state());
  expect((await mock.state()).resources).toEqual(resources);
});

test('a seed cannot contain both paths of a resource', async () => {
  const both = { resources: { ...seed.resources, '/shelf/v1/books/b': { name: 'b' } } };
  await expect(createShelf().seed(both)).rejects.toThrow('repeats an earlier path');
});

test('the journal contains the path as received', async () => {
  const mock = createShelf({ seed });
  await request(mock, `GET ${selfLink}?fields=name`);
  expect(mock.requests).toMatchObject([{ path: '/_ah/api/shelf/v1/books/b?fields=name', methodId: 'shelf.books.get' }]);
});

test.each(['/_ah/api/shelf/v1/books/b', '/_ah/api/shelf/*', '/shelf/v1/books/b', '/_ah/*'])(
  'a fault selects requests by %s',
  async (path) => {
    const mock = createShelf({ seed });
    await mock.faults.add({ path, status: 503 });
    expect((await request(mock, `GET ${selfLink}`)).status).toBe(503);
  },
);

test('an upload continues below the path', async () => {
  const mock = createShelf();
  const started = await request(mock, `POST ${host}/_ah/api/upload/shelf/v1/books?uploadType=resumable`, {
    body: '{"name":"b"}',
    headers: { 'content-type': 'application/json', 'x-upload-content-type': 'text/plain' },
  });
  const { location = '' } = started.headers;
  expect(location).toMatch(/^https:\/\/shelf\.example\.com\/_ah\/api\/upload\/shelf\/v1\/books\?/);
  expect(await request(mock, `PUT ${location}`, { body: 'text', headers: { 'content-range': 'bytes 0-3/4' } })).toMatchObject({
    status: 200,
  });
  expect(await request(mock, `GET ${selfLink}?alt=media`)).toMatchObject({ status: 200, body: 'text' });
});

test.each(['/_ah/api/batch/shelf/v1', '/_ah/api/batch', '/batch/shelf/v1'])('a batch at %s contains calls below the path', async (path) => {
  const part = 'Content-Type: application/http\r\n\r\nGET /_ah/api/shelf/v1/books/b\r\n\r\n';
  const { status, body } = await request(createShelf({ seed }), `POST ${host}${path}`, {
    body: `--x\r\n${part}\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/mixed; boundary=x' },
  });
  expect({ status, body }).toMatchObject({ status: 200, body: expect.stringContaining('HTTP/1.1 200 OK') as string });
  expect(body).toContain(selfLink);
});

test.each(['/discovery/v1/apis/shelf/v1/rest', '/_ah/api/discovery/v1/apis/shelf/v1/rest', '/$discovery/rest'])(
  'the Discovery document at %s has the address with the path',
  async (path) => {
    const { json } = await request(createShelf(), `GET http://127.0.0.1:1${path}`);
    expect(json).toMatchObject({
      rootUrl: 'http://127.0.0.1:1/_ah/api/',
      servicePath: 'shelf/v1/',
      basePath: '/_ah/api/shelf/v1/',
      baseUrl: 'http://127.0.0.1:1/_ah/api/shelf/v1/',
      endpoints: [{ endpointUrl: 'http://127.0.0.1:1/europe/' }],
    });
  },
);

test('there are no control routes below the path', async () => {
  const mock = createShelf({ adminToken: 'secret' });
  for (const path of ['/_ah/api/__admin/state', '/__admin/state']) expect((await request(mock, `GET ${path}`)).status).toBeGreaterThan(400);
});

test('control routes show the addresses of the API', async () => {
  const mock = createShelf({ seed });
  const apis = await request(mock, 'GET /__admin/apis');
  expect(apis.json).toMatchObject({ apis: [{ basePath: '/_ah/api/shelf/v1/' }] });
  for (const query of ['', '?collection=/_ah/api/shelf/v1/books', '?collection=/shelf/v1/books']) {
    const { json } = await request(mock, `GET ${host}/__admin/resources${query}`);
    expect(json).toMatchObject({ resources: [{ path: '/shelf/v1/books/b', body: { selfLink } }] });
  }
});

test('several APIs have their own addresses', async () => {
  const other = buildModel(createDocument('desk', 'https://desk.example.com/other/api/'), { variables: {} });
  const mock = compose(
    createShelf({ seed }),
    createMockServer(createBehavior(other), { seed: { resources: { '/other/api/desk/v1/books/b': {} } } }),
  );
  const links = await Promise.all(
    ['/_ah/api/shelf', '/other/api/desk', '/desk'].map(
      async (path) => (await request(mock, `GET ${host}${path}/v1/books/b`)).json['selfLink'],
    ),
  );
  expect(links).toEqual([selfLink, `${host}/other/api/desk/v1/books/b`, `${host}/other/api/desk/v1/books/b`]);
});

const findMethod = (name: string) => {
  const method = api.methods.find((each) => each.name === name);
  if (!method) throw new Error(`There is no method ${name}`);
  return toMethodDescriptor(method, api);
};
const insert = defineMethod<{ readonly requestBody: object }, object>(findMethod('insert'), applyUpload);
const get = defineMethod<{ readonly name: string }, object>(findMethod('get'));

/** Uploads a book in chunks, and reads it. */
async function exchange(rootUrl: string | undefined, sendRequest: Fetch): Promise<object> {
  const transport = createTransport(toApiDescriptor(api), { rootUrl, fetch: sendRequest, retry: false });
  const media: UploadOptions['media'] = { body: new TextEncoder().encode('text'), type: 'text/plain', resumable: true };
  await insert(transport, { requestBody: { name: 'b' } }, { media } as UploadOptions);
  return get(transport, { name: 'b' });
}

test('a client reaches the mock with its default address', async () => {
  const { fetch: fetchInMemory } = createShelf();
  expect(await exchange(undefined, fetchInMemory as Fetch)).toMatchObject({ name: 'b', selfLink });
});

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

test('the mock serves the API below the path over HTTP', async () => {
  server = await createShelf({ seed }).listen({ port: 0 });
  const response = await fetch(`${server.url}/_ah/api/shelf/v1/books/b`);
  expect(await response.json()).toMatchObject({ selfLink: `${server.url}/_ah/api/shelf/v1/books/b` });
});

test.each(['/_ah/api/', '/', '/europe'])('a client reaches the mock over HTTP at the path %s', async (path) => {
  server = await createShelf().listen({ port: 0 });
  const body = await exchange(`${server.url}${path}`, fetch as Fetch);
  expect(body).toMatchObject({ name: 'b', selfLink: `${server.url}/_ah/api/shelf/v1/books/b` });
});
