/** List calls: prefetching, masks, and early exits. */
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { ApiError, defineListMethod, ParameterError } from '../../../../runtime/client/index.js';
import type { ListOptions, PagedCall } from '../../../../runtime/client/index.js';
import { connect, catchError, manualClock, script, flushMicrotasks, stall } from './support.js';
import type { ScriptedResponse, SentRequest, Values } from './support.js';

interface Item {
  readonly name: string;
}
interface Page {
  readonly items?: readonly Item[];
}
const list = defineListMethod<Values, Page, Item>({
  id: 'compute.x.list',
  httpMethod: 'GET',
  path: 'x/{project}',
  parameters: { maxResults: {}, pageToken: {} },
  list: { items: 'items' },
});
const createPage = (names: string, nextPageToken?: string): ScriptedResponse => ({
  body: { unreachable: ['zones/z'], warnings: [{}], items: [...names].map((name) => ({ name })), ...(nextPageToken && { nextPageToken }) },
});
function startCall(
  responses: ScriptedResponse[],
  options: ListOptions = {},
  params: Values = {},
): { call: PagedCall<Item, Page>; sent: SentRequest[] } {
  const { fetch, sent } = script(...responses);
  return { call: list(connect(fetch, { clock: manualClock() }), { project: 'p', ...params }, options) as PagedCall<Item, Page>, sent };
}

describe('the next page', () => {
  test('is prefetched if requested', async () => {
    const { call, sent } = startCall([createPage('ab', 't'), createPage('c', 'u'), createPage('d')], { prefetch: true });
    const requestCounts: [string, number][] = [];
    for await (const { name } of call) {
      await flushMicrotasks();
      requestCounts.push([name, sent.length]);
    }
    expect(requestCounts).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 3],
      ['d', 3],
    ]);
  });

  test('is not prefetched if maxItems excludes it', async () => {
    const { call, sent } = startCall([createPage('ab', 't'), createPage('c')], { prefetch: true, maxItems: 2 });
    for await (const _ of call) await flushMicrotasks();
    expect(sent).toHaveLength(1);
  });

  test('rejects when it is needed if it fails, and not after an early exit', async () => {
    const { call } = startCall([createPage('ab', 't'), { status: 403 }], { prefetch: true });
    const requestCounts: string[] = [];
    const iterate = async (): Promise<void> => {
      for await (const { name } of call) requestCounts.push(name);
    };
    await catchError(ApiError, iterate());
    expect(requestCounts).toEqual(['a', 'b']);
    const exited = startCall([createPage('ab', 't'), { status: 403 }], { prefetch: true });
    for await (const _ of exited.call) {
      await flushMicrotasks();
      break;
    }
  });

  test.each(['break', 'throw'])('is aborted if it is prefetched and the loop exits by %s', async (exit) => {
    const { call, sent } = startCall([createPage('ab', 't'), stall], { prefetch: true });
    const iterate = async (): Promise<void> => {
      for await (const _ of call) {
        await flushMicrotasks();
        expect(sent[1]?.signal?.aborted).toBe(false);
        if (exit === 'break') break;
        throw new RangeError('enough');
      }
    };
    await iterate().catch((error: unknown) => expect(error).toBeInstanceOf(RangeError));
    expect(sent).toHaveLength(2);
    expect(sent[1]?.signal?.aborted).toBe(true);
  });

  test.each([true, false])('is aborted with the signal during its request (prefetch %s), without a leaked listener', async (prefetch) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { call, sent } = startCall([createPage('a', 't'), stall], { prefetch, signal: controller.signal });
    const iterate = (async (): Promise<void> => {
      for await (const _ of call) await flushMicrotasks();
    })();
    await flushMicrotasks();
    await flushMicrotasks();
    controller.abort(reason);
    await expect(iterate).rejects.toBe(reason);
    expect(sent).toHaveLength(2);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('is not requested after the signal is aborted, without a leaked listener', async () => {
    const signal = AbortSignal.abort('over');
    const { call, sent } = startCall([createPage('a')], { signal });
    await expect(call[Symbol.asyncIterator]().next()).rejects.toBe('over');
    expect([sent, getEventListeners(signal, 'abort')]).toEqual([[], []]);
  });
});

test('ends pages() with the page of the last requested item', async () => {
  const { call, sent } = startCall([createPage('ab', 't'), createPage('cd', 'u'), createPage('e')], { maxItems: 3 });
  const sizes: number[] = [];
  for await (const { items = [] } of call.pages()) sizes.push(items.length);
  expect([sizes, sent.length]).toEqual([[2, 2], 2]);
});

test('ignores the fraction of maxItems', async () => {
  const { call, sent } = startCall([createPage('ab', 't'), createPage('cd')], { maxItems: 1.5 });
  const names: string[] = [];
  for await (const { name } of call) names.push(name);
  expect([names, sent.length]).toEqual([['a'], 1]);
});

test.each([NaN, -1])('rejects maxItems: %s', async (maxItems) => {
  const { call, sent } = startCall([createPage('ab')], { maxItems });
  const expectedError = { parameter: 'maxItems', expected: 'a number >= 0', received: `the number ${maxItems}` };
  expect(await catchError(ParameterError, call[Symbol.asyncIterator]().next())).toMatchObject(expectedError);
  expect(sent).toEqual([]);
});

describe('a mask', () => {
  test.each<[unknown, string | null]>([
    [undefined, null],
    ['*', '*'],
    ['items/name', 'items/name,nextPageToken'],
    ['items(name,id),nextPageToken', 'items(name,id),nextPageToken'],
    ['items(name, metadata(key,items(a))) , nextPageToken', 'items(name, metadata(key,items(a))) , nextPageToken'],
    ['items(id),*', 'items(id),*'],
    [['nextPageToken', 'items.name'], 'nextPageToken,items/name'],
    ['items(*)', 'items(*),nextPageToken'],
    ['items(id,a(nextPageToken),nextPageToken)', 'items(id,a(nextPageToken),nextPageToken),nextPageToken'],
    ['items/nextPageToken', 'items/nextPageToken,nextPageToken'],
    [['items.name', 'warnings'], 'items/name,warnings,nextPageToken'],
    [['items/name', 'unreachable'], 'items/name,unreachable,nextPageToken'],
    ['items(nextPageToken)', 'items(nextPageToken),nextPageToken'],
  ])('of %j is sent as %j, so that the list continues after its first page', async (fields, mask) => {
    const { call, sent } = startCall([createPage('a')], {}, { fields });
    await call;
    expect(new URL(sent[0]?.url ?? '').searchParams.get('fields')).toBe(mask);
  });
});

test('preserves unknown fields, enum values, and null', async () => {
  const body = { items: [{ name: 'a', state: 'NEW_STATE', later: { deep: [null, 1.5] } }], kindOf: 'new' };
  expect(await startCall([{ body }]).call).toEqual(body);
});

test.each([
  ['a page with items', 'ab'],
  ['an empty page', ''],
])('sends no request if the signal is aborted after %s was awaited', async (_, items) => {
  const controller = new AbortController();
  const { call, sent } = startCall([createPage(items, 't'), createPage('c')], { prefetch: true, signal: controller.signal });
  await call;
  controller.abort('enough');
  await expect(call[Symbol.asyncIterator]().next()).rejects.toBe('enough');
  expect(sent).toHaveLength(1);
});

test('treats a `null` response as a page without items', async () => {
  expect(
    (
      await startCall([{ body: 'null' }])
        .call[Symbol.asyncIterator]()
        .next()
    ).done,
  ).toBe(true);
});
