/** Uploads through a client to the mock, in memory and over HTTP. Every protocol delivers the same bytes. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClientOptions, Fetch, MediaUpload, UploadProgress } from '../../runtime/client/index.js';
import type { RunningServer, Mock } from '../../mock/index.js';
import {
  bytes,
  toStream,
  importPackage,
  noDelay,
  watchExchanges,
  type Interruption,
  type ObservedExchange,
  type Store,
  type StoreClient,
  type ExchangeRecorder,
} from './store.js';

const chunkUnit = 256 * 1024;
const store = await importPackage<Store>('store-v1');
const seed = { resources: { '/store/v1/b/b': { name: 'b' } } };

interface Setup extends ExchangeRecorder {
  readonly client: StoreClient;
  readonly mock: Mock;
}

function createStage(
  interrupt?: (request: Omit<ObservedExchange, 'status'>, at: number) => Interruption,
  options: ClientOptions = {},
): Setup {
  const mock = store.createMock({ seed });
  let count = 0;
  const { fetch, log } = watchExchanges(mock.fetch, (request) => interrupt?.(request, (count += 1)));
  return { client: store.createStoreClient({ fetch, retry: noDelay, ...options }), mock, fetch, log };
}

const downloadContent = async (client: StoreClient, object: string): Promise<Uint8Array> =>
  client.objects.getMedia({ bucket: 'b', object }).bytes();

describe('the upload protocol', () => {
  const small = bytes(1000);
  const large = bytes(5 * 1024 * 1024 + 1);
  test.each<[string, { name?: string; requestBody?: object }, MediaUpload, string[]]>([
    ['sends content without metadata as media', { name: 'o' }, { body: small }, ['media']],
    ['sends content with metadata as multipart', { requestBody: { name: 'o' } }, { body: small }, ['multipart']],
    ['sends large content as resumable', { name: 'o' }, { body: large }, ['resumable', 'resumable']],
    ['sends large content as media if resumable is false', { name: 'o' }, { body: large, resumable: false }, ['media']],
    [
      'sends small content as resumable on request',
      { requestBody: { name: 'o' } },
      { body: small, resumable: true },
      ['resumable', 'resumable'],
    ],
    ['sends content of unknown size as resumable', { name: 'o' }, { body: toStream(small, 10) }, ['resumable', 'resumable']],
    ['sends a small stream of known size as media', { name: 'o' }, { body: toStream(small, 10), size: 1000 }, ['media']],
  ])('%s', async (_, params, media, bodies) => {
    const { client, log } = createStage();
    const object = await client.objects.insert({ bucket: 'b', ...params }, { media });
    expect(log.map(({ path }) => /uploadType=(\w+)/.exec(path)?.[1])).toEqual(bodies);
    const { length } = await downloadContent(client, 'o');
    expect(object).toMatchObject({ name: 'o', size: String(length) });
  });
});

describe.each(['in memory', 'over HTTP'])('%s', (transport) => {
  const mock = store.createMock({ seed });
  let server: RunningServer | undefined;
  let client: StoreClient;

  beforeAll(async () => {
    server = transport === 'in memory' ? undefined : await mock.listen();
    client = store.createStoreClient(server ? { rootUrl: server.url } : { fetch: mock.fetch });
  });
  afterAll(() => server?.close());

  const content = bytes(3 * chunkUnit + 17);
  const bodies: readonly (readonly [string, () => MediaUpload['body']])[] = [
    ['bytes', () => content],
    ['a view of a larger buffer', () => new Uint8Array([0, ...content, 0]).subarray(1, -1)],
    ['a buffer', () => Uint8Array.from(content).buffer],
    ['a Blob', () => new Blob([Uint8Array.from(content)])],
    ['a stream', () => new Blob([Uint8Array.from(content)]).stream()],
    ['an iterable', () => toStream(content, 99_999)],
  ];
  test.each(bodies.flatMap(([name, body]) => [false, true].map((resumable) => [name, resumable, body] as const)))(
    'uploads %s (resumable: %s)',
    async (name, resumable, body) => {
      const objectName = `${name} ${String(resumable)}`;
      const media = { body: body(), type: 'application/x-test', resumable, chunkSize: chunkUnit };
      const object = await client.objects.insert({ bucket: 'b', requestBody: { name: objectName } }, { media });
      expect(object).toMatchObject({ name: objectName, size: String(content.length), contentType: 'application/x-test' });
      expect(Buffer.compare(await downloadContent(client, objectName), content)).toBe(0);
    },
  );

  test('encodes text as UTF-8 and replaces content', async () => {
    await client.objects.insert({ bucket: 'b', name: 'text' }, { media: { body: 'grün' } });
    expect(await client.objects.get({ bucket: 'b', object: 'text' })).toMatchObject({
      size: '5',
      contentType: 'text/plain; charset=utf-8',
    });
    const object = await client.objects.update(
      { bucket: 'b', object: 'text', requestBody: { metadata: { a: '1' } } },
      { media: { body: 'blau!!' } },
    );
    expect(object).toMatchObject({ size: '6', metadata: { a: '1' } });
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
  const content = bytes(3 * chunkUnit + 100);
  const media = { body: content, chunkSize: chunkUnit, resumable: true };
  const insert = { bucket: 'b', name: 'o' };

  test('sends the byte range of each piece', async () => {
    const { client, log } = createStage();
    await client.objects.insert(insert, { media });
    expect(log.slice(1).map(({ range }) => range)).toEqual([
      'bytes 0-262143/786532',
      'bytes 262144-524287/786532',
      'bytes 524288-786431/786532',
      'bytes 786432-786531/786532',
    ]);
  });

  test.each<[string, Interruption, string[]]>([
    ['resends a piece that does not arrive', 'before', ['bytes 262144-524287/786532', 'bytes */786532', 'bytes 262144-524287/786532']],
    [
      'does not resend a piece whose response is lost',
      'after',
      ['bytes 262144-524287/786532', 'bytes */786532', 'bytes 524288-786431/786532'],
    ],
  ])('%s', async (_, interrupt, ranges) => {
    const { client, log } = createStage((_request, at) => (at === 3 ? interrupt : undefined));
    await client.objects.insert(insert, { media });
    expect(log.slice(2, 5).map(({ range }) => range)).toEqual(ranges);
    expect(Buffer.compare(await downloadContent(client, 'o'), content)).toBe(0);
  });

  test('requests a lost final response again', async () => {
    const { client, log } = createStage((_request, at) => (at === 5 ? 'after' : undefined));
    expect(await client.objects.insert(insert, { media })).toMatchObject({ name: 'o', size: '786532' });
    expect(log.at(-1)).toMatchObject({ range: 'bytes */786532', sent: 0, status: 200 });
  });

  test('reports increasing progress with the session', async () => {
    const progressEvents: UploadProgress[] = [];
    const { client } = createStage((_request, at) => (at % 3 === 0 ? 'before' : undefined));
    await client.objects.insert(insert, { media: { ...media, onProgress: (progress) => progressEvents.push(progress) } });
    expect(progressEvents.map(({ sent }) => sent)).toEqual([0, chunkUnit, 2 * chunkUnit, 3 * chunkUnit, content.length]);
    expect(new Set(progressEvents.map(({ total }) => total))).toEqual(new Set([content.length]));
    expect(new Set(progressEvents.map(({ session }) => session)).size).toBe(1);
  });

  test('continues an interrupted upload with resumeFrom', async () => {
    const controller = new AbortController();
    const { client, mock } = createStage();
    let session = '';
    const onProgress = ({ sent, session: at = '' }: UploadProgress): void => {
      session = at;
      if (sent >= 2 * chunkUnit) controller.abort(new Error('enough'));
    };
    const failures = client.objects.insert(insert, { media: { ...media, onProgress }, signal: controller.signal });
    await expect(failures).rejects.toThrow('enough');
    const { fetch, log } = watchExchanges(mock.fetch);
    const secondClient = store.createStoreClient({ fetch });
    await secondClient.objects.insert(insert, { media: { body: toStream(content, 5000), resumeFrom: session } });
    expect(log.map(({ range }) => range)).toEqual(['bytes */*', 'bytes 524288-786531/786532']);
    expect(Buffer.compare(await downloadContent(secondClient, 'o'), content)).toBe(0);
  });

  test('sends nothing after an abort', async () => {
    const controller = new AbortController();
    const { client, log } = createStage((_request, at) => (at === 3 ? (controller.abort(new Error('stop')), 'before') : undefined));
    await expect(client.objects.insert(insert, { media, signal: controller.signal })).rejects.toThrow('stop');
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toHaveLength(3);
  });

  test('closes an unfinished source stream', async () => {
    let ended = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield bytes(chunkUnit);
      } finally {
        ended = true;
      }
    }
    const { client } = createStage((_request, at) => (at > 3 ? 'before' : undefined), { retry: false });
    await expect(client.objects.insert(insert, { media: { body: endless(), chunkSize: chunkUnit } })).rejects.toThrow('fetch failed');
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(true);
  });

  test('resends the unaccepted part of a piece with the next one', async () => {
    const { fetch: inner, log } = watchExchanges(store.createMock({ seed }).fetch);
    const acceptFirstChunk: Fetch = (url, init) => {
      const fullBody = init.body instanceof ArrayBuffer && /-(\d+)\//.exec(init.headers['content-range'] ?? '') ? init.body : undefined;
      if (!fullBody || fullBody.byteLength <= chunkUnit) return inner(url, init);
      const start = Number(/ (\d+)-/.exec(init.headers['content-range'] ?? '')?.[1]);
      const headers = { ...init.headers, 'content-range': `bytes ${start}-${start + chunkUnit - 1}/*` };
      return inner(url, { ...init, headers, body: fullBody.slice(0, chunkUnit) });
    };
    const client = store.createStoreClient({ fetch: acceptFirstChunk });
    await client.objects.insert(insert, { media: { ...media, chunkSize: 3 * chunkUnit } });
    expect(log.slice(1).map(({ sent }) => sent)).toEqual([chunkUnit, chunkUnit, chunkUnit, 100]);
    expect(Buffer.compare(await downloadContent(client, 'o'), content)).toBe(0);
  });

  test('sends the pieces to the origin of the client', async () => {
    const { fetch: inner } = watchExchanges(store.createMock({ seed }).fetch);
    const hosts = new Set<string>();
    const redirectSession: Fetch = async (url, init) => {
      hosts.add(new URL(url).host);
      const response = await inner(url.replace('/prefix/', '/'), init);
      const location = response.headers.get('location')?.replace('store.example.com', 'other.example.com');
      return location === undefined ? response : { status: 200, headers: new Headers({ location }), text: async () => '' };
    };
    const client = store.createStoreClient({ fetch: redirectSession, rootUrl: 'https://store.example.com/prefix/', auth: 'secret' });
    await client.objects.insert(insert, { media });
    expect([...hosts]).toEqual(['store.example.com']);
  });

  test('delivers the same bytes for any content, chunk size, and interruptions', async () => {
    const interruptions = fc.array(fc.constantFrom<Interruption>('before', 'after', undefined, undefined), { maxLength: 12 });
    const sizes = fc.oneof(
      fc.integer({ min: 0, max: 3 * chunkUnit }),
      fc.constantFrom(chunkUnit - 1, chunkUnit, chunkUnit + 1, 2 * chunkUnit),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          size: sizes,
          chunkSize: fc.integer({ min: 1, max: 3 * chunkUnit }),
          step: fc.integer({ min: 1000, max: chunkUnit }),
          flows: fc.boolean(),
          known: fc.boolean(),
          cuts: interruptions,
        }),
        async ({ size, chunkSize, step, flows: isStream, known: isSizeKnown, cuts: failures }) => {
          const expected = bytes(size);
          const sentCounts: number[] = [];
          const { client, mock } = createStage((_request, at) => failures[at - 1], { retry: { attempts: 20, delay: 0 } });
          const body = isStream ? toStream(expected, step) : expected;
          const object = await client.objects.insert(insert, {
            media: {
              body,
              ...(isSizeKnown && { size }),
              chunkSize,
              resumable: true,
              onProgress: ({ sent: count }) => sentCounts.push(count),
            },
          });
          expect(object).toMatchObject({ size: String(size) });
          expect(sentCounts).toEqual([...new Set(sentCounts)].sort((a, b) => a - b));
          expect(sentCounts.at(-1)).toBe(size);
          expect(Buffer.compare(await downloadContent(store.createStoreClient({ fetch: mock.fetch }), 'o'), expected)).toBe(0);
        },
      ),
      { numRuns: 4 },
    );
  });
});
