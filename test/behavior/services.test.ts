/** Service modules of users, which the config names: what they add to a mock, and how mistakes in them are reported. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMock, generate } from '../../generator/index.js';
import { formatDiagnostic } from '../../generator/lib/diagnostics.js';
import type { Mock, MockOptions } from '../../mock/index.js';

const specification = `
name: library
version: v1
title: Library
rootUrl: https://library.example.com/
servicePath: v1/
x-documents: { library: { title: The library } }
x-source: 'library: All of it'
resources:
  books:
    methods:
      get:
        id: library.books.get
        httpMethod: GET
        path: books/{book}
        parameters: { book: { type: string, location: path, required: true } }
        response: { $ref: Book }
        supportsMediaDownload: true
      list:
        id: library.books.list
        httpMethod: GET
        path: books
        parameters:
          q: { type: string, location: query }
          pageSize: { type: integer, format: int32, location: query }
          pageToken: { type: string, location: query }
        response: { $ref: ListBooksResponse }
      insert:
        id: library.books.insert
        httpMethod: POST
        path: books
        request: { $ref: Book }
        response: { $ref: Book }
      patch:
        id: library.books.patch
        httpMethod: PATCH
        path: books/{book}
        parameters: { book: { type: string, location: path, required: true } }
        request: { $ref: Book }
        response: { $ref: Book }
      count:
        id: library.books.count
        httpMethod: POST
        path: books/{book}:count
        parameters: { book: { type: string, location: path, required: true } }
        response: { $ref: Count }
schemas:
  Book:
    type: object
    properties:
      name: { type: string, required: true }
      title: { type: string }
      slug: { type: string, readOnly: true }
      code: { type: string, readOnly: true }
      length: { type: integer, format: int32, readOnly: true }
      size: { type: string, format: uint64, readOnly: true }
  ListBooksResponse: { type: object, properties: { books: { type: array, items: { $ref: Book } }, nextPageToken: { type: string } } }
  Count: { type: object, properties: { count: { type: integer, format: int32 } } }
`;
const config = `
specs:
  - name: library
    file: library.v1.yaml
    service: ./library.js
out: packages
`;
const module = (members: string): string => `import { defineService } from 'discogen/service';
export default defineService({ api: 'library', ${members} });
`;

let folder: string;
const previous = process.cwd();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'services-'));
  process.chdir(folder);
  write('library.v1.yaml', specification);
  write('discogen.config.yaml', config);
});
afterEach(() => {
  process.chdir(previous);
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const open = (members: string, options: MockOptions = {}): Promise<Mock> => {
  write('library.js', module(members));
  return createMock(['library'], options);
};

async function send(mock: Mock, request: string, body?: object): Promise<unknown> {
  const [method = '', path = ''] = request.split(' ');
  const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await mock.fetch(`https://library.example.com${path}`, { method, ...init });
  const text = await response.text();
  if (!response.ok) return `${response.status} ${(JSON.parse(text) as { error: { message: string } }).error.message}`;
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
}

const books = ['c', 'a', 'b', 'd'].map((name, index) => [`/v1/books/${name}`, { name, title: 'x'.repeat(index + 1) }] as const);
const seed = { resources: Object.fromEntries(books) };

describe('a module', () => {
  test('answers methods inside of the handlers of a test, and keeps rows in the state', async () => {
    const mock = await open(`handlers: {
      'library.books.count': ({ parameters, rows }) => {
        const count = (rows().get(parameters.book) ?? 0) + 1;
        rows().put(parameters.book, count);
        return { count };
      },
    }`);
    expect(await send(mock, 'POST /v1/books/a:count')).toEqual({ count: 1 });
    const state = await mock.state();
    expect(state.rows).toEqual({ library: { a: 1 } });
    expect(await send(mock, 'POST /v1/books/a:count')).toEqual({ count: 2 });
    await mock.reset();
    await mock.seed(state);
    mock.on('library.books.count', async (_, next) => ({ ...((await next()) as object), note: 'test' }));
    expect(await send(mock, 'POST /v1/books/a:count')).toEqual({ count: 2, note: 'test' });
  });

  test('selects and orders the items of a list before its pages', async () => {
    const mock = await open(
      `parameters: { 'library.books.list': { q: (text, { reject }) => {
        if (text === '?') reject('invalid', 'Bad query.');
        return { filter: ({ title }) => title.length > Number(text), compare: (one, other) => other.title.length - one.title.length };
      } } }`,
      { seed },
    );
    const first = (await send(mock, 'GET /v1/books?q=1&pageSize=2')) as { books: { name: string }[]; nextPageToken: string };
    expect(first.books.map(({ name }) => name)).toEqual(['d', 'b']);
    const second = `GET /v1/books?q=1&pageSize=2&pageToken=${first.nextPageToken}`;
    expect(await send(mock, second)).toMatchObject({ books: [{ name: 'a' }] });
    expect(await send(mock, second.replace('q=1', 'q=0'))).toMatch(/^400 .*pageToken/);
    expect(await send(mock, 'GET /v1/books?q=?')).toBe('400 Bad query.');
    expect(mock.requests.every(({ ignored }) => ignored === undefined)).toBe(true);
  });

  test('computes stored fields from the change, and others in each response', async () => {
    const mock = await open(`
      complete: { '/v1/books/{book}': ({ title = '' }, { previous, newId }) => ({ slug: title.toLowerCase(), code: previous?.code ?? newId() }) },
      render: { '/v1/books/{name}': ({ title = '' }) => ({ length: title.length }) }`);
    const created = (await send(mock, 'POST /v1/books', { name: 'a', title: 'Emma' })) as { code: string };
    expect(created).toMatchObject({ slug: 'emma', length: 4, code: expect.stringMatching(/^\d+$/) as string });
    expect(await send(mock, 'PATCH /v1/books/a', { title: 'Persuasion' })).toMatchObject({
      slug: 'persuasion',
      length: 10,
      code: created.code,
    });
  });

  test('checks resources and requests', async () => {
    const members = `checks: {
      '/v1/books/{book}': ({ title }) => (title === 'bad' ? [{ field: 'title', message: 'must be good' }] : undefined),
      'library.books.count': ({ parameters }) => (parameters.book === 'z' ? 'no such count' : undefined),
    }`;
    const mock = await open(members);
    expect(await send(mock, 'POST /v1/books', { name: 'a', title: 'bad' })).toBe("400 Invalid value for 'title': must be good");
    expect(await send(mock, 'POST /v1/books/z:count')).toMatch(/^400 .*no such count/);
    await expect(open(members, { seed: { resources: { '/v1/books/a': { name: 'a', title: 'bad' } } } })).rejects.toThrow('must be good');
  });

  test('resolves names that depend on the caller, in the paths of requests and seeds', async () => {
    const mock = await open(
      `aliases: { '/v1/books/{book}': (name, { user }) => (name === 'mine' ? user.split('@')[0] : name) },
      handlers: { 'library.books.count': ({ parameters }) => ({ count: 1, ...parameters }) }`,
      {
        seed: {
          resources: { '/v1/books/mine': { name: 'c', title: 'Emma' } },
          tokens: { t: { scopes: [], permissions: [], user: 'c@example.com' }, u: { scopes: [], permissions: [], user: 'd@example.com' } },
        },
      },
    );
    const read = (token: string): Promise<Response> =>
      mock.fetch('https://library.example.com/v1/books/mine', { headers: { authorization: `Bearer ${token}` } });
    const response = await read('t');
    expect((await read('u')).status).toBe(404);
    expect(await response.json()).toMatchObject({ name: 'c', title: 'Emma' });
    expect(await send(mock, 'POST /v1/books/mine:count')).toEqual({ count: 1, book: 'c' });
  });

  test('reads and writes content, also as a response of a method', async () => {
    const mock = await open(
      `handlers: {
        'library.books.count': ({ parameters, content }) => {
          const path = '/v1/books/' + parameters.book;
          content.write(path, { type: 'text/plain', bytes: 'one two' });
          const { bytes } = content.read(path);
          return new Response(bytes.slice(0, 3), { status: 206, headers: { 'content-type': 'text/plain', 'content-range': 'bytes 0-2/7' } });
        },
      }`,
      { seed },
    );
    const response = await mock.fetch('https://library.example.com/v1/books/a:count', { method: 'POST' });
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([206, 'bytes 0-2/7', 'one']);
    expect(await send(mock, 'GET /v1/books/a?alt=media')).toBe('one two');
    expect(await send(mock, 'GET /v1/books/a')).toMatchObject({ size: '7' });
  });

  test('serves further routes in a transaction, after the methods', async () => {
    const mock = await open(
      `routes: [
        { method: 'GET', path: '/{shelf}/{book=**}', access: 'public', respond: ({ parameters, user }) =>
          parameters.shelf === 'none' ? undefined : Response.json({ ...parameters, user }) },
        { method: 'PUT', path: '/{shelf}/{book}', respond: async ({ request, parameters, state, reject }) => {
          state.put('/v1/books/' + parameters.book, { name: parameters.book, title: await request.text() });
          if (parameters.shelf === 'full') reject('rateLimitExceeded', 'The shelf is full.');
          return new Response(null, { status: 201 });
        } },
      ]`,
      { auth: 'on', seed: { tokens: { t: { scopes: [], permissions: [], user: 'u@example.com' } } } },
    );
    const put = (path: string, token: string): Promise<Response> =>
      mock.fetch(`https://library.example.com${path}`, { method: 'PUT', body: 'Emma', headers: { authorization: `Bearer ${token}` } });
    expect(await send(mock, 'GET /top/a%20b/c')).toEqual({
      shelf: 'top',
      book: 'a%20b/c'.replace('%20', ' '),
      user: 'anonymous@example.com',
    });
    expect(await send(mock, 'GET /none/a')).toMatch(/^404/);
    expect((await put('/top/a', 'other')).status).toBe(401);
    expect((await put('/full/b', 't')).status).toBe(429);
    expect((await put('/top/a', 't')).status).toBe(201);
    expect((await mock.state()).resources).toMatchObject({ '/v1/books/a': { title: 'Emma' } });
    expect((await mock.state()).resources).not.toHaveProperty('/v1/books/b');
  });
});

describe('a mistake', () => {
  const report = async (text: string | undefined): Promise<readonly string[]> => {
    if (text !== undefined) write('library.js', text);
    const result = await generate();
    expect(result.status).toBe('failed');
    return result.diagnostics.map(formatDiagnostic);
  };

  test.each([
    [
      'a missing file',
      undefined,
      'discogen.config.yaml:5:14: error invalid-service the service module "library.js" is invalid: there is no such file',
    ],
    [
      'no default export',
      'export const a = 1;',
      'library.js:1:1: error invalid-service the service module "library.js" is invalid: it has no default export; write export default defineService({ … })',
    ],
    [
      'an unknown member',
      module('handler: {}'),
      'library.js:1:1: error invalid-service the service module "library.js" is invalid: unknown member "handler"; did you mean "handlers"?',
    ],
    [
      'a member of another type',
      module('routes: [{}]'),
      'library.js:1:1: error invalid-service the service module "library.js" is invalid: routes must be a list of { method, path, respond } (received an array)',
    ],
    [
      'an error of the module',
      'throw new Error("no");',
      'library.js:1:1: error invalid-service the service module "library.js" is invalid: it has no default export; write export default defineService({ … })',
    ],
    [
      'another API',
      module('').replace("'library'", "'shop'"),
      'library.js:2:38: error other-service the service module "library.js" is for the API "shop", and this API is "library"',
    ],
    [
      'an unknown method',
      module("handlers: { 'library.books.coun': () => ({}) }"),
      'library.js:2:61: error unknown-method there is no method "library.books.coun"; did you mean "library.books.count"?',
    ],
    [
      'an unknown parameter',
      module("parameters: { 'library.books.list': { qq: true } }"),
      'library.js:2:86: error unknown-parameter there is no parameter "qq"; did you mean "q"?',
    ],
    [
      'an unknown path',
      module("complete: { '/v1/book/{book}': () => ({}) }"),
      'library.js:2:61: error unknown-resource-path no method and no x-action has the path "/v1/book/{book}"; did you mean "/v1/books/{book}"?',
    ],
  ])('in %s is reported', async (_, text, message) => {
    expect(await report(text)).toEqual([message]);
  });

  test('in the path or an import is reported', async () => {
    write('discogen.config.yaml', config.replace('./library.js', '../library.js'));
    await expect(generate()).rejects.toThrow('discogen.config.yaml is invalid');
    write('discogen.config.yaml', config);
    expect((await report("import './missing.js';\nexport default {};\n"))[0]).toMatch(
      /^library\.js:\d+:\d+: error invalid-service .*missing/,
    );
    expect((await report('export default {\n'))[0]).toMatch(/^library\.js:\d+:\d+: error invalid-service/);
  });
});

test('a package contains the module with its imports, and is stale if one of them changes', async () => {
  write(
    'library.ts',
    "import { respond } from './respond.js';\nexport default { api: 'library', handlers: { 'library.books.count': respond } };\n",
  );
  write('respond.ts', 'export const respond = (): object => ({ count: 1 });\n');
  write('discogen.config.yaml', config.replace('library.js', 'library.ts'));
  expect((await generate()).diagnostics).toEqual([]);
  expect(readFileSync('packages/library-v1/dist/service.js', 'utf8')).toContain('count: 1');
  expect((await generate({ check: true })).status).toBe('done');
  write('respond.ts', 'export const respond = (): object => ({ count: 2 });\n');
  const { status, packages } = await generate({ check: true });
  expect(status).toBe('stale');
  expect(packages[0]?.changes.map(({ path }) => path)).toContain('packages/library-v1/src/service.js');
});
