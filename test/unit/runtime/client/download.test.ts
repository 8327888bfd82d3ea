/** Downloads: response headers and resumption. */
import { describe, expect, test } from 'vitest';
import { defineMediaMethod, NetworkError } from '../../../../templates/runtime/client/index.js';
import type { FetchResponse } from '../../../../templates/runtime/client/index.js';
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
