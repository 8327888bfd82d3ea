/** A service that sends malformed responses. The proxy answers for it, and serves the next request. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectSecurely, createServer, type Server, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProxyAuthority, createServerCertificate, type Authority } from '../../../../generator/lib/certificates.js';
import { AddressGuard } from '../../../../fidelity/proxy/address-guard.js';
import { createCaptureLimits } from '../../../../fidelity/proxy/capture.js';
import { DescribedHosts } from '../../../../fidelity/proxy/described-hosts.js';
import { startProxy, type RunningProxy } from '../../../../fidelity/proxy/proxy-server.js';

const ok = 'HTTP/1.1 200 OK\r\n';
const empty = 'content-length: 0\r\n\r\n';

/** Responses, and what the client receives. */
const responses: Readonly<Record<string, readonly [response: string, status: number, headers?: Readonly<Record<string, string>>]>> = {
  'the status 000': [`HTTP/1.1 000 X\r\n${empty}`, 502],
  'the status 099': [`HTTP/1.1 099 X\r\n${empty}`, 502],
  'the status 600': [`HTTP/1.1 600 X\r\n${empty}`, 502],
  'the status 999': [`HTTP/1.1 999 X\r\n${empty}`, 502],
  'no status': [`HTTP/1.1 \r\n${empty}`, 502],
  'an upgrade that nobody requested': ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', 502],
  'a final response after an informational one': [`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok}${empty}`, 200],
  'two headers that have one value': [
    `${ok}${['ETag', 'Content-Type', 'Location', 'Date'].map((name) => `${name}: first\r\n${name}: second\r\n`).join('')}${empty}`,
    200,
    { etag: 'first', 'content-type': 'first', location: 'first', date: 'first' },
  ],
  'two content encodings': [`${ok}content-encoding: a\r\ncontent-encoding: b\r\n${empty}`, 200, { 'content-encoding': 'a, b' }],
  'a list of values': [`${ok}x-list: a\r\nx-list: b\r\n${empty}`, 200, { 'x-list': 'a, b' }],
  'two trailers that have one value': [`${ok}transfer-encoding: chunked\r\n\r\n0\r\netag: a\r\netag: b\r\n\r\n`, 200],
  'two lengths': [`${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, 502],
  'a malformed chunk': [`${ok}transfer-encoding: chunked\r\n\r\nzz\r\nabc\r\n`, 502],
  'a control character in a value': [`${ok}x-a: a\x01b\r\n${empty}`, 502],
  'a zero byte in a value': [`${ok}x-a: a\0b\r\n${empty}`, 502],
  'a space in a name': [`${ok}x a: b\r\n${empty}`, 502],
  'bytes beyond ASCII in a value': [`${ok}x-a: \xe9\r\n${empty}`, 200, { 'x-a': '\xe9' }],
  'headers without end': [`${ok}x-a: ${'a'.repeat(300_000)}`, 502],
  'a status without content, with content': [`HTTP/1.1 204 No Content\r\ncontent-length: 3\r\n\r\nabc`, 204],
  'the status 205 with content': [`HTTP/1.1 205 Reset Content\r\ncontent-length: 3\r\n\r\nabc`, 205],
  'a second response': [`${ok}${empty}${ok}${empty}`, 200],
  'another protocol': ['SSH-2.0-OpenSSH_9.6\r\n', 502],
  nothing: ['', 502],
};

let authority: Authority;
let service: Server;
let proxy: RunningProxy;
let host: string;
const sockets = new Set<TLSSocket>();

beforeAll(async () => {
  authority = await createProxyAuthority(['api.example'], Date.now());
  const { cert, key, ca } = await createServerCertificate(['api.example'], Date.now());
  service = createServer({ cert, key }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (head: Buffer) => {
      const name = decodeURIComponent(/^\w+ \/(\S*)/.exec(head.toString())?.[1] ?? '');
      const [response = `${ok}content-length: 2\r\n\r\nOK`] = responses[name] ?? [];
      socket.write(response, 'latin1');
      if (name in responses) socket.end();
    });
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  host = `api.example:${(service.address() as AddressInfo).port}`;
  proxy = await startProxy({
    host: '127.0.0.1',
    port: 0,
    guard: new AddressGuard(['api.example'], (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])),
    hosts: new DescribedHosts([host]),
    only: true,
    authority,
    ca: [ca],
    now: () => 0,
    limits: createCaptureLimits(1000),
    observe: () => undefined,
    describe: () => ({}),
    warn: () => undefined,
  });
});
afterAll(async () => {
  await proxy.close();
  for (const socket of sockets) socket.destroy();
  service.close();
});

async function openTls(protocol: string): Promise<TLSSocket> {
  const { hostname, port } = new URL(proxy.url);
  const tunnel = connect(Number(port), hostname);
  tunnel.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await once(tunnel, 'data');
  const socket = connectSecurely({ socket: tunnel, ca: authority.ca, servername: 'api.example', ALPNProtocols: [protocol] });
  await once(socket, 'secureConnect');
  return socket;
}

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
}

async function sendHttp1(path: string): Promise<Received> {
  const socket = await openTls('http/1.1');
  const sent = request({ createConnection: () => socket, path, headers: { host } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await text(response);
  return { status: response.statusCode, headers: response.headers };
}

async function sendHttp2(path: string): Promise<Received> {
  const socket = await openTls('h2');
  const session = connectHttp2(`https://${host}`, { createConnection: () => socket });
  const stream = session.request({ ':path': path });
  const [headers] = (await once(stream, 'response')) as [IncomingMessage['headers'] & { readonly ':status': number }];
  await text(stream);
  session.close();
  return { status: headers[':status'], headers };
}

describe.each([
  ['HTTP/1.1', sendHttp1],
  ['HTTP/2', sendHttp2],
])('over %s', (_protocol, send) => {
  test.each(Object.entries(responses))('a service that sends %s', async (name, [, status, headers = {}]) => {
    const received = await send(`/${encodeURIComponent(name)}`);
    expect(received).toMatchObject({ status, headers });
    expect(await send('/next')).toMatchObject({ status: 200 });
  });
});
