/** Undici dispatchers as transports of the client. Responses are plain data, and the dispatcher reports failures. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Agent, MockAgent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError, defineMethod, NetworkError } from '../../../../runtime/client/index.js';
import type { FetchResponse } from '../../../../runtime/client/index.js';
import { undiciFetch } from '../../../../runtime/client/undici.js';
import type { UndiciController, UndiciDispatcher, UndiciHandler, UndiciRequest } from '../../../../runtime/client/undici.js';
import { connect, createZone, catchError, getZone, flushMicrotasks, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);

interface ScriptedResponse {
  status?: number;
  headers?: Record<string, string | string[] | undefined>;
  body?: string;
}

const controller = { pause: () => undefined, resume: () => undefined, abort: () => undefined };

function createDispatcher(...responses: (ScriptedResponse | Error)[]): UndiciDispatcher & { sent: UndiciRequest[] } {
  const sent: UndiciRequest[] = [];
  return {
    sent,
    dispatch(request, handler) {
      sent.push(request);
      const response = responses[Math.min(sent.length, responses.length) - 1] ?? {};
      if (response instanceof Error) handler.onResponseError(undefined, response);
      else {
        const { status = 200, headers = { 'content-type': 'application/json' }, body = '{"name":"z"}' } = response;
        handler.onRequestStart(controller);
        handler.onResponseStart(controller, status, headers);
        if (body) handler.onResponseData(controller, new TextEncoder().encode(body));
        handler.onResponseEnd();
      }
      return true;
    },
  };
}

describe('undiciFetch', () => {
  test('sends the request of a client', async () => {
    const dispatcher = createDispatcher({});
    expect(await create(connect(undiciFetch(dispatcher), { auth: 't' }), { project: 'p', requestBody: { name: 'z' } })).toEqual({
      name: 'z',
    });
    const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer t' };
    const path = '/dns/v1/projects/p/managedZones';
    expect(dispatcher.sent).toEqual([{ origin: 'http://service.test', path, method: 'POST', headers, body: '{"name":"z"}' }]);
  });

  test('sends bytes unchanged', async () => {
    const dispatcher = createDispatcher({});
    const body = Uint8Array.of(1, 0, 255).buffer;
    await undiciFetch(dispatcher)('http://service.test/', { method: 'POST', headers: {}, redirect: 'manual', body });
    expect(dispatcher.sent[0]?.body).toEqual(Uint8Array.of(1, 0, 255));
  });

  test('returns headers, including repeated ones', async () => {
    const dispatcher = createDispatcher({
      headers: { etag: 'e', vary: ['Origin', 'X-Origin'], 'set-cookie': ['a=1', 'b=2'], gone: undefined },
    });
    const { headers } = await get(connect(undiciFetch(dispatcher)), zone).withResponse();
    expect(headers).toEqual({ etag: 'e', vary: 'Origin, X-Origin' });
  });

  test('follows a redirect only on the same origin', async () => {
    const sameOrigin = createDispatcher({ status: 307, headers: { location: '/moved?a=b' }, body: '' }, {});
    expect(await get(connect(undiciFetch(sameOrigin)), zone)).toEqual({ name: 'z' });
    expect(sameOrigin.sent[1]).toMatchObject({ origin: 'http://service.test', path: '/moved?a=b' });
    const otherOrigin = createDispatcher({ status: 307, headers: { location: 'http://other.test/' }, body: '' }, {});
    expect(await catchError(ApiError, get(connect(undiciFetch(otherOrigin)), zone))).toMatchObject({ status: 307 });
    expect(otherOrigin.sent).toHaveLength(1);
  });

  test('reports a failed connection as a NetworkError, which is retried', async () => {
    const reset = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
    expect(await get(connect(undiciFetch(createDispatcher(reset, {}))), zone)).toEqual({ name: 'z' });
    const broken = connect(undiciFetch(createDispatcher(reset)), { retry: false });
    const { message, cause } = await catchError(NetworkError, get(broken, zone));
    expect(message).toContain('other side closed');
    expect(cause).toMatchObject({ code: 'UND_ERR_SOCKET' });
  });

  test('rejects if the dispatcher throws, without a leaked listener', async () => {
    const throwingDispatcher: UndiciDispatcher = {
      dispatch() {
        throw new Error('closed');
      },
    };
    const { signal, listeners } = createCountedSignal();
    await expect(
      undiciFetch(throwingDispatcher)('http://service.test/', { method: 'GET', headers: {}, redirect: 'manual', signal }),
    ).rejects.toThrow('closed');
    expect(listeners.size).toBe(0);
  });

  /** Starts a request and returns the handler that controls its response, with the calls on its connection. */
  function startRequest(): { handler: UndiciHandler; response: Promise<FetchResponse>; calls: string[]; connection: UndiciController } {
    let handler: UndiciHandler | undefined;
    const calls: string[] = [];
    const dispatcher: UndiciDispatcher = { dispatch: (_, requestHandler) => ((handler = requestHandler), true) };
    const response = undiciFetch(dispatcher)('http://service.test/', { method: 'GET', headers: {}, redirect: 'manual' });
    const recordCall = (call: string) => (): void => void calls.push(call);
    const connection = { pause: recordCall('pause'), resume: recordCall('resume'), abort: recordCall('abort') };
    const startedHandler = handler as unknown as UndiciHandler;
    startedHandler.onRequestStart(connection);
    return { handler: startedHandler, response, calls, connection };
  }

  test('skips informational responses', async () => {
    const { handler, response, connection } = startRequest();
    handler.onResponseStart(connection, 103, { link: '</a>' });
    const first = await Promise.race([response, flushMicrotasks().then(() => 'nothing yet')]);
    handler.onResponseStart(connection, 200, {});
    expect([first, (await response).status]).toEqual(['nothing yet', 200]);
  });

  test('reads text without a pause and replaces an incomplete character', async () => {
    const { handler, response, calls, connection } = startRequest();
    handler.onResponseStart(connection, 200, {});
    const text = (await response).text();
    handler.onResponseData(connection, new Uint8Array(100_000).fill(97));
    handler.onResponseData(connection, Uint8Array.of(0xe6, 0x9d));
    handler.onResponseEnd();
    expect(await text).toBe(`${'a'.repeat(100_000)}\ufffd`);
    expect(calls).not.toContain('pause');
  });

  test.each(['text', 'iteration'])('rejects if the connection breaks during %s', async (reader) => {
    const { handler, response, connection } = startRequest();
    handler.onResponseStart(connection, 200, {});
    const { body = [], text } = await response.then((fetchResponse) => ({ body: fetchResponse.body, text: () => fetchResponse.text() }));
    handler.onResponseData(connection, Uint8Array.of(97));
    handler.onResponseError(connection, new Error('other side closed'));
    const read = async (): Promise<number> => {
      let length = 0;
      for await (const chunk of body ?? []) length += chunk.length;
      return length;
    };
    await expect(reader === 'text' ? text() : read()).rejects.toThrow('other side closed');
  });

  test('works with any dispatcher, such as a MockAgent', async () => {
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent.get('http://service.test').intercept({ path: '/dns/v1/projects/p/managedZones/z' }).reply(200, { name: 'z' });
    expect(await get(connect(undiciFetch(agent)), zone)).toEqual({ name: 'z' });
    await agent.close();
  });
});

describe('over a connection', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });

  async function serve(respond: (response: ServerResponse) => void): Promise<{ url: string; server: Server; agent: Agent }> {
    const server = createServer((_request, response) => respond(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const agent = new Agent({ connections: 1 });
    cleanups.push(() => new Promise((closed) => server.close(closed)));
    cleanups.push(() => server.closeAllConnections());
    cleanups.push(() => agent.destroy());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server, agent };
  }
  const request = (dispatcher: UndiciDispatcher, url: string, signal?: AbortSignal): Promise<FetchResponse> =>
    undiciFetch(dispatcher)(url, { method: 'GET', headers: {}, redirect: 'manual', ...(signal && { signal }) });

  test('skips informational responses', async () => {
    const { url, agent } = await serve((response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(200, { 'x-answer': 'yes' }).end('{}');
    });
    const response = await request(agent, url);
    expect([response.status, response.headers.get('x-answer'), response.headers.get('link'), await response.text()]).toEqual([
      200,
      'yes',
      null,
      '{}',
    ]);
  });

  test('decodes a character that is split between chunks', async () => {
    const bytes = new TextEncoder().encode('["Zürich – 東京 – 🌍"]');
    const { url, agent } = await serve((response) => {
      const writeByte = (at: number): void => {
        if (at < bytes.length) response.write(bytes.subarray(at, at + 1), () => setImmediate(writeByte, at + 1));
        else response.end();
      };
      writeByte(0);
    });
    expect(await (await request(agent, url)).text()).toBe('["Zürich – 東京 – 🌍"]');
  });

  test('pauses an unread body and returns it completely when it is read', async () => {
    const size = 32 * 1024 * 1024;
    let isSent = false;
    const { url, agent } = await serve((response) => response.end(Buffer.alloc(size, 7), () => (isSent = true)));
    let receivedBytes = 0;
    let onPaused = (): void => undefined;
    const paused = new Promise<void>((resolve) => (onPaused = resolve));
    const response = await request(
      watchDispatcher(agent, { onPause: () => onPaused(), onData: (chunk) => (receivedBytes += chunk.length) }),
      url,
    );
    await paused;
    expect([isSent, receivedBytes < 1024 * 1024]).toEqual([false, true]);
    let read = 0;
    for await (const chunk of response.body ?? []) read += chunk.length;
    expect([read, receivedBytes]).toEqual([size, size]);
  });

  test('closes the connection if the reader stops early', async () => {
    const { url, agent, server } = await serve((response) => response.write(Buffer.alloc(1000)));
    const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    for await (const chunk of (await request(agent, url)).body ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await closed;
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['before the response', () => undefined],
    ['in the body', (response) => response.writeHead(200).write('{')],
  ])('rejects with the reason of an abort %s', async (_, respond) => {
    const { url, agent, server } = await serve(respond);
    const { signal, listeners, abort } = createCountedSignal();
    const text = request(agent, url, signal).then((response) => response.text());
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    const closed = once(response, 'close');
    abort(new Error('left'));
    await expect(text).rejects.toThrow('left');
    await closed;
    expect(listeners.size).toBe(0);
  });

  test('sends nothing if it is aborted while the request waits for a connection', async () => {
    const responses: ServerResponse[] = [];
    const { url, agent, server } = await serve((response) => responses.push(response));
    const first = request(agent, url);
    await once(server, 'request');
    const { signal, abort, listeners } = createCountedSignal();
    const second = request(agent, url, signal);
    abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    await expect(request(agent, url, signal)).rejects.toThrow('left');
    responses[0]?.end('{}');
    expect(await (await first).text()).toBe('{}');
    const third = request(agent, url);
    await once(server, 'request');
    expect([responses.length, listeners.size]).toEqual([2, 0]);
    responses[1]?.end('{}');
    expect((await third).status).toBe(200);
  });
});

/** Creates a signal that counts its listeners. */
function createCountedSignal(): { signal: AbortSignal; listeners: Set<unknown>; abort: (reason: Error) => void } {
  const listeners = new Set<unknown>();
  const abortController = new AbortController();
  const { signal } = abortController;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => (listeners.add(args[1]), add(...args));
  signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners.delete(args[1]), remove(...args));
  return { signal, listeners, abort: (reason) => abortController.abort(reason) };
}

/** Wraps a dispatcher to observe pauses and data. */
function watchDispatcher(
  dispatcher: UndiciDispatcher,
  { onPause, onData }: { onPause: () => void; onData: (chunk: Uint8Array) => void },
): UndiciDispatcher {
  return {
    dispatch: (request, handler) =>
      dispatcher.dispatch(request, {
        onRequestStart: (abortController) => handler.onRequestStart(abortController),
        onResponseStart: (...receivedBytes) => handler.onResponseStart(...receivedBytes),
        onResponseData(abortController, chunk) {
          onData(chunk);
          const receivedBytes: Parameters<UndiciHandler['onResponseData']>[0] = {
            pause: () => (onPause(), abortController.pause()),
            resume: () => abortController.resume(),
            abort: (reason) => abortController.abort(reason),
          };
          handler.onResponseData(receivedBytes, chunk);
        },
        onResponseEnd: () => handler.onResponseEnd(),
        onResponseError: (...receivedBytes) => handler.onResponseError(...receivedBytes),
      }),
  };
}
