/** Server-sent events: parsing, errors, limits, and early ends. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ApiError,
  addSecretRedaction,
  defineStreamingMethod,
  DiscogenError,
  NetworkError,
  TimeoutError,
} from '../../../../runtime/client/index.js';
import { parseEvents } from '../../../../runtime/client/event-stream.js';
import type { Call, CallOptions, ClientOptions, EventStream, FetchResponse } from '../../../../runtime/client/index.js';
import { catchError, connect, createZone, flushMicrotasks, getZone, manualClock, script, unavailable, zone } from './support.js';
import type { Script, SentRequest, Values } from './support.js';

const streamAnswer = defineStreamingMethod<Values, unknown>({ ...createZone, id: 'answers.models.streamAnswer', events: true });
const params = { project: 'p', requestBody: {} };
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Events {
  readonly status?: number;
  readonly type?: string | null;
  readonly chunks?: readonly (string | Uint8Array)[];
  /** What happens after the chunks. Default: the stream ends. */
  readonly end?: Error | 'stall';
  readonly cancel?: (reason?: unknown) => void;
}

const respond =
  ({ status = 200, type = 'text/event-stream', chunks = [], end, cancel }: Events) =>
  async (): Promise<FetchResponse> => {
    const rest = [...chunks];
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = rest.shift();
          if (chunk !== undefined) controller.enqueue(typeof chunk === 'string' ? encode(chunk) : chunk);
          else if (end instanceof Error) controller.error(end);
          else if (end === undefined) controller.close();
        },
        cancel: (reason) => cancel?.(reason),
      },
      { highWaterMark: 0 },
    );
    return { status, headers: new Headers(type === null ? {} : { 'content-type': type }), body, text: async () => '' };
  };

function start(events: Events, options: CallOptions = {}, clientOptions: ClientOptions = {}): Script & { stream: EventStream<unknown> } {
  const scripted = script(respond(events));
  return { ...scripted, stream: streamAnswer(connect(scripted.fetch, clientOptions), { ...params, alt: 'sse' }, options) };
}

async function readAll(stream: AsyncIterable<unknown>, messages: unknown[] = []): Promise<unknown[]> {
  for await (const message of stream) messages.push(message);
  return messages;
}

describe('a stream of events', () => {
  test.each<[string, (string | Uint8Array)[], unknown[]]>([
    ['line feeds', ['data: {"a":1}\n\ndata: {"a":2}\n\n'], [{ a: 1 }, { a: 2 }]],
    ['carriage returns', ['data: {"a":1}\r\rdata: {"a":2}\r\r'], [{ a: 1 }, { a: 2 }]],
    ['both', ['data: {"a":1}\r\n\r\ndata: {"a":2}\r\n\r\n'], [{ a: 1 }, { a: 2 }]],
    ['a mix of line endings', ['data: {"a":1}\r\n\ndata: {"a":2}\r\r\n'], [{ a: 1 }, { a: 2 }]],
    ['no space after the colon', ['data:{"a":1}\n\n'], [{ a: 1 }]],
    ['two spaces after the colon', ['data:  " a"\n\n'], [' a']],
    ['comments', [': ping\n\ndata: {"a":1}\n:data: 2\n\n:\n\n'], [{ a: 1 }]],
    ['several lines of data', ['data: {"a":\ndata: 1}\n\n'], [{ a: 1 }]],
    ['data without a colon', ['data\ndata: 1\ndata\n\n'], [1]],
    ['other fields', ['event: message\nid: 1\nretry: 10\nother: x\ndatax: 2\ndata: 1\n\n'], [1]],
    ['events without data', ['event: ping\n\nid: 1\n\ndata: 1\n\n'], [1]],
    ['events with empty data', ['data\n\ndata:\n\ndata: 1\n\n'], [1]],
    ['a byte order mark', ['\u{feff}data: 1\n\n'], [1]],
    ['a byte order mark in several chunks', [new Uint8Array([0xef, 0xbb]), new Uint8Array([0xbf]), 'data: 1\n\n'], [1]],
    ['a line ending in two chunks', ['data: 1\r', '\n\r', '\ndata: 2\r', '', '\n\n'], [1, 2]],
    ['an incomplete line without data at the end', ['data: 1\n\n: bye'], [1]],
    ['null', ['data: null\n\n'], [null]],
    ['no events', [], []],
  ])('with %s', async (_, chunks, expected) => {
    expect(await readAll(start({ chunks }).stream)).toEqual(expected);
  });

  test('is the same however it is divided into chunks', async () => {
    const bytes = encode('\u{feff}data: "é€😀"\r\n\r\n: ¶\rdata: [1,\rdata: "ü"]\r\r\ndata: {"z":"末"}\n\n');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length })), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(await readAll(start({ chunks }).stream)).toEqual(['é€😀', [1, 'ü'], { z: '末' }]);
      }),
      { numRuns: 200 },
    );
  });

  test('arrives message by message', async () => {
    const { stream } = start({ chunks: ['data: 1\n\n'], end: 'stall' });
    expect(await stream[Symbol.asyncIterator]().next()).toEqual({ done: false, value: 1 });
  });

  test.each(['text/event-stream', 'text/event-stream; charset=utf-8', 'Text/Event-Stream;charset=UTF-8'])(
    'has the type %s',
    async (type) => {
      expect(await readAll(start({ type, chunks: ['data: 1\n\n'] }).stream)).toEqual([1]);
    },
  );

  test('is requested when the iteration begins, and only once', async () => {
    const { stream, sent } = start({ chunks: ['data: 1\n\n'] });
    await flushMicrotasks();
    expect(sent).toEqual([]);
    await readAll(stream);
    expect(sent).toMatchObject([{ method: 'POST', headers: { accept: 'text/event-stream' } } satisfies Partial<SentRequest>]);
    expect(sent[0]?.url).toBe('http://service.test/dns/v1/projects/p/managedZones?alt=sse');
    const { message } = await catchError(DiscogenError, () => readAll(stream));
    expect(message).toBe('answers.models.streamAnswer: the events can be read only once; make another call to read them again');
  });

  test('is requested again if the service is unavailable and the call can be retried', async () => {
    const read = defineStreamingMethod<Values, unknown>({ ...getZone, events: true });
    const { fetch, sent } = script(unavailable, respond({ chunks: ['data: 1\n\n'] }));
    expect(await readAll(read(connect(fetch), { ...zone, alt: 'sse' }))).toEqual([1]);
    expect(sent).toHaveLength(2);
  });
});

describe('without alt: sse', () => {
  test.each([undefined, 'json'])('a streaming method returns the response: %s', async (alt) => {
    const { fetch } = script({ body: [{ a: 1 }, { a: 2 }] });
    const call = streamAnswer(connect(fetch), { ...params, alt }) as Call<unknown>;
    expect(await call).toEqual([{ a: 1 }, { a: 2 }]);
    expect(await call.withResponse()).toMatchObject({ status: 200 });
  });
});

describe('an error', () => {
  const error = { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED', details: [{ reason: 'RATE_LIMIT_EXCEEDED' }] };
  const expected = { status: 429, message: 'slow down', reason: 'rateLimitExceeded', methodId: 'answers.models.streamAnswer' };

  test.each<[string, string, object]>([
    ['in the stream', `data: ${JSON.stringify({ error })}\n\n`, expected],
    ['in an array', `data: ${JSON.stringify([{ error }])}\n\n`, expected],
    ['in an event of the type', `event: error\ndata: ${JSON.stringify({ error, traceId: 't' })}\n\n`, expected],
    ['without an HTTP status', `data: {"error":{"code":8,"message":"m"}}\n\n`, { status: 200, message: 'm' }],
    ['without members', `event: error\ndata: {}\n\n`, { message: 'answers.models.streamAnswer: the service returned status 200' }],
  ])('%s is an ApiError after the messages before it, and cancels the response', async (_, text, members) => {
    const messages: unknown[] = [];
    let isCancelled = false;
    const { stream } = start({ chunks: ['data: 1\n\n', text, 'data: 2\n\n'], end: 'stall', cancel: () => (isCancelled = true) });
    expect(await catchError(ApiError, readAll(stream, messages))).toMatchObject(members);
    expect([messages, isCancelled]).toEqual([[1], true]);
  });

  test.each([{ error: 'text' }, { error: null }, { error: { code: 1 }, name: 'operations/o' }])(
    'is not a message with other data: %j',
    async (message) => {
      expect(await readAll(start({ chunks: [`data: ${JSON.stringify(message)}\n\n`] }).stream)).toEqual([message]);
    },
  );

  const pretty = JSON.stringify({ error }, null, 2);
  const unreadable = {
    reason: 'invalidResponse',
    message: 'answers.models.streamAnswer: the response must be events (received text/event-stream)',
  };
  test.each<[string, string[], object]>([
    ['as JSON', [JSON.stringify({ error })], expected],
    ['as JSON before more events', [`${JSON.stringify({ error })}\n`, 'data: 2\n\n'], expected],
    ['as JSON in lines and chunks', [pretty.slice(0, 20), pretty.slice(20), '\n\n'], expected],
    ['as JSON in an array', [`[${pretty}\n]\n`], expected],
    ['as JSON that is cut', [pretty.slice(0, 40)], unreadable],
    ['as JSON of another form', ['{"code":429,"message":"slow down"}\n'], unreadable],
    ['as HTML', ['<!doctype html>\n<html>\n', '<title>502: Bad Gateway</title>\n</html>\n'], unreadable],
    ['as text', ['upstream connect error or disconnect: reset\n'], unreadable],
    ['as text of one line without an end', ['Forbidden'], unreadable],
  ])('%s instead of an event is an ApiError after the messages before it', async (_, chunks, members) => {
    const messages: unknown[] = [];
    const { stream } = start({ chunks: ['data: 1\n\n', ...chunks] });
    expect(await catchError(ApiError, readAll(stream, messages))).toMatchObject(members);
    expect(messages).toEqual([1]);
  });

  test.each<[string, string, object]>([
    ['an array', JSON.stringify([{ a: 1 }, { error }]), { ...expected, response: { body: [{ a: 1 }, { error }] } }],
    ['HTML', '<html>', { reason: 'invalidResponse' }],
  ])('at the end of a JSON stream is an ApiError: %s', async (_, body, members) => {
    const { fetch } = script(respond({ type: null, chunks: [body] }));
    expect(await catchError(ApiError, streamAnswer(connect(fetch, { retry: false }), params) as Call<unknown>)).toMatchObject(members);
  });

  test('before the stream is an ApiError', async () => {
    const { fetch } = script({ status: 403, body: [{ error: { code: 403, message: 'no' } }] });
    expect(await catchError(ApiError, readAll(streamAnswer(connect(fetch), { ...params, alt: 'sse' })))).toMatchObject({
      status: 403,
      message: 'no',
    });
  });

  test.each<[Events, string]>([
    [{ chunks: ['data: {"a":\n\n'] }, 'the response must be events whose data is JSON (received text/event-stream)'],
    [{ chunks: ['data: [DONE]\n\n'] }, 'the response must be events whose data is JSON (received text/event-stream)'],
    [{ type: 'application/json', chunks: ['{"a":1}'] }, 'the response must be an event stream (received application/json)'],
    [{ type: 'text/event-streams', chunks: ['data: 1\n\n'] }, 'the response must be an event stream (received text/event-streams)'],
    [{ type: null, chunks: ['data: 1\n\n'] }, 'the response must be an event stream (received no content type)'],
  ])('of the form is an ApiError: %j', async (events, message) => {
    let isCancelled = false;
    const { stream } = start({ ...events, end: 'stall', cancel: () => (isCancelled = true) });
    const thrown = await catchError(ApiError, readAll(stream));
    expect(thrown).toMatchObject({ reason: 'invalidResponse', message: `answers.models.streamAnswer: ${message}` });
    expect(isCancelled).toBe(true);
  });

  test.each<[string, Events]>([
    ['a broken connection', { chunks: ['data: 1\n\nda'], end: new TypeError('terminated') }],
    ['an end in the middle of an event', { chunks: ['data: 1\n\ndata: 2\n'] }],
    ['an end in the name of a field', { chunks: ['data: 1\n\nda'] }],
    ['an end in the middle of a line', { chunks: ['data: 1\n\ndata: 2'] }],
    ['an end in the middle of a character', { chunks: ['data: 1\n\ndata: "', encode('é').subarray(0, 1)] }],
  ])('is a NetworkError after the complete messages: %s', async (_, events) => {
    const messages: unknown[] = [];
    await catchError(NetworkError, readAll(start(events).stream, messages));
    expect(messages).toEqual([1]);
  });

  test('of a deep event is an ApiError that contains no secrets', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const text = `data: {"error":{"code":400,"message":"bad secret-token and hunter-2-hunter","details":[${deep}]}}\n\n`;
    const scripted = script(respond({ chunks: [text] }));
    const method = defineStreamingMethod<Values, unknown>({ ...createZone, events: true, secrets: ['password'] }, addSecretRedaction);
    const request = { project: 'p', requestBody: { password: 'hunter-2-hunter' }, alt: 'sse' } as const;
    const thrown = await catchError(ApiError, readAll(method(connect(scripted.fetch, { auth: 'secret-token' }), request)));
    expect(thrown.message).toBe('bad [hidden] and [hidden]');
    expect(JSON.stringify(thrown)).not.toMatch(/secret-token|hunter/);
  });
});

describe('an endless', () => {
  test.each<[string, string[]]>([
    ['line', ['data: ', 'x'.repeat(600), 'x'.repeat(600)]],
    ['event', ['data: 1\n\n', `data: ${'x'.repeat(600)}\n`, `data: ${'x'.repeat(600)}\n`]],
    ['comment', [`:${'x'.repeat(600)}`, 'x'.repeat(600)]],
  ])('%s is an ApiError', async (_, chunks) => {
    let isCancelled = false;
    const { stream } = start({ chunks, end: 'stall', cancel: () => (isCancelled = true) }, { maxResponseBytes: 1000 });
    expect(await catchError(ApiError, readAll(stream))).toMatchObject({
      reason: 'responseTooLarge',
      message: 'answers.models.streamAnswer: the response must be at most 1000 bytes (received more; see maxResponseBytes)',
    });
    expect(isCancelled).toBe(true);
  });

  test('stream of small events is not limited', async () => {
    const chunks = Array.from({ length: 100 }, () => `data: "${'x'.repeat(90)}"\n\n`);
    expect(await readAll(start({ chunks }, { maxResponseBytes: 100 }).stream)).toHaveLength(100);
  });
});

describe('the response is cancelled', () => {
  test('when the loop ends', async () => {
    let isCancelled = false;
    const { stream } = start({ chunks: ['data: 1\n\n', 'data: 2\n\n'], end: 'stall', cancel: () => (isCancelled = true) });
    for await (const message of stream) if (message === 1) break;
    expect(isCancelled).toBe(true);
  });

  test('when the caller aborts, also while the client waits', async () => {
    let isCancelled = false;
    const controller = new AbortController();
    const { stream } = start({ chunks: ['data: 1\n\n'], end: 'stall', cancel: () => (isCancelled = true) }, { signal: controller.signal });
    const messages = stream[Symbol.asyncIterator]();
    await messages.next();
    const next = messages.next();
    await flushMicrotasks();
    controller.abort('enough');
    await expect(next).rejects.toBe('enough');
    expect(isCancelled).toBe(true);
  });

  test('when no bytes arrive within the time limit, which applies to each wait', async () => {
    let isCancelled = false;
    const clock = manualClock();
    const { stream } = start(
      { chunks: ['data: 1\n\n'], end: 'stall', cancel: () => (isCancelled = true) },
      { timeout: { attempt: 1000 } },
      { clock },
    );
    const messages = stream[Symbol.asyncIterator]();
    expect((await messages.next()).value).toBe(1);
    await clock.advance(5000);
    const next = catchError(TimeoutError, messages.next());
    await clock.advance(1000);
    expect((await next).message).toBe('answers.models.streamAnswer: the wait for the next bytes took longer than 1000 ms');
    expect(isCancelled).toBe(true);
  });
});

test('parses events in linear time and keeps their types', async () => {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield encode('event: a\ndata: 1\n\n');
    for (let count = 0; count < 200_000; count += 1) yield encode('data: x\n');
    yield encode('\n');
  }
  const events = [];
  for await (const event of parseEvents(chunks(), Infinity)) events.push(event);
  expect(events).toEqual([
    { type: 'a', data: '1' },
    { type: '', data: Array.from({ length: 200_000 }, () => 'x').join('\n') },
  ]);
});
