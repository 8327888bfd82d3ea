/** The admin token, which protects the control routes in memory and over HTTP. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, createMockServer, type AnyMock, type MockOptions, type RunningServer } from '../../mock/index.js';
import { behavior } from '../../generated/compute-v1/src/mock.js';
import { noon, startMock } from './request.js';

const adminToken = 'admin-token-7c31';
const check = '/compute/v1/projects/p/global/httpHealthChecks/check';
const seed = { resources: { [check]: { name: 'check', port: 80 } } };
const allowedOrigins = ['https://app.example'];
const createMock = (options: MockOptions = {}): AnyMock => startMock('compute', { seed, adminToken, allowedOrigins, ...options }).mock;

let mock: AnyMock;
let server: RunningServer;
let time = noon;
beforeAll(async () => {
  mock = createMock({ now: () => time });
  server = await mock.listen();
});
afterAll(() => server.close());

type Headers = Readonly<Record<string, string>>;
interface TokenResponse {
  readonly status: number | undefined;
  readonly headers: Headers;
  readonly text: string;
}
type Send = (line: string, headers?: Headers) => Promise<TokenResponse>;

const sendInMemory: Send = async (line, headers = {}) => {
  const [method, path] = line.split(' ') as [string, string];
  const response = await mock.fetch(`http://mock.test${path}`, { method, headers });
  return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
};

/** Unlike `fetch`, a request of Node can send any host and origin. */
const sendOverHttp: Send = (line, headers = {}) =>
  new Promise((resolve, reject) => {
    const [method, path] = line.split(' ') as [string, string];
    // Later than the limit of wrong tokens applies.
    time += 60_000;
    const outgoing = request(`${server.url}${path}`, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers as Headers, text }));
    });
    outgoing.on('error', reject).end();
  });

const transports: readonly (readonly [name: string, send: Send])[] = [
  ['in memory', sendInMemory],
  ['over HTTP', sendOverHttp],
];
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const basic = (user: string, password: string): Headers => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` });
const protectedRoutes: readonly string[] = [
  'GET /__admin/state',
  'POST /__admin/reset',
  'GET /__admin/requests',
  'DELETE /__admin/requests',
  'GET /__admin/clock',
  'GET /__admin/faults',
  'GET /__admin/coverage',
  'GET /__admin/statistics',
  'GET /__admin/apis',
  'GET /__admin/collections',
  'GET /__admin/resources',
  'GET /__admin/support',
  'GET /__admin/settings',
  'GET /__admin/sessions',
  'DELETE /__admin/sessions/other',
];
const openRoutes: readonly string[] = ['GET /__admin/health', `GET ${check}`];
const validCredentials: readonly Headers[] = [
  bearer(adminToken),
  { authorization: `bearer  ${adminToken}` },
  { 'x-mock-admin-token': adminToken },
  basic('', adminToken),
  basic('anyone', adminToken),
  { 'X-Mock-Admin-Token': adminToken, authorization: 'Basic YTpi' },
];
const invalidCredentials: readonly Headers[] = [
  {},
  bearer(''),
  bearer('other'),
  bearer(`${adminToken}x`),
  bearer(adminToken.slice(0, -1)),
  bearer(adminToken.toUpperCase()),
  { authorization: adminToken },
  { authorization: `Basic ${adminToken}` },
  { authorization: `Basic ${btoa(adminToken)}` },
  basic(adminToken, ''),
  basic('user', `${adminToken}:`),
  { 'x-mock-admin-token': '' },
  { 'x-mock-admin-token': `${adminToken}, ${adminToken}` },
  { 'x-mock-admin-token': `Bearer ${adminToken}` },
];

describe.each(transports)('%s', (_, send) => {
  const table = [
    ...protectedRoutes.map((route) => [route, 200, 401] as const),
    ...openRoutes.map((route) => [route, 200, 200] as const),
    ['PUT /__admin/health', 405, 405] as const,
    ['GET /__admin', 404, 401] as const,
    ['GET /__admin/health/', 404, 401] as const,
    ['GET /__admin/other', 404, 401] as const,
    ['GET /__admin/apis/compute/v1', 200, 401] as const,
    ['GET /__admin/requests/none', 404, 401] as const,
    ['GET /__admin/state?access_token=admin-token-7c31', 200, 401] as const,
  ];
  test.each(table)('%s returns %i with the token and %i without it', async (route, statusWithToken, statusWithoutToken) => {
    for (const headers of validCredentials) expect([headers, (await send(route, headers)).status]).toEqual([headers, statusWithToken]);
    for (const headers of invalidCredentials) expect([headers, (await send(route, headers)).status]).toEqual([headers, statusWithoutToken]);
  });

  test('the error has the usual shape and a challenge', async () => {
    const { headers, text } = await send('GET /__admin/state', bearer('other'));
    expect(headers['www-authenticate']).toBe('Bearer');
    expect((await send('GET /__admin/ui')).headers['www-authenticate']).toBe('Basic realm="discogen", Bearer realm="discogen"');
    expect(JSON.parse(text)).toMatchObject({
      error: { code: 401, status: 'UNAUTHENTICATED', errors: [{ reason: 'authError', location: 'Authorization', locationType: 'header' }] },
    });
  });

  test('the journal and the state never contain the token', async () => {
    await mock.reset();
    await send(`GET ${check}`, { ...bearer(adminToken), 'x-mock-admin-token': adminToken });
    await send(`GET ${check}`, { ...bearer('other'), 'x-mock-admin-token': 'nearly' });
    await send(`GET ${check}`, basic('anyone', adminToken));
    const headers = mock.requests.map((entry) => entry.request.headers);
    expect(headers).toMatchObject([
      { authorization: '[hidden]', 'x-mock-admin-token': '[hidden]' },
      { authorization: 'Bearer other', 'x-mock-admin-token': '[hidden]' },
      { authorization: '[hidden]' },
    ]);
    for (const route of ['requests', 'state', 'settings', 'support', 'faults', 'coverage', 'sessions', 'other'])
      expect((await send(`GET /__admin/${route}`, bearer(adminToken))).text).not.toContain(adminToken);
    expect((await send('GET /__admin/state')).text).not.toContain(adminToken);
  });

  test.each<[string, Headers, string, Headers]>([
    ['the query', {}, `?key=${adminToken}&access_token=a&x=%61dmin-token-7c31`, {}],
    ['a cookie', { cookie: `a=1; session="${adminToken}"; b=admin-token%2D7c31` }, '', { cookie: 'a=1; session=[hidden]; b=[hidden]' }],
    ['proxy-authorization', { 'proxy-authorization': `Bearer ${adminToken}` }, '', { 'proxy-authorization': '[hidden]' }],
    [
      'proxy-authorization as a password',
      { 'proxy-authorization': `Basic ${btoa(`a:${adminToken}`)}` },
      '',
      { 'proxy-authorization': '[hidden]' },
    ],
    ['an API key', { 'x-goog-api-key': adminToken }, '', { 'x-goog-api-key': '[hidden]' }],
    ['a header in quotes', { 'x-note': `token="${adminToken}", other` }, '', { 'x-note': 'token="[hidden]", other' }],
    ['quoted credentials', { authorization: `Token token="${adminToken}"` }, '', { authorization: '[hidden]' }],
    ['a header in base64', { 'x-note': btoa(`is ${adminToken}.`) }, '', { 'x-note': '[hidden]' }],
    ['the referrer', { referer: `http://x/?token=${adminToken}` }, '', { referer: 'http://x/?token=[hidden]' }],
  ])('the journal hides the token in %s', async (_, headers, query, expected) => {
    await mock.reset();
    await send(`GET ${check}${query}`, headers);
    const { text } = await send('GET /__admin/requests', bearer(adminToken));
    for (const form of [adminToken, '%61dmin', 'token%2D7c31', btoa(`a:${adminToken}`)]) expect(text).not.toContain(form);
    expect(mock.requests[0]?.request.headers).toMatchObject(expected);
    if (query !== '') expect(mock.requests[0]?.path).toBe(`${check}?key=[hidden]&access_token=a&x=[hidden]`);
  });

  test.each([
    `/x/${adminToken}?a=1`,
    `/x?a=b-${adminToken}-c`,
    `/x?a="${adminToken}"`,
    `/x?a=%22%61dmin-token-7c31%22`,
    `/x?a=${encodeURIComponent(encodeURIComponent(`"${adminToken}"`)).replaceAll('admin', '%2561dmin')}`,
    `/x?a=${btoa(`a:${adminToken}`)}`,
    `/x?${adminToken}`,
  ])('the journal hides the token in the address %s', async (path) => {
    await mock.reset();
    await send(`GET ${path}`);
    const { text } = await send('GET /__admin/requests', bearer(adminToken));
    for (const form of [adminToken, '61dmin', btoa(`a:${adminToken}`)]) expect(text).not.toContain(form);
    expect(mock.requests[0]?.path).toContain('[hidden]');
  });

  test('the journal hides the token in an error that repeats a parameter', async () => {
    await mock.reset();
    expect((await send(`GET ${check}?fields=${adminToken}`)).text).toContain(adminToken);
    expect(mock.requests[0]?.rejection?.message).toContain("there is no field '[hidden]'");
    expect((await send('GET /__admin/requests', bearer(adminToken))).text).not.toContain(adminToken);
  });

  test('the journal keeps other queries and cookies', async () => {
    await mock.reset();
    const headers = { cookie: `a=other-token-7c31; b`, 'proxy-authorization': 'Bearer other', referer: 'http://x/?a=b' };
    await send(`GET ${check}?key=other-token-7c31&fields=name`, headers);
    expect(mock.requests[0]).toMatchObject({ path: `${check}?key=other-token-7c31&fields=name`, request: { headers } });
  });

  test('a rejected request creates no session', async () => {
    await send('GET /__admin/state', { 'x-mock-session': 'rejected' });
    expect((await send('GET /__admin/sessions', bearer(adminToken))).text).not.toContain('rejected');
  });
});

describe('over HTTP', () => {
  test.each<[string, Headers, number]>([
    ['the host', { host: 'evil.example' }, 403],
    ['the origin', { origin: 'https://evil.example' }, 403],
    ['the content type', { 'content-type': 'text/plain' }, 415],
  ])('%s is checked before the token', async (_, headers, status) => {
    for (const credential of [{}, bearer('other'), bearer(adminToken)])
      expect((await sendOverHttp('POST /__admin/reset', { ...headers, ...credential })).status).toBe(status);
  });

  test('a page of an allowed origin needs the token and can read the error', async () => {
    const origin = 'https://app.example';
    const readCors = async (line: string, credential: Headers = {}): Promise<unknown> => {
      const { status, headers } = await sendOverHttp(line, { origin, ...credential });
      return [status, headers['access-control-allow-origin']];
    };
    expect(await readCors('OPTIONS /__admin/state')).toEqual([204, origin]);
    expect(await readCors('GET /__admin/state')).toEqual([401, origin]);
    expect(await readCors('GET /__admin/state', bearer(adminToken))).toEqual([200, origin]);
    expect(await readCors(`GET ${check}`)).toEqual([200, '*']);
  });
});

describe('wrong tokens over HTTP', () => {
  test('get 429 after ten in a minute, and the right one always works', async () => {
    let now = noon;
    const limited = await createMock({ now: () => now }).listen();
    const read = async (headers: Headers): Promise<Response> => fetch(`${limited.url}/__admin/state`, { headers });
    const readStatus = async (headers: Headers): Promise<number> => (await read(headers)).status;
    try {
      for (let count = 0; count < 10; count++) {
        expect(await readStatus(count % 2 === 0 ? bearer('other') : { 'x-mock-admin-token': 'other' })).toBe(401);
        expect(await readStatus({})).toBe(401);
        expect(await readStatus(bearer(adminToken))).toBe(200);
      }
      now += 30_000;
      const rejected = await read(bearer('other'));
      expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '30']);
      expect(await rejected.json()).toMatchObject({ error: { code: 429, errors: [{ reason: 'rateLimitExceeded' }] } });
      expect([await readStatus({}), await readStatus(bearer(adminToken))]).toEqual([401, 200]);
      now += 30_000;
      for (let count = 0; count < 10; count++) expect(await readStatus(bearer('other'))).toBe(401);
      expect(await readStatus(bearer('other'))).toBe(429);
      // The clock can go back.
      now = noon;
      expect(await readStatus(bearer('other'))).toBe(401);
    } finally {
      await limited.close();
    }
  });
});

test('members of the mock need no token', async () => {
  const protectedMock = createMock();
  await protectedMock.seed({ resources: { [`${check}-2`]: { name: 'check-2' } } });
  expect(Object.keys((await protectedMock.state()).resources ?? {})).toEqual([check, `${check}-2`]);
  await protectedMock.clock.set(noon);
  await protectedMock.faults.add({ status: 503, times: 1 });
  await protectedMock.session('other').reset();
  expect(await protectedMock.support()).toHaveProperty('apis');
});

test('sessions and composed mocks require the token', async () => {
  const fetchState = async (target: Pick<AnyMock, 'fetch'>, init?: RequestInit): Promise<number> =>
    (await target.fetch('http://mock.test/__admin/state', init)).status;
  for (const target of [createMock().session('other'), compose(createMock())]) {
    expect(await fetchState(target)).toBe(401);
    expect(await fetchState(target, { headers: bearer(adminToken) })).toBe(200);
  }
});

test.each([
  ['', 'string'],
  ['two words', 'string'],
  ['naïve', 'string'],
  ['line\n', 'string'],
  [5, 'number'],
])('rejects %j as a token without repeating it', (token, type) => {
  const create = (): unknown => createMockServer(behavior, { adminToken: token as string });
  expect(create).toThrow(`adminToken must be one or more printable ASCII characters without spaces (received a ${type})`);
});
