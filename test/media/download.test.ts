/** Downloads: complete, in ranges, and as a stream that resumes after a break. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ByteRange, Clock, Fetch } from '../../templates/runtime/client/index.js';
import type { RunningServer } from '../../templates/runtime/mock/index.js';
import { manualClock } from '../unit/runtime/client/support.js';
import { bytes, importPackage, quick, watchExchanges, type Store, type StoreClient } from './store.js';

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

describe.each(['in memory', 'over HTTP'])('%s', (place) => {
  const mock = store.createMock({ seed });
  let server: RunningServer | undefined;
  let client: StoreClient;

  beforeAll(async () => {
    server = place === 'in memory' ? undefined : await mock.listen();
    client = store.createStoreClient(server ? { rootUrl: server.url } : { fetch: mock.fetch });
  });
  afterAll(() => server?.close());

  test('downloads everything', async () => {
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

  test('returns empty content for a resource without content and 404 without a resource', async () => {
    const media = await client.objects.getMedia({ bucket: 'b', object: 'none' });
    expect(media).toMatchObject({ type: 'a/b', size: 0 });
    await expect(client.objects.getMedia({ bucket: 'b', object: 'other' }).text()).rejects.toMatchObject({ status: 404 });
  });
});

test('downloads from a service that returns media by default, with a function too', async () => {
  const { fetch, log } = watchExchanges(store.createMock({ seed }).fetch);
  await store.objectsGetMedia(store.createClient({ fetch }), object, { range: { last: 1 } }).bytes();
  expect(log).toMatchObject([{ method: 'GET', path: '/download/store/v1/b/b/o/o?alt=media', range: 'bytes=-1' }]);
});

/** Breaks the response bodies after the given numbers of bytes, except the last one. */
function breaking(
  inner: Fetch,
  after: readonly number[],
  headers: Readonly<Record<string, string>> = {},
): Fetch & { readonly ranges: (string | undefined)[] } {
  const ranges: (string | undefined)[] = [];
  const fetch: Fetch = async (url, init) => {
    const length = after[ranges.length];
    ranges.push(init.headers['range']);
    const { status, headers: own, body } = (await inner(url, init)) as Response;
    if (length === undefined || !body) return { status, headers: own, body, text: async () => '' };
    const reader = body.getReader();
    let left = length;
    const broken = new ReadableStream<Uint8Array>({
      async pull(to) {
        const { value } = await reader.read();
        if (value) to.enqueue(value.subarray(0, left));
        left -= value?.length ?? 0;
        if (left <= 0) to.error(new TypeError('terminated'));
      },
    });
    return { status, headers: new Headers({ ...Object.fromEntries(own), ...headers }), body: broken, text: async () => '' };
  };
  return Object.assign(fetch, { ranges });
}

describe('a stream that breaks', () => {
  const mock = store.createMock({ seed });

  /** Reads in chunks to keep the bytes before a break. */
  async function read(fetch: Fetch, options: object = {}, clock?: Clock): Promise<Buffer> {
    const client = store.createStoreClient({ fetch, retry: quick, clock });
    const parts: Uint8Array[] = [];
    for await (const part of await client.objects.getMedia(object, options)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Simulates a slow network. */
  const slow: Fetch = async (url, init) => {
    const { status, headers, body } = (await mock.fetch(url, init)) as Response;
    async function* pieces(): AsyncGenerator<Uint8Array> {
      const whole = new Uint8Array(await new Response(body).arrayBuffer());
      for (let at = 0; at < whole.length; at += 10_000) yield whole.subarray(at, at + 10_000);
    }
    const all = pieces();
    const stream = new ReadableStream<Uint8Array>({
      async pull(to) {
        const { done, value } = await all.next();
        if (done) to.close();
        else to.enqueue(value);
      },
    });
    return { status, headers, body: stream, text: async () => '' };
  };

  test('resumes at the last byte', async () => {
    const fetch = breaking(slow, [30_000, 20_000]);
    const found = await read(fetch);
    expect(Buffer.compare(found, content)).toBe(0);
    expect(fetch.ranges[0]).toBeUndefined();
    expect(fetch.ranges.slice(1).every((range) => /^bytes=\d+-$/.test(range ?? ''))).toBe(true);
  });

  test('resumes a range up to its end', async () => {
    const fetch = breaking(slow, [25_000]);
    expect(Buffer.compare(await read(fetch, { range: { start: 10, end: 60_009 } }), content.subarray(10, 60_010))).toBe(0);
    expect(fetch.ranges[1]).toMatch(/^bytes=\d+-60009$/);
  });

  test.each<[string, Fetch, object]>([
    ['fails without an etag', breaking(slow, [10_000], { etag: 'W/"weak"' }), {}],
    ['fails if retries are off', breaking(slow, [10_000]), { retry: false }],
    ['fails if no more bytes arrive', breaking(slow, [10_000, 0, 0, 0]), {}],
  ])('%s', async (_, fetch, options) => {
    await expect(read(fetch, options)).rejects.toMatchObject({ name: 'NetworkError' });
  });

  test('fails if the content has changed', async () => {
    const changing: Fetch = async (url, init) => {
      if (init.headers['range'] !== undefined)
        await store.createStoreClient({ fetch: mock.fetch }).objects.update(object, { media: { body: 'new' } });
      return slow(url, init);
    };
    await expect(read(breaking(changing, [10_000]))).rejects.toMatchObject({ name: 'NetworkError' });
    await mock.reset();
  });

  test('ends when its reader aborts, even if nothing arrives', async () => {
    const controller = new AbortController();
    let cancelled = false;
    const stalled: Fetch = async () => ({
      status: 200,
      headers: new Headers(),
      body: new ReadableStream<Uint8Array>({ start: (to) => to.enqueue(content), cancel: () => void (cancelled = true) }),
      text: async () => '',
    });
    const media = await store.createStoreClient({ fetch: stalled }).objects.getMedia(object, { signal: controller.signal });
    const reading = (async () => {
      for await (const _ of media) controller.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
    await new Promise((resolve) => setImmediate(resolve));
    expect(cancelled).toBe(true);
  });

  describe('or stalls', () => {
    /** The first response stops after some bytes and never ends. */
    const stalling = (of: Fetch): Fetch => {
      let stalled = false;
      return async (url, init) => {
        const answer = await of(url, init);
        if (stalled) return answer;
        stalled = true;
        const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
        let left = 1;
        const body = new ReadableStream<Uint8Array>({
          pull: async (to) => (left-- > 0 ? to.enqueue((await reader.read()).value as Uint8Array) : new Promise(() => undefined)),
        });
        return { ...answer, body };
      };
    };

    test.each<[string, object]>([
      ['attempt', { attempt: 50, total: 10_000 }],
      ['whole call', { total: 50 }],
    ])('resumes after the timeout of the %s', async (_, timeout) => {
      const clock = manualClock();
      const reading = read(stalling(slow), { timeout }, clock);
      await clock.advance(49);
      expect(clock.pending()).toBe(1);
      await clock.advance(1);
      expect(Buffer.compare(await reading, content)).toBe(0);
      expect(clock.pending()).toBe(0);
    });

    test('fails if retries are off', async () => {
      const clock = manualClock();
      const reading = read(stalling(slow), { timeout: 50, retry: false }, clock);
      const ended = expect(reading).rejects.toMatchObject({ name: 'TimeoutError', milliseconds: 50 });
      await clock.advance(50);
      await ended;
    });
  });
});
