/** The same responses in memory and over HTTP. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject, RunningServer } from '../../../../templates/runtime/mock/index.js';
import { bench } from './fixtures.js';

const zones = '/dns/v1/projects/p/managedZones';

describe('in memory', () => {
  it('fetch accepts any origin and all kinds of bodies, and supports aborts', async () => {
    const { mock } = bench();
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

  it('keeps no object of the caller', async () => {
    const { mock } = bench();
    const headers: Record<string, string> = { accept: 'application/json' };
    const answer = await mock.handle({ method: 'GET', url: `https://dns.example${zones}`, headers });
    headers['accept'] = 'changed';
    (answer.headers as Record<string, string>)['date'] = 'changed';
    const [entry] = mock.requests;
    expect(entry?.request.headers).toEqual({ accept: 'application/json' });
    expect(entry?.response.headers['date']).not.toBe('changed');
  });
});

describe('over HTTP', () => {
  let open: RunningServer | undefined;
  afterEach(() => open?.close());

  it('responds as in memory, with its own address in links', async () => {
    const { mock } = bench({ seed: { resources: { '/compute/v1/projects/p/global/httpHealthChecks/hc': {} } } });
    open = await mock.listen({ port: 0 });
    expect(open.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const path = '/compute/v1/projects/p/global/httpHealthChecks/hc';
    const got = await fetch(`${open.url}${path}`);
    expect(await got.json()).toMatchObject({ selfLink: `${open.url}${path}` });
    expect((await fetch(`${open.url}${path}`, { method: 'PATCH', body: '{"port":1}' })).status).toBe(200);
    const head = await fetch(`${open.url}${path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await fetch(`${open.url}/%zz`)).status).toBe(400);
  });

  it('accepts an absolute URL instead of a path and ignores a fragment', async () => {
    const { mock } = bench();
    const { url, close } = await mock.listen();
    open = { url, close };
    const asked = async (path: string): Promise<unknown> => {
      const [response] = (await once(request({ port: new URL(url).port, path }).end(), 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    expect(await asked(`http://elsewhere.example${zones}?`)).toBe(200);
    expect(await asked(`${zones}#part`)).toBe(200);
    expect(mock.requests.map(({ path }) => path)).toEqual([zones, zones]);
  });

  it('processes pipelined requests in order', async () => {
    const { mock } = bench();
    const { url, close } = await mock.listen();
    open = { url, close };
    const lines = (line: string, body = '', more = ''): string =>
      `${line} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      [
        ...['a', 'b', 'c'].map((name) => lines(`POST ${zones}`, JSON.stringify({ name }))),
        lines(`GET ${zones}`),
        lines(`DELETE ${zones}/a`),
        lines(`GET ${zones}/a`, '', 'Connection: close\r\n'),
      ].join(''),
    );
    let told = '';
    for await (const chunk of socket.setEncoding('utf8')) told += String(chunk);
    expect(told.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '200', '200', '200', '200', '404']);
    expect(mock.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'GET', 'DELETE', 'GET']);
    expect(mock.requests[3]?.response.body).toMatchObject({ managedZones: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
  });

  it('reads the headers of each request on a connection', async () => {
    const { mock } = bench();
    const { url, close } = await mock.listen();
    open = { url, close };
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const session of ['one', 'one', 'two', 'one']) {
      const sent = request({
        agent,
        port: new URL(url).port,
        path: zones,
        headers: { 'x-mock-session': session, connection: 'keep-alive' },
      });
      const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
    }
    agent.destroy();
    expect(mock.session('one').requests).toHaveLength(3);
    expect(mock.session('two').requests.map(({ request: { headers } }) => headers['x-mock-session'])).toEqual(['two']);
  });

  it('rejects a large body without reading it all, and a body on a GET', async () => {
    const { mock } = bench({ maxBody: 1000 });
    open = await mock.listen();
    expect((await fetch(`${open.url}${zones}`, { method: 'POST', body: 'x'.repeat(2000) })).status).toBe(413);
    const { port } = new URL(open.url);
    const status = await new Promise((resolve, reject) => {
      const sent = request({ port, path: zones, method: 'GET', headers: { 'content-length': 2 } }, (response) =>
        resolve(response.statusCode),
      );
      sent.on('error', reject).end('{}');
    });
    expect(status).toBe(400);
  });

  it('cuts the connection for a fault', async () => {
    const { mock } = bench();
    open = await mock.listen();
    await mock.faults.add({ drop: true, times: 1 });
    await expect(fetch(`${open.url}${zones}`)).rejects.toThrow('fetch failed');
    expect((await fetch(`${open.url}${zones}`)).status).toBe(200);
  });

  it.each([
    ['no request was sent', ''],
    ['a request is incomplete', 'GET /dns HTTP/1.1\r\nHo'],
  ])('does not wait for a connection on which %s', async (_, sent) => {
    const { mock } = bench();
    const { url, close } = await mock.listen();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(sent);
    await fetch(`${url}${zones}`);
    // No timer fires any more, so a pending wait would never end.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      await Promise.all([close(), once(socket.resume(), 'close')]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends a response completely before it closes, however slowly it is read', async () => {
    const { mock } = bench();
    const description = 'x'.repeat(1000);
    const path = (index: number): string => `${zones}/z${index}`;
    const bodies = Array.from({ length: 10_000 }, (_, index) => [
      path(index),
      { name: `z${index}`, dnsName: `z${index}.example.`, description },
    ]);
    await mock.seed({ resources: Object.fromEntries(bodies) as Record<string, JsonObject> });
    const { url, close } = await mock.listen();
    const asking = request(`${url}/__admin/state`).end();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const closed = close();
    let size = 0;
    for await (const part of answer) size += (part as Buffer).length;
    expect(size).toBe(Number(answer.headers['content-length']));
    await closed;
  });

  it('responds to pending requests before it closes', async () => {
    const { mock } = bench();
    const { url, close } = await mock.listen();
    const running = Array.from({ length: 20 }, (_, index) => fetch(`${url}${zones}`, { method: 'POST', body: `{"name":"z${index}"}` }));
    await Promise.all(running.slice(0, 1));
    const closed = close();
    const settled = await Promise.allSettled(running);
    await closed;
    const answered = settled.filter((each) => each.status === 'fulfilled');
    const created = Object.keys((await mock.state()).resources ?? {}).filter((path) => /managedZones\/[^/]+$/.test(path));
    expect(created).toHaveLength(answered.length);
    await expect(fetch(`${url}${zones}`)).rejects.toThrow();
    expect(close()).toBe(closed);
  });
});
