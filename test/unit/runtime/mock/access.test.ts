/** Access to the control routes over HTTP: local programs and pages of allowed origins. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject, RunningServer, ListenOptions, MockOptions } from '../../../../templates/runtime/mock/index.js';
import { bench, readReason } from './fixtures.js';

const check = '/compute/v1/projects/p/global/httpHealthChecks/hc';
let open: RunningServer | undefined;
afterEach(() => open?.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

type Ask = (line: string, headers?: Readonly<Record<string, string>>, body?: string) => Promise<Answer>;

/** Sends over HTTP with any headers; OWN is replaced by the host and port of the mock. */
async function listening(options: MockOptions & ListenOptions = {}): Promise<Ask> {
  const { allowedHosts, allowedOrigins, trustProxy, ...more } = options;
  const { mock } = bench({ seed: { resources: { [check]: {} } }, ...more });
  open = await mock.listen({
    ...(allowedHosts && { allowedHosts }),
    ...(allowedOrigins && { allowedOrigins }),
    ...(trustProxy && { trustProxy }),
  });
  const { host: own, port } = new URL(open.url);
  return async (line, headers = {}, body) => {
    const [method, path] = line.split(' ') as [string, string];
    const given = Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', own)]);
    const sent = request({ host: '127.0.0.1', port, method, path, headers: Object.fromEntries(given) as Record<string, string> });
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
    const ask = await listening({ allowedHosts: ['Mock.Test', '*.lan'] });
    expect((await ask('GET /__admin/health', { host })).status).toBe(status);
    expect((await ask(`GET ${check}`, { host })).status).toBe(200);
  });

  it('is compared without the scheme of an absolute URL', async () => {
    const ask = await listening();
    expect((await ask('GET http://evil.example/__admin/health')).status).toBe(403);
    expect((await ask('GET http://localhost/__admin/health')).status).toBe(200);
  });

  it('is rejected with a hint how to allow it', async () => {
    const ask = await listening();
    const refused = await ask('GET /__admin/state', { host: 'mock.test' });
    expect(readReason(refused)).toBe('forbidden');
    expect(JSON.stringify(refused.body)).toContain("--allowed-hosts mock.test, or set allowedHosts: ['mock.test']");
  });
});

describe('the Origin header', () => {
  it.each([
    ['none', {}, 200],
    ['its own', { origin: 'http://OWN' }, 200],
    ['an allowed one', { origin: 'https://app.example:8443' }, 200],
    ['another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['another scheme', { origin: 'https://OWN' }, 403],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['none that can be told (a sandboxed page)', { origin: 'null' }, 403],
    ['no origin at all', { origin: 'x' }, 403],
  ])('%s', async (_, headers, status) => {
    const ask = await listening({ allowedOrigins: ['https://app.example:8443'] });
    for (const line of ['GET /__admin/state', 'POST /__admin/reset', 'DELETE /__admin/sessions/x'])
      expect((await ask(line, headers)).status).toBe(status);
  });

  it('gets CORS headers only if it is allowed', async () => {
    const ask = await listening({ allowedOrigins: ['https://app.example'] });
    const cors = async (line: string, origin: string, more = {}): Promise<unknown> => {
      const { status, headers } = await ask(line, { origin, ...more });
      return [status, headers['access-control-allow-origin']];
    };
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    expect(await cors('GET /__admin/state', 'https://app.example')).toEqual([200, 'https://app.example']);
    expect(await cors('OPTIONS /__admin/seed', 'https://app.example', preflight)).toEqual([204, 'https://app.example']);
    expect(await cors('GET /__admin/state', 'https://evil.example')).toEqual([403, undefined]);
    expect(await cors('OPTIONS /__admin/seed', 'https://evil.example', preflight)).toEqual([403, undefined]);
    expect(await cors('GET /__admin/state', 'http://OWN')).toEqual([200, undefined]);
    expect(await cors(`GET ${check}`, 'https://evil.example')).toEqual([200, '*']);
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
    const ask = await listening();
    const answer = await ask('POST /__admin/seed', type === undefined ? {} : { 'content-type': type }, '{}');
    expect(answer.status).toBe(status);
    if (status === 415) expect(JSON.stringify(answer.body)).toContain('content-type: application/json');
  });

  it('in YAML is read if the mock has a parser', async () => {
    const ask = await listening({
      parseYaml: (text) => {
        if (text === 'faulty') throw new Error('line 1');
        return { resources: { [text]: {} } };
      },
    });
    const path = check.replace(/hc$/, 'other');
    const headers = { 'content-type': 'application/yaml' };
    expect((await ask('POST /__admin/seed', headers, path)).status).toBe(200);
    expect((await ask(`GET ${path}`)).status).toBe(200);
    expect((await ask('POST /__admin/seed', headers, 'faulty')).body).toMatchObject({
      error: { message: 'The request body is not valid YAML: line 1' },
    });
  });

  it('that is rejected changes nothing and is not read', async () => {
    const ask = await listening();
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json', 'content-length': '1000000000' };
    const { host, port } = new URL(open?.url ?? '');
    const socket = connect(Number(port), '127.0.0.1');
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
    socket.write(`PUT /__admin/state HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{`);
    const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect((await ask(`GET ${check}`)).status).toBe(200);
  });
});

describe('access checks cannot be bypassed', () => {
  it.each(['/__admin/reset', '__admin/reset', 'http://evil.example/__admin/reset'])('by a batch that requests %s', async (path) => {
    const ask = await listening();
    const part = `Content-Type: application/http\r\n\r\nPOST ${path} HTTP/1.1\r\n\r\n`;
    const headers = { origin: 'https://evil.example', 'content-type': 'multipart/mixed; boundary=b' };
    expect((await ask('POST /batch', headers, `--b\r\n${part}\r\n--b--`)).status).toBe(400);
  });

  it('by JSONP: no control route responds as a script', async () => {
    const ask = await listening();
    const { headers } = await ask('GET /__admin/state?callback=steal');
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('by headers of an untrusted proxy', async () => {
    const ask = await listening();
    const forged = { host: 'evil.example', 'x-forwarded-host': 'localhost' };
    expect((await ask('GET /__admin/health', forged)).status).toBe(403);
    await open?.close();
    const trusting = await listening({ trustProxy: true });
    expect((await trusting('GET /__admin/health', forged)).status).toBe(403);
    expect((await trusting('GET /__admin/health', { 'x-forwarded-host': 'evil.example' })).status).toBe(403);
  });
});

it('calls in code work with any address', async () => {
  const { mock } = bench();
  const answer = await mock.fetch('https://dns.example.com/__admin/reset', { method: 'POST', headers: { origin: 'https://a.example' } });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null]);
});

it.each([{ allowedHosts: ['http://a'] }, { allowedHosts: [''] }, { allowedOrigins: ['a.example'] }, { allowedOrigins: ['https://a/b'] }])(
  'rejects %j',
  async (options) => {
    await expect(bench().mock.listen(options)).rejects.toThrow(TypeError);
    await expect(bench(options).mock.listen()).rejects.toThrow(/received/);
  },
);

describe('selfLinks behind a proxy', () => {
  const forwarded = { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'compute.example:8443, inner' };
  it.each<[string, Record<string, string>, boolean, string]>([
    ['that is trusted', forwarded, true, 'https://compute.example:8443'],
    ['that sends only the scheme', { 'x-forwarded-proto': 'https' }, true, 'https://OWN'],
    ['that sends invalid headers', { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a/b' }, true, 'http://OWN'],
    ['that is not trusted', forwarded, false, 'http://OWN'],
  ])('%s', async (_, headers, trustProxy, origin) => {
    const ask = await listening({ trustProxy });
    const { host } = new URL(open?.url ?? '');
    expect((await ask(`GET ${check}`, headers)).body['selfLink']).toBe(`${origin.replace('OWN', host)}${check}`);
  });
});

it.each([
  ['127.0.0.1', 0],
  ['localhost', 0],
  ['0.0.0.0', 1],
])('listening on %s prints %i warnings', async (host, count) => {
  const warnings: string[] = [];
  const { mock } = bench({ warn: (message) => void warnings.push(message) });
  open = await mock.listen({ host });
  expect(warnings).toHaveLength(count);
  for (const warning of warnings) expect(warning).toContain('/__admin');
});
