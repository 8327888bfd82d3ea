/** Downloads: complete content, byte ranges, and streams that resume after an interruption. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ByteRange, Clock, Fetch } from '../../runtime/client/index.js';
import type { RunningServer } from '../../mock/index.js';
import { manualClock } from '../unit/runtime/client/support.js';
import { bytes, importPackage, noDelay, watchExchanges, type Store, type StoreClient } from './store.js';

const store = await importPackage<Store>('store-v1');
const content = bytes(100_000);
const seed = {
  resources: {
    '/store/v1/b/b': { name: 'b' },
    '/store/v1/b/b/o/o': { name: 'o' },
    '/store/v1/b/b/o/none': { name: 'none', contentType: 'a/b' },
  },
  media: { '/store/v1/b/b/o/o': { type: 'application/json', data: Buffer.from(content).toString('base64') } },
};
const object = { bucket: 'b', object: 'o' };

describe.each(['in memory', 'over HTTP'])('%s', (transport) => {
  const mock = store.createMock({ seed });
  let server: RunningServer | undefined;
  let client: StoreClient;

  beforeAll(async () => {
    server = transport === 'in memory' ? undefined : await mock.listen();
    client = store.createStoreClient(server ? { rootUrl: server.url } : { fetch: mock.fetch });
  });
  afterAll(() => server?.close());

  test('downloads complete content', async () => {
    const media = await client.objects.getMedia(object);
    expect(media).toMatchObject({ status: 200, type: 'application/json', size: content.length, range: undefined });
    expect(Buffer.compare(await media.bytes(), content)).toBe(0);
    await expect(media.bytes()).rejects.toThrow('the content can be read only once');
  });

  test.each<[ByteRange, number, number]>([
    [{ start: 0, end: 0 }, 0, 1],
    [{ start: 10, end: 19 }, 10, 20],
    [{ start: 99_990 }, 99_990, 100_000],
    [{ start: 99_990, end: 200_000 }, 99_990, 100_000],
    [{ last: 7 }, 99_993, 100_000],
    [{ last: 200_000 }, 0, 100_000],
  ])('downloads a range: %o', async (range, start, end) => {
    const media = await client.objects.getMedia(object, { range });
    expect(media).toMatchObject({ status: 206, size: end - start, range: { start, end: end - 1, total: 100_000 } });
    expect(Buffer.compare(await media.bytes(), content.subarray(start, end))).toBe(0);
  });

  test('rejects a range outside the content', async () => {
    const missing = client.objects.getMedia(object, { range: { start: 100_000 } });
    await expect(missing).rejects.toMatchObject({
      name: 'ApiError',
      status: 416,
      response: { headers: { 'content-range': 'bytes */100000' } },
    });
  });

  test('returns a stream, an iterable, text, and JSON', async () => {
    const { body } = await client.objects.getMedia(object);
    expect(Buffer.compare(Buffer.from(await new Response(body).arrayBuffer()), content)).toBe(0);
    let count = 0;
    for await (const chunk of await client.objects.getMedia(object)) count += chunk.length;
    expect(count).toBe(content.length);
    await client.objects.update(object, { media: { body: '{"a":[1]}', type: 'application/json' } });
    expect(await client.objects.getMedia(object).text()).toBe('{"a":[1]}');
    expect(await client.objects.getMedia(object).json()).toEqual({ a: [1] });
    await mock.reset();
  });

  test('returns empty content for a resource without media, and 404 for an unknown resource', async () => {
    const media = await client.objects.getMedia({ bucket: 'b', object: 'none' });
    expect(media).toMatchObject({ type: 'a/b', size: 0 });
    await expect(client.objects.getMedia({ bucket: 'b', object: 'other' }).text()).rejects.toMatchObject({ status: 404 });
  });
});

test('sends alt=media and the range with the method function too', async () => {
  const { fetch, log } = watchExchanges(store.createMock({ seed }).fetch);
  await store.objectsGetMedia(store.createClient({ fetch }), object, { range: { last: 1 } }).bytes();
  expect(log).toMatchObject([{ method: 'GET', path: '/download/store/v1/b/b/o/o?alt=media', range: 'bytes=-1' }]);
});

/** Breaks each response body after the given number of bytes. Later responses stay complete. */
function breakStreams(
  original: Fetch,
  byteCounts: readonly number[],
  headers: Readonly<Record<string, string>> = {},
): Fetch & { readonly ranges: (string | undefined)[] } {
  const ranges: (string | undefined)[] = [];
  const fetch: Fetch = async (url, init) => {
    const length = byteCounts[ranges.length];
    ranges.push(init.headers['range']);
    const { status, headers: originalHeaders, body } = (await original(url, init)) as Response;
    if (length === undefined || !body) return { status, headers: originalHeaders, body, text: async () => '' };
    const reader = body.getReader();
    let remaining = length;
    const interrupted = new ReadableStream<Uint8Array>({
      async pull(output) {
        const { value } = await reader.read();
        if (value) output.enqueue(value.subarray(0, remaining));
        remaining -= value?.length ?? 0;
        if (remaining <= 0) output.error(new TypeError('terminated'));
      },
    });
    return {
      status,
      headers: new Headers({ ...Object.fromEntries(originalHeaders), ...headers }),
      body: interrupted,
      text: async () => '',
    };
  };
  return Object.assign(fetch, { ranges });
}

describe('an interrupted stream', () => {
  const mock = store.createMock({ seed });

  /** Collects chunks, to keep the bytes that arrive before an interruption. */
  async function readWithBreaks(fetch: Fetch, options: object = {}, clock?: Clock): Promise<Buffer> {
    const client = store.createStoreClient({ fetch, retry: noDelay, clock });
    const parts: Uint8Array[] = [];
    for await (const part of await client.objects.getMedia(object, options)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Simulates a slow network. */
  const slowFetch: Fetch = async (url, init) => {
    const { status, headers, body } = (await mock.fetch(url, init)) as Response;
    async function* readPieces(): AsyncGenerator<Uint8Array> {
      const buffer = new Uint8Array(await new Response(body).arrayBuffer());
      for (let at = 0; at < buffer.length; at += 10_000) yield buffer.subarray(at, at + 10_000);
    }
    const iterator = readPieces();
    const stream = new ReadableStream<Uint8Array>({
      async pull(streamController) {
        const { done, value } = await iterator.next();
        if (done) streamController.close();
        else streamController.enqueue(value);
      },
    });
    return { status, headers, body: stream, text: async () => '' };
  };

  test('resumes at the last byte', async () => {
    const fetch = breakStreams(slowFetch, [30_000, 20_000]);
    const downloaded = await readWithBreaks(fetch);
    expect(Buffer.compare(downloaded, content)).toBe(0);
    expect(fetch.ranges[0]).toBeUndefined();
    expect(fetch.ranges.slice(1).every((range) => /^bytes=\d+-$/.test(range ?? ''))).toBe(true);
  });

  test('resumes a range up to its end', async () => {
    const fetch = breakStreams(slowFetch, [25_000]);
    expect(Buffer.compare(await readWithBreaks(fetch, { range: { start: 10, end: 60_009 } }), content.subarray(10, 60_010))).toBe(0);
    expect(fetch.ranges[1]).toMatch(/^bytes=\d+-60009$/);
  });

  test.each<[string, Fetch, object]>([
    ['fails without an etag', breakStreams(slowFetch, [10_000], { etag: 'W/"weak"' }), {}],
    ['fails if retries are off', breakStreams(slowFetch, [10_000]), { retry: false }],
    ['fails if no more bytes arrive', breakStreams(slowFetch, [10_000, 0, 0, 0]), {}],
  ])('%s', async (_, fetch, options) => {
    await expect(readWithBreaks(fetch, options)).rejects.toMatchObject({ name: 'NetworkError' });
  });

  test('fails if the content has changed', async () => {
    const changeBeforeResume: Fetch = async (url, init) => {
      if (init.headers['range'] !== undefined)
        await store.createStoreClient({ fetch: mock.fetch }).objects.update(object, { media: { body: 'new' } });
      return slowFetch(url, init);
    };
    await expect(readWithBreaks(breakStreams(changeBeforeResume, [10_000]))).rejects.toMatchObject({ name: 'NetworkError' });
    await mock.reset();
  });

  test('stops when the reader aborts, even if no data arrives', async () => {
    const controller = new AbortController();
    let cancelled = false;
    const stalledFetch: Fetch = async () => ({
      status: 200,
      headers: new Headers(),
      body: new ReadableStream<Uint8Array>({
        start: (streamController) => streamController.enqueue(content),
        cancel: () => void (cancelled = true),
      }),
      text: async () => '',
    });
    const media = await store.createStoreClient({ fetch: stalledFetch }).objects.getMedia(object, { signal: controller.signal });
    const result = (async () => {
      for await (const _ of media) controller.abort(new Error('enough'));
    })();
    await expect(result).rejects.toThrow('enough');
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toBe(true);
  });

  describe('a stalled stream', () => {
    /** Stalls the first response after one chunk. */
    const stallOnce = (original: Fetch): Fetch => {
      let hasStalled = false;
      return async (url, init) => {
        const response = await original(url, init);
        if (hasStalled) return response;
        hasStalled = true;
        const reader = (response.body as ReadableStream<Uint8Array>).getReader();
        let remaining = 1;
        const body = new ReadableStream<Uint8Array>({
          pull: async (streamController) =>
            remaining-- > 0 ? streamController.enqueue((await reader.read()).value as Uint8Array) : new Promise(() => undefined),
        });
        return { ...response, body };
      };
    };

    test.each<[string, object]>([
      ['attempt', { attempt: 50, total: 10_000 }],
      ['whole call', { total: 50 }],
    ])('resumes after the timeout of the %s', async (_, timeout) => {
      const clock = manualClock();
      const result = readWithBreaks(stallOnce(slowFetch), { timeout }, clock);
      await clock.advance(49);
      expect(clock.pending()).toBe(1);
      await clock.advance(1);
      expect(Buffer.compare(await result, content)).toBe(0);
      expect(clock.pending()).toBe(0);
    });

    test('fails if retries are off', async () => {
      const clock = manualClock();
      const result = readWithBreaks(stallOnce(slowFetch), { timeout: 50, retry: false }, clock);
      const rejection = expect(result).rejects.toMatchObject({ name: 'TimeoutError', milliseconds: 50 });
      await clock.advance(50);
      await rejection;
    });
  });
});
