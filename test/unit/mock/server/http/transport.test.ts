/** The mock returns the same responses in memory and over HTTP. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject, RunningServer } from '../../../../../mock/index.js';
import { createTestMock } from '../../fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';

describe('in memory', () => {
  it('accepts any origin and all kinds of bodies in fetch, and supports aborts', async () => {
    const { mock } = createTestMock();
    const { fetch } = mock;
    expect((await fetch(new URL(`https://dns.example${zones}`), { method: 'POST', body: JSON.stringify({ name: 'a' }) })).status).toBe(200);
    expect((await fetch(new Request(`https://dns.example${zones}`, { method: 'POST', body: '{"name":"b"}' }))).status).toBe(200);
    expect((await fetch(`https://dns.example${zones}`, { method: 'POST', body: new Blob(['{"name":"c"}']) })).status).toBe(200);
    const list = await fetch(`https://dns.example${zones}`);
    expect(((await list.json()) as { managedZones: unknown[] }).managedZones).toHaveLength(3);
    expect(list.headers.get('content-type')).toContain('application/json');
    const reason = new Error('enough');
    await expect(fetch(`https://dns.example${zones}`, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await mock.faults.add({ latencyMs: 60_000 });
    const controller = new AbortController();
    const waiting = fetch(`https://dns.example${zones}`, { signal: controller.signal });
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('copies the objects of the caller', async () => {
    const { mock } = createTestMock();
    const headers: Record<string, string> = { accept: 'application/json' };
    const response = await mock.handle({ method: 'GET', url: `https://dns.example${zones}`, headers });
    headers['accept'] = 'changed';
    (response.headers as Record<string, string>)['date'] = 'changed';
    const [entry] = mock.requests;
    expect(entry?.request.headers).toEqual({ accept: 'application/json' });
    expect(entry?.response.headers['date']).not.toBe('changed');
  });
});

describe('over HTTP', () => {
  let openMock: RunningServer | undefined;
  afterEach(() => openMock?.close());

  it('returns the same responses as in memory, with its own address in links', async () => {
    const { mock } = createTestMock({ seed: { resources: { '/compute/v1/projects/p/global/httpHealthChecks/hc': {} } } });
    openMock = await mock.listen({ port: 0 });
    expect(openMock.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const path = '/compute/v1/projects/p/global/httpHealthChecks/hc';
    const got = await fetch(`${openMock.url}${path}`);
    expect(await got.json()).toMatchObject({ selfLink: `${openMock.url}${path}` });
    expect((await fetch(`${openMock.url}${path}`, { method: 'PATCH', body: '{"port":1}' })).status).toBe(200);
    const head = await fetch(`${openMock.url}${path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await fetch(`${openMock.url}/%zz`)).status).toBe(400);
  });

  it('accepts an absolute URL instead of a path and ignores a fragment', async () => {
    const { mock } = createTestMock();
    const { url, close } = await mock.listen();
    openMock = { url, close };
    const getStatus = async (path: string): Promise<unknown> => {
      const [response] = (await once(request({ port: new URL(url).port, path }).end(), 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    expect(await getStatus(`http://elsewhere.example${zones}?`)).toBe(200);
    expect(await getStatus(`${zones}#part`)).toBe(200);
    expect(mock.requests.map(({ path }) => path)).toEqual([zones, zones]);
  });

  it('processes pipelined requests in order', async () => {
    const { mock } = createTestMock();
    const { url, close } = await mock.listen();
    openMock = { url, close };
    const formatRequest = (line: string, body = '', more = ''): string =>
      `${line} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      [
        ...['a', 'b', 'c'].map((name) => formatRequest(`POST ${zones}`, JSON.stringify({ name }))),
        formatRequest(`GET ${zones}`),
        formatRequest(`DELETE ${zones}/a`),
        formatRequest(`GET ${zones}/a`, '', 'Connection: close\r\n'),
      ].join(''),
    );
    let output = '';
    for await (const chunk of socket.setEncoding('utf8')) output += String(chunk);
    expect(output.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '200', '200', '200', '200', '404']);
    expect(mock.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'GET', 'DELETE', 'GET']);
    expect(mock.requests[3]?.response.body).toMatchObject({ managedZones: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
  });

  it('reads the headers of each request on a connection', async () => {
    const { mock } = createTestMock();
    const { url, close } = await mock.listen();
    openMock = { url, close };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const session of ['one', 'one', 'two', 'one']) {
      const clientRequest = request({
        agent,
        port: new URL(url).port,
        path: zones,
        headers: { 'x-mock-session': session, connection: 'keep-alive' },
      });
      const [response] = (await once(clientRequest.end(), 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
    }
    agent.destroy();
    expect(mock.session('one').requests).toHaveLength(3);
    expect(mock.session('two').requests.map(({ request: { headers } }) => headers['x-mock-session'])).toEqual(['two']);
  });

  it('rejects a large body without reading all of it, and a body of a GET', async () => {
    const { mock } = createTestMock({ maxBody: 1000 });
    openMock = await mock.listen();
    expect((await fetch(`${openMock.url}${zones}`, { method: 'POST', body: 'x'.repeat(2000) })).status).toBe(413);
    const { port } = new URL(openMock.url);
    const status = await new Promise((resolve, reject) => {
      const clientRequest = request({ port, path: zones, method: 'GET', headers: { 'content-length': 2 } }, (response) =>
        resolve(response.statusCode),
      );
      clientRequest.on('error', reject).end('{}');
    });
    expect(status).toBe(400);
  });

  it('drops the connection for a fault', async () => {
    const { mock } = createTestMock();
    openMock = await mock.listen();
    await mock.faults.add({ drop: true, times: 1 });
    await expect(fetch(`${openMock.url}${zones}`)).rejects.toThrow('fetch failed');
    expect((await fetch(`${openMock.url}${zones}`)).status).toBe(200);
  });

  it.each([
    ['no request was sent', ''],
    ['a request is incomplete', 'GET /dns HTTP/1.1\r\nHo'],
  ])('closes without waiting for a connection on which %s', async (_, data) => {
    const { mock } = createTestMock();
    const { url, close } = await mock.listen();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(data);
    await fetch(`${url}${zones}`);
    // No timer fires from here on, so a pending wait would never end.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      await Promise.all([close(), once(socket.resume(), 'close')]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends a response completely before it closes, even to a slow reader', async () => {
    const { mock } = createTestMock();
    const description = 'x'.repeat(1000);
    const path = (index: number): string => `${zones}/z${index}`;
    const bodies = Array.from({ length: 10_000 }, (_, index) => [
      path(index),
      { name: `z${index}`, dnsName: `z${index}.example.`, description },
    ]);
    await mock.seed({ resources: Object.fromEntries(bodies) as Record<string, JsonObject> });
    const { url, close } = await mock.listen();
    const clientRequest = request(`${url}/__admin/state`).end();
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    const closed = close();
    let size = 0;
    for await (const part of response) size += (part as Buffer).length;
    expect(size).toBe(Number(response.headers['content-length']));
    await closed;
  });

  it('responds to pending requests before it closes', async () => {
    const { mock } = createTestMock();
    const { url, close } = await mock.listen();
    const pending = Array.from({ length: 20 }, (_, index) => fetch(`${url}${zones}`, { method: 'POST', body: `{"name":"z${index}"}` }));
    await Promise.all(pending.slice(0, 1));
    const closed = close();
    const results = await Promise.allSettled(pending);
    await closed;
    const succeeded = results.filter((result) => result.status === 'fulfilled');
    const created = Object.keys((await mock.state()).resources ?? {}).filter((path) => /managedZones\/[^/]+$/.test(path));
    expect(created).toHaveLength(succeeded.length);
    await expect(fetch(`${url}${zones}`)).rejects.toThrow();
    expect(close()).toBe(closed);
  });
});
