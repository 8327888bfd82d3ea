/** Every parameter, field, and header of a request is implemented, rejected, or reported as ignored. */
import { expect, test } from 'vitest';
import type { ApiBehavior } from '../../../../templates/runtime/descriptor.js';
import { compose, createMockServer, type MockOptions } from '../../../../templates/runtime/mock/index.js';
import { bench, type Bench, readReason } from './fixtures.js';
import { method } from './apis/method.js';

const shelf = 'v1/shelves/{shelf}';
const book = `${shelf}/books/{book}`;

function library(name = 'library', version = 'v1'): ApiBehavior {
  const route = (path: string): string => path.replace('v1/', `${name}/`);
  return {
    name,
    version,
    title: 'Library',
    variables: {},
    methods: [
      method(`${name}.books.list`, `GET ${route(`${shelf}/books`)}`, {
        action: { kind: 'list', resource: route(book) },
        more: { query: { q: 0, orderBy: 1, pageToken: 0, 'odd,name': 0 }, list: { items: 'books' } },
        byConvention: true,
        ignored: ['odd,name', 'orderBy', 'q'],
      }),
      method(`${name}.books.get`, `GET ${route(book)}`, { action: { kind: 'get', resource: route(book) } }),
      method(`${name}.books.update`, `PUT ${route(book)}`, { action: { kind: 'update', resource: route(book) }, more: { body: 2 } }),
      method(`${name}.books.getIamPolicy`, `POST ${route(book)}:getIamPolicy`, {
        action: { kind: 'getIamPolicy', resource: route(book) },
        more: { body: 1 },
        ignored: ['requestBody.options'],
      }),
      method(`${name}.books.testIamPermissions`, `POST ${route(book)}:testIamPermissions`, {
        action: { kind: 'testIamPermissions', resource: route(book) },
        more: { body: 1 },
        ignored: ['requestBody.audit', 'requestBody.caller.ip', 'requestBody.caller.hops.name'],
      }),
      method(`${name}.loans.list`, `GET ${route(`${shelf}/loans`)}`, {
        action: { kind: 'list', resource: route('v1/loans/{loan}') },
        more: { list: { items: 'loans' } },
        ignored: ['shelf'],
      }),
      method(`${name}.books.lend`, `POST ${route(book)}:lend`, { action: { kind: 'notImplemented' } }),
    ],
    resources: [
      { path: route(shelf), idParameters: ['shelf'], idFields: ['name'], implicit: true },
      { path: route(book), idParameters: ['book'], idFields: ['name'], parent: route(shelf) },
      { path: route('v1/loans/{loan}'), idParameters: ['loan'], idFields: ['name'] },
    ],
  };
}

interface Warned extends Bench {
  readonly warnings: readonly string[];
}

function libraryBench(options: MockOptions = {}): Warned {
  const warnings: string[] = [];
  const seed = { resources: { '/library/shelves/s/books/b': { name: 'b' } } };
  return { ...bench({ seed, warn: (message) => warnings.push(message), ...options }, [library()]), warnings };
}

const list = 'GET /library/shelves/s/books';

test('reports an ignored parameter in the journal, a header, and one warning', async () => {
  const { mock, send, warnings } = libraryBench();
  const answer = await send(`${list}?q=x&orderBy=name&orderBy=size&pageToken=`);
  expect(answer.headers['x-mock-ignored']).toBe('q, orderBy');
  await send(`${list}?q=y`);
  expect(mock.requests.map(({ ignored }) => ignored)).toEqual([['q', 'orderBy'], ['q']]);
  expect(warnings).toEqual(['library.books.list: the mock ignores q', 'library.books.list: the mock ignores orderBy']);
});

test('does not mark a request without ignored parameters', async () => {
  const { mock, send, warnings } = libraryBench();
  expect((await send(`${list}?key=k&quotaUser=u&prettyPrint=true`, undefined, { accept: '*/*' })).headers).not.toHaveProperty(
    'x-mock-ignored',
  );
  expect(mock.requests[0]).not.toHaveProperty('ignored');
  expect(warnings).toEqual([]);
});

test.each([
  [
    'a field of the body',
    'POST /library/shelves/s/books/b:getIamPolicy',
    { options: { requestedPolicyVersion: 3 } },
    {},
    'requestBody.options',
  ],
  [
    'nested fields of the body, through lists too',
    'POST /library/shelves/s/books/b:testIamPermissions',
    { permissions: [], caller: { name: 'n', hops: [{ name: 'a' }, { at: 1 }, { name: 'b' }], ip: '::1' }, audit: { ip: 1 } },
    {},
    'requestBody.caller.hops.name, requestBody.caller.ip, requestBody.audit',
  ],
  [
    'a body without the nested fields',
    'POST /library/shelves/s/books/b:testIamPermissions',
    { permissions: [], caller: { name: 'n', hops: [], 'ip.v6': '::1' } },
    {},
    undefined,
  ],
  ['a body without the field', 'POST /library/shelves/s/books/b:getIamPolicy', {}, {}, undefined],
  ['a parent that narrows a list', 'GET /library/shelves/s/loans', undefined, {}, 'shelf'],
  ['a name that would separate names', `${list}?odd%2Cname=1`, undefined, {}, 'odd%2Cname'],
  ['media of a method without media', `${list}?alt=media`, undefined, {}, 'alt'],
  ['If-Modified-Since', list, undefined, { 'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 'If-Modified-Since'],
  ['If-Unmodified-Since', list, undefined, { 'if-unmodified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 'If-Unmodified-Since'],
  ['Prefer', list, undefined, { prefer: 'return=minimal' }, 'Prefer'],
  ['Range of a response that is not content', list, undefined, { range: 'bytes=0-9' }, 'Range'],
  ['If-None-Match of a read is implemented', list, undefined, { 'if-none-match': '"x"' }, undefined],
  ['If-None-Match of a change', 'PUT /library/shelves/s/books/b', { name: 'b' }, { 'if-none-match': '*' }, 'If-None-Match'],
  ['If-Match of a change is implemented', 'PUT /library/shelves/s/books/b', { name: 'b' }, { 'if-match': '*' }, undefined],
  ['If-Match of a read', list, undefined, { 'if-match': '*' }, 'If-Match'],
  ['an override that has no effect', list, undefined, { 'x-http-method-override': 'PATCH' }, 'X-HTTP-Method-Override'],
  ['a header of the vendor', list, undefined, { 'X-Goog-Encryption-Algorithm': 'AES256' }, 'x-goog-encryption-algorithm'],
  ['headers of the transport', list, undefined, { accept: '*/*', 'user-agent': 'x', 'x-goog-user-project': 'p' }, undefined],
] as const)('%s', async (_, line, body, headers, expected) => {
  const { send } = libraryBench();
  expect((await send(line, body, headers)).headers['x-mock-ignored']).toBe(expected);
});

test('reports a rejected request too', async () => {
  const { mock, send } = libraryBench();
  expect((await send('GET /library/shelves/s/books/missing', undefined, { prefer: 'x' })).status).toBe(404);
  expect(mock.requests[0]?.ignored).toEqual(['Prefer']);
});

test('responds with 501 in strict mode and names the unsupported part', async () => {
  const { mock, send, warnings } = libraryBench({ strict: true });
  const answer = await send(`${list}?q=x`, undefined, { prefer: 'return=minimal' });
  expect(answer).toMatchObject({
    status: 501,
    body: {
      error: {
        message: 'The mock ignores q, Prefer of library.books.list, which strict mode rejects.',
        status: 'UNIMPLEMENTED',
        errors: [
          { reason: 'notImplemented', location: 'q', locationType: 'parameter' },
          { reason: 'notImplemented', location: 'Prefer', locationType: 'header' },
        ],
      },
    },
  });
  expect(answer.headers).not.toHaveProperty('x-mock-ignored');
  expect(mock.requests[0]).toMatchObject({ rejection: { rule: 'strict' } });
  expect(warnings).toEqual([]);
  expect((await send(list)).status).toBe(200);
});

test('rejects an invalid request before an unsupported part in strict mode', async () => {
  const { send } = libraryBench({ strict: true });
  expect((await send(`${list}?q=x&q=y`)).status).toBe(400);
});

test('sets strict mode per session', async () => {
  const { mock, send } = libraryBench();
  const strict = { 'x-mock-session': 'strict' };
  const settings = mock.session('strict', { strict: true }).settings;
  expect((await send(`${list}?q=x`, undefined, strict)).status).toBe(501);
  expect((await send(`${list}?q=x`)).status).toBe(200);
  await settings.set({ strict: false });
  expect((await send(`${list}?q=x`, undefined, strict)).status).toBe(200);
  await mock.session('strict').reset();
  expect(await settings.get()).toEqual({ strict: true });
});

test('the control route changes the session of the request until a reset', async () => {
  const { send } = libraryBench();
  const own = { 'x-mock-session': 'own' };
  expect(await send('PUT /__admin/settings', { strict: true }, own)).toMatchObject({ status: 200, body: {} });
  expect((await send('GET /__admin/settings', undefined, own)).body).toEqual({ strict: true });
  expect((await send('GET /__admin/settings')).body).toEqual({ strict: false });
  expect(readReason(await send(`${list}?q=x`, undefined, own))).toBe('notImplemented');
  await send('POST /__admin/reset', undefined, own);
  expect((await send('GET /__admin/settings', undefined, own)).body).toEqual({ strict: false });
});

test.each([
  [{ strict: 'yes' }, 'strict must be true or false (received the string "yes")'],
  [{ strikt: true }, 'unknown setting "strikt"; expected strict'],
  [[], 'The request body must be an object with strict (received an array).'],
])('rejects the settings %j', async (body, message) => {
  const { mock, send } = libraryBench();
  expect(await send('PUT /__admin/settings', body)).toMatchObject({ status: 400, body: { error: { message } } });
  expect(await mock.settings.get()).toEqual({ strict: false });
});

test('lists what the mock supports', async () => {
  const { mock, send } = libraryBench();
  const support = await mock.support();
  expect(support).toEqual({
    apis: [
      {
        name: 'library',
        version: 'v1',
        counts: { implemented: 5, convention: 1, handler: 0, notImplemented: 1 },
        methods: [
          { id: 'library.books.list', support: 'convention', ignored: ['odd,name', 'orderBy', 'q'] },
          { id: 'library.books.get', support: 'implemented', ignored: [] },
          { id: 'library.books.update', support: 'implemented', ignored: [] },
          { id: 'library.books.getIamPolicy', support: 'implemented', ignored: ['requestBody.options'] },
          {
            id: 'library.books.testIamPermissions',
            support: 'implemented',
            ignored: ['requestBody.audit', 'requestBody.caller.ip', 'requestBody.caller.hops.name'],
          },
          { id: 'library.loans.list', support: 'implemented', ignored: ['shelf'] },
          { id: 'library.books.lend', support: 'notImplemented', ignored: [] },
        ],
      },
    ],
  });
  expect((await send('GET /__admin/support')).body).toEqual(support);
});

test('a composed mock reports the support of all its APIs and warns like its mocks', async () => {
  const warnings: string[] = [];
  const first = createMockServer(library('one'), { warn: (message) => warnings.push(message) });
  const mock = compose(first, createMockServer(library('two', 'v2')));
  expect((await mock.support()).apis.map(({ name, version }) => `${name} ${version}`)).toEqual(['one v1', 'two v2']);
  await mock.fetch('http://mock.test/two/shelves/s/books?q=x');
  expect(warnings).toEqual(['two.books.list: the mock ignores q']);
});
