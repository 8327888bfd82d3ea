import { describe, expect, test, vi } from 'vitest';
import { ApiError, defineMethod, ParameterError } from '../../../../runtime/client/index.js';
import type { Auth, ClientOptions } from '../../../../runtime/client/index.js';
import { connect, createZone, catchError, getZone, script, unavailable, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);

describe('headers', () => {
  const sendAndGetHeaders = async (
    options: ClientOptions,
    call: Record<string, string | undefined> = {},
  ): Promise<Record<string, string> | undefined> => {
    const { fetch, sent } = script({});
    await get(connect(fetch, options), zone, { headers: call });
    return sent[0]?.headers;
  };

  test('of the call override those of the client case-insensitively', async () => {
    expect(
      await sendAndGetHeaders({ headers: { 'X-A': '1', 'x-b': '2', 'x-c': '3' } }, { 'x-a': '4', 'X-B': undefined, Accept: '*/*' }),
    ).toEqual({
      accept: '*/*',
      'x-a': '4',
      'x-c': '3',
    });
  });

  test.each<[string, Auth, Record<string, string>]>([
    ['a token', 't', { authorization: 'Bearer t' }],
    ['a function', () => 't', { authorization: 'Bearer t' }],
    ['an async function', async () => 't', { authorization: 'Bearer t' }],
    [
      'an object with Headers',
      { getRequestHeaders: () => new Headers({ Authorization: 'Bearer t', 'X-Goog-User-Project': 'p' }) },
      { authorization: 'Bearer t', 'x-goog-user-project': 'p' },
    ],
    ['an object with a plain object', { getRequestHeaders: async () => ({ Authorization: 'Bearer t' }) }, { authorization: 'Bearer t' }],
  ])('are set by credentials: %s', async (_, auth, headers) => {
    expect(await sendAndGetHeaders({ auth })).toEqual({ accept: 'application/json', ...headers });
  });

  test('are requested from the credentials object with the URL', async () => {
    const getRequestHeaders = vi.fn(() => ({}));
    await sendAndGetHeaders({ auth: { getRequestHeaders } });
    expect(getRequestHeaders).toHaveBeenCalledWith('http://service.test/dns/v1/projects/p/managedZones/z');
  });

  test.each<[string, ClientOptions]>([
    ['no token', { auth: '' }],
    ['a credentials function that returns an invalid token', { auth: () => ['secret'] as unknown as string }],
    ['a credentials function without a token', { auth: () => undefined as unknown as string }],
    ['a token with characters that are invalid in a header', { auth: 'secret\n' }],
    ['a header value with invalid characters', { headers: { 'x-a': 'secret\r\nx-b: 1' } }],
    ['an invalid header name', { headers: { 'x a': 'secret' } }],
    ['a header beyond Latin-1', { headers: { 'x-a': 'secret\u0100' } }],
    ['a header with a control character', { headers: { 'x-a': 'secret\0' } }],
    ['a header value that is not a string', { headers: { 'x-a': ['secret'] as unknown as string } }],
    ['a header of a hook', { onRequest: ({ headers }) => void (headers['x-a'] = 'secret\nx-b: 1') }],
  ])('reject %s without printing it', async (_, options) => {
    const error = await catchError(ParameterError, sendAndGetHeaders(options));
    expect(JSON.stringify([error, error.message, String(error.cause)])).not.toContain('secret');
  });

  test('accept Latin-1 and tabs', async () => {
    expect(await sendAndGetHeaders({ headers: { 'x-a': 'a\tb', 'x-b': 'gr\u00fcn' } })).toMatchObject({
      'x-a': 'a\tb',
      'x-b': 'gr\u00fcn',
    });
  });

  test('are omitted if the call unsets them, credentials included', async () => {
    expect(await sendAndGetHeaders({ auth: 't', headers: { 'x-a': '1' } }, { Authorization: undefined, 'x-a': undefined })).toEqual({
      accept: 'application/json',
    });
  });

  test('include the user agent if the platform allows it', async () => {
    expect(await sendAndGetHeaders({ userAgent: 'me/1' })).toMatchObject({ 'user-agent': 'me/1' });
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' });
    expect(await sendAndGetHeaders({ userAgent: 'me/1' })).toEqual({ accept: 'application/json' });
    vi.unstubAllGlobals();
  });
});

describe('after a 401', () => {
  const unauthorized = { status: 401, body: { error: { errors: [{ reason: 'authError' }] } } };
  test('the client requests a new token once, for any policy and method', async () => {
    const auth = vi.fn<() => string>().mockReturnValueOnce('old').mockReturnValueOnce('new');
    const { fetch, sent } = script(unauthorized, {});
    await create(connect(fetch, { auth, retry: false }), { project: 'p', requestBody: {} });
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer old', 'Bearer new']);
  });
  test.each<[string, Auth | undefined, number]>([
    ['a function', () => 't', 2],
    ['an object', { getRequestHeaders: () => ({}) }, 2],
    ['a fixed token', 't', 1],
    ['an empty location', undefined, 1],
  ])('with auth %s, the client limits the number of requests', async (_, auth, count) => {
    const { fetch, sent } = script(unauthorized);
    expect(await catchError(ApiError, get(connect(fetch, { auth }), zone))).toMatchObject({ status: 401, reason: 'authError' });
    expect(sent).toHaveLength(count);
  });
});

describe('retries and authentication', () => {
  test('do not count a 401 as a retry', async () => {
    const { fetch, sent } = script({ status: 401 }, unavailable, unavailable, { body: { a: 1 } });
    expect(await get(connect(fetch, { auth: () => 't' }), zone)).toEqual({ a: 1 });
    expect(sent).toHaveLength(4);
  });
  test('do not request new credentials after a 403', async () => {
    const auth = vi.fn(() => 't');
    await catchError(ApiError, get(connect(script({ status: 403 }).fetch, { auth }), zone));
    expect(auth).toHaveBeenCalledOnce();
  });
});

describe('a redirect', () => {
  const redirectTo = (location: string, status = 302) => ({ status, headers: { location } });
  test.each([
    ['GET', redirectTo('/moved?a=1'), 'http://service.test/moved?a=1'],
    ['GET', redirectTo('http://service.test/moved', 301), 'http://service.test/moved'],
    ['GET', redirectTo('/moved', 303), 'http://service.test/moved'],
    ['POST', redirectTo('/moved', 307), 'http://service.test/moved'],
    ['POST', redirectTo('/moved', 308), 'http://service.test/moved'],
  ])('%s %o is followed on the same origin', async (method, response, url) => {
    const { fetch, sent } = script(response, { body: { a: 1 } });
    const call =
      method === 'GET'
        ? get(connect(fetch, { auth: 't' }), zone)
        : create(connect(fetch, { auth: 't' }), { project: 'p', requestBody: {} });
    expect(await call).toEqual({ a: 1 });
    expect(sent[1]).toMatchObject({ url, method, headers: { authorization: 'Bearer t' } });
  });
  test.each([
    ['GET', redirectTo('http://other.test/'), 'another host'],
    ['GET', redirectTo('https://service.test/'), 'another scheme'],
    ['GET', redirectTo('//other.test/x', 307), 'another host'],
    ['GET', redirectTo('http://service.test:81/'), 'another port'],
    ['GET', redirectTo('http://[/'), 'an invalid URL'],
    ['POST', redirectTo('/moved'), 'a URL that changes the method to GET'],
    ['POST', redirectTo('/moved', 303), 'a URL that requires GET'],
    ['GET', redirectTo('', 304), 'an empty location'],
    ['GET', redirectTo('', 0), 'an opaque response of a browser'],
  ])('%s %o is not followed to %s', async (method, response) => {
    const { fetch, sent } = script(response, {});
    const call =
      method === 'GET'
        ? get(connect(fetch, { auth: 't' }), zone)
        : create(connect(fetch, { auth: 't' }), { project: 'p', requestBody: {} });
    expect(await catchError(ApiError, call)).toMatchObject({ status: response.status });
    expect(sent).toHaveLength(1);
  });
  test('is not the response to a conditional request whose resource has not changed', async () => {
    const { fetch, sent } = script({ status: 304, headers: { etag: '"1"' } });
    const call = get(connect(fetch), zone, { headers: { 'if-none-match': '"1"' } });
    expect(await catchError(ApiError, call)).toMatchObject({
      status: 304,
      reason: 'notModified',
      message: 'dns.managedZones.get: the service returned status 304 (not modified)',
      response: { headers: { etag: '"1"' } },
    });
    expect(sent).toHaveLength(1);
  });
  test('is followed for HEAD', async () => {
    const { fetch, sent } = script(redirectTo('/moved'), {});
    await defineMethod<Values, unknown>({ ...getZone, httpMethod: 'HEAD' })(connect(fetch), zone);
    expect(sent[1]).toMatchObject({ url: 'http://service.test/moved', method: 'HEAD' });
  });
  test('is resolved relative to the previous redirect', async () => {
    const { fetch, sent } = script(redirectTo('/moved/there'), redirectTo('further'), {});
    await get(connect(fetch), zone);
    expect(sent[2]?.url).toBe('http://service.test/moved/further');
  });
  test('ends after a number of requests if it is circular', async () => {
    const { fetch, sent } = script(redirectTo('/again'));
    await catchError(ApiError, get(connect(fetch), zone));
    expect(sent).toHaveLength(6);
  });
});
