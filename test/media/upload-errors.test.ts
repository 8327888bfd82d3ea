/** Uploads that the client rejects before it sends a request, or that the service rejects. */
import { describe, expect, test } from 'vitest';
import { bytes, toStream, importPackage, type Store, type StoreClient } from './store.js';

const store = await importPackage<Store>('store-v1');
const seed = { resources: { '/store/v1/b/b': { name: 'b' } } };

describe('rejected uploads', () => {
  test.each<[string, (client: StoreClient) => PromiseLike<unknown>, object]>([
    [
      'content that exceeds the limit',
      (client) => client.notes.create({ bucket: 'b' }, { media: { body: 'x'.repeat(1025) } }),
      { name: 'ParameterError', parameter: 'media' },
    ],
    [
      'a media type that is not allowed',
      (client) => client.notes.create({ bucket: 'b' }, { media: { body: 'x', type: 'image/png' } }),
      { status: 400, reason: 'invalid' },
    ],
    [
      "a resumable upload that the method doesn't support",
      (client) => client.notes.create({ bucket: 'b' }, { media: { body: 'x', resumable: true } }),
      { parameter: 'media.resumable' },
    ],
    [
      'an invalid session URL',
      (client) => client.objects.insert({ bucket: 'b' }, { media: { body: 'x', resumeFrom: 'http://[' } }),
      { parameter: 'media.resumeFrom' },
    ],
    [
      'an unknown session',
      (client) => client.objects.insert({ bucket: 'b' }, { media: { body: 'x', resumeFrom: 'upload/store/v1/b/b/o?upload_id=none' } }),
      { status: 404 },
    ],
    [
      'a body of the wrong type',
      (client) => client.objects.insert({ bucket: 'b' }, { media: { body: 5 as unknown as string } }),
      { parameter: 'media.body' },
    ],
    [
      'a stream of text',
      (client) =>
        client.objects.insert(
          { bucket: 'b', name: 'p' },
          { media: { body: new ReadableStream({ start: (to) => to.enqueue('x' as unknown as Uint8Array) }) } },
        ),
      { parameter: 'media.body' },
    ],
    [
      'a stream whose length differs from its size',
      (client) => client.objects.insert({ bucket: 'b' }, { media: { body: toStream(bytes(10), 1), size: 11 } }),
      { parameter: 'media.size' },
    ],
    [
      'an unknown parent resource',
      (client) => client.objects.insert({ bucket: 'none', name: 'o' }, { media: { body: bytes(10), resumable: true } }),
      { status: 404 },
    ],
    ['an existing name', (client) => client.objects.insert({ bucket: 'b', name: 'o' }, { media: { body: 'x' } }), { status: 409 }],
  ])('%s', async (_, call, error) => {
    const mock = store.createMock({ seed: { resources: { ...seed.resources, '/store/v1/b/b/o/o': { name: 'o' } } } });
    await expect(call(store.createStoreClient({ fetch: mock.fetch, retry: false }))).rejects.toMatchObject(error);
  });

  test('validates requests if validation is on', async () => {
    const validate = { validators: store.validators as never, fatal: true };
    const client = store.createStoreClient({ fetch: store.createMock({ seed }).fetch, validate });
    const rejected = client.objects.insert({ bucket: 'b', requestBody: { name: 5 } }, { media: { body: 'x' } });
    await expect(rejected).rejects.toMatchObject({ name: 'ParameterError' });
    expect(await client.objects.insert({ bucket: 'b', requestBody: { name: 'o' } }, { media: { body: 'x' } })).toMatchObject({ name: 'o' });
    expect(await client.objects.getMedia({ bucket: 'b', object: 'o' }).text()).toBe('x');
  });
});

describe('a service that accepts only a part of each chunk', () => {
  /** Returns a client of a service that accepts at most `accepted` bytes of each chunk, and the number of its requests. */
  function createSlowService(accepted: number): { readonly client: StoreClient; readonly countRequests: () => number } {
    let [stored, requests] = [0, 0];
    const respond: typeof fetch = async (_, { headers, body } = {}) => {
      requests += 1;
      const range = new Headers(headers).get('content-range');
      if (range === null) return new Response('', { headers: { location: 'https://store.example.com/session' } });
      stored += Math.min(accepted, (body as ArrayBuffer | undefined)?.byteLength ?? 0);
      if (range.endsWith(`/${stored}`)) return Response.json({ name: 'o' });
      return new Response('', { headers: { 'x-http-status-code-override': '308', range: `bytes=0-${stored - 1}` } });
    };
    return { client: store.createStoreClient({ rootUrl: 'https://store.example.com', fetch: respond }), countRequests: () => requests };
  }
  const upload = (client: StoreClient, size: number): PromiseLike<unknown> =>
    client.objects.insert({ bucket: 'b', name: 'o' }, { media: { body: bytes(size), resumable: true } });

  test('ends the upload if that is almost nothing', async () => {
    const { client, countRequests } = createSlowService(1);
    const expected = 'the service must accept at least 262144 bytes of each chunk (received fewer for 10 chunks)';
    await expect(upload(client, 2 ** 20)).rejects.toThrow(expected);
    expect(countRequests()).toBe(11);
  });

  test('gets the rest in further requests if that is 256 KiB', async () => {
    const { client, countRequests } = createSlowService(2 ** 18);
    expect(await upload(client, 20 * 2 ** 18 + 1)).toMatchObject({ name: 'o' });
    expect(countRequests()).toBe(22);
  });
});
