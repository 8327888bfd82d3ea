/** Batch requests: each call has its own response, error, and retries. */
import { describe, expect, test } from 'vitest';
import type { ClientOptions } from '../../runtime/client/index.js';
import type { Mock } from '../../mock/index.js';
import {
  importPackage,
  noDelay,
  watchExchanges,
  type ObservedExchange,
  type Store,
  type StoreClient,
  type ExchangeRecorder,
  type Words,
} from './store.js';

const store = await importPackage<Store>('store-v1');
const words = await importPackage<Words>('words-v2');
const seed = { resources: { '/store/v1/b/b': { name: 'b' }, '/store/v1/b/b/o/o': { name: 'o' } } };

function createStage(
  options: ClientOptions = {},
  interrupt?: (request: Omit<ObservedExchange, 'status'>) => 'before' | undefined,
): ExchangeRecorder & { client: StoreClient; mock: Mock } {
  const mock = store.createMock({ seed });
  const { fetch, log } = watchExchanges(mock.fetch, interrupt);
  return { client: store.createStoreClient({ fetch, retry: noDelay, ...options }), mock, fetch, log };
}

const object = { bucket: 'b', object: 'o' };
const missing = { bucket: 'b', object: 'none' };
const paths = (log: readonly ObservedExchange[]): string[] => log.map(({ method, path }) => `${method} ${path}`);

test('settles each call independently', async () => {
  const { client, log, mock } = createStage();
  const [bucket, missingResult, invalid, list, inserted] = store.batch(client, ({ buckets, objects }) => [
    buckets.get({ bucket: 'b' }),
    objects.get(missing),
    objects.get({ bucket: 'b' }),
    objects.list({ bucket: 'b' }),
    objects.insert({ bucket: 'b', requestBody: { name: 'new', metadata: { text: 'a\r\n--batch-of-calls\r\nb' } } }).withResponse(),
  ]);
  expect(await bucket).toEqual({ name: 'b' });
  await expect(missingResult).rejects.toMatchObject({ name: 'ApiError', status: 404, reason: 'notFound', methodId: 'store.objects.get' });
  await expect(invalid).rejects.toMatchObject({ name: 'ParameterError', parameter: 'object' });
  // A list call starts on iteration, after the other calls.
  expect((await list).items?.map(({ name }) => name)).toEqual(['new', 'o']);
  expect(await inserted).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: { name: 'new' },
  });
  expect(paths(log)).toEqual(['POST /batch/store/v1']);
  expect(mock.requests.map(({ methodId, status }) => [methodId, status])).toEqual([
    ['store.buckets.get', 200],
    ['store.objects.get', 404],
    ['store.objects.insert', 200],
    ['store.objects.list', 200],
  ]);
});

test('accepts method functions and APIs that wrap bodies in data', async () => {
  const { fetch, log } = createStage();
  const [one] = store.batch(store.createClient({ fetch }), (client) => [store.objectsGet(client, object)]);
  expect(await one).toMatchObject({ name: 'o' });
  expect(log).toHaveLength(1);
  const mock = words.createMock();
  const client = words.createWordsClient({ fetch: mock.fetch });
  const [added, missingResult] = words.batch(client, (w) => [
    w.words.insert({ requestBody: { name: 'x' } }),
    w.words.get({ word: 'none' }),
  ]);
  expect(await added).toEqual({ name: 'x' });
  await expect(missingResult).rejects.toMatchObject({ status: 404 });
});

test('splits a batch that exceeds the request limit', async () => {
  const { client, log } = createStage();
  const calls = store.batch(client, ({ objects }) => Array.from({ length: 2500 }, () => objects.get(object)));
  expect(new Set((await Promise.all(calls)).map(({ name }) => name))).toEqual(new Set(['o']));
  expect(log).toHaveLength(3);
  await Promise.all(store.batch(client, ({ objects }) => Array.from({ length: 5 }, () => objects.get(object)), { size: 2 }));
  expect(log).toHaveLength(6);
});

describe('failures', () => {
  test('retries failed calls in one batch', async () => {
    const { client, log, mock } = createStage();
    await mock.faults.add({ method: 'store.objects.get', status: 503, times: 3 });
    const calls = store.batch(client, ({ buckets, objects }) => [
      buckets.get({ bucket: 'b' }),
      objects.get(object),
      objects.get(object),
      objects.get(object),
    ]);
    expect(await Promise.all(calls)).toHaveLength(4);
    expect(log).toHaveLength(2);
    expect(mock.requests).toHaveLength(7);
  });

  test('does not retry calls that are not idempotent', async () => {
    const { client, mock } = createStage();
    await mock.faults.add({ method: 'store.buckets.insert', status: 503 });
    const [inserted] = store.batch(client, ({ buckets }) => [buckets.insert({ requestBody: { name: 'c' } })]);
    await expect(inserted).rejects.toMatchObject({ status: 503 });
    expect(mock.requests).toHaveLength(1);
  });

  test('rejects all calls if the batch is rejected', async () => {
    const rejectBatch = async (): Promise<Response> =>
      new Response('{"error":{"code":403,"message":"no","errors":[{"reason":"forbidden"}]}}', { status: 403 });
    const client = store.createStoreClient({ fetch: rejectBatch });
    const results = await Promise.allSettled(store.batch(client, ({ objects }) => [objects.get(object), objects.get(missing)]));
    expect(results).toMatchObject([
      { status: 'rejected', reason: { status: 403, reason: 'forbidden', methodId: 'store.objects.get' } },
      { status: 'rejected', reason: { status: 403 } },
    ]);
  });

  test('rejects all calls if the connection breaks', async () => {
    let times = 2;
    const { client, log } = createStage({}, () => (times-- > 0 ? 'before' : undefined));
    const [got, inserted] = store.batch(client, ({ buckets, objects }) => [
      objects.get(object),
      buckets.insert({ requestBody: { name: 'c' } }),
    ]);
    expect(await got).toMatchObject({ name: 'o' });
    await expect(inserted).rejects.toMatchObject({ name: 'NetworkError' });
    expect(log).toHaveLength(3);
  });

  test('rejects a call whose part is missing from the response', async () => {
    const responseBody =
      '--x\r\ncontent-type: application/http\r\ncontent-id: <response-1>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{"name":"second"}\r\n--x--';
    const fetch = async (): Promise<Response> => new Response(responseBody, { headers: { 'content-type': 'multipart/mixed; boundary=x' } });
    const [first, second] = store.batch(store.createStoreClient({ fetch, retry: false }), ({ objects }) => [
      objects.get(object),
      objects.get(missing),
    ]);
    expect(await second).toEqual({ name: 'second' });
    await expect(first).rejects.toMatchObject({ name: 'NetworkError' });
  });
});

test('sends credentials with the batch and refreshes them after a 401', async () => {
  const authorizations: (string | undefined)[] = [];
  const mock = store.createMock({ seed: { ...seed, tokens: { good: { scopes: [], permissions: [] } } }, auth: 'on' });
  let token = 'bad';
  const client = store.createStoreClient({
    auth: () => token,
    fetch: async (url, init) => {
      authorizations.push(init.headers['authorization']);
      const response = await mock.fetch(url, init);
      token = 'good';
      return response;
    },
  });
  expect(await store.batch(client, ({ objects }) => [objects.get(object)])[0]).toMatchObject({ name: 'o' });
  expect(authorizations).toEqual(['Bearer bad', 'Bearer good']);
});

test('sends media calls separately', async () => {
  const { client, log } = createStage();
  const [inserted, text, got] = store.batch(client, ({ objects }) => [
    objects.insert({ bucket: 'b', name: 'm' }, { media: { body: 'x' } }),
    objects.getMedia(object),
    objects.get(object),
  ]);
  expect(await inserted).toMatchObject({ name: 'm', size: '1' });
  expect(await (await text).text()).toBe('');
  expect(await got).toMatchObject({ name: 'o' });
  expect(paths(log).sort()).toEqual([
    'GET /download/store/v1/b/b/o/o?alt=media',
    'POST /batch/store/v1',
    'POST /upload/store/v1/b/b/o?name=m&uploadType=media',
  ]);
});

test('drops an aborted call and continues with the others', async () => {
  const { client } = createStage();
  const controller = new AbortController();
  const [first, second] = store.batch(client, ({ objects }) => [objects.get(object, { signal: controller.signal }), objects.get(object)]);
  controller.abort(new Error('not that one'));
  await expect(first).rejects.toThrow('not that one');
  expect(await second).toMatchObject({ name: 'o' });
});

test('aborts all calls with the signal of the batch', async () => {
  const { client, log } = createStage();
  const calls = store.batch(client, ({ objects }) => [objects.get(object), objects.get(object)], {
    signal: AbortSignal.abort(new Error('over')),
  });
  for (const call of calls) await expect(call).rejects.toThrow('over');
  expect(log).toEqual([]);
});
