/** The platform's fetch with a misbehaving server. No test waits for real time. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError, createTransport, defineMethod, NetworkError, TimeoutError } from '../../../../runtime/client/index.js';
import type { ClientOptions, Transport } from '../../../../runtime/client/index.js';
import { api, createZone, catchError, getZone, instantClock, manualClock, zone } from './support.js';
import type { Values } from './support.js';

type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);
const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

interface Service {
  readonly url: string;
  readonly requests: IncomingMessage[];
  /** Resolves when the nth request has arrived. */
  readonly arrived: Promise<void>;
  readonly client: (options?: ClientOptions) => Transport;
}

/** Uses the behaviors in turn and repeats the last. */
async function serve(...behaviors: Behavior[]): Promise<Service> {
  const requests: IncomingMessage[] = [];
  let resolveArrived: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (resolveArrived = resolve));
  const server = createServer((request, response) => {
    requests.push(request);
    behaviors[Math.min(requests.length, behaviors.length) - 1]?.(request, response);
    resolveArrived();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => void (server.closeAllConnections(), server.close()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (options: ClientOptions = {}): Transport => createTransport(api, { rootUrl: url, clock: instantClock(), ...options });
  return { url, requests, arrived, client };
}

const respond: Behavior = (_, response) => void response.setHeader('content-type', 'application/json').end('{"name":"z"}');
const closeBeforeResponse: Behavior = (_, response) => void response.destroy();
const closeInResponse: Behavior = (_, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"name":');
  setImmediate(() => response.destroy());
};
const stallBeforeResponse: Behavior = () => undefined;
const stallInResponse: Behavior = (_, response) => void response.writeHead(200).write('{');

describe('a connection', () => {
  test('returns the response', async () => {
    const { client, requests } = await serve(respond);
    expect(await get(client({ auth: 't', userAgent: 'me/1' }), { ...zone, project: 'a/b' })).toEqual({ name: 'z' });
    expect(requests[0]).toMatchObject({
      url: '/dns/v1/projects/a%2Fb/managedZones/z',
      headers: { authorization: 'Bearer t', 'user-agent': 'me/1', accept: 'application/json' },
    });
  });

  test.each([
    ['an end before the response', closeBeforeResponse],
    ['an end in the response', closeInResponse],
  ])('with %s: retries a GET and rejects a POST with a NetworkError', async (_, behavior) => {
    const recovering = await serve(behavior, behavior, respond);
    expect(await get(recovering.client(), zone)).toEqual({ name: 'z' });
    const failing = await serve(behavior);
    const error = await catchError(NetworkError, create(failing.client(), { project: 'p', requestBody: {} }));
    expect(error).toMatchObject({ methodId: 'dns.managedZones.create' });
    expect(error.cause).toBeInstanceOf(Error);
    expect(failing.requests).toHaveLength(1);
  });

  test('rejects with a descriptive NetworkError if the server refuses the connection', async () => {
    const transport = createTransport(api, { rootUrl: 'http://127.0.0.1:1', clock: instantClock() });
    expect((await catchError(NetworkError, get(transport, zone))).message).toMatch(
      /^dns\.managedZones\.get: the request failed: .*(ECONNREFUSED|bad port)/,
    );
  });

  test.each([
    ['before the response', stallBeforeResponse],
    ['in the response', stallInResponse],
  ])('that stalls %s is closed at the timeout', async (_, behavior) => {
    const { client, arrived, requests } = await serve(behavior);
    const clock = manualClock();
    const error = catchError(TimeoutError, get(client({ clock, timeout: 1000 }), zone));
    await arrived;
    await clock.advance(1000);
    expect(await error).toMatchObject({ milliseconds: 1000 });
    const socket = requests[0]?.socket;
    if (socket && !socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
  });

  test('that stalls ends with the reason of an abort', async () => {
    const { client, arrived } = await serve(stallBeforeResponse);
    const controller = new AbortController();
    const reason = new Error('left');
    const call = get(client(), zone, { signal: controller.signal });
    void arrived.then(() => controller.abort(reason));
    await expect(call).rejects.toBe(reason);
  });
});

test('does not send credentials to another origin after a redirect', async () => {
  const other = await serve(respond);
  const { client } = await serve((_, response) => void response.writeHead(302, { location: `${other.url}/` }).end());
  expect(await catchError(ApiError, get(client({ auth: 't' }), zone))).toMatchObject({ status: 302 });
  expect(other.requests).toEqual([]);
});
