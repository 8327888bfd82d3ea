/** Lists: pages ahead of time, masks, and ends at any point. */
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { ApiError, defineListMethod, ParameterError } from '../../../../templates/runtime/client/index.js';
import type { ListOptions, PagedCall } from '../../../../templates/runtime/client/index.js';
import { connect, failure, manualClock, script, settle, stall } from './support.js';
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
  test('is asked for ahead of time where that is wanted', async () => {
    const { call, sent } = started([page('ab', 't'), page('c', 'u'), page('d')], { prefetch: true });
    const seen: [string, number][] = [];
    for await (const { name } of call) {
      await settle();
      seen.push([name, sent.length]);
    }
    expect(seen).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 3],
      ['d', 3],
    ]);
  });

  test('is not asked for where maxItems needs none', async () => {
    const { call, sent } = started([page('ab', 't'), page('c')], { prefetch: true, maxItems: 2 });
    for await (const _ of call) await settle();
    expect(sent).toHaveLength(1);
  });

  test('that fails fails when its turn comes, and not at all where the loop is left', async () => {
    const { call } = started([page('ab', 't'), { status: 403 }], { prefetch: true });
    const seen: string[] = [];
    const run = async (): Promise<void> => {
      for await (const { name } of call) seen.push(name);
    };
    await failure(ApiError, run());
    expect(seen).toEqual(['a', 'b']);
    const left = started([page('ab', 't'), { status: 403 }], { prefetch: true });
    for await (const _ of left.call) {
      await settle();
      break;
    }
  });

  test.each(['break', 'throw'])('asked for ahead of time ends with a loop that is left by %s', async (way) => {
    const { call, sent } = started([page('ab', 't'), stall], { prefetch: true });
    const run = async (): Promise<void> => {
      for await (const _ of call) {
        await settle();
        expect(sent[1]?.signal?.aborted).toBe(false);
        if (way === 'break') break;
        throw new RangeError('enough');
      }
    };
    await run().catch((error: unknown) => expect(error).toBeInstanceOf(RangeError));
    expect(sent).toHaveLength(2);
    expect(sent[1]?.signal?.aborted).toBe(true);
  });

  test.each([true, false])('ends with the signal while it is on its way (prefetch %s), and lets go of it', async (prefetch) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { call, sent } = started([page('a', 't'), stall], { prefetch, signal: controller.signal });
    const run = (async (): Promise<void> => {
      for await (const _ of call) await settle();
    })();
    await settle();
    await settle();
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
    expect(sent).toHaveLength(2);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('sends nothing where the signal has ended before, and leaves nothing on it', async () => {
    const signal = AbortSignal.abort('over');
    const { call, sent } = started([page('a')], { signal });
    await expect(call[Symbol.asyncIterator]().next()).rejects.toBe('over');
    expect([sent, getEventListeners(signal, 'abort')]).toEqual([[], []]);
  });
});

test('pages end with the page that holds the last item wanted', async () => {
  const { call, sent } = started([page('ab', 't'), page('cd', 'u'), page('e')], { maxItems: 3 });
  const sizes: number[] = [];
  for await (const { items = [] } of call.pages()) sizes.push(items.length);
  expect([sizes, sent.length]).toEqual([[2, 2], 2]);
});

test('what is less than an item ends the list', async () => {
  const { call, sent } = started([page('ab', 't'), page('cd')], { maxItems: 1.5 });
  const names: string[] = [];
  for await (const { name } of call) names.push(name);
  expect([names, sent.length]).toEqual([['a'], 1]);
});

test.each([NaN, -1])('%s is no number of items', async (maxItems) => {
  const { call, sent } = started([page('ab')], { maxItems });
  const fault = { parameter: 'maxItems', expected: 'a number >= 0', received: `the number ${maxItems}` };
  expect(await failure(ParameterError, call[Symbol.asyncIterator]().next())).toMatchObject(fault);
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
  ])('of %j is sent as %j: the list does not end with its first page', async (fields, mask) => {
    const { call, sent } = started([page('a')], {}, { fields });
    await call;
    expect(new URL(sent[0]?.url ?? '').searchParams.get('fields')).toBe(mask);
  });
});

test('what the client does not know survives: fields, enum values, null', async () => {
  const body = { items: [{ name: 'a', state: 'NEW_STATE', later: { deep: [null, 1.5] } }], kindOf: 'new' };
  expect(await started([{ body }]).call).toEqual(body);
});

test.each([
  ['a page with items', 'ab'],
  ['an empty page', ''],
])('a signal that came after %s was awaited lets nothing more be sent', async (_, items) => {
  const controller = new AbortController();
  const { call, sent } = started([page(items, 't'), page('c')], { prefetch: true, signal: controller.signal });
  await call;
  controller.abort('enough');
  await expect(call[Symbol.asyncIterator]().next()).rejects.toBe('enough');
  expect(sent).toHaveLength(1);
});

test('an answer of `null` is a page without items', async () => {
  expect(
    (
      await started([{ body: 'null' }])
        .call[Symbol.asyncIterator]()
        .next()
    ).done,
  ).toBe(true);
});
