/** Downloads: response headers and resumption. */
import { describe, expect, test } from 'vitest';
import { defineMediaMethod, NetworkError } from '../../../../runtime/client/index.js';
import type { FetchResponse } from '../../../../runtime/client/index.js';
import { connect, catchError, getZone, script, flushMicrotasks, zone } from './support.js';
import type { Values } from './support.js';

const getMedia = defineMediaMethod<Values>(getZone);

interface Content {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** The part of the body before the end or the error. */
  readonly text?: string;
  readonly error?: Error;
  readonly cancel?: () => void;
}

/** Creates a streamed response. After the text, the stream fails with `error`, stalls if there is `cancel`, or ends. */
const streamResponse =
  ({ status = 200, headers = {}, text = 'abc', error, cancel }: Content) =>
  async (): Promise<FetchResponse> => {
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(streamController) {
        if (!sent) streamController.enqueue(new TextEncoder().encode(text));
        else if (error) streamController.error(error);
        else if (!cancel) streamController.close();
        sent = true;
      },
      cancel: () => cancel?.(),
    });
    return { status, headers: new Headers(headers), body, text: async () => '' };
  };
const interruption = new TypeError('terminated');

describe('a download', () => {
  test.each<[string, Content, object]>([
    ['returns complete content with its size', { headers: { 'content-length': '3' } }, { size: 3, range: undefined }],
    [
      'returns an unknown size for a compressed body',
      { headers: { 'content-length': '3', 'content-encoding': 'gzip' } },
      { size: undefined },
    ],
    ['ignores a range header of a complete response', { headers: { 'content-range': 'bytes 0-2/3' } }, { range: undefined }],
    [
      'returns the range of partial content',
      { status: 206, headers: { 'content-range': 'bytes 0-2/9' } },
      { range: { start: 0, end: 2, total: 9 } },
    ],
    ['returns an unknown total size', { status: 206, headers: { 'content-range': 'bytes 0-2/*' } }, { range: { total: undefined } }],
  ])('%s', async (_, content, expected) => {
    const media = await getMedia(connect(script(streamResponse(content)).fetch), zone);
    expect(media).toMatchObject(expected);
    expect(await media.text()).toBe('abc');
  });

  test('resumes after an interruption if the etag is the same', async () => {
    const rest = { status: 206, headers: { 'content-range': 'bytes 3-5/6', etag: '"e"' }, text: 'def' };
    const { fetch, sent } = script(streamResponse({ headers: { etag: '"e"' }, error: interruption }), streamResponse(rest));
    expect(await getMedia(connect(fetch), zone).text()).toBe('abcdef');
    expect(sent[1]?.headers).toMatchObject({ range: 'bytes=3-', 'if-range': '"e"' });
  });

  test.each<[string, Record<string, string>]>([
    ['it has no etag', {}],
    ['it has a weak etag', { etag: 'W/"e"' }],
    ['it is compressed', { etag: '"e"', 'content-encoding': 'gzip' }],
  ])('is not resumed after an interruption if %s', async (_, headers) => {
    const { fetch, sent } = script(streamResponse({ headers, error: interruption }));
    await catchError(NetworkError, getMedia(connect(fetch), zone).text());
    expect(sent).toHaveLength(1);
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['both the etag and the generation', { etag: '"e"', 'x-goog-generation': '1' }, { etag: '"e"', 'x-goog-generation': '1' }],
    ['the etag, and the generation is only in the first response', { etag: '"e"', 'x-goog-generation': '1' }, { etag: '"e"' }],
    ['the generation, and there is no etag', { 'x-goog-generation': '1' }, { 'x-goog-generation': '1' }],
    ['the generation, and the etag is weak', { etag: 'W/"e"', 'x-goog-generation': '1' }, { etag: 'W/"e"', 'x-goog-generation': '1' }],
    ['the etag, and the total is unknown', { etag: '"e"' }, { etag: '"e"', 'content-range': 'bytes 3-5/*' }],
    ['the etag and the total', { etag: '"e"', 'content-length': '6' }, { etag: '"e"' }],
  ])('resumes if these are the same: %s', async (_, before, after) => {
    const rest = { status: 206, headers: { 'content-range': 'bytes 3-5/6', ...after }, text: 'def' };
    const { fetch, sent } = script(streamResponse({ headers: before, error: interruption }), streamResponse(rest));
    expect(await getMedia(connect(fetch), zone).text()).toBe('abcdef');
    expect(sent[1]?.headers['if-range']).toBe(before['etag']?.startsWith('"') ? '"e"' : undefined);
  });

  test.each<[string, Content]>([
    ['another etag', { headers: { etag: '"f"' } }],
    ['a weak form of the etag', { headers: { etag: 'W/"e"' } }],
    ['no etag', { headers: {} }],
    ['another generation', { headers: { etag: '"e"', 'x-goog-generation': '2' } }],
    ['another total', { headers: { etag: '"e"', 'content-range': 'bytes 3-5/7' } }],
    ['another start', { headers: { etag: '"e"', 'content-range': 'bytes 2-5/6' } }],
    ['compressed bytes', { headers: { etag: '"e"', 'content-encoding': 'gzip' } }],
    ['the whole content', { status: 200, headers: { etag: '"f"' } }],
    ['no range', { headers: { etag: '"e"', 'content-range': '' } }],
  ])('rejects if the response to the request for the rest has %s, and cancels that response', async (_, { status = 206, headers }) => {
    let cancelled = false;
    const rest = { status, headers: { 'content-range': 'bytes 3-5/6', ...headers }, text: 'def', cancel: () => (cancelled = true) };
    const firstHeaders = { etag: '"e"', 'x-goog-generation': '1', 'content-length': '6' };
    const { fetch } = script(streamResponse({ headers: firstHeaders, error: interruption }), streamResponse(rest));
    const chunks: string[] = [];
    const read = async (): Promise<void> => {
      for await (const chunk of await getMedia(connect(fetch), zone)) chunks.push(new TextDecoder().decode(chunk));
    };
    const { message } = await catchError(NetworkError, read);
    expect(message).toBe(
      'dns.managedZones.get: the request failed: the service did not return the rest of the same version of the content',
    );
    expect([chunks, cancelled]).toEqual([['abc'], true]);
  });

  test('requests the rest again if the service returns less than it', async () => {
    const part = (range: string, text: string): Content => ({ status: 206, headers: { 'content-range': range, etag: '"e"' }, text });
    const responses = [
      streamResponse({ headers: { etag: '"e"' }, error: interruption }),
      streamResponse(part('bytes 3-4/6', 'de')),
      streamResponse(part('bytes 5-5/6', 'f')),
    ];
    const { fetch, sent } = script(...responses);
    expect(await getMedia(connect(fetch), zone).text()).toBe('abcdef');
    expect(sent.map(({ headers }) => headers['range'])).toEqual([undefined, 'bytes=3-', 'bytes=5-']);
  });

  test('resumes a part only if the response states which it is', async () => {
    const first = { status: 206, headers: { etag: '"e"', 'content-range': 'items 3-5/6' }, error: interruption };
    const { fetch, sent } = script(streamResponse(first));
    await catchError(NetworkError, getMedia(connect(fetch), zone, { range: { start: 3 } }).text());
    expect(sent).toHaveLength(1);
  });

  test('is cancelled by an abort while it waits for bytes', async () => {
    let cancelled = false;
    const controller = new AbortController();
    const { fetch } = script(streamResponse({ cancel: () => (cancelled = true) }));
    const chunks = (await getMedia(connect(fetch), zone, { signal: controller.signal }))[Symbol.asyncIterator]();
    await chunks.next();
    const next = chunks.next();
    controller.abort('left');
    await expect(next).rejects.toBe('left');
    expect(cancelled).toBe(true);
  });

  test.each([{ etag: '"e"' }, {}])('rejects with the reason if the reader aborts: %j', async (headers) => {
    const controller = new AbortController();
    const { fetch, sent } = script(streamResponse({ headers: { ...headers }, error: interruption }));
    const chunks = (await getMedia(connect(fetch), zone, { signal: controller.signal }))[Symbol.asyncIterator]();
    await chunks.next();
    const next = chunks.next();
    controller.abort('left');
    await expect(next).rejects.toBe('left');
    expect(sent).toHaveLength(1);
  });

  test('cancels the response body when its stream is canceled', async () => {
    let cancelled = false;
    const { fetch } = script(streamResponse({ cancel: () => (cancelled = true) }));
    const reader = (await getMedia(connect(fetch), zone)).body.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('abc');
    void reader.cancel();
    await flushMicrotasks();
    expect(cancelled).toBe(true);
  });
});
