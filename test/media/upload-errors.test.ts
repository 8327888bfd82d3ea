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
