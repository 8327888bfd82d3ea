/** The mock implements, rejects, or reports as ignored every parameter, field, and header of a request. */
import { expect, test, vi } from 'vitest';
import type { ApiBehavior } from '../../../../runtime/behavior.js';
import { compose, createMockServer, type MockOptions } from '../../../../mock/index.js';
import { createTestMock, type TestMock, readReason } from '../fixtures.js';
import { method } from '../apis/method.js';

const shelf = 'v1/shelves/{shelf}';
const book = `${shelf}/books/{book}`;

function createLibraryApi(name = 'library', version = 'v1'): ApiBehavior {
  const route = (path: string): string => path.replace('v1/', `${name}/`);
  return {
    name,
    version,
    title: 'Library',
    variables: {},
    nameStart: 2,
    projectCollection: 'projects',
    methods: [
      method(`${name}.books.list`, `GET ${route(`${shelf}/books`)}`, {
        action: { kind: 'list', resource: route(book) },
        more: { parameters: { q: {}, orderBy: { repeated: true }, pageToken: {}, 'odd,name': {} }, list: { items: 'books' } },
        byConvention: true,
        ignored: ['odd,name', 'orderBy', 'q'],
      }),
      method(`${name}.books.get`, `GET ${route(book)}`, { action: { kind: 'get', resource: route(book) } }),
      method(`${name}.books.search`, `GET ${route(`${shelf}/books`)}:search`, {
        action: { kind: 'list', resource: route(book) },
        more: {
          parameters: { q: {}, order: {}, state: { repeated: true }, shown: { type: 'boolean' }, parent: {}, view: {} },
          list: { items: 'books' },
        },
        ignored: ['order', 'parent', 'q', 'shown', 'state', 'view'],
        selectors: { order: ['name'], parent: [], q: [], shown: ['false'], state: [] },
      }),
      method(`${name}.books.delete`, `DELETE ${route(book)}`, {
        action: { kind: 'delete', resource: route(book) },
        more: { parameters: { version: {} } },
        ignored: ['version'],
        selectors: { version: [] },
      }),
      method(`${name}.books.update`, `PUT ${route(book)}`, {
        action: { kind: 'update', resource: route(book) },
        more: { body: 'required' },
      }),
      method(`${name}.books.getIamPolicy`, `POST ${route(book)}:getIamPolicy`, {
        action: { kind: 'getIamPolicy', resource: route(book) },
        more: { body: 'optional' },
        ignored: ['requestBody.options.audit'],
      }),
      method(`${name}.books.testIamPermissions`, `POST ${route(book)}:testIamPermissions`, {
        action: { kind: 'testIamPermissions', resource: route(book) },
        more: { body: 'optional' },
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

interface LibraryMock extends TestMock {
  readonly warnings: readonly string[];
}

function createLibraryMock(options: MockOptions = {}): LibraryMock {
  const warnings: string[] = [];
  const seed = { resources: { '/library/shelves/s/books/b': { name: 'b' } } };
  return { ...createTestMock({ seed, warn: (message) => warnings.push(message), ...options }, [createLibraryApi()]), warnings };
}

const list = 'GET /library/shelves/s/books';

test('reports an ignored parameter in the journal, in a header, and with one warning', async () => {
  const { mock, send, warnings } = createLibraryMock();
  const response = await send(`${list}?q=x&orderBy=name&orderBy=size&pageToken=`);
  expect(response.headers['x-mock-ignored']).toBe('q, orderBy');
  await send(`${list}?q=y`);
  expect(mock.requests.map(({ ignored }) => ignored)).toEqual([['q', 'orderBy'], ['q']]);
  expect(warnings).toEqual(['library.books.list: the mock ignores q', 'library.books.list: the mock ignores orderBy']);
});

test('parses a body once, although ignored fields are found before the call is handled', async () => {
  const { send } = createLibraryMock();
  const body = JSON.stringify({ permissions: ['a'], audit: true });
  const parse = vi.spyOn(JSON, 'parse');
  const { headers } = await send('POST /library/shelves/s/books/b:testIamPermissions', body);
  const parsed = parse.mock.calls.filter(([text]) => text === body);
  parse.mockRestore();
  expect(headers['x-mock-ignored']).toBe('requestBody.audit');
  expect(parsed).toHaveLength(1);
});

test('does not mark a request without ignored parameters', async () => {
  const { mock, send, warnings } = createLibraryMock();
  expect((await send(`${list}?key=k&quotaUser=u&prettyPrint=true`, undefined, { accept: '*/*' })).headers).not.toHaveProperty(
    'x-mock-ignored',
  );
  expect(mock.requests[0]).not.toHaveProperty('ignored');
  expect(warnings).toEqual([]);
});

test.each([
  ['a field of the body', 'POST /library/shelves/s/books/b:getIamPolicy', { options: { audit: true } }, {}, 'requestBody.options.audit'],
  [
    'nested fields of the body, also in lists',
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
  ['a parent that the resource path lacks', 'GET /library/shelves/s/loans', undefined, {}, 'shelf'],
  ['a name with a comma, percent-encoded', `${list}?odd%2Cname=1`, undefined, {}, 'odd%2Cname'],
  ['media of a method without media', `${list}?alt=media`, undefined, {}, 'alt'],
  ['If-Modified-Since', list, undefined, { 'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 'If-Modified-Since'],
  ['If-Unmodified-Since', list, undefined, { 'if-unmodified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 'If-Unmodified-Since'],
  ['Prefer', list, undefined, { prefer: 'return=minimal' }, 'Prefer'],
  ['Range of a response that is not content', list, undefined, { range: 'bytes=0-9' }, 'Range'],
  ['no If-None-Match of a read', list, undefined, { 'if-none-match': '"x"' }, undefined],
  ['no If-None-Match of a change', 'PUT /library/shelves/s/books/b', { name: 'b' }, { 'if-none-match': '"x"' }, undefined],
  ['no If-Match of a change', 'PUT /library/shelves/s/books/b', { name: 'b' }, { 'if-match': '*' }, undefined],
  ['If-Match of a read', list, undefined, { 'if-match': '*' }, 'If-Match'],
  ['an unsupported method override', list, undefined, { 'x-http-method-override': 'PATCH' }, 'X-HTTP-Method-Override'],
  ['a vendor header', list, undefined, { 'X-Goog-Encryption-Algorithm': 'AES256' }, 'x-goog-encryption-algorithm'],
  ['no transport headers', list, undefined, { accept: '*/*', 'user-agent': 'x', 'x-goog-user-project': 'p' }, undefined],
] as const)('reports %s', async (_, line, body, headers, expected) => {
  const { send } = createLibraryMock();
  expect((await send(line, body, headers)).headers['x-mock-ignored']).toBe(expected);
});

test('reports ignored parts of a rejected request', async () => {
  const { mock, send } = createLibraryMock();
  expect((await send('GET /library/shelves/s/books/missing', undefined, { prefer: 'x' })).status).toBe(404);
  expect(mock.requests[0]?.ignored).toEqual(['Prefer']);
});

test('responds with 501 to all ignored parts if a session rejects all of them', async () => {
  const { mock, send, warnings } = createLibraryMock({ ignored: 'all' });
  const response = await send(`${list}?q=x`, undefined, { prefer: 'return=minimal' });
  expect(response).toMatchObject({
    status: 501,
    body: {
      error: {
        message: "The mock ignores q, Prefer of library.books.list, and its setting 'ignored' is 'all'.",
        status: 'UNIMPLEMENTED',
        errors: [
          { reason: 'notImplemented', location: 'q', locationType: 'parameter' },
          { reason: 'notImplemented', location: 'Prefer', locationType: 'header' },
        ],
      },
    },
  });
  expect(response.headers).not.toHaveProperty('x-mock-ignored');
  expect(mock.requests[0]).toMatchObject({ rejection: { rule: 'ignored' } });
  expect(warnings).toEqual([]);
  expect((await send(list)).status).toBe(200);
});

test('reports an invalid request before an ignored part', async () => {
  const { send } = createLibraryMock({ ignored: 'all' });
  expect((await send(`${list}?q=x&q=y`)).status).toBe(400);
});

const search = `${list}:search`;

test('responds with 501 to a parameter that selects, and names it', async () => {
  const { mock, send, warnings } = createLibraryMock();
  const response = await send(`${search}?q=x&view=FULL`);
  expect(response).toMatchObject({
    status: 501,
    body: {
      error: {
        message:
          "The mock doesn't implement q of library.books.search, and the response would be wrong without it. Register a handler, or set 'ignored' to 'warn'.",
        errors: [{ reason: 'notImplemented', location: 'q', locationType: 'parameter' }],
      },
    },
  });
  expect([response.headers['x-mock-ignored'], warnings]).toEqual([undefined, []]);
  await mock.settings.set({ ignored: 'warn' });
  expect((await send(`${search}?q=x&view=FULL`)).headers['x-mock-ignored']).toBe('q, view');
});

test.each([
  ['an empty value', 'q='],
  ['the default', 'order=name'],
  ['the default of a flag', 'shown=false'],
  ['the zero value of an enum', 'state=STATE_UNSPECIFIED&state=UNSPECIFIED'],
  ['a name that the path contains', 'parent=shelves/s'],
  ['a parameter that only shapes the response', 'view=FULL'],
])('reports %s, which selects nothing', async (_, query) => {
  const { send } = createLibraryMock();
  const { status, headers } = await send(`${search}?${query}`);
  expect([status, headers['x-mock-ignored']]).toEqual([200, query.split('=')[0]]);
});

test.each(['order=size', 'shown=true', 'state=UNSPECIFIED&state=OPEN', 'parent=shelves/t'])('responds with 501 to %s', async (query) => {
  expect((await createLibraryMock().send(`${search}?${query}`)).status).toBe(501);
});

test('accepts the version that a resource has', async () => {
  const seed = { resources: { '/library/shelves/s/books/b': { name: 'b', version: '4' } } };
  const { send } = createLibraryMock({ seed });
  const route = 'DELETE /library/shelves/s/books/b';
  expect((await send(`${route}?version=3`)).status).toBe(501);
  expect((await send(`${route}?version=4`)).status).toBe(200);
  expect((await send(`${route}?version=4`)).status).toBe(404);
});

test('accepts a parameter that selects if a handler reads it, before or after the default behavior', async () => {
  const { mock, send } = createLibraryMock();
  mock.on('library.books.search', (_, next) => next());
  expect((await send(`${search}?q=x`)).status).toBe(501);
  mock.on('library.books.search', async ({ parameters }, next) => ({ ...((await next()) as object), query: parameters['q'] }));
  expect(await send(`${search}?q=x`)).toMatchObject({ status: 200, body: { query: 'x' } });
});

test('sets what a session rejects', async () => {
  const { mock, send } = createLibraryMock();
  const ownSession = { 'x-mock-session': 'own' };
  const settings = mock.session('own', { ignored: 'all' }).settings;
  expect((await send(`${list}?q=x`, undefined, ownSession)).status).toBe(501);
  expect((await send(`${list}?q=x`)).status).toBe(200);
  await settings.set({ ignored: 'warn' });
  expect((await send(`${list}?q=x`, undefined, ownSession)).status).toBe(200);
  await mock.session('own').reset();
  expect(await settings.get()).toEqual({ ignored: 'all' });
});

test("changes what the request's session rejects through the control route until a reset", async () => {
  const { send } = createLibraryMock();
  const session = { 'x-mock-session': 'own' };
  expect(await send('PUT /__admin/settings', { ignored: 'all' }, session)).toMatchObject({ status: 200, body: {} });
  expect((await send('GET /__admin/settings', undefined, session)).body).toEqual({ ignored: 'all' });
  expect((await send('GET /__admin/settings')).body).toEqual({ ignored: 'select' });
  expect(readReason(await send(`${list}?q=x`, undefined, session))).toBe('notImplemented');
  await send('POST /__admin/reset', undefined, session);
  expect((await send('GET /__admin/settings', undefined, session)).body).toEqual({ ignored: 'select' });
});

test.each([
  [{ ignored: 'yes' }, 'ignored must be "select", "warn", or "all" (received the string "yes")'],
  [{ strict: true }, 'unknown setting "strict"; expected "ignored"'],
  [[], 'The request body must be an object with ignored (received an array).'],
])('rejects the settings %j', async (body, message) => {
  const { mock, send } = createLibraryMock();
  expect(await send('PUT /__admin/settings', body)).toMatchObject({ status: 400, body: { error: { message } } });
  expect(await mock.settings.get()).toEqual({ ignored: 'select' });
});

test('reports ignored parameters when a handler calls the default behavior', async () => {
  const { mock, send, warnings } = createLibraryMock();
  const remove = mock.on('library.books.list', () => ({ books: [] }));
  expect((await send(`${list}?q=x`)).headers).not.toHaveProperty('x-mock-ignored');
  remove();
  mock.on('library.books.list', (_, next) => next());
  const response = await send(`${list}?q=x`);
  expect([response.status, response.headers['x-mock-ignored']]).toEqual([200, 'q']);
  expect(mock.requests.map(({ ignored }) => ignored)).toEqual([undefined, ['q']]);
  expect(warnings).toEqual(['library.books.list: the mock ignores q']);
});

test('reports what a handler that calls the default behavior does not read', async () => {
  const { mock, send, warnings } = createLibraryMock();
  mock.on('library.books.list', async ({ parameters }, next) => ({ ...((await next()) as object), query: parameters['q'] }));
  const response = await send(`${list}?q=x&orderBy=name`);
  expect([response.body['query'], response.headers['x-mock-ignored']]).toEqual(['x', 'orderBy']);
  expect((await send(`${list}?q=x`)).headers).not.toHaveProperty('x-mock-ignored');
  expect(warnings).toEqual(['library.books.list: the mock ignores orderBy']);
});

test('reports the body fields and headers that a handler does not read, and lets it clone and change the request', async () => {
  const { mock, send } = createLibraryMock();
  const body = { permissions: [], audit: true, caller: { ip: '::1', hops: [{ name: 'a' }, { name: 'b' }] } };
  let seen: unknown;
  mock.on('library.books.testIamPermissions', async (call, next) => {
    const { caller } = call.requestBody as unknown as { readonly caller: { ip: string } };
    if (seen === undefined) {
      caller.ip += '!';
      seen = [caller.ip, call.headers['prefer']];
    } else seen = structuredClone(call.requestBody);
    return (await next()) as object;
  });
  const route = 'POST /library/shelves/s/books/b:testIamPermissions';
  const first = await send(route, body, { prefer: 'x', 'if-modified-since': 'y' });
  expect(seen).toEqual(['::1!', 'x']);
  expect(first.headers['x-mock-ignored']).toBe('requestBody.audit, requestBody.caller.hops.name, If-Modified-Since');
  expect((await send(route, body)).headers).not.toHaveProperty('x-mock-ignored');
  expect(seen).toEqual(body);
});

test('lists what the mock supports', async () => {
  const { mock, send } = createLibraryMock();
  const support = await mock.support();
  const [api] = support.apis;
  expect(api).toMatchObject({ name: 'library', version: 'v1', counts: { implemented: 7, convention: 1, handler: 0, notImplemented: 1 } });
  expect(api?.methods.filter(({ id }) => /list|search|get$|lend/.test(id))).toEqual([
    { id: 'library.books.list', support: 'convention', ignored: ['odd,name', 'orderBy', 'q'], selecting: [] },
    { id: 'library.books.get', support: 'implemented', ignored: [], selecting: [] },
    {
      id: 'library.books.search',
      support: 'implemented',
      ignored: ['order', 'parent', 'q', 'shown', 'state', 'view'],
      selecting: ['order', 'parent', 'q', 'shown', 'state'],
    },
    { id: 'library.loans.list', support: 'implemented', ignored: ['shelf'], selecting: [] },
    { id: 'library.books.lend', support: 'notImplemented', ignored: [], selecting: [] },
  ]);
  expect((await send('GET /__admin/support')).body).toEqual(support);
});

test('reports the support of all APIs of a composed mock and warns like the single mocks', async () => {
  const warnings: string[] = [];
  const first = createMockServer(createLibraryApi('one'), { warn: (message) => warnings.push(message) });
  const mock = compose(first, createMockServer(createLibraryApi('two', 'v2')));
  expect((await mock.support()).apis.map(({ name, version }) => `${name} ${version}`)).toEqual(['one v1', 'two v2']);
  await mock.fetch('http://mock.test/two/shelves/s/books?q=x');
  expect(warnings).toEqual(['two.books.list: the mock ignores q']);
});
