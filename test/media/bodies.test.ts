/** HttpBody content, bodies wrapped in `data`, and the address for each location. */
import { describe, expect, test } from 'vitest';
import { importPackage, watchExchanges, type Store, type Words } from './store.js';

const store = await importPackage<Store>('store-v1');
const words = await importPackage<Words>('words-v2');

describe('HttpBody content', () => {
  const html = { contentType: 'text/html', data: Buffer.from('<p>').toString('base64') };

  test('round-trips unchanged with the documented media types', async () => {
    const mock = store.createMock();
    const { pages } = store.createStoreClient({ fetch: mock.fetch });
    expect(await pages.create({ requestBody: html })).toEqual(html);
    expect(mock.requests[0]).toMatchObject({
      request: { headers: { 'content-type': 'text/html' }, body: '<p>' },
      response: { headers: { 'content-type': 'text/html' }, body: '<p>' },
    });
    expect(await pages.get({ page: '0' })).toEqual(html);
    expect(await pages.getMedia({ page: '0' }).text()).toBe('<p>');
  });

  test('accepts media uploads', async () => {
    const mock = store.createMock();
    const { pages } = store.createStoreClient({ fetch: mock.fetch });
    await pages.create({}, { media: { body: '{"a":1}', type: 'application/fhir+json' } });
    expect(await pages.getMedia({ page: '0' }).json()).toEqual({ a: 1 });
    await pages.update({ page: '0' }, { media: { body: new Uint8Array([0, 255]) } });
    expect(await pages.get({ page: '0' })).toEqual({ contentType: 'application/octet-stream', data: 'AP8=' });
  });

  test('returns errors as JSON', async () => {
    const { pages } = store.createStoreClient({ fetch: store.createMock().fetch });
    await expect(pages.get({ page: 'none' })).rejects.toMatchObject({ status: 404, reason: 'notFound' });
    await expect(pages.getMedia({ page: 'none' }).text()).rejects.toMatchObject({ status: 404, reason: 'notFound' });
  });
});

describe('bodies wrapped in `data`', () => {
  test('wraps request bodies and unwraps response bodies', async () => {
    const mock = words.createMock();
    const client = words.createWordsClient({ fetch: mock.fetch, validate: { validators: words.validators as never, fatal: true } });
    const word = { name: 'w', meaning: 'm' };
    expect(await client.words.insert({ requestBody: word })).toEqual(word);
    expect(mock.requests[0]).toMatchObject({ request: { body: { data: word } }, response: { body: { data: word } } });
    expect(await client.words.patch({ word: 'w', requestBody: { meaning: 'n' } })).toEqual({ name: 'w', meaning: 'n' });
    expect(await client.words.get({ word: 'w', fields: 'meaning' })).toEqual({ meaning: 'n' });
    const items: unknown[] = [];
    for await (const item of client.words.list()) items.push(item);
    expect(items).toEqual([{ name: 'w', meaning: 'n' }]);
  });

  test('returns errors without a wrapper and accepts unwrapped bodies', async () => {
    const mock = words.createMock();
    const client = words.createWordsClient({ fetch: mock.fetch });
    await expect(client.words.get({ word: 'none' })).rejects.toMatchObject({ status: 404, reason: 'notFound' });
    const response = await mock.fetch('https://words.example.com/words/v2/words', { method: 'POST', body: '{"name":"w"}' });
    expect(await response.json()).toEqual({ data: { name: 'w' } });
  });
});

describe('locations', () => {
  const requestHost = async (options: object): Promise<string> => {
    const { fetch } = watchExchanges(store.createMock().fetch);
    let host = '';
    const client = store.createStoreClient({ ...options, fetch: (url, init) => ((host = new URL(url).host), fetch(url, init)) });
    await client.buckets.get({ bucket: 'none' }).catch(() => undefined);
    return host;
  };

  test.each<[string, object, string]>([
    ['uses the default address without a location', {}, 'store.example.com'],
    ['uses the address of the location', { location: 'north' }, 'store.north.example.com'],
    ['prefers an explicit address to the location', { location: 'north', rootUrl: 'https://mine.example.com' }, 'mine.example.com'],
  ])('%s', async (_, options, host) => {
    expect(await requestHost(options)).toBe(host);
  });

  test('rejects an unknown location', () => {
    const createWithUnknownLocation = (): unknown => store.createClient({ location: 'west' });
    expect(createWithUnknownLocation).toThrow('createClient: location must be one of north, south (received the string "west")');
  });
});
