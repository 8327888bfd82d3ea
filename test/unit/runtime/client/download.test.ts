/** Downloads: headers and resumption. */
import { describe, expect, test } from 'vitest';
import { defineMediaMethod, NetworkError } from '../../../../templates/runtime/client/index.js';
import type { FetchResponse } from '../../../../templates/runtime/client/index.js';
import { connect, catchError, getZone, script, flushMicrotasks, zone } from './support.js';
import type { Values } from './support.js';

const getMedia = defineMediaMethod<Values>(getZone);

interface Content {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** The body before the end or the error. */
  readonly text?: string;
  readonly error?: Error;
  readonly cancel?: () => void;
}

/** A streamed response: after the text comes an error, the end, or, with `cancel`, nothing. */
const flowing =
  ({ status = 200, headers = {}, text = 'abc', error, cancel }: Content) =>
  async (): Promise<FetchResponse> => {
    let sent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(to) {
        if (!sent) to.enqueue(new TextEncoder().encode(text));
        else if (error) to.error(error);
        else if (!cancel) to.close();
        sent = true;
      },
      cancel: () => cancel?.(),
    });
    return { status, headers: new Headers(headers), body, text: async () => '' };
  };
const broken = new TypeError('terminated');

describe('content', () => {
  test.each<[string, Content, object]>([
    ['whole, with its size', { headers: { 'content-length': '3' } }, { size: 3, range: undefined }],
    ['a compressed body of unknown size', { headers: { 'content-length': '3', 'content-encoding': 'gzip' } }, { size: undefined }],
    ['a complete body despite a range header', { headers: { 'content-range': 'bytes 0-2/3' } }, { range: undefined }],
    ['in part', { status: 206, headers: { 'content-range': 'bytes 0-2/9' } }, { range: { start: 0, end: 2, total: 9 } }],
    ['a range of content of unknown size', { status: 206, headers: { 'content-range': 'bytes 0-2/*' } }, { range: { total: undefined } }],
  ])('%s', async (_, content, described) => {
    const media = await getMedia(connect(script(flowing(content)).fetch), zone);
    expect(media).toMatchObject(described);
    expect(await media.text()).toBe('abc');
  });

  test('resumes after a break if the etag is the same', async () => {
    const rest = { status: 206, headers: { 'content-range': 'bytes 3-5/6', etag: '"e"' }, text: 'def' };
    const { fetch, sent } = script(flowing({ headers: { etag: '"e"' }, error: broken }), flowing(rest));
    expect(await getMedia(connect(fetch), zone).text()).toBe('abcdef');
    expect(sent[1]?.headers).toMatchObject({ range: 'bytes=3-', 'if-range': '"e"' });
  });

  test.each<[string, Record<string, string>]>([
    ['it has no etag', {}],
    ['has a weak etag', { etag: 'W/"e"' }],
    ['it is compressed', { etag: '"e"', 'content-encoding': 'gzip' }],
  ])('is not requested again after a break if %s', async (_, headers) => {
    const { fetch, sent } = script(flowing({ headers, error: broken }));
    await catchError(NetworkError, getMedia(connect(fetch), zone).text());
    expect(sent).toHaveLength(1);
  });

  test.each([{ etag: '"e"' }, {}])('ends with the reason if its reader stops: %j', async (headers) => {
    const controller = new AbortController();
    const { fetch, sent } = script(flowing({ headers: { ...headers }, error: broken }));
    const chunks = (await getMedia(connect(fetch), zone, { signal: controller.signal }))[Symbol.asyncIterator]();
    await chunks.next();
    const next = chunks.next();
    controller.abort('left');
    await expect(next).rejects.toBe('left');
    expect(sent).toHaveLength(1);
  });

  test('is released when its stream is canceled', async () => {
    let cancelled = false;
    const { fetch } = script(flowing({ cancel: () => (cancelled = true) }));
    const reader = (await getMedia(connect(fetch), zone)).body.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('abc');
    void reader.cancel();
    await flushMicrotasks();
    expect(cancelled).toBe(true);
  });
});
