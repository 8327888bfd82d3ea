/** Uploads through a client to its mock, in memory and over HTTP: every protocol delivers the same bytes. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClientOptions, Fetch, MediaUpload, UploadProgress } from '../../templates/runtime/client/index.js';
import type { RunningServer, Mock } from '../../templates/runtime/mock/index.js';
import {
  bytes,
  toStream,
  importPackage,
  quick,
  watchExchanges,
  type Cut,
  type ObservedExchange,
  type Store,
  type StoreClient,
  type Watched,
} from './store.js';

const grain = 256 * 1024;
const store = await importPackage<Store>('store-v1');
const seed = { resources: { '/store/v1/b/b': { name: 'b' } } };

interface Stage extends Watched {
  readonly client: StoreClient;
  readonly mock: Mock;
}

function stage(cut?: (request: Omit<ObservedExchange, 'status'>, at: number) => Cut, options: ClientOptions = {}): Stage {
  const mock = store.createMock({ seed });
  let count = 0;
  const { fetch, log } = watchExchanges(mock.fetch, (request) => cut?.(request, (count += 1)));
  return { client: store.createStoreClient({ fetch, retry: quick, ...options }), mock, fetch, log };
}

const contentIn = async (client: StoreClient, object: string): Promise<Uint8Array> =>
  client.objects.getMedia({ bucket: 'b', object }).bytes();

describe('the upload protocol', () => {
  const small = bytes(1000);
  const large = bytes(5 * 1024 * 1024 + 1);
  test.each<[string, { name?: string; requestBody?: object }, MediaUpload, string[]]>([
    ['content alone', { name: 'o' }, { body: small }, ['media']],
    ['content with metadata', { requestBody: { name: 'o' } }, { body: small }, ['multipart']],
    ['much content', { name: 'o' }, { body: large }, ['resumable', 'resumable']],
    ['much content in one', { name: 'o' }, { body: large, resumable: false }, ['media']],
    ['little content in pieces', { requestBody: { name: 'o' } }, { body: small, resumable: true }, ['resumable', 'resumable']],
    ['content of unknown size', { name: 'o' }, { body: toStream(small, 10) }, ['resumable', 'resumable']],
    ['a stream of little', { name: 'o' }, { body: toStream(small, 10), size: 1000 }, ['media']],
  ])('%s', async (_, params, media, ways) => {
    const { client, log } = stage();
    const object = await client.objects.insert({ bucket: 'b', ...params }, { media });
    expect(log.map(({ path }) => /uploadType=(\w+)/.exec(path)?.[1])).toEqual(ways);
    const { length } = await contentIn(client, 'o');
    expect(object).toMatchObject({ name: 'o', size: String(length) });
  });
});

describe.each(['in memory', 'over HTTP'])('%s', (place) => {
  const mock = store.createMock({ seed });
  let server: RunningServer | undefined;
  let client: StoreClient;

  beforeAll(async () => {
    server = place === 'in memory' ? undefined : await mock.listen();
    client = store.createStoreClient(server ? { rootUrl: server.url } : { fetch: mock.fetch });
  });
  afterAll(() => server?.close());

  const content = bytes(3 * grain + 17);
  const ways: readonly (readonly [string, () => MediaUpload['body']])[] = [
    ['bytes', () => content],
    ['a part of some bytes', () => new Uint8Array([0, ...content, 0]).subarray(1, -1)],
    ['a buffer', () => Uint8Array.from(content).buffer],
    ['a Blob', () => new Blob([Uint8Array.from(content)])],
    ['a stream', () => new Blob([Uint8Array.from(content)]).stream()],
    ['an iterable', () => toStream(content, 99_999)],
  ];
  test.each(ways.flatMap(([name, body]) => [false, true].map((resumable) => [name, resumable, body] as const)))(
    '%s, in pieces: %s',
    async (name, resumable, body) => {
      const object = `${name} ${String(resumable)}`;
      const media = { body: body(), type: 'application/x-test', resumable, chunkSize: grain };
      const answer = await client.objects.insert({ bucket: 'b', requestBody: { name: object } }, { media });
      expect(answer).toMatchObject({ name: object, size: String(content.length), contentType: 'application/x-test' });
      expect(Buffer.compare(await contentIn(client, object), content)).toBe(0);
    },
  );

  test('encodes text as UTF-8 and replaces content', async () => {
    await client.objects.insert({ bucket: 'b', name: 'text' }, { media: { body: 'grün' } });
    expect(await client.objects.get({ bucket: 'b', object: 'text' })).toMatchObject({
      size: '5',
      contentType: 'text/plain; charset=utf-8',
    });
    const answer = await client.objects.update(
      { bucket: 'b', object: 'text', requestBody: { metadata: { a: '1' } } },
      { media: { body: 'blau!!' } },
    );
    expect(answer).toMatchObject({ size: '6', metadata: { a: '1' } });
    expect(await client.objects.getMedia({ bucket: 'b', object: 'text' }).text()).toBe('blau!!');
  });

  test('accepts empty content', async () => {
    for (const [name, media] of Object.entries({
      whole: { body: '' },
      pieces: { body: '', resumable: true },
      flow: { body: toStream(bytes(0), 1) },
    })) {
      expect(await client.objects.insert({ bucket: 'b', name }, { media })).toMatchObject({
        size: '0',
        md5Hash: '1B2M2Y8AsgTpgAmY7PhCfg==',
      });
      expect(await client.objects.getMedia({ bucket: 'b', object: name }).text()).toBe('');
    }
  });
});

describe('a resumable upload', () => {
  const content = bytes(3 * grain + 100);
  const media = { body: content, chunkSize: grain, resumable: true };
  const insert = { bucket: 'b', name: 'o' };

  test('sends the byte range of each piece', async () => {
    const { client, log } = stage();
    await client.objects.insert(insert, { media });
    expect(log.slice(1).map(({ range }) => range)).toEqual([
      'bytes 0-262143/786532',
      'bytes 262144-524287/786532',
      'bytes 524288-786431/786532',
      'bytes 786432-786531/786532',
    ]);
  });

  test.each<[string, Cut, string[]]>([
    ['resends a piece that does not arrive', 'before', ['bytes 262144-524287/786532', 'bytes */786532', 'bytes 262144-524287/786532']],
    [
      'does not resend a piece whose response is lost',
      'after',
      ['bytes 262144-524287/786532', 'bytes */786532', 'bytes 524288-786431/786532'],
    ],
  ])('%s', async (_, cut, ranges) => {
    const { client, log } = stage((_request, at) => (at === 3 ? cut : undefined));
    await client.objects.insert(insert, { media });
    expect(log.slice(2, 5).map(({ range }) => range)).toEqual(ranges);
    expect(Buffer.compare(await contentIn(client, 'o'), content)).toBe(0);
  });

  test('requests the response to the last piece again', async () => {
    const { client, log } = stage((_request, at) => (at === 5 ? 'after' : undefined));
    expect(await client.objects.insert(insert, { media })).toMatchObject({ name: 'o', size: '786532' });
    expect(log.at(-1)).toMatchObject({ range: 'bytes */786532', sent: 0, status: 200 });
  });

  test('reports increasing progress and the session', async () => {
    const told: UploadProgress[] = [];
    const { client } = stage((_request, at) => (at % 3 === 0 ? 'before' : undefined));
    await client.objects.insert(insert, { media: { ...media, onProgress: (progress) => told.push(progress) } });
    expect(told.map(({ sent }) => sent)).toEqual([0, grain, 2 * grain, 3 * grain, content.length]);
    expect(new Set(told.map(({ total }) => total))).toEqual(new Set([content.length]));
    expect(new Set(told.map(({ session }) => session)).size).toBe(1);
  });

  test('continues an interrupted upload', async () => {
    const controller = new AbortController();
    const { client, mock } = stage();
    let session = '';
    const onProgress = ({ sent, session: at = '' }: UploadProgress): void => {
      session = at;
      if (sent >= 2 * grain) controller.abort(new Error('enough'));
    };
    const broken = client.objects.insert(insert, { media: { ...media, onProgress }, signal: controller.signal });
    await expect(broken).rejects.toThrow('enough');
    const { fetch, log } = watchExchanges(mock.fetch);
    const later = store.createStoreClient({ fetch });
    await later.objects.insert(insert, { media: { body: toStream(content, 5000), resumeFrom: session } });
    expect(log.map(({ range }) => range)).toEqual(['bytes */*', 'bytes 524288-786531/786532']);
    expect(Buffer.compare(await contentIn(later, 'o'), content)).toBe(0);
  });

  test('sends nothing after an abort', async () => {
    const controller = new AbortController();
    const { client, log } = stage((_request, at) => (at === 3 ? (controller.abort(new Error('stop')), 'before') : undefined));
    await expect(client.objects.insert(insert, { media, signal: controller.signal })).rejects.toThrow('stop');
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toHaveLength(3);
  });

  test('closes an unfinished source stream', async () => {
    let ended = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield bytes(grain);
      } finally {
        ended = true;
      }
    }
    const { client } = stage((_request, at) => (at > 3 ? 'before' : undefined), { retry: false });
    await expect(client.objects.insert(insert, { media: { body: endless(), chunkSize: grain } })).rejects.toThrow('fetch failed');
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(true);
  });

  test('sends the rest of a partly accepted piece with the next piece', async () => {
    const { fetch: inner, log } = watchExchanges(store.createMock({ seed }).fetch);
    const half: Fetch = (url, init) => {
      const whole = init.body instanceof ArrayBuffer && /-(\d+)\//.exec(init.headers['content-range'] ?? '') ? init.body : undefined;
      if (!whole || whole.byteLength <= grain) return inner(url, init);
      const start = Number(/ (\d+)-/.exec(init.headers['content-range'] ?? '')?.[1]);
      const headers = { ...init.headers, 'content-range': `bytes ${start}-${start + grain - 1}/*` };
      return inner(url, { ...init, headers, body: whole.slice(0, grain) });
    };
    const client = store.createStoreClient({ fetch: half });
    await client.objects.insert(insert, { media: { ...media, chunkSize: 3 * grain } });
    expect(log.slice(1).map(({ sent }) => sent)).toEqual([grain, grain, grain, 100]);
    expect(Buffer.compare(await contentIn(client, 'o'), content)).toBe(0);
  });

  test('uses the path of the session with the origin of the client', async () => {
    const { fetch: inner } = watchExchanges(store.createMock({ seed }).fetch);
    const asked = new Set<string>();
    const elsewhere: Fetch = async (url, init) => {
      asked.add(new URL(url).host);
      const response = await inner(url.replace('/prefix/', '/'), init);
      const location = response.headers.get('location')?.replace('store.example.com', 'other.example.com');
      return location === undefined ? response : { status: 200, headers: new Headers({ location }), text: async () => '' };
    };
    const client = store.createStoreClient({ fetch: elsewhere, rootUrl: 'https://store.example.com/prefix/', auth: 'secret' });
    await client.objects.insert(insert, { media });
    expect([...asked]).toEqual(['store.example.com']);
  });

  test('delivers the same bytes for any content, piece size, and interruptions', async () => {
    const cuts = fc.array(fc.constantFrom<Cut>('before', 'after', undefined, undefined), { maxLength: 12 });
    const sizes = fc.oneof(fc.integer({ min: 0, max: 3 * grain }), fc.constantFrom(grain - 1, grain, grain + 1, 2 * grain));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          size: sizes,
          chunkSize: fc.integer({ min: 1, max: 3 * grain }),
          step: fc.integer({ min: 1000, max: grain }),
          flows: fc.boolean(),
          known: fc.boolean(),
          cuts,
        }),
        async ({ size, chunkSize, step, flows, known, cuts: broken }) => {
          const sent = bytes(size);
          const told: number[] = [];
          const { client, mock } = stage((_request, at) => broken[at - 1], { retry: { attempts: 20, delay: 0 } });
          const body = flows ? toStream(sent, step) : sent;
          const answer = await client.objects.insert(insert, {
            media: { body, ...(known && { size }), chunkSize, resumable: true, onProgress: ({ sent: count }) => told.push(count) },
          });
          expect(answer).toMatchObject({ size: String(size) });
          expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
          expect(told.at(-1)).toBe(size);
          expect(Buffer.compare(await contentIn(store.createStoreClient({ fetch: mock.fetch }), 'o'), sent)).toBe(0);
        },
      ),
      { numRuns: 25 },
    );
  });
});
