/** A handler starts a long-running operation with one call, which follows the clock of the mock. */
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../generator/model/build.js';
import type { Handlers, JsonObject, MockOptions, OperationOptions } from '../../mock/index.js';
import { createMockFrom } from '../support/mock-of.js';
import { createMockClient, noon, startMock, type MockClient } from './request.js';

const string = { type: 'string' };
const inPath = { ...string, location: 'path', required: true };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const map = { type: 'object', additionalProperties: { type: 'any' } };

const library = buildModel(
  {
    name: 'library',
    version: 'v1',
    rootUrl: 'https://library.example.com/',
    servicePath: '',
    'x-source': { public: 'manual' },
    schemas: {
      Book: object({
        name: { ...string, readOnly: true },
        title: string,
        createTime: { ...string, format: 'google-datetime', readOnly: true },
      }),
      Import: object({ titles: { type: 'array', items: string }, validateOnly: { type: 'boolean' } }),
      Operation: object({
        name: string,
        metadata: map,
        done: { type: 'boolean' },
        error: object({ code: { type: 'integer' }, message: string }),
        response: map,
      }),
    },
    resources: {
      books: {
        methods: {
          get: { httpMethod: 'GET', path: 'v1/{name=books/*}', parameters: { name: inPath }, response: { $ref: 'Book' } },
          delete: { httpMethod: 'DELETE', path: 'v1/{name=books/*}', parameters: { name: inPath } },
          import: { httpMethod: 'POST', path: 'v1/books:import', request: { $ref: 'Import' }, response: { $ref: 'Operation' } },
          count: { httpMethod: 'POST', path: 'v1/books:count', response: { $ref: 'Book' } },
        },
      },
      operations: {
        methods: {
          get: { httpMethod: 'GET', path: 'v1/{name=operations/*}', parameters: { name: inPath }, response: { $ref: 'Operation' } },
          cancel: { httpMethod: 'POST', path: 'v1/{name=operations/*}:cancel', parameters: { name: inPath } },
        },
      },
    },
  },
  { variables: {} },
);

const importId = 'library.books.import';
const changes = { '/v1/books/emma': { title: 'Emma' }, '/v1/books/old': null };

function start(options: OperationOptions, settings: MockOptions = { operationDelay: 60_000 }): MockClient {
  const handlers: Handlers = {
    [importId]: (call) => call.startOperation(options) as never,
    'library.books.count': (call) => call.startOperation(options) as never,
  };
  const seed = { resources: { '/v1/books/old': { title: 'Old' } } };
  return createMockClient(createMockFrom(library, { now: () => noon, handlers, seed, ...settings }));
}

const begin = async ({ send }: MockClient, body: JsonObject = {}): Promise<string> =>
  `/v1/${String((await send('POST /v1/books:import', body)).body['name'])}`;
const readStatuses = async ({ send }: MockClient): Promise<readonly number[]> =>
  Promise.all(['emma', 'old'].map(async (id) => (await send(`GET /v1/books/${id}`)).status));

test('the changes take effect when the operation is done', async () => {
  const client = start({ changes, response: { imported: 1 }, metadata: { source: 'shop' } });
  const path = await begin(client);
  await client.wait(59);
  expect((await client.send(`GET ${path}`)).body).toEqual({ name: path.slice(4), metadata: { source: 'shop' }, done: false });
  expect(await readStatuses(client)).toEqual([404, 200]);
  await client.wait(1);
  expect((await client.send(`GET ${path}`)).body).toMatchObject({ done: true, response: { imported: 1 } });
  expect((await client.send('GET /v1/books/emma')).body).toMatchObject({ name: 'books/emma', createTime: expect.any(String) });
  expect(await readStatuses(client)).toEqual([200, 404]);
});

test('the timeline shows the progress from start to end', async () => {
  const client = start({ changes, duration: 40_000 });
  const path = await begin(client);
  const seen: unknown[] = [];
  for (const seconds of [0, 10, 29, 6]) {
    await client.wait(seconds);
    const { body } = await client.admin('GET operations');
    seen.push(...(body['operations'] as readonly JsonObject[]).map(({ progress, status }) => [progress, status]));
  }
  expect(seen).toEqual([
    [0, 'RUNNING'],
    [25, 'RUNNING'],
    [97, 'RUNNING'],
    [100, 'DONE'],
  ]);
  const times = { started: new Date(noon).toISOString(), ends: new Date(noon + 40_000).toISOString() };
  expect((await client.admin('GET operations')).body).toMatchObject({ operations: [{ path, methodId: importId, ...times }] });
});

describe('nothing changes if the operation', () => {
  test('ends with an error of the handler', async () => {
    const client = start({ changes, error: { reason: 'forbidden', message: 'The books are secret.' } });
    const path = await begin(client);
    await client.wait(60);
    expect((await client.send(`GET ${path}`)).body).toMatchObject({ done: true, error: { code: 7, message: 'The books are secret.' } });
    expect(await readStatuses(client)).toEqual([404, 200]);
  });

  test('is cancelled', async () => {
    const client = start({ changes });
    const path = await begin(client);
    await client.send(`POST ${path}:cancel`);
    await client.wait(60);
    expect((await client.send(`GET ${path}`)).body).toMatchObject({ done: true, error: { code: 1 } });
    expect(await readStatuses(client)).toEqual([404, 200]);
  });

  test('fails because of a fault', async () => {
    const client = start({ changes });
    await client.mock.faults.add({ method: importId, operation: { errors: [{ code: 'QUOTA', message: 'Too many books.' }] } });
    const path = await begin(client);
    await client.wait(60);
    expect((await client.send(`GET ${path}`)).body).toMatchObject({ done: true, error: { message: 'Too many books.' } });
    expect(await readStatuses(client)).toEqual([404, 200]);
  });

  test('only validates its request', async () => {
    const client = start({ changes });
    expect((await client.send('POST /v1/books:import', { validateOnly: true })).body).toMatchObject({ done: true });
    expect(await readStatuses(client)).toEqual([404, 200]);
  });
});

test('without a delay, the operation is done at once', async () => {
  const client = start({ changes }, {});
  expect((await client.send('POST /v1/books:import', {})).body).toMatchObject({ done: true, response: {} });
  expect(await readStatuses(client)).toEqual([200, 404]);
});

test('an operation with a status follows the clock, too', async () => {
  const path = '/compute/v1/projects/p/global/sslPolicies/s';
  const client = startMock('compute', {
    handlers: {
      'compute.sslPolicies.insert': (call) => call.startOperation({ duration: 8000, changes: { [path]: { name: 's' } } }) as never,
    },
  });
  await client.send('POST /compute/v1/projects/p/global/sslPolicies', { name: 'other' });
  await client.wait(7);
  expect((await client.admin('GET operations')).body).toMatchObject({ operations: [{ progress: 75, status: 'RUNNING', target: path }] });
  await client.wait(1);
  expect((await client.send(`GET ${path}`)).status).toBe(200);
});

test.each<[string, OperationOptions, string]>([
  ['books:import', { duration: -1 }, 'startOperation: duration must be a number of milliseconds (received the number -1)'],
  ['books:import', { changes: { '/v1/bok/a': {} } }, 'state: no resource has the path /v1/bok/a'],
  [
    'books:import',
    { changes: { '/v1/books/a': 'A' as never } },
    'startOperation: changes["/v1/books/a"] must be a resource or null (received the string "A")',
  ],
  ['books:count', {}, "startOperation: the response of library.books.count isn't an operation"],
])('POST %s with %j fails', async (path, options, message) => {
  const { mock, send } = start(options);
  expect((await send(`POST /v1/${path}`)).status).toBe(500);
  expect(mock.requests.at(-1)?.failure).toContain(message);
});
