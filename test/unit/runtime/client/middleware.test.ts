/** Middleware: functions around each attempt of a call. */
import { expect, test } from 'vitest';
import {
  ApiError,
  batch,
  createTransport,
  defineMethod,
  defineStreamingMethod,
  DiscogenError,
  withMiddleware,
  type ApiResponse,
  type Middleware,
} from '../../../../runtime/client/index.js';
import { catchError, connect, createZone, getZone, instantClock, script, unavailable, zone, type Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);
const create = defineMethod<Values, unknown>(createZone);

test('the first middleware is the outermost, and knows the method', async () => {
  const { fetch } = script({ body: { name: 'z' } });
  const events: string[] = [];
  const log =
    (name: string): Middleware =>
    async (request, next) => {
      events.push(`${name}: ${request.attempt.methodId} ${request.method} ${request.url} ${request.descriptor?.scopes?.join()}`);
      const response = await next(request);
      events.push(`${name}: ${response.status}`);
      return response;
    };
  expect(await get(withMiddleware(connect(fetch), log('outer'), log('inner')), zone)).toEqual({ name: 'z' });
  const url = 'http://service.test/dns/v1/projects/p/managedZones/z';
  expect(events).toEqual([
    `outer: dns.managedZones.get GET ${url} dns.readonly`,
    `inner: dns.managedZones.get GET ${url} dns.readonly`,
    'inner: 200',
    'outer: 200',
  ]);
});

test('it runs for each attempt, with the error of the attempt', async () => {
  const { fetch } = script(unavailable, { body: {} });
  const attempts: unknown[] = [];
  const client = withMiddleware(connect(fetch), async (request, next) =>
    next(request).catch((error: unknown) => {
      attempts.push([request.attempt.attempt, (error as ApiError).status]);
      throw error;
    }),
  );
  await get(client, zone);
  expect(attempts).toEqual([[1, 503]]);
});

test('it changes the request, to which credentials are added afterwards', async () => {
  const { fetch, sent } = script({ body: {} });
  const seen: unknown[] = [];
  const sign: Middleware = async (request, next) => {
    seen.push(request.headers);
    return next({
      ...request,
      url: `${request.url}?signed=1`,
      headers: { ...request.headers, 'x-signature': `s${String(request.body).length}` },
    });
  };
  const client = withMiddleware(connect(fetch, { auth: 'secret' }), sign);
  await create(client, { project: 'p', requestBody: { name: 'z' } }, { headers: { accept: undefined } });
  expect(seen).toEqual([{ 'content-type': 'application/json' }]);
  expect(sent).toMatchObject([{ url: 'http://service.test/dns/v1/projects/p/managedZones?signed=1', body: '{"name":"z"}' }]);
  expect(sent[0]?.headers).toEqual({ 'content-type': 'application/json', authorization: 'Bearer secret', 'x-signature': 's12' });
});

test('it can respond itself, and repeat the request', async () => {
  const { fetch, sent } = script(unavailable, { body: { name: 'z' } });
  const cached = new Map<string, ApiResponse>();
  const cache: Middleware = async (request, next) => {
    const response = cached.get(request.url) ?? (await next(request));
    cached.set(request.url, response);
    return response;
  };
  const repeat: Middleware = async (request, next) => {
    try {
      return await next(request);
    } catch {
      return next(request);
    }
  };
  const client = withMiddleware(connect(fetch, { retry: false }), cache, repeat);
  expect([await get(client, zone), await get(client, zone)]).toEqual([{ name: 'z' }, { name: 'z' }]);
  expect(sent.length).toBe(2);
});

test('an error that it throws ends the call without a retry', async () => {
  const { fetch, sent } = script({ body: {} });
  const client = withMiddleware(connect(fetch), () => {
    throw new RangeError('no');
  });
  expect((await catchError(RangeError, get(client, zone))).message).toBe('no');
  expect(sent).toEqual([]);
});

test('the client that it is added to stays as it is', async () => {
  const { fetch } = script({ body: {} });
  const client = connect(fetch);
  let count = 0;
  const counting = withMiddleware(client, (request, next) => {
    count += 1;
    return next(request);
  });
  await get(client, zone);
  await get(withMiddleware(counting), zone);
  expect(count).toBe(1);
});

test('it runs for each call of a batch', async () => {
  const part = `--b\r\ncontent-type: application/http\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}\r\n`;
  const { fetch, sent } = script({ body: `${part}${part}--b--`, headers: { 'content-type': 'multipart/mixed; boundary="b"' } });
  const transport = createTransport(
    { name: 'dns', version: 'v1', batchPath: 'batch' },
    { rootUrl: 'http://h/', fetch, clock: instantClock() },
  );
  const client = withMiddleware(transport, (request, next) =>
    next({ ...request, headers: { ...request.headers, 'x-id': String(request.attempt.methodId) } }),
  );
  await Promise.all(batch(client, (calls) => [get(calls, zone), get(calls, { ...zone, managedZone: 'y' })]));
  expect(String(sent[0]?.body).match(/x-id: dns\.managedZones\.get/g)?.length).toBe(2);
});

test('of a stream, it sees the response without its body, and must call next', async () => {
  const stream = defineStreamingMethod<Values, unknown>({ ...createZone, id: 'answers.models.streamAnswer', events: true });
  const { fetch } = script({ body: 'data: {"index":0}\n\n', headers: { 'content-type': 'text/event-stream' } });
  const statuses: number[] = [];
  const client = withMiddleware(connect(fetch), async (request, next) => {
    const response = await next(request);
    statuses.push(response.status);
    return response;
  });
  const params = { project: 'p', requestBody: {}, alt: 'sse' };
  const messages = [];
  for await (const message of stream(client, params) as unknown as AsyncIterable<unknown>) messages.push(message);
  expect([messages, statuses]).toEqual([[{ index: 0 }], [200]]);

  const silent = withMiddleware(client, async () => ({ status: 200, headers: {}, body: {} }));
  const read = async (): Promise<void> => {
    for await (const _ of stream(silent, params) as unknown as AsyncIterable<unknown>) throw new Error('there is no message');
  };
  expect((await catchError(DiscogenError, read)).message).toBe(
    'answers.models.streamAnswer: middleware must call next, because the response is read while it arrives',
  );
});
