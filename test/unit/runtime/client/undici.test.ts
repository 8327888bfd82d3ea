/** Undici dispatchers as a client transport: responses are plain data, and failures come from the dispatcher. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Agent, MockAgent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError, defineMethod, NetworkError } from '../../../../templates/runtime/client/index.js';
import type { FetchResponse } from '../../../../templates/runtime/client/index.js';
import { undiciFetch } from '../../../../templates/runtime/client/undici.js';
import type { UndiciController, UndiciDispatcher, UndiciHandler, UndiciRequest } from '../../../../templates/runtime/client/undici.js';
import { connect, createZone, catchError, getZone, flushMicrotasks, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);

interface Answer {
  status?: number;
  headers?: Record<string, string | string[] | undefined>;
  body?: string;
}

const controller = { pause: () => undefined, resume: () => undefined, abort: () => undefined };

function scripted(...answers: (Answer | Error)[]): UndiciDispatcher & { sent: UndiciRequest[] } {
  const sent: UndiciRequest[] = [];
  return {
    sent,
    dispatch(request, handler) {
      sent.push(request);
      const answer = answers[Math.min(sent.length, answers.length) - 1] ?? {};
      if (answer instanceof Error) handler.onResponseError(undefined, answer);
      else {
        const { status = 200, headers = { 'content-type': 'application/json' }, body = '{"name":"z"}' } = answer;
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
    const dispatcher = scripted({});
    expect(await create(connect(undiciFetch(dispatcher), { auth: 't' }), { project: 'p', requestBody: { name: 'z' } })).toEqual({
      name: 'z',
    });
    const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer t' };
    const path = '/dns/v1/projects/p/managedZones';
    expect(dispatcher.sent).toEqual([{ origin: 'http://service.test', path, method: 'POST', headers, body: '{"name":"z"}' }]);
  });

  test('sends bytes unchanged', async () => {
    const dispatcher = scripted({});
    const body = Uint8Array.of(1, 0, 255).buffer;
    await undiciFetch(dispatcher)('http://service.test/', { method: 'POST', headers: {}, redirect: 'manual', body });
    expect(dispatcher.sent[0]?.body).toEqual(Uint8Array.of(1, 0, 255));
  });

  test('returns headers, including repeated ones', async () => {
    const dispatcher = scripted({ headers: { etag: 'e', vary: ['Origin', 'X-Origin'], 'set-cookie': ['a=1', 'b=2'], gone: undefined } });
    const { headers } = await get(connect(undiciFetch(dispatcher)), zone).withResponse();
    expect(headers).toEqual({ etag: 'e', vary: 'Origin, X-Origin' });
  });

  test('follows a redirect only on the same origin', async () => {
    const inside = scripted({ status: 307, headers: { location: '/moved?a=b' }, body: '' }, {});
    expect(await get(connect(undiciFetch(inside)), zone)).toEqual({ name: 'z' });
    expect(inside.sent[1]).toMatchObject({ origin: 'http://service.test', path: '/moved?a=b' });
    const outside = scripted({ status: 307, headers: { location: 'http://other.test/' }, body: '' }, {});
    expect(await catchError(ApiError, get(connect(undiciFetch(outside)), zone))).toMatchObject({ status: 307 });
    expect(outside.sent).toHaveLength(1);
  });

  test('fails like the network and is retried', async () => {
    const reset = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
    expect(await get(connect(undiciFetch(scripted(reset, {}))), zone)).toEqual({ name: 'z' });
    const broken = connect(undiciFetch(scripted(reset)), { retry: false });
    const { message, cause } = await catchError(NetworkError, get(broken, zone));
    expect(message).toContain('other side closed');
    expect(cause).toMatchObject({ code: 'UND_ERR_SOCKET' });
  });

  test('fails if the dispatcher rejects the request, and leaves no listener on the signal', async () => {
    const refusing: UndiciDispatcher = {
      dispatch() {
        throw new Error('closed');
      },
    };
    const { signal, listeners } = counted();
    await expect(undiciFetch(refusing)('http://service.test/', { method: 'GET', headers: {}, redirect: 'manual', signal })).rejects.toThrow(
      'closed',
    );
    expect(listeners.size).toBe(0);
  });

  /** A scripted response, and the calls on its connection. */
  function told(): { handler: UndiciHandler; answer: Promise<FetchResponse>; asked: string[]; connection: UndiciController } {
    let handler: UndiciHandler | undefined;
    const asked: string[] = [];
    const dispatcher: UndiciDispatcher = { dispatch: (_, given) => ((handler = given), true) };
    const answer = undiciFetch(dispatcher)('http://service.test/', { method: 'GET', headers: {}, redirect: 'manual' });
    const note = (what: string) => (): void => void asked.push(what);
    const connection = { pause: note('pause'), resume: note('resume'), abort: note('abort') };
    const started = handler as unknown as UndiciHandler;
    started.onRequestStart(connection);
    return { handler: started, answer, asked, connection };
  }

  test('skips informational responses', async () => {
    const { handler, answer, connection } = told();
    handler.onResponseStart(connection, 103, { link: '</a>' });
    const first = await Promise.race([answer, flushMicrotasks().then(() => 'nothing yet')]);
    handler.onResponseStart(connection, 200, {});
    expect([first, (await answer).status]).toEqual(['nothing yet', 200]);
  });

  test('reads text without a pause and replaces a truncated character', async () => {
    const { handler, answer, asked, connection } = told();
    handler.onResponseStart(connection, 200, {});
    const text = (await answer).text();
    handler.onResponseData(connection, new Uint8Array(100_000).fill(97));
    handler.onResponseData(connection, Uint8Array.of(0xe6, 0x9d));
    handler.onResponseEnd();
    expect(await text).toBe(`${'a'.repeat(100_000)}\ufffd`);
    expect(asked).not.toContain('pause');
  });

  test.each(['text', 'iteration'])('reports a broken body by %s', async (way) => {
    const { handler, answer, connection } = told();
    handler.onResponseStart(connection, 200, {});
    const { body = [], text } = await answer.then((found) => ({ body: found.body, text: () => found.text() }));
    handler.onResponseData(connection, Uint8Array.of(97));
    handler.onResponseError(connection, new Error('other side closed'));
    const read = async (): Promise<number> => {
      let length = 0;
      for await (const chunk of body ?? []) length += chunk.length;
      return length;
    };
    await expect(way === 'text' ? text() : read()).rejects.toThrow('other side closed');
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
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  async function serve(answer: (response: ServerResponse) => void): Promise<{ url: string; server: Server; agent: Agent }> {
    const server = createServer((_request, response) => answer(response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const agent = new Agent({ connections: 1 });
    ends.push(() => new Promise((closed) => server.close(closed)));
    ends.push(() => server.closeAllConnections());
    ends.push(() => agent.destroy());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server, agent };
  }
  const ask = (dispatcher: UndiciDispatcher, url: string, signal?: AbortSignal): Promise<FetchResponse> =>
    undiciFetch(dispatcher)(url, { method: 'GET', headers: {}, redirect: 'manual', ...(signal && { signal }) });

  test('skips informational responses', async () => {
    const { url, agent } = await serve((response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(200, { 'x-answer': 'yes' }).end('{}');
    });
    const answer = await ask(agent, url);
    expect([answer.status, answer.headers.get('x-answer'), answer.headers.get('link'), await answer.text()]).toEqual([
      200,
      'yes',
      null,
      '{}',
    ]);
  });

  test('joins a character that is split in two', async () => {
    const bytes = new TextEncoder().encode('["Zürich – 東京 – 🌍"]');
    const { url, agent } = await serve((response) => {
      const next = (at: number): void => {
        if (at < bytes.length) response.write(bytes.subarray(at, at + 1), () => setImmediate(next, at + 1));
        else response.end();
      };
      next(0);
    });
    expect(await (await ask(agent, url)).text()).toBe('["Zürich – 東京 – 🌍"]');
  });

  test('pauses an unread body and delivers it completely when read', async () => {
    const size = 32 * 1024 * 1024;
    let done = false;
    const { url, agent } = await serve((response) => response.end(Buffer.alloc(size, 7), () => (done = true)));
    let told = 0;
    let full = (): void => undefined;
    const paused = new Promise<void>((resolve) => (full = resolve));
    const answer = await ask(watching(agent, { onPause: () => full(), onData: (chunk) => (told += chunk.length) }), url);
    await paused;
    expect([done, told < 1024 * 1024]).toEqual([false, true]);
    let read = 0;
    for await (const chunk of answer.body ?? []) read += chunk.length;
    expect([read, told]).toEqual([size, size]);
  });

  test('closes the connection when a body is abandoned', async () => {
    const { url, agent, server } = await serve((response) => response.write(Buffer.alloc(1000)));
    const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    for await (const chunk of (await ask(agent, url)).body ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await closed;
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['before the response', () => undefined],
    ['in the body', (response) => response.writeHead(200).write('{')],
  ])('a signal that aborts %s ends it with its reason', async (_, answer) => {
    const { url, agent, server } = await serve(answer);
    const { signal, listeners, abort } = counted();
    const text = ask(agent, url, signal).then((response) => response.text());
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    const closed = once(response, 'close');
    abort(new Error('left'));
    await expect(text).rejects.toThrow('left');
    await closed;
    expect(listeners.size).toBe(0);
  });

  test('a signal that aborts while the request waits for a connection prevents it', async () => {
    const waiting: ServerResponse[] = [];
    const { url, agent, server } = await serve((response) => waiting.push(response));
    const first = ask(agent, url);
    await once(server, 'request');
    const { signal, abort, listeners } = counted();
    const second = ask(agent, url, signal);
    abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    await expect(ask(agent, url, signal)).rejects.toThrow('left');
    waiting[0]?.end('{}');
    expect(await (await first).text()).toBe('{}');
    const third = ask(agent, url);
    await once(server, 'request');
    expect([waiting.length, listeners.size]).toEqual([2, 0]);
    waiting[1]?.end('{}');
    expect((await third).status).toBe(200);
  });
});

/** A signal that counts its listeners. */
function counted(): { signal: AbortSignal; listeners: Set<unknown>; abort: (reason: Error) => void } {
  const listeners = new Set<unknown>();
  const own = new AbortController();
  const { signal } = own;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...each: Parameters<typeof add>) => (listeners.add(each[1]), add(...each));
  signal.removeEventListener = (...each: Parameters<typeof remove>) => (listeners.delete(each[1]), remove(...each));
  return { signal, listeners, abort: (reason) => own.abort(reason) };
}

/** A dispatcher that records the calls of another. */
function watching(
  dispatcher: UndiciDispatcher,
  { onPause, onData }: { onPause: () => void; onData: (chunk: Uint8Array) => void },
): UndiciDispatcher {
  return {
    dispatch: (request, handler) =>
      dispatcher.dispatch(request, {
        onRequestStart: (own) => handler.onRequestStart(own),
        onResponseStart: (...told) => handler.onResponseStart(...told),
        onResponseData(own, chunk) {
          onData(chunk);
          const told: Parameters<UndiciHandler['onResponseData']>[0] = {
            pause: () => (onPause(), own.pause()),
            resume: () => own.resume(),
            abort: (reason) => own.abort(reason),
          };
          handler.onResponseData(told, chunk);
        },
        onResponseEnd: () => handler.onResponseEnd(),
        onResponseError: (...told) => handler.onResponseError(...told),
      }),
  };
}
