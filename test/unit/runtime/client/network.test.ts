/** The platform's fetch on a misbehaving server. No test waits for real time: the server or a test clock advances it. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError, createTransport, defineMethod, NetworkError, TimeoutError } from '../../../../templates/runtime/client/index.js';
import type { ClientOptions, Transport } from '../../../../templates/runtime/client/index.js';
import { api, createZone, catchError, getZone, instantClock, manualClock, zone } from './support.js';
import type { Values } from './support.js';

type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

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
  let tell: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (tell = resolve));
  const server = createServer((request, response) => {
    requests.push(request);
    behaviors[Math.min(requests.length, behaviors.length) - 1]?.(request, response);
    tell();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => void (server.closeAllConnections(), server.close()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (options: ClientOptions = {}): Transport => createTransport(api, { rootUrl: url, clock: instantClock(), ...options });
  return { url, requests, arrived, client };
}

const answer: Behavior = (_, response) => void response.setHeader('content-type', 'application/json').end('{"name":"z"}');
const cut: Behavior = (_, response) => void response.destroy();
const half: Behavior = (_, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"name":');
  setImmediate(() => response.destroy());
};
const hang: Behavior = () => undefined;
const hangHalfway: Behavior = (_, response) => void response.writeHead(200).write('{');

describe('a connection', () => {
  test('that works returns the response', async () => {
    const { client, requests } = await serve(answer);
    expect(await get(client({ auth: 't', userAgent: 'me/1' }), { ...zone, project: 'a/b' })).toEqual({ name: 'z' });
    expect(requests[0]).toMatchObject({
      url: '/dns/v1/projects/a%2Fb/managedZones/z',
      headers: { authorization: 'Bearer t', 'user-agent': 'me/1', accept: 'application/json' },
    });
  });

  test.each([
    ['a cut before the response', cut],
    ['a cut in the response', half],
  ])('with %s is retried for a GET and throws a NetworkError for a POST', async (_, behavior) => {
    const mended = await serve(behavior, behavior, answer);
    expect(await get(mended.client(), zone)).toEqual({ name: 'z' });
    const broken = await serve(behavior);
    const error = await catchError(NetworkError, create(broken.client(), { project: 'p', requestBody: {} }));
    expect(error).toMatchObject({ methodId: 'dns.managedZones.create' });
    expect(error.cause).toBeInstanceOf(Error);
    expect(broken.requests).toHaveLength(1);
  });

  test('that is refused throws a descriptive NetworkError', async () => {
    const transport = createTransport(api, { rootUrl: 'http://127.0.0.1:1', clock: instantClock() });
    expect((await catchError(NetworkError, get(transport, zone))).message).toMatch(
      /^dns\.managedZones\.get: the request failed: .*(ECONNREFUSED|bad port)/,
    );
  });

  test.each([
    ['before the response', hang],
    ['in the response', hangHalfway],
  ])('that stalls %s ends with the timeout and is closed', async (_, behavior) => {
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
    const { client, arrived } = await serve(hang);
    const controller = new AbortController();
    const reason = new Error('left');
    const call = get(client(), zone, { signal: controller.signal });
    void arrived.then(() => controller.abort(reason));
    await expect(call).rejects.toBe(reason);
  });
});

test('credentials do not follow a redirect to another origin', async () => {
  const other = await serve(answer);
  const { client } = await serve((_, response) => void response.writeHead(302, { location: `${other.url}/` }).end());
  expect(await catchError(ApiError, get(client({ auth: 't' }), zone))).toMatchObject({ status: 302 });
  expect(other.requests).toEqual([]);
});
