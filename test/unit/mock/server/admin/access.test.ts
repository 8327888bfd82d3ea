/** Access to the control routes over HTTP, which only local programs and pages of allowed origins have. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject, RunningServer, ListenOptions, MockOptions } from '../../../../../mock/index.js';
import { createTestMock, readReason } from '../../fixtures.js';

const check = '/compute/v1/projects/p/global/httpHealthChecks/hc';
let openMock: RunningServer | undefined;
afterEach(() => openMock?.close());

interface JsonResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

type Send = (line: string, headers?: Readonly<Record<string, string>>, body?: string) => Promise<JsonResponse>;

/** Starts a mock and returns a function that sends requests with any headers. OWN stands for the host and port of the mock. */
async function listen(options: MockOptions & ListenOptions = {}): Promise<Send> {
  const { allowedHosts, allowedOrigins, trustProxy, ...mockOptions } = options;
  const { mock } = createTestMock({ seed: { resources: { [check]: {} } }, ...mockOptions });
  openMock = await mock.listen({
    ...(allowedHosts && { allowedHosts }),
    ...(allowedOrigins && { allowedOrigins }),
    ...(trustProxy && { trustProxy }),
  });
  const { host: mockHost, port } = new URL(openMock.url);
  return async (line, headers = {}, body) => {
    const [method, path] = line.split(' ') as [string, string];
    const requestHeaders = Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', mockHost)]);
    const sent = request({ host: '127.0.0.1', port, method, path, headers: Object.fromEntries(requestHeaders) as Record<string, string> });
    const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of response.setEncoding('utf8')) text += String(part);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers as Record<string, string>,
      body: text === '' ? {} : (JSON.parse(text) as JsonObject),
    };
  };
}

describe('the Host header', () => {
  it.each([
    ['localhost', 200],
    ['LOCALHOST:1234', 200],
    ['localhost.', 200],
    ['dns.localhost', 200],
    ['127.0.0.1', 200],
    ['127.255.3.4:80', 200],
    ['[::1]:80', 200],
    ['mock.test:99', 200],
    ['a.b.lan', 200],
    ['lan', 403],
    ['evil.example', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['notlocalhost', 403],
    ['127.0.0.256', 403],
    ['1127.0.0.1', 403],
    ['0.0.0.0', 403],
    ['192.168.1.5', 403],
    ['[::2]', 403],
    ['localhost/evil', 403],
    ['evil@localhost', 403],
  ])('%j: %i', async (host, status) => {
    const send = await listen({ allowedHosts: ['Mock.Test', '*.lan'] });
    expect((await send('GET /__admin/health', { host })).status).toBe(status);
    expect((await send(`GET ${check}`, { host })).status).toBe(200);
  });

  it('is taken from an absolute URL', async () => {
    const send = await listen();
    expect((await send('GET http://evil.example/__admin/health')).status).toBe(403);
    expect((await send('GET http://localhost/__admin/health')).status).toBe(200);
  });

  it('is rejected with a hint how to allow the host', async () => {
    const send = await listen();
    const rejected = await send('GET /__admin/state', { host: 'mock.test' });
    expect(readReason(rejected)).toBe('forbidden');
    expect(JSON.stringify(rejected.body)).toContain("--allowed-hosts mock.test, or set allowedHosts: ['mock.test']");
  });
});

describe('the Origin header', () => {
  it.each([
    ['none', {}, 200],
    ['the origin of the mock', { origin: 'http://OWN' }, 200],
    ['an allowed origin', { origin: 'https://app.example:8443' }, 200],
    ['another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['another scheme', { origin: 'https://OWN' }, 403],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['an opaque origin (a sandboxed page)', { origin: 'null' }, 403],
    ['an invalid origin', { origin: 'x' }, 403],
  ])('%s', async (_, headers, status) => {
    const send = await listen({ allowedOrigins: ['https://app.example:8443'] });
    for (const line of ['GET /__admin/state', 'POST /__admin/reset', 'DELETE /__admin/sessions/x'])
      expect((await send(line, headers)).status).toBe(status);
  });

  it('leads to CORS headers only if it is allowed', async () => {
    const send = await listen({ allowedOrigins: ['https://app.example'] });
    const getCorsResult = async (line: string, origin: string, mockOptions = {}): Promise<unknown> => {
      const { status, headers } = await send(line, { origin, ...mockOptions });
      return [status, headers['access-control-allow-origin']];
    };
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    expect(await getCorsResult('GET /__admin/state', 'https://app.example')).toEqual([200, 'https://app.example']);
    expect(await getCorsResult('OPTIONS /__admin/seed', 'https://app.example', preflight)).toEqual([204, 'https://app.example']);
    expect(await getCorsResult('GET /__admin/state', 'https://evil.example')).toEqual([403, undefined]);
    expect(await getCorsResult('OPTIONS /__admin/seed', 'https://evil.example', preflight)).toEqual([403, undefined]);
    expect(await getCorsResult('GET /__admin/state', 'http://OWN')).toEqual([200, undefined]);
    expect(await getCorsResult(`GET ${check}`, 'https://evil.example')).toEqual([200, '*']);
  });
});

describe('a write', () => {
  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['application/merge-patch+json', 200],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=application/json', 415],
    ['text/plain; application/json', 415],
    ['application/jsonx', 415],
    ['application/yaml', 415],
    [undefined, 415],
  ])('with a body as %s returns %i', async (type, status) => {
    const send = await listen();
    const response = await send('POST /__admin/seed', type === undefined ? {} : { 'content-type': type }, '{}');
    expect(response.status).toBe(status);
    if (status === 415) expect(JSON.stringify(response.body)).toContain('content-type: application/json');
  });

  it('with a YAML body is accepted if the mock has a parser', async () => {
    const send = await listen({
      parseYaml: (text) => {
        if (text === 'faulty') throw new Error('line 1');
        return { resources: { [text]: {} } };
      },
    });
    const path = check.replace(/hc$/, 'other');
    const headers = { 'content-type': 'application/yaml' };
    expect((await send('POST /__admin/seed', headers, path)).status).toBe(200);
    expect((await send(`GET ${path}`)).status).toBe(200);
    expect((await send('POST /__admin/seed', headers, 'faulty')).body).toMatchObject({
      error: { message: 'The request body is not valid YAML: line 1' },
    });
  });

  it('that is rejected changes nothing, and its body is not read', async () => {
    const send = await listen();
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json', 'content-length': '1000000000' };
    const { host, port } = new URL(openMock?.url ?? '');
    const socket = connect(Number(port), '127.0.0.1');
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
    socket.write(`PUT /__admin/state HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{`);
    const [response] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    socket.destroy();
    expect(response).toMatch(/^HTTP\/1\.1 403 /);
    expect((await send(`GET ${check}`)).status).toBe(200);
  });
});

describe('access checks cannot be bypassed', () => {
  it.each(['/__admin/reset', '__admin/reset', 'http://evil.example/__admin/reset'])('by a batch that requests %s', async (path) => {
    const send = await listen();
    const part = `Content-Type: application/http\r\n\r\nPOST ${path} HTTP/1.1\r\n\r\n`;
    const headers = { origin: 'https://evil.example', 'content-type': 'multipart/mixed; boundary=b' };
    expect((await send('POST /batch', headers, `--b\r\n${part}\r\n--b--`)).status).toBe(400);
  });

  it('by JSONP, because control routes never respond with a script', async () => {
    const send = await listen();
    const { headers } = await send('GET /__admin/state?callback=steal');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('by headers of an untrusted proxy', async () => {
    const send = await listen();
    const forgedHeaders = { host: 'evil.example', 'x-forwarded-host': 'localhost' };
    expect((await send('GET /__admin/health', forgedHeaders)).status).toBe(403);
    await openMock?.close();
    const sendToTrusting = await listen({ trustProxy: true });
    expect((await sendToTrusting('GET /__admin/health', forgedHeaders)).status).toBe(403);
    expect((await sendToTrusting('GET /__admin/health', { 'x-forwarded-host': 'evil.example' })).status).toBe(403);
  });
});

it('accepts any URL and origin in calls from code', async () => {
  const { mock } = createTestMock();
  const response = await mock.fetch('https://dns.example.com/__admin/reset', { method: 'POST', headers: { origin: 'https://a.example' } });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
});

it.each([
  { allowedHosts: ['http://a'] },
  { allowedHosts: [''] },
  { allowedOrigins: ['a.example'] },
  { allowedOrigins: ['https://a/b'] },
  { trustProxy: ['proxy'] },
  { trustProxy: ['1.2.3.4/33'] },
])('rejects %j', async (options) => {
  await expect(createTestMock().mock.listen(options)).rejects.toThrow(TypeError);
  await expect(createTestMock(options).mock.listen()).rejects.toThrow(/received/);
});

describe('selfLinks behind a proxy', () => {
  const forwardedHeaders = { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'compute.example:8443, inner' };
  it.each<[string, Record<string, string>, boolean | readonly string[], string]>([
    ['that is trusted', forwardedHeaders, ['loopback'], 'https://compute.example:8443'],
    ['with a trusted address', forwardedHeaders, ['10.0.0.0/8', '127.0.0.1'], 'https://compute.example:8443'],
    ['with another address', forwardedHeaders, ['10.0.0.0/8', '::2'], 'http://OWN'],
    ['that adds a prefix', { 'x-forwarded-prefix': '/mocks/one/' }, true, 'http://OWN/mocks/one'],
    ['that sends an invalid prefix', { 'x-forwarded-prefix': '/a"b' }, true, 'http://OWN'],
    ['that sends only the scheme', { 'x-forwarded-proto': 'https' }, true, 'https://OWN'],
    ['that sends invalid headers', { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a/b' }, true, 'http://OWN'],
    ['that is not trusted', forwardedHeaders, false, 'http://OWN'],
  ])('%s', async (_, headers, trustProxy, origin) => {
    const send = await listen({ trustProxy });
    const { host } = new URL(openMock?.url ?? '');
    expect((await send(`GET ${check}`, headers)).body['selfLink']).toBe(`${origin.replace('OWN', host)}${check}`);
  });

  it('that adds a prefix are accepted in requests', async () => {
    const send = await listen({ trustProxy: true });
    const headers = { 'x-forwarded-prefix': '/mocks', 'content-type': 'application/json' };
    const { body } = await send(`GET ${check}`, headers);
    expect((await send(`PATCH ${check}`, headers, JSON.stringify(body))).status).toBe(200);
    expect((await send('GET /__admin/credentials', { ...headers, origin: 'http://OWN' })).body['token_uri']).toMatch(/[/]mocks[/]token$/);
  });
});

it.each([
  ['127.0.0.1', undefined, 0],
  ['localhost', undefined, 0],
  ['0.0.0.0', undefined, 1],
  ['0.0.0.0', 'secret', 0],
])('listens on %s with the admin token %s and prints %i warnings', async (host, adminToken, count) => {
  const warnings: string[] = [];
  const { mock } = createTestMock({ adminToken, warn: (message) => void warnings.push(message) });
  openMock = await mock.listen({ host });
  expect(warnings).toHaveLength(count);
  for (const warning of warnings) expect(warning).toContain('/__admin');
});
