/** Fetching a text from an address, over a local server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchText, parseAddress } from '../../../generator/project/fetch-text.js';
import { type HttpServer, redirect, serve, startHttpServer } from '../../support/http-server.js';

let server: HttpServer;

beforeAll(async () => {
  server = await startHttpServer();
  server.routes
    .set('/text', serve('tëxt'))
    .set('/once', redirect('/text'))
    .set('/5', redirect('/4', 301))
    .set('/4', redirect('3', 303))
    .set('/3', redirect(`${server.url}/2`, 307))
    .set('/2', redirect('/once', 308))
    .set('/6', redirect('/5'))
    .set('/file', redirect('file:///etc/passwd'))
    .set('/ftp', redirect('ftp://127.0.0.1/text'))
    .set('/data', redirect('data:text/plain,x'))
    .set('/user', redirect(`http://user:secret@127.0.0.1/text`))
    .set('/broken', redirect('http://[/'))
    .set('/away', redirect('/none'))
    .set('/unchanged', (_, response) => void response.writeHead(304).end())
    .set('/size-1000', serve('x'.repeat(1000)))
    .set('/size-1001', serve('x'.repeat(1001)))
    .set('/bytes', serve(new Uint8Array([0x7b, 0xff])))
    .set('/silent', () => undefined)
    .set('/cut', (request) => void request.socket.destroy());
});
afterAll(() => server[Symbol.asyncDispose]());

const fetchPath = (path: string): Promise<string> => fetchText(server.url + path, { fetch }, { size: 1000 });

test.each(['/text', '/once', '/5'])('fetches %s, and follows up to five redirects', async (path) => {
  expect(await fetchPath(path)).toBe('tëxt');
});

test('accepts as many bytes as the limit', async () => {
  expect(await fetchPath('/size-1000')).toHaveLength(1000);
});

describe('rejects with the address and the reason', () => {
  test.each([
    ['/6', 'there are more than 5 redirects'],
    ['/none', 'the server responded with HTTP status 404'],
    ['/away', '/none responded with HTTP status 404'],
    ['/unchanged', 'the server responded with HTTP status 304'],
    ['/file', 'it redirects to another address, but only http and https addresses can be fetched'],
    ['/ftp', 'it redirects to another address, but only http and https addresses can be fetched'],
    ['/data', 'it redirects to another address, but only http and https addresses can be fetched'],
    ['/user', 'it redirects to another address, but an address must not contain a user name or a password'],
    ['/broken', 'it redirects to another address, but it is not a valid URL'],
    ['/size-1001', 'the response has more than 1000 bytes'],
    ['/bytes', 'the response is not UTF-8'],
    ['/cut', 'other side closed'],
  ])('%s', async (path, reason) => {
    await expect(fetchPath(path)).rejects.toThrow(
      `cannot fetch ${server.url}${path}: ${reason.startsWith('/') ? server.url : ''}${reason}`,
    );
  });

  test('a response that takes too long', async () => {
    await expect(fetchText(`${server.url}/silent`, { fetch }, { time: 1 })).rejects.toThrow(
      `cannot fetch ${server.url}/silent: there was no complete response within 0.001 seconds`,
    );
  });

  test('a connection that fails', async () => {
    const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    const effects = { fetch: () => Promise.reject(new TypeError('fetch failed', { cause })) };
    await expect(fetchText('http://localhost:1/', effects)).rejects.toThrow('cannot fetch http://localhost:1/: the connection was refused');
  });

  test('a redirect from https to http', async () => {
    const effects = { fetch: () => Promise.resolve(new Response(null, { status: 302, headers: { location: 'http://example.com/' } })) };
    await expect(fetchText('https://example.com/', effects)).rejects.toThrow(
      'cannot fetch https://example.com/: it redirects from https to http://example.com/, which is not secure',
    );
  });
});

test('normalizes an address', () => {
  expect(parseAddress('HTTPS://Example.com/a b#part')).toEqual({ address: 'https://example.com/a%20b' });
});
