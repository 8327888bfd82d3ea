import { describe, expect, test, vi } from 'vitest';
import { ApiError, bindMethods, defineListMethod, DiscogenError, addPageTokenToBody } from '../../../../templates/runtime/client/index.js';
import type { Client } from '../../../../templates/runtime/client/index.js';
import type { ListOptions, PagedCall } from '../../../../templates/runtime/client/index.js';
import type { MethodDescriptor } from '../../../../templates/runtime/descriptor.js';
import { connect, catchError, script, unavailable } from './support.js';
import type { Values } from './support.js';

interface Item {
  name: string;
}
interface Page {
  policies?: Item[];
  nextPageToken?: string;
}

const descriptor: MethodDescriptor = {
  id: 'compute.sslPolicies.list',
  httpMethod: 'GET',
  path: 'compute/v1/projects/{project}/global/sslPolicies',
  query: { maxResults: 0, pageToken: 0 },
  list: { items: 'policies' },
};
const list = defineListMethod<{ project: string; maxResults?: number; pageToken?: string }, Page, Item>(descriptor);
const page = (names: string, nextPageToken?: string): { body: object } => ({
  body: {
    warning: { data: [{ key: 'not an item' }] },
    unreachable: ['x'],
    policies: [...names].map((name) => ({ name })),
    ...(nextPageToken !== undefined && { nextPageToken }),
  },
});
const tokens = (sent: readonly { url: string }[]): (string | null)[] => sent.map(({ url }) => new URL(url).searchParams.get('pageToken'));

async function names(items: AsyncIterable<Item>): Promise<string> {
  let text = '';
  for await (const { name } of items) text += name;
  return text;
}

function started(answers: Parameters<typeof script>, options?: ListOptions): { call: PagedCall<Item, Page>; sent: { url: string }[] } {
  const { fetch, sent } = script(...answers);
  return { sent, call: list(connect(fetch), { project: 'p', maxResults: 2 }, options) };
}

describe('a list call', () => {
  test('sends nothing before it is awaited or iterated', async () => {
    const { call, sent } = started([page('ab')]);
    expect(sent).toEqual([]);
    expect((await call).policies).toHaveLength(2);
    expect(sent).toHaveLength(1);
  });

  test('sends one request when awaited twice, and also when awaited, inspected, and iterated', async () => {
    const { call, sent } = started([page('ab', 't'), page('c')]);
    expect(await call).toBe(await call);
    const response = await call.withResponse();
    expect(response).toMatchObject({ status: 200, body: { nextPageToken: 't' } });
    expect(response.headers).toBe(response.headers);
    expect(await names(call)).toBe('abc');
    expect(tokens(sent)).toEqual([null, 't']);
  });

  test.each<[string, Parameters<typeof script>, string, (string | null)[]]>([
    ['one page', [page('ab')], 'ab', [null]],
    ['several', [page('ab', 't1'), page('cd', 't2'), page('e')], 'abcde', [null, 't1', 't2']],
    ['an empty page between', [page('a', 't1'), page('', 't2'), page('b')], 'ab', [null, 't1', 't2']],
    ['a page without the field', [{ body: { nextPageToken: 't' } }, page('a')], 'a', [null, 't']],
    ['an empty token at the end', [page('a', '')], 'a', [null]],
    ['no body at all', [{ status: 204 }], '', [null]],
  ])('iterates over %s', async (_, answers, expected, asked) => {
    const { call, sent } = started(answers);
    expect(await names(call)).toBe(expected);
    expect(tokens(sent)).toEqual(asked);
    expect(sent.every(({ url }) => url.includes('maxResults=2'))).toBe(true);
  });

  test('returns whole pages too', async () => {
    const { call } = started([page('ab', 't'), page('c')]);
    const sizes: (number | undefined)[] = [];
    for await (const { policies } of call.pages()) sizes.push(policies?.length);
    expect(sizes).toEqual([2, 1]);
  });

  test('requests no page after an early exit', async () => {
    const { call, sent } = started([page('ab', 't'), page('c')]);
    for await (const { name } of call) if (name === 'b') break;
    expect(sent).toHaveLength(1);
  });

  test.each([
    [0, '', 0],
    [1, 'a', 1],
    [2, 'ab', 1],
    [3, 'abc', 2],
    [9, 'abc', 2],
  ])('with maxItems %i returns "%s" in %i requests', async (maxItems, expected, count) => {
    const { call, sent } = started([page('ab', 't'), page('c')], { maxItems });
    expect(await names(call)).toBe(expected);
    expect(sent).toHaveLength(count);
  });

  test('stops when it is aborted, between items too', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { call, sent } = started([page('abc', 't')], { signal: controller.signal });
    const seen: string[] = [];
    const run = async (): Promise<void> => {
      for await (const { name } of call) {
        seen.push(name);
        if (name === 'b') controller.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect(seen).toEqual(['a', 'b']);
    expect(sent).toHaveLength(1);
  });

  test('rejects like its request each time, and retries each page', async () => {
    const { call, sent } = started([page('a', 't'), unavailable, page('b')]);
    expect(await names(call)).toBe('ab');
    expect(tokens(sent)).toEqual([null, 't', 't']);
    const broken = started([{ status: 403 }]);
    expect(await catchError(ApiError, broken.call)).toBe(await catchError(ApiError, names(broken.call)));
    expect(await broken.call.catch(() => 'caught')).toBe('caught');
    const settled = vi.fn();
    await expect(broken.call.finally(settled)).rejects.toBeInstanceOf(ApiError);
    expect(settled).toHaveBeenCalledOnce();
  });

  test('does not loop on repeated tokens', async () => {
    const { call } = started([page('a', 't')]);
    expect(await catchError(DiscogenError, names(call))).toMatchObject({ message: expect.stringContaining('page token') as string });
  });

  test('does not change with later changes of its parameters', async () => {
    const { fetch, sent } = script(page('a'));
    const params = { project: 'p' };
    const call = list(connect(fetch), params);
    params.project = 'q';
    await call;
    expect(sent[0]?.url).toContain('/projects/p/');
  });

  test('bound in a client stays lazy', async () => {
    const { fetch, sent } = script(page('a'));
    const compute = bindMethods<Client & { sslPolicies: { list(params: Values): PagedCall<Item, Page> } }>(connect(fetch), {
      sslPolicies: { list },
    });
    const call = compute.sslPolicies.list({ project: 'p' });
    expect(sent).toEqual([]);
    expect(await names(call)).toBe('a');
  });
});

test('lists keyed by scope return pairs', async () => {
  const aggregated = defineListMethod<Values, object, [string, { disks: Item[] }]>({ ...descriptor, list: { items: 'items', map: true } });
  const answers = [
    { body: { items: { 'zones/a': { disks: [1] } }, nextPageToken: 't' } },
    { body: { items: { 'zones/b': { disks: [2] } } } },
  ];
  const seen: unknown[] = [];
  for await (const entry of aggregated(connect(script(...answers).fetch), { project: 'p' })) seen.push(entry);
  expect(seen).toEqual([
    ['zones/a', { disks: [1] }],
    ['zones/b', { disks: [2] }],
  ]);
});

describe('page tokens', () => {
  const search = defineListMethod<Values, Page, Item>(
    {
      id: 'x.search',
      httpMethod: 'POST',
      path: 'x/search',
      body: 1,
      list: { items: 'rows', pageToken: 'after', nextPageToken: 'next', in: 'body' },
    },
    addPageTokenToBody,
  );
  test.each<[string, Values, (string | undefined)[]]>([
    ['in the body', { requestBody: { q: 1 } }, ['{"q":1}', '{"q":1,"after":"t"}']],
    ['in a body of their own', {}, [undefined, '{"after":"t"}']],
  ])('use other names, and %s', async (_, params, bodies) => {
    const { fetch, sent } = script({ body: { rows: [{ name: 'a' }], next: 't' } }, { body: { rows: [{ name: 'b' }] } });
    expect(await names(search(connect(fetch), params))).toBe('ab');
    expect(sent.map(({ body }) => body)).toEqual(bodies);
  });
});
