/** Lists: prefetching, masks, and early exits. */
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { ApiError, defineListMethod, ParameterError } from '../../../../templates/runtime/client/index.js';
import type { ListOptions, PagedCall } from '../../../../templates/runtime/client/index.js';
import { connect, catchError, manualClock, script, flushMicrotasks, stall } from './support.js';
import type { Answer, Sent, Values } from './support.js';

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
  query: { maxResults: 0, pageToken: 0 },
  list: { items: 'items' },
});
const page = (names: string, nextPageToken?: string): Answer => ({
  body: { unreachable: ['zones/z'], warnings: [{}], items: [...names].map((name) => ({ name })), ...(nextPageToken && { nextPageToken }) },
});
function started(answers: Answer[], options: ListOptions = {}, params: Values = {}): { call: PagedCall<Item, Page>; sent: Sent[] } {
  const { fetch, sent } = script(...answers);
  return { call: list(connect(fetch, { clock: manualClock() }), { project: 'p', ...params }, options) as PagedCall<Item, Page>, sent };
}

describe('the next page', () => {
  test('is prefetched on request', async () => {
    const { call, sent } = started([page('ab', 't'), page('c', 'u'), page('d')], { prefetch: true });
    const seen: [string, number][] = [];
    for await (const { name } of call) {
      await flushMicrotasks();
      seen.push([name, sent.length]);
    }
    expect(seen).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 3],
      ['d', 3],
    ]);
  });

  test('is not requested if maxItems does not need it', async () => {
    const { call, sent } = started([page('ab', 't'), page('c')], { prefetch: true, maxItems: 2 });
    for await (const _ of call) await flushMicrotasks();
    expect(sent).toHaveLength(1);
  });

  test('that fails rejects when its turn comes, and not after an early exit', async () => {
    const { call } = started([page('ab', 't'), { status: 403 }], { prefetch: true });
    const seen: string[] = [];
    const run = async (): Promise<void> => {
      for await (const { name } of call) seen.push(name);
    };
    await catchError(ApiError, run());
    expect(seen).toEqual(['a', 'b']);
    const left = started([page('ab', 't'), { status: 403 }], { prefetch: true });
    for await (const _ of left.call) {
      await flushMicrotasks();
      break;
    }
  });

  test.each(['break', 'throw'])('that is prefetched is aborted if the loop exits by %s', async (way) => {
    const { call, sent } = started([page('ab', 't'), stall], { prefetch: true });
    const run = async (): Promise<void> => {
      for await (const _ of call) {
        await flushMicrotasks();
        expect(sent[1]?.signal?.aborted).toBe(false);
        if (way === 'break') break;
        throw new RangeError('enough');
      }
    };
    await run().catch((error: unknown) => expect(error).toBeInstanceOf(RangeError));
    expect(sent).toHaveLength(2);
    expect(sent[1]?.signal?.aborted).toBe(true);
  });

  test.each([true, false])('is aborted with the signal while in flight (prefetch %s) and releases it', async (prefetch) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { call, sent } = started([page('a', 't'), stall], { prefetch, signal: controller.signal });
    const run = (async (): Promise<void> => {
      for await (const _ of call) await flushMicrotasks();
    })();
    await flushMicrotasks();
    await flushMicrotasks();
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
    expect(sent).toHaveLength(2);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('is not requested after the signal is aborted and leaves no listener', async () => {
    const signal = AbortSignal.abort('over');
    const { call, sent } = started([page('a')], { signal });
    await expect(call[Symbol.asyncIterator]().next()).rejects.toBe('over');
    expect([sent, getEventListeners(signal, 'abort')]).toEqual([[], []]);
  });
});

test('pages end with the page of the last requested item', async () => {
  const { call, sent } = started([page('ab', 't'), page('cd', 'u'), page('e')], { maxItems: 3 });
  const sizes: number[] = [];
  for await (const { items = [] } of call.pages()) sizes.push(items.length);
  expect([sizes, sent.length]).toEqual([[2, 2], 2]);
});

test('a limit below one item ends the list', async () => {
  const { call, sent } = started([page('ab', 't'), page('cd')], { maxItems: 1.5 });
  const names: string[] = [];
  for await (const { name } of call) names.push(name);
  expect([names, sent.length]).toEqual([['a'], 1]);
});

test.each([NaN, -1])('%s is an invalid number of items', async (maxItems) => {
  const { call, sent } = started([page('ab')], { maxItems });
  const fault = { parameter: 'maxItems', expected: 'a number >= 0', received: `the number ${maxItems}` };
  expect(await catchError(ParameterError, call[Symbol.asyncIterator]().next())).toMatchObject(fault);
  expect(sent).toEqual([]);
});

describe('a mask', () => {
  test.each<[unknown, string | null]>([
    [undefined, null],
    ['*', '*'],
    ['items/name', 'items/name,nextPageToken'],
    ['items(name,id),nextPageToken', 'items(name,id),nextPageToken,nextPageToken'],
    [['items.name', 'warnings'], 'items/name,warnings,nextPageToken'],
    [['items/name', 'unreachable'], 'items/name,unreachable,nextPageToken'],
    ['items(nextPageToken)', 'items(nextPageToken),nextPageToken'],
  ])('of %j is sent as %j so that the list continues after its first page', async (fields, mask) => {
    const { call, sent } = started([page('a')], {}, { fields });
    await call;
    expect(new URL(sent[0]?.url ?? '').searchParams.get('fields')).toBe(mask);
  });
});

test('unknown fields, enum values, and null survive', async () => {
  const body = { items: [{ name: 'a', state: 'NEW_STATE', later: { deep: [null, 1.5] } }], kindOf: 'new' };
  expect(await started([{ body }]).call).toEqual(body);
});

test.each([
  ['a page with items', 'ab'],
  ['an empty page', ''],
])('a signal aborted after %s was awaited prevents further requests', async (_, items) => {
  const controller = new AbortController();
  const { call, sent } = started([page(items, 't'), page('c')], { prefetch: true, signal: controller.signal });
  await call;
  controller.abort('enough');
  await expect(call[Symbol.asyncIterator]().next()).rejects.toBe('enough');
  expect(sent).toHaveLength(1);
});

test('a `null` response is a page without items', async () => {
  expect(
    (
      await started([{ body: 'null' }])
        .call[Symbol.asyncIterator]()
        .next()
    ).done,
  ).toBe(true);
});
