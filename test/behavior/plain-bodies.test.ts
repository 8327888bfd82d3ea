/** Bodies that aren't JSON objects: handlers get and return them, and a list of resources is a list. */
import { expect, test } from 'vitest';
import { buildModel } from '../../generator/model/build.js';
import { createMockFrom } from '../support/mock-of.js';

const words = { type: 'array', items: { type: 'string' } };
const row = { $ref: 'Row' };
const inPath = { name: { type: 'string', location: 'path', required: true } };

function createMock() {
  const rows = {
    insert: { httpMethod: 'POST', path: 'rows', request: row, response: row },
    get: { httpMethod: 'GET', path: 'rows/{name}', parameters: inPath, response: row },
    list: {
      httpMethod: 'GET',
      path: 'rows',
      parameters: { maxResults: { type: 'integer', location: 'query' } },
      response: { $ref: 'Rows' },
    },
    delete: { httpMethod: 'DELETE', path: 'rows/{name}', parameters: inPath, response: { type: 'boolean' } },
  };
  return createMockFrom(
    buildModel(
      {
        kind: 'discovery#restDescription',
        name: 'rows',
        version: 'v1',
        schemas: {
          Row: { id: 'Row', type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } } },
          Rows: { id: 'Rows', type: 'array', items: row },
          Words: { id: 'Words', ...words },
        },
        methods: { reverse: { httpMethod: 'POST', path: 'reverse', request: { $ref: 'Words' }, response: words } },
        resources: { rows: { methods: rows } },
      },
      { variables: {} },
    ),
  );
}

async function send(mock: ReturnType<typeof createMock>, request: string, body?: unknown): Promise<readonly [number, unknown]> {
  const [method = '', path = ''] = request.split(' ');
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }) };
  const response = await mock.fetch(`https://rows.example.com/${path}`, init);
  return [response.status, await response.json()];
}

test('a handler gets and returns an array', async () => {
  const mock = createMock();
  mock.on('rows.reverse', ({ requestBody }) => [...(requestBody as readonly string[])].reverse());
  expect(await send(mock, 'POST reverse', ['a', 'b'])).toEqual([200, ['b', 'a']]);
});

test('a handler of a method with an array response must return an array', async () => {
  const mock = createMock();
  mock.on('rows.reverse', () => ({ words: [] }));
  expect(await send(mock, 'POST reverse', ['a'])).toMatchObject([500, { error: { code: 500 } }]);
});

test('a method whose bodies are not objects is 501 without a handler', async () => {
  const mock = createMock();
  expect(await send(mock, 'POST reverse', ['a'])).toMatchObject([501, { error: { message: expect.stringContaining("isn't an object") } }]);
  await send(mock, 'POST rows', { name: 'a' });
  expect((await send(mock, 'DELETE rows/a'))[0]).toBe(501);
  mock.on('rows.rows.delete', () => true);
  expect(await send(mock, 'DELETE rows/a')).toEqual([200, true]);
});

test('a list whose response is an array returns the resources', async () => {
  const mock = createMock();
  expect(await send(mock, 'GET rows')).toEqual([200, []]);
  for (const name of ['a', 'b']) await send(mock, 'POST rows', { name, size: 1 });
  expect(await send(mock, 'GET rows?fields=name')).toEqual([200, [{ name: 'a' }, { name: 'b' }]]);
  expect((await send(mock, 'GET rows?fields=nothing'))[0]).toBe(400);
  mock.on('rows.rows.list', async (_, next) => [...((await next()) as readonly unknown[]), { name: 'c' }]);
  expect(await send(mock, 'GET rows')).toEqual([200, [{ name: 'a', size: 1 }, { name: 'b', size: 1 }, { name: 'c' }]]);
});
