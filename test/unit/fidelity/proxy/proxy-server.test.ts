/** A proxy between a client and a service that its guard resolves to this machine. */
import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { connect as connectSecurely, type TLSSocket } from 'node:tls';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createProxyAuthority, createServerCertificate, type Authority } from '../../../../generator/lib/certificates.js';
import { AddressGuard } from '../../../../fidelity/proxy/address-guard.js';
import { createCaptureLimits, type SentExchange } from '../../../../fidelity/proxy/capture.js';
import { DescribedHosts } from '../../../../fidelity/proxy/described-hosts.js';
import { startProxy, type ProxyOptions, type RunningProxy } from '../../../../fidelity/proxy/proxy-server.js';

let authority: Authority;
let service: Server;
let plain: Server;
let serviceCa: string;
let securePort: number;
let plainPort: number;
const connections = new Set<Socket>();

async function respond(incoming: IncomingMessage, response: import('node:http').ServerResponse): Promise<void> {
  if (incoming.url === '/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    response.write('data: 1\n\n');
    return void plainEvents.push(() => response.end('data: 2\n\n'));
  }
  if (incoming.url === '/early') return void response.writeHead(413, { connection: 'close' }).end('{}');
  if (incoming.url === '/cut') return void incoming.socket.destroy();
  if (incoming.url === '/base/moved') return void response.writeHead(308, { location: `http://127.0.0.1:${plainPort}/base/next` }).end();
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of incoming) {
    hash.update(part as Buffer);
    size += (part as Buffer).length;
  }
  const { method, url, headers, trailers } = incoming;
  response.writeHead(
    200,
    [
      ['content-type', 'application/json'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['x-hop', '1'],
      ['connection', 'x-hop'],
    ].flat(),
  );
  const hop = headers['x-private'] ?? null;
  response.write(JSON.stringify({ method, url, host: headers.host, size, hash: hash.digest('hex'), hop, trailers }));
  response.addTrailers({ 'x-checksum': '1' });
  response.end();
}
const plainEvents: (() => void)[] = [];

beforeAll(async () => {
  authority = await createProxyAuthority(['api.example'], Date.now());
  const { cert, key, ca } = await createServerCertificate(['api.example', 'other.example'], Date.now());
  serviceCa = ca;
  service = createSecureServer(
    { cert, key, maxHeaderSize: 100_000 },
    (incoming, response) => void respond(incoming, response),
  ) as unknown as Server;
  plain = createServer((incoming, response) => void respond(incoming, response));
  for (const server of [service, plain]) {
    server.on('connection', (socket: Socket) => connections.add(socket));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  }
  securePort = (service.address() as AddressInfo).port;
  plainPort = (plain.address() as AddressInfo).port;
});
afterAll(() => {
  for (const socket of connections) socket.destroy();
  service.close();
  plain.close();
});

const running: RunningProxy[] = [];
afterEach(async () => {
  for (const proxy of running.splice(0)) await proxy.close();
});

interface Started {
  readonly url: URL;
  readonly exchanges: readonly SentExchange[];
}

async function start(options: Partial<ProxyOptions> & { readonly allowed?: readonly string[] } = {}): Promise<Started> {
  const exchanges: SentExchange[] = [];
  const { allowed = ['api.example', 'other.example'] } = options;
  const proxy = await startProxy({
    host: '127.0.0.1',
    port: 0,
    guard: new AddressGuard(allowed, (name, _, callback) =>
      callback(null, [{ address: name === 'six.example' ? '::1' : '127.0.0.1', family: name === 'six.example' ? 6 : 4 }]),
    ),
    hosts: new DescribedHosts([`api.example:${securePort}`, `api.example:${plainPort}`]),
    only: false,
    authority,
    ca: [serviceCa],
    now: () => 0,
    limits: createCaptureLimits(1_000_000),
    observe: (exchange) => void exchanges.push(exchange),
    describe: () => ({ mode: 'record' }),
    warn: () => undefined,
    ...options,
  });
  running.push(proxy);
  return { url: new URL(proxy.url), exchanges };
}

/** Sends CONNECT. Returns the socket, or the response. */
async function openTunnel(proxy: URL, target: string): Promise<Socket> {
  const socket = connect(Number(proxy.port), proxy.hostname);
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  if (!head.toString().startsWith('HTTP/1.1 200')) throw new Error(head.toString().split('\r\n').at(-1));
  return socket;
}

async function openTls(
  proxy: URL,
  { port = securePort, ...options }: { port?: number; servername?: string; ca?: string; ALPNProtocols?: string[] } = {},
): Promise<TLSSocket> {
  const servername = options.servername ?? 'api.example';
  const socket = connectSecurely({ socket: await openTunnel(proxy, `${servername}:${port}`), ca: authority.ca, ...options, servername });
  await once(socket, 'secureConnect');
  return socket;
}

interface Sent {
  readonly status: number | undefined;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

async function send(options: import('node:http').RequestOptions & { socket?: Socket }, body?: string | Buffer): Promise<Sent> {
  const { socket, ...others } = options;
  const sent = request({ ...others, ...(socket && { createConnection: () => socket }) });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response), headers: response.headers };
}

describe('a forward proxy', () => {
  test('opens the connections to described hosts, keeps them, and observes the exchanges', async () => {
    const { url, exchanges } = await start();
    const socket = await openTls(url);
    const headers = {
      host: `api.example:${securePort}`,
      'x-private': '1',
      connection: 'keep-alive, x-private',
      'proxy-authorization': 'Basic x',
    };
    for (const path of ['/a?b=%20c', '/d']) {
      const { status, body, headers: received } = await send({ socket, path, method: 'POST', headers }, 'content');
      expect({ status, cookies: received['set-cookie'], hop: received['x-hop'] }).toEqual({
        status: 200,
        cookies: ['a=1', 'b=2'],
        hop: undefined,
      });
      expect(JSON.parse(body)).toMatchObject({ method: 'POST', url: path, host: `api.example:${securePort}`, size: 7, hop: null });
    }
    expect(socket.destroyed).toBe(false);
    expect(exchanges.map(({ request: { method, url: path, body }, response }) => [method, path, String(body), response?.status])).toEqual([
      ['POST', `https://api.example:${securePort}/a?b=%20c`, 'content', 200],
      ['POST', `https://api.example:${securePort}/d`, 'content', 200],
    ]);
  });

  test('creates certificates that clients accept only for described hosts, for a day', async () => {
    const ca = new X509Certificate(authority.ca);
    expect(Date.parse(ca.validTo) - Date.now()).toBeLessThan(25 * 3_600_000);
    const { cert, key } = authority.createCertificate('evil.example');
    const server = createSecureServer({ cert, key });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connectSecurely({ port: (server.address() as AddressInfo).port, ca: authority.ca, servername: 'evil.example' });
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.message).toContain('permitted subtree violation');
    server.close();
  });

  test('supports HTTP/2 for clients', async () => {
    const { url, exchanges } = await start();
    const socket = await openTls(url, { ALPNProtocols: ['h2'] });
    expect(socket.alpnProtocol).toBe('h2');
    const session: ClientHttp2Session = connectHttp2(`https://api.example:${securePort}`, { createConnection: () => socket });
    const results = await Promise.all(
      ['/one', '/two'].map(async (path) => {
        const stream = session.request({ ':method': 'PUT', ':path': path });
        stream.end('12345');
        return JSON.parse(await text(stream)) as unknown;
      }),
    );
    expect(results).toMatchObject([{ method: 'PUT', url: '/one', size: 5 }, { url: '/two' }]);
    expect(JSON.parse(await text(session.request({ ':path': '/three' })))).toMatchObject({ method: 'GET', url: '/three', size: 0 });
    session.close();
    expect(exchanges.map(({ request: { body } }) => String(body))).toEqual(['12345', '12345', '']);
  });

  test('rejects gRPC calls with the option that switches the client to REST', async () => {
    const { url } = await start();
    const socket = await openTls(url, { ALPNProtocols: ['h2'] });
    const session = connectHttp2(`https://api.example:${securePort}`, { createConnection: () => socket });
    const stream = session.request({
      ':method': 'POST',
      ':path': '/google.dns.Zones/List',
      'content-type': 'application/grpc',
      'user-agent': 'grpc-node-js/1.12.0',
    });
    stream.end('x');
    const [[headers], [trailers]] = (await Promise.all([once(stream, 'response'), once(stream.resume(), 'trailers')])) as [
      [Record<string, string>],
      [Record<string, string>],
    ];
    expect(headers).toMatchObject({ ':status': 200, 'content-type': 'application/grpc' });
    expect(trailers).toMatchObject({
      'grpc-status': '12',
      'grpc-message': expect.stringContaining('REST: create the client with { fallback: true }') as unknown,
    });
    session.destroy();
  });

  test('passes on long headers, and trailers', async () => {
    const { url } = await start();
    const socket = await openTls(url);
    const sent = request({
      createConnection: () => socket,
      path: '/x',
      method: 'POST',
      headers: { host: `api.example:${securePort}`, 'x-long': 'x'.repeat(60_000), 'transfer-encoding': 'chunked' },
    });
    sent.addTrailers({ 'x-count': '2' });
    sent.end('content');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(JSON.parse(await text(response))).toMatchObject({ size: 7, trailers: { 'x-count': '2' } });
    expect(response.trailers).toEqual({ 'x-checksum': '1' });
  });

  test('streams in both directions, without the bodies beyond the limit', async () => {
    const { url, exchanges } = await start({ limits: createCaptureLimits(10) });
    const content = Buffer.alloc(5_000_000, 'abc');
    const { body } = await send(
      { socket: await openTls(url), path: '/large', method: 'PUT', headers: { host: `api.example:${securePort}` } },
      content,
    );
    expect(JSON.parse(body)).toMatchObject({ size: content.length, hash: createHash('sha256').update(content).digest('hex') });
    expect(exchanges[0]?.request.body).toBeUndefined();
    expect(exchanges[0]?.response?.status).toBe(200);
    expect(exchanges[0]?.response?.body).toBeUndefined();
  });

  test('passes on a response to an incomplete request, without the part of its body', async () => {
    const { url, exchanges } = await start();
    const tunnel = await openTunnel(url, `api.example:${plainPort}`);
    const headers = { host: `api.example:${plainPort}`, 'content-length': 1000 };
    const sent = request({ createConnection: () => tunnel, path: '/early', method: 'PUT', headers });
    sent.write('part');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect([response.statusCode, await text(response)]).toEqual([413, '{}']);
    expect(exchanges[0]?.request.body).toBeUndefined();
    sent.destroy();
  });

  test('passes on events as they come', async () => {
    const { url, exchanges } = await start();
    const tunnel = await openTunnel(url, `api.example:${plainPort}`);
    const sent = request({ createConnection: () => tunnel, path: '/events', headers: { host: `api.example:${plainPort}` } });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(String(((await once(response, 'data')) as [Buffer])[0])).toBe('data: 1\n\n');
    plainEvents.pop()?.();
    expect(await text(response)).toBe('data: 2\n\n');
    expect(String(exchanges[0]?.response?.body)).toBe('data: 1\n\ndata: 2\n\n');
  });

  test('forwards connections to other hosts without decrypting them', async () => {
    const { url, exchanges } = await start();
    const socket = await openTls(url, { servername: 'other.example', ca: serviceCa });
    expect((await send({ socket, path: '/', headers: { host: 'other.example' } })).status).toBe(200);
    expect(exchanges).toEqual([]);
  });

  test('keeps a connection to another host open for the response when the client has ended its direction', async () => {
    const server = createTcpServer({ allowHalfOpen: true }, (socket) => socket.resume().on('end', () => socket.end('response')));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { url } = await start();
    const socket = await openTunnel(url, `other.example:${(server.address() as AddressInfo).port}`);
    socket.end('request');
    expect(await text(socket)).toBe('response');
    server.close();
  });

  test('closes both connections of a tunnel without traffic', async () => {
    const accepted: Promise<unknown>[] = [];
    const server = createTcpServer((socket) => void accepted.push(once(socket.resume(), 'close')));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { url } = await start({ maxIdleTime: 100 });
    const socket = await openTunnel(url, `other.example:${(server.address() as AddressInfo).port}`);
    await once(socket.resume(), 'close');
    await Promise.all(accepted);
    expect(accepted).toHaveLength(1);
    server.close();
  });

  test('closes a connection that sends no request, and a rejected one that the client keeps open', async () => {
    const { url } = await start({ maxIdleTime: 100, only: true });
    for (const words of ['', `CONNECT api.example:${securePort} HTTP/1.1\r\n\r\n`, 'CONNECT other.example:1 HTTP/1.1\r\n\r\n']) {
      const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
      socket.write(words);
      await Promise.race([once(socket.resume(), 'end'), once(socket, 'close')]);
      expect(socket.readableEnded || socket.destroyed).toBe(true);
      socket.destroy();
    }
  });

  test('passes on requests with absolute URLs', async () => {
    const { url, exchanges } = await start();
    const target = { host: url.hostname, port: url.port };
    for (const host of ['api.example', 'other.example'])
      expect((await send({ ...target, path: `http://${host}:${plainPort}/x`, headers: { host: `${host}:${plainPort}` } })).body).toContain(
        '"url":"/x"',
      );
    expect(exchanges.map(({ request }) => request.url)).toEqual([`http://api.example:${plainPort}/x`]);
  });

  test.each([
    ['a name that resolves to a loopback address', 'other.example:443', 'other.example (127.0.0.1) is a loopback'],
    ['a name with a loopback address of version 6', 'six.example:443', 'six.example (::1) is a loopback'],
    ['an address', '169.254.169.254:80', '169.254.169.254 is a loopback, link-local'],
    ['a shared address', '100.64.0.1:80', '100.64.0.1 is a loopback, link-local'],
    ['the last shared address', '100.127.255.255:80', '100.127.255.255 is a loopback, link-local'],
    ['an address through NAT64', '[64:ff9b::a9fe:a9fe]:80', '64:ff9b::a9fe:a9fe is a loopback, link-local'],
    ['an address in another form', '[::ffff:10.0.0.1]:443', 'is a loopback, link-local'],
    ['no port', 'other.example', 'must name a host and a port'],
  ])('rejects a connection to %s', async (_, target, message) => {
    const { url } = await start({ allowed: [] });
    await expect(openTunnel(url, target)).rejects.toThrow(message);
  });

  test('rejects a described host whose name resolves to a private address', async () => {
    const { url } = await start({ allowed: [] });
    const { status, body } = await send({ socket: await openTls(url), path: '/', headers: { host: `api.example:${securePort}` } });
    expect([status, body]).toEqual([403, expect.stringContaining('start the proxy with --allow api.example')]);
  });

  test('rejects all other hosts if it is limited', async () => {
    const { url } = await start({ only: true });
    await expect(openTunnel(url, 'other.example:443')).rejects.toThrow('is not a host of a described API');
    for (const host of ['other.example', 'api.example:22']) {
      const { status } = await send({ host: url.hostname, port: url.port, path: `http://${host}/`, headers: { host } });
      expect(status).toBe(421);
    }
  });

  test('rejects a request in a tunnel for another host', async () => {
    const { url } = await start();
    const { status } = await send({ socket: await openTls(url), path: '/', headers: { host: 'other.example' } });
    expect(status).toBe(421);
  });

  test('accepts TLS without a tunnel', async () => {
    const { url } = await start();
    const socket = connectSecurely({ port: Number(url.port), host: url.hostname, servername: 'api.example', ca: authority.ca });
    await once(socket, 'secureConnect');
    expect((await send({ socket, path: '/', headers: { host: `api.example:${securePort}` } })).status).toBe(200);
  });

  test('describes itself on its own address only', async () => {
    const { url } = await start();
    const own = { host: url.hostname, port: url.port };
    expect((await send({ ...own, path: '/__admin/proxy' })).body).toBe('{"mode":"record"}');
    expect((await send({ ...own, path: '/__admin/proxy', headers: { host: 'evil.example' } })).status).toBe(421);
    expect(await send({ ...own, path: '/' })).toMatchObject({
      status: 404,
      body: expect.stringContaining('discogen proxy env --url') as unknown,
    });
  });

  test('responds with 502 if the service breaks the connection', async () => {
    const { url, exchanges } = await start();
    const socket = await openTls(url);
    const { status, body } = await send({ socket, path: '/cut', headers: { host: `api.example:${securePort}` } });
    expect([status, JSON.parse(body)]).toEqual([
      502,
      { error: { code: 502, message: expect.stringContaining('discogen proxy: ') as unknown } },
    ]);
    expect(exchanges.map(({ response }) => response)).toEqual([undefined]);
  });
});

describe('a reverse proxy', () => {
  const startReverse = (): Promise<Started> =>
    start({ target: new URL(`http://127.0.0.1:${plainPort}/base/`), authority: undefined, allowed: ['127.0.0.1'] });

  test('passes requests to its target, and redirections back to itself', async () => {
    const { url, exchanges } = await startReverse();
    const own = { host: url.hostname, port: url.port };
    expect(JSON.parse((await send({ ...own, path: '/x?y=1' })).body)).toMatchObject({ url: '/base/x?y=1', host: `127.0.0.1:${plainPort}` });
    expect(exchanges[0]?.request.url).toBe(`http://127.0.0.1:${plainPort}/base/x?y=1`);
    expect((await send({ ...own, path: '/moved' })).headers.location).toBe(new URL('/next', url).href);
    expect((await send({ ...own, path: '/x', headers: { host: 'evil.example' } })).status).toBe(421);
  });

  test('is not a forward proxy', async () => {
    const { url } = await startReverse();
    await expect(openTunnel(url, 'other.example:443')).rejects.toThrow('is not a forward proxy');
  });
});
