/** The transports with a server that violates HTTP: it cuts connections, stalls, and sends wrong lengths. Only test clocks advance time. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Agent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { createTransport, defineMethod, NetworkError, TimeoutError } from '../../../../runtime/client/index.js';
import type { ClientOptions, Transport } from '../../../../runtime/client/index.js';
import { undiciFetch } from '../../../../runtime/client/undici.js';
import { api, createZone, catchError, getZone, instantClock, manualClock, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);
const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

/** The bytes of a response, and whether the connection then stays open, ends, or is reset (`cut`). */
type RawResponse = readonly [text: string, action: 'open' | 'end' | 'cut'];
const head = (length: number | string, status = '200 OK'): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
const okResponse: RawResponse = [`${head(12)}{"name":"z"}`, 'open'];

interface Service {
  readonly client: (options?: ClientOptions) => Transport;
  readonly requests: string[];
  /** Resolves after this many requests. */
  readonly arrived: (count: number) => Promise<void>;
}

/** Uses the responses in turn and repeats the last. Each connection serves any number of requests. */
async function serve(...responses: readonly RawResponse[]): Promise<Service> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const listeners: (() => void)[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (!/^[A-Z]+ \//.test(String(data))) return;
      requests.push(String(data));
      const [text, action] = responses[Math.min(requests.length, responses.length) - 1] ?? okResponse;
      socket.write(text, () => (action === 'cut' ? socket.resetAndDestroy() : action === 'end' ? socket.end() : undefined));
      listeners.forEach((listener) => listener());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  const rootUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    requests,
    client: (options = {}) => createTransport(api, { rootUrl, clock: instantClock(), ...options }),
    arrived: (count) =>
      new Promise((resolve) => {
        const check = (): void => (requests.length >= count ? resolve() : undefined);
        listeners.push(check);
        check();
      }),
  };
}

const brokenResponses: readonly (readonly [description: string, response: RawResponse])[] = [
  ['an end without bytes', ['', 'end']],
  ['a reset without bytes', ['', 'cut']],
  ['part of a status line', ['HTTP/1.1 20', 'end']],
  ['part of the headers', ['HTTP/1.1 200 OK\r\ncontent-ty', 'cut']],
  ['bytes that are not HTTP', ['SSH-2.0-OpenSSH_9.9\r\n', 'end']],
  ['fewer bytes than announced', [`${head(100)}{"name":"z"}`, 'end']],
  ['fewer bytes of an error than announced', [`${head(100, '503 Unavailable')}{"error":`, 'cut']],
  ['more bytes than announced', [`${head(6)}{"name":"z"}`, 'end']],
  ['an impossible length', [`${head('twelve')}{"name":"z"}`, 'end']],
  ['two lengths', [`HTTP/1.1 200 OK\r\ncontent-length: 12\r\ncontent-length: 3\r\n\r\n{"name":"z"}`, 'end']],
  ['part of a chunk', ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n{"name"', 'end']],
  ['part of a body without a length', ['HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"name"', 'end']],
];

/** The platform's fetch, and undici without its fetch layer. */
const transports: readonly (readonly [name: string, transport: ClientOptions])[] = [
  ['fetch', {}],
  ['undici', { fetch: undiciFetch(new Agent()) }],
];

describe.each(transports)('%s: a server with failing responses', (_name, transport) => {
  test.each(brokenResponses)('%s: retries a GET', async (_, response) => {
    const { client, requests } = await serve(response, response, okResponse);
    expect(await get(client(transport), zone)).toEqual({ name: 'z' });
    expect(requests).toHaveLength(3);
  });

  test.each(brokenResponses)('%s: does not retry a POST and throws a NetworkError', async (_, response) => {
    const { client, requests } = await serve(response);
    const error = await catchError(NetworkError, create(client(transport), { project: 'p', requestBody: { name: 'z' } }));
    expect(error.message).toMatch(/^dns\.managedZones\.create: the request failed: ./);
    expect(requests).toHaveLength(1);
  });
});

describe.each(transports)('%s: a server that stalls', (_name, transport) => {
  test.each<[string, string]>([
    ['before its response', ''],
    ['in its headers', 'HTTP/1.1 200 OK\r\n'],
    ['in its body', `${head(100)}{"na`],
    ['in the body of an error', `${head(100, '503 Unavailable')}{"er`],
  ])('%s: ends with the timeout of the attempt, then of the call, and closes the connection', async (_, text) => {
    const clock = manualClock();
    const { client, arrived, requests } = await serve([text, 'open']);
    const timeout = { attempt: 1000, total: 2000 };
    const call = catchError(TimeoutError, get(client({ ...transport, clock, timeout, random: () => 0 }), zone));
    await arrived(1);
    await clock.advance(1000);
    await arrived(2);
    await clock.advance(1000);
    expect((await call).milliseconds).toBeLessThanOrEqual(2000);
    expect(requests).toHaveLength(2);
    expect(clock.pending()).toBe(0);
  });

  test('ends when the caller aborts', async () => {
    const { client, arrived } = await serve([`${head(100)}{`, 'open']);
    const controller = new AbortController();
    const call = get(client(transport), zone, { signal: controller.signal });
    await arrived(1);
    controller.abort(new Error('left'));
    await expect(call).rejects.toThrow('left');
  });
});

test.each(transports)('%s: reads bodies of failed attempts so that their connection is reused', async (_name, transport) => {
  const ports = new Set<number | undefined>();
  let remaining = 12;
  const server = createServer((socket) => {
    ports.add(socket.remotePort);
    socket.on('data', () => socket.write((remaining -= 1) > 0 ? `${head(2, '503 Unavailable')}{}` : `${head(2)}{}`));
    cleanups.push(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  const rootUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await get(createTransport(api, { ...transport, rootUrl, clock: instantClock(), retry: { attempts: 12 } }), zone)).toEqual({});
  // A second connection can open while the first is being returned.
  expect(ports.size).toBeLessThanOrEqual(2);
});

test.each(transports)('%s: never sends credentials to another origin', async (_name, transport) => {
  const other = await serve(okResponse);
  const otherUrl = other.client().rootUrl;
  for (const status of ['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent']) {
    const { client } = await serve([`HTTP/1.1 ${status}\r\nlocation: ${otherUrl}x\r\ncontent-length: 0\r\n\r\n`, 'open']);
    await expect(get(client({ ...transport, auth: 'secret-token' }), zone)).rejects.toThrow('(a redirect)');
  }
  expect(other.requests).toEqual([]);
});
