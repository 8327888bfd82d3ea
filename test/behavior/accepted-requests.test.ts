/** What the service of a published document accepts although the document says otherwise: each request with its response. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as Library from '../../generator/index.js';
import { packageRoot } from '../../generator/lib/root.js';

const string = { type: 'string' };
const path = (pattern: string): object => ({ type: 'string', location: 'path', required: true, pattern });
const query = { type: 'string', location: 'query' };
const project = { parent: path('^projects/[^/]+$') };
const book = { name: path('^projects/[^/]+/books/[^/]+$') };

const library = {
  kind: 'discovery#restDescription',
  name: 'library',
  version: 'v1',
  title: 'Library',
  description: 'A library.',
  rootUrl: 'https://library.example/',
  servicePath: '',
  parameters: { '$.xgafv': query },
  schemas: {
    Author: { id: 'Author', type: 'object', properties: { fullName: { ...string, description: 'Required. The name.' }, born: string } },
    LibraryV1Book: {
      id: 'LibraryV1Book',
      type: 'object',
      properties: {
        name: { ...string, description: 'Required. The name.' },
        title: { ...string, description: 'Required. The title.' },
        shelf: { ...string, description: 'Required. Deprecated. Use the title.', deprecated: true },
        author: { $ref: 'Author' },
        others: { type: 'array', items: { $ref: 'Author' } },
        labels: { type: 'object', additionalProperties: string },
        copies: { type: 'string', format: 'int64' },
        copiesByYear: { type: 'object', additionalProperties: { type: 'string', format: 'int64' } },
        pages: { type: 'array', items: { type: 'integer', format: 'int32' } },
        metadata: { type: 'any' },
        cover: { type: 'string', enum: ['HARD', 'SOFT'] },
      },
    },
    Key: { id: 'Key', type: 'object', properties: { name: string, note: string } },
    SealRequest: { id: 'SealRequest', type: 'object', properties: { reason: { ...string, description: 'Required. Why.' } } },
  },
  resources: {
    books: {
      methods: {
        create: {
          id: 'library.books.create',
          httpMethod: 'POST',
          path: 'v1/{+parent}/books',
          parameters: { ...project, bookId: query },
          request: { $ref: 'LibraryV1Book' },
          response: { $ref: 'LibraryV1Book' },
        },
        get: { id: 'library.books.get', httpMethod: 'GET', path: 'v1/{+name}', parameters: book, response: { $ref: 'LibraryV1Book' } },
        delete: { id: 'library.books.delete', httpMethod: 'DELETE', path: 'v1/{+name}', parameters: book },
        print: { id: 'library.books.print', httpMethod: 'POST', path: 'v1/{+name}:print', parameters: book, response: { $ref: 'Key' } },
        patch: {
          id: 'library.books.patch',
          httpMethod: 'PATCH',
          path: 'v1/{+name}',
          parameters: { ...book, updateMask: { ...query, format: 'google-fieldmask' } },
          request: { $ref: 'LibraryV1Book' },
          response: { $ref: 'LibraryV1Book' },
        },
        update: {
          id: 'library.books.update',
          httpMethod: 'PUT',
          path: 'v1/{+name}',
          parameters: book,
          request: { $ref: 'LibraryV1Book' },
          response: { $ref: 'LibraryV1Book' },
        },
      },
    },
    keys: {
      methods: {
        create: {
          id: 'library.keys.create',
          httpMethod: 'POST',
          path: 'v1/{+parent}/keys',
          parameters: { ...project, keyId: query },
          request: { $ref: 'Key' },
          response: { $ref: 'Key' },
        },
        get: {
          id: 'library.keys.get',
          httpMethod: 'GET',
          path: 'v1/{+name}',
          parameters: { name: path('^projects/[^/]+/keys/[^/]+$') },
          response: { $ref: 'Key' },
        },
      },
    },
  },
};

/** The same API as an own specification, which states what it requires. */
const { kind: _, ...own } = library;

let createMock: typeof Library.createMock;
let folder: string;

beforeAll(async () => {
  ({ createMock } = (await import(join(packageRoot, 'dist/index.js'))) as typeof Library);
  folder = mkdtempSync(join(tmpdir(), 'discogen-accepted-'));
  writeFileSync(join(folder, 'library.json'), JSON.stringify(library));
  writeFileSync(join(folder, 'lenient.json'), JSON.stringify({ ...library, 'x-unknownFields': 'ignored' }));
  writeFileSync(
    join(folder, 'own.json'),
    JSON.stringify({ ...own, 'x-documents': { library: { title: 'Library' } }, 'x-source': 'library: Books' }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly ignored: string | undefined;
}

/** Starts a mock with a book. */
async function start(file = 'library.json'): Promise<(line: string, body?: object | string) => Promise<Answer>> {
  const mock = await createMock(join(folder, file), {
    seed: {
      resources: {
        '/v1/projects/p/books/b': { name: 'projects/p/books/b', title: 'B', author: { fullName: 'A', born: '1900' }, labels: { a: '1' } },
      },
    },
    warn: () => {},
  });
  return async (line, body) => {
    const [method = '', target = ''] = line.split(' ');
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const url = `https://library.example/v1/projects/p/${target}`;
    const response = await mock.handle({
      method,
      url,
      ...(text !== undefined && { body: text, headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, body: JSON.parse(response.body), ignored: response.headers['x-mock-ignored'] };
  };
}

describe('a field that only its description requires', () => {
  test('is checked at the top of a creation', async () => {
    const send = await start();
    const { status, body } = await send('POST books?bookId=c', { author: {} });
    expect([status, body['error']]).toMatchObject([400, { message: "Required value 'title' is missing." }]);
  });

  test.each<[string, string, object]>([
    ['that the URL sets or that is deprecated', 'POST books?bookId=c', { title: 'C' }],
    ['inside another field', 'POST books?bookId=c', { title: 'C', author: { born: '1900' }, others: [{}] }],
    ['in a full update', 'PUT books/b', { labels: {} }],
  ])('is not checked %s', async (__, line, body) => expect(await (await start())(line, body)).toMatchObject({ status: 200 }));
});

test('a creation without required fields needs no body', async () => {
  const send = await start();
  expect(await send('POST keys?keyId=k')).toMatchObject({ status: 200, body: { name: 'projects/p/keys/k' } });
  expect(await send('POST books?bookId=c')).toMatchObject({ status: 400 });
  expect(await (await start('own.json'))('POST keys?keyId=k')).toMatchObject({ status: 400 });
});

describe('null', () => {
  const nulls = { copies: null, others: [{ fullName: 'O', born: null }], author: { fullName: 'N', born: null } };
  const withoutNulls = { others: [{ fullName: 'O' }], author: { fullName: 'N' } };

  test.each(['POST books?bookId=c', 'PUT books/b', 'PATCH books/b', 'PATCH books/b?updateMask=author,others,copies'])(
    'is never stored: %s',
    async (line) => {
      const { status, body } = await (await start())(line, { title: 'C', ...nulls });
      expect([status, JSON.stringify(body).includes('null')]).toEqual([200, false]);
      expect(body).toMatchObject(withoutNulls);
      expect(body['author']).toEqual({ fullName: 'N' });
    },
  );

  test('removes a field in a patch, and a masked field', async () => {
    const send = await start();
    expect((await send('PATCH books/b', { author: { born: null }, labels: { a: null } })).body).toMatchObject({
      author: { fullName: 'A' },
      labels: {},
    });
    expect((await send('PATCH books/b?updateMask=author', { author: null, title: null })).body).toEqual({
      name: 'projects/p/books/b',
      title: 'B',
      labels: {},
    });
  });

  test.each<[object, string]>([
    [{ title: 'C', labels: { a: null } }, 'labels.a'],
    [{ title: 'C', others: [null] }, 'others[0]'],
    [{ title: 'C', unknown: null }, 'unknown'],
    [{ title: null }, 'title'],
  ])('is rejected: %j', async (body, location) => {
    const answer = await (await start())('POST books?bookId=c', body);
    expect([answer.status, JSON.stringify(answer.body).includes(`'${location}'`)]).toEqual([400, true]);
  });
});

describe('a body that repeats the path', () => {
  test('has no effect', async () => {
    const send = await start();
    const created = await send('POST books?bookId=c', { title: 'C', parent: 'projects/p' });
    expect(created).toEqual({ status: 200, body: { name: 'projects/p/books/c', title: 'C' }, ignored: undefined });
  });

  test('with another value is reported as ignored', async () => {
    const created = await (await start())('POST books?bookId=c', { title: 'C', parent: 'projects/7' });
    expect(created).toMatchObject({ status: 200, body: { name: 'projects/p/books/c' }, ignored: 'requestBody.parent' });
  });

  test.each(['PATCH', 'PUT'])('does not rename: %s', async (method) => {
    const answer = await (await start())(`${method} books/b`, { name: 'projects/1234/books/other', title: 'New' });
    expect(answer).toMatchObject({ status: 200, body: { name: 'projects/p/books/b', title: 'New' } });
  });

  test('is rejected by an own specification', async () => {
    const send = await start('own.json');
    expect(await send('POST books?bookId=c', { title: 'C', parent: 'projects/p' })).toMatchObject({ status: 400 });
    expect(await send('PATCH books/b', { name: 'projects/1/books/b' })).toMatchObject({ status: 400 });
  });
});

test('numbers have every form of ProtoJSON, at every depth and exactly', async () => {
  const body = '{"title":"C","copies":9007199254740993,"copiesByYear":{"2026":9223372036854775807},"pages":["1",2.0]}';
  expect(await (await start())('POST books?bookId=c', body)).toMatchObject({
    status: 200,
    body: { copies: '9007199254740993', copiesByYear: { 2026: '9223372036854775807' }, pages: [1, 2] },
  });
});

test.each(['author.fullName', 'author.full_name', '*', 'library_v1_book.title', 'book.title', 'book.author.full_name, book.title'])(
  'an update mask can be relative to the request: %s',
  async (mask) => {
    const { status } = await (
      await start()
    )(`PATCH books/b?updateMask=${encodeURIComponent(mask)}`, { title: 'N', author: { fullName: 'N' } });
    expect(status).toBe(mask.startsWith('library') ? 400 : 200);
  },
);

test('an enum value can be its integer, which the response repeats if its name is unknown', async () => {
  expect(await (await start())('POST books?bookId=c', { title: 'C', cover: 7 })).toMatchObject({ status: 200, body: { cover: 7 } });
});

test.each(['null', '{}', ''])('a body can be empty: %s', async (body) => {
  expect(await (await start())('POST keys?keyId=c', body)).toMatchObject({ status: 200 });
});

test.each([
  ['GET books/b', '{}', 200],
  ['GET books/b', 'null', 200],
  ['DELETE books/b', '{}', 200],
  ['POST books/b:print', '{}', 501],
  ['GET books/b', '{"title":"C"}', 400],
  ['DELETE books/b', '{"title":"C"}', 400],
  ['DELETE books/b', '[]', 400],
])('a method that takes no body accepts only an empty one: %s %s', async (line, body, status) => {
  expect(await (await start())(line, body)).toMatchObject({ status });
});

test('a specification can take an empty body only from a method with a body', async () => {
  const send = await start('own.json');
  expect(await send('GET books/b', '{}')).toMatchObject({ status: 400 });
  expect(await send('GET books/b', 'null')).toMatchObject({ status: 200 });
});

describe('fields that the document lacks', () => {
  const patched = { author: { fullName: 'N', born: '1900' }, labels: { a: '1', any: 'x' } };
  const body = { title: 'C', colour: 'red', author: { fullName: 'N', age: 7 }, others: [{ fullName: 'O', age: 8 }], labels: { any: 'x' } };
  const known = { title: 'C', author: { fullName: 'N' }, others: [{ fullName: 'O' }], labels: { any: 'x' } };

  test.each(['POST books?bookId=b2', 'PATCH books/b', 'PUT books/b'])(
    'are ignored and reported at every depth if the service ignores them: %s',
    async (line) => {
      const send = await start('lenient.json');
      const answer = await send(line, body);
      expect(answer).toMatchObject({ status: 200, ignored: 'requestBody.colour, requestBody.author.age, requestBody.others.age' });
      expect(answer.body).toEqual({ name: expect.any(String) as string, ...known, ...(line.startsWith('PATCH') && patched) });
    },
  );

  test('have no effect whatever their value, and leave the errors of others', async () => {
    const send = await start('lenient.json');
    expect(await send('POST books?bookId=c', { title: 'C', colour: null })).toMatchObject({ status: 200, ignored: 'requestBody.colour' });
    expect(await send('POST books?bookId=d', { title: 1, colour: 'red' })).toMatchObject({ status: 400 });
  });
});

test.each<[object]>([
  [{ title: 'C', unknown: 1 }],
  [{ title: 'C', cover: 'PAPER' }],
  [{ title: 'C', cover: 1.5 }],
  [{ title: 'C', cover: 2 ** 31 }],
])('what the document lacks stays rejected: %j', async (body) =>
  expect(await (await start())('POST books?bookId=c', body)).toMatchObject({ status: 400 }),
);
