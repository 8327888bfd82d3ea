import { describe, expect, test, vi } from 'vitest';
import { ApiError, bindMethods, defineListMethod, DiscogenError, addPageTokenToBody } from '../../../../runtime/client/index.js';
import type { Client } from '../../../../runtime/client/index.js';
import type { ListOptions, PagedCall } from '../../../../runtime/client/index.js';
import type { MethodDescriptor } from '../../../../runtime/descriptor.js';
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
  parameters: { maxResults: {}, pageToken: {} },
  list: { items: 'policies' },
};
const list = defineListMethod<{ project: string; maxResults?: number; pageToken?: string }, Page, Item>(descriptor);
const createPage = (joinNames: string, nextPageToken?: string): { body: object } => ({
  body: {
    warning: { data: [{ key: 'not an item' }] },
    unreachable: ['x'],
    policies: [...joinNames].map((name) => ({ name })),
    ...(nextPageToken !== undefined && { nextPageToken }),
  },
});
const listPageTokens = (sent: readonly { url: string }[]): (string | null)[] =>
  sent.map(({ url }) => new URL(url).searchParams.get('pageToken'));

async function joinNames(items: AsyncIterable<Item>): Promise<string> {
  let text = '';
  for await (const { name } of items) text += name;
  return text;
}

function startCall(responses: Parameters<typeof script>, options?: ListOptions): { call: PagedCall<Item, Page>; sent: { url: string }[] } {
  const { fetch, sent } = script(...responses);
  return { sent, call: list(connect(fetch), { project: 'p', maxResults: 2 }, options) };
}

describe('a list call', () => {
  test('sends nothing before it is awaited or iterated', async () => {
    const { call, sent } = startCall([createPage('ab')]);
    expect(sent).toEqual([]);
    expect((await call).policies).toHaveLength(2);
    expect(sent).toHaveLength(1);
  });

  test('sends one request if it is awaited twice, or awaited, inspected, and iterated', async () => {
    const { call, sent } = startCall([createPage('ab', 't'), createPage('c')]);
    expect(await call).toBe(await call);
    const response = await call.withResponse();
    expect(response).toMatchObject({ status: 200, body: { nextPageToken: 't' } });
    expect(response.headers).toBe(response.headers);
    expect(await joinNames(call)).toBe('abc');
    expect(listPageTokens(sent)).toEqual([null, 't']);
  });

  test.each<[string, Parameters<typeof script>, string, (string | null)[]]>([
    ['one page', [createPage('ab')], 'ab', [null]],
    ['several pages', [createPage('ab', 't1'), createPage('cd', 't2'), createPage('e')], 'abcde', [null, 't1', 't2']],
    ['an empty page in between', [createPage('a', 't1'), createPage('', 't2'), createPage('b')], 'ab', [null, 't1', 't2']],
    ['a page without the items field', [{ body: { nextPageToken: 't' } }, createPage('a')], 'a', [null, 't']],
    ['an empty token at the end', [createPage('a', '')], 'a', [null]],
    ['a response without a body', [{ status: 204 }], '', [null]],
  ])('iterates over %s', async (_, responses, expected, expectedTokens) => {
    const { call, sent } = startCall(responses);
    expect(await joinNames(call)).toBe(expected);
    expect(listPageTokens(sent)).toEqual(expectedTokens);
    expect(sent.every(({ url }) => url.includes('maxResults=2'))).toBe(true);
  });

  test('iterates over pages', async () => {
    const { call } = startCall([createPage('ab', 't'), createPage('c')]);
    const sizes: (number | undefined)[] = [];
    for await (const { policies } of call.pages()) sizes.push(policies?.length);
    expect(sizes).toEqual([2, 1]);
  });

  test('requests no page after an early exit', async () => {
    const { call, sent } = startCall([createPage('ab', 't'), createPage('c')]);
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
    const { call, sent } = startCall([createPage('ab', 't'), createPage('c')], { maxItems });
    expect(await joinNames(call)).toBe(expected);
    expect(sent).toHaveLength(count);
  });

  test('stops when it is aborted, also between items', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { call, sent } = startCall([createPage('abc', 't')], { signal: controller.signal });
    const entries: string[] = [];
    const iterate = async (): Promise<void> => {
      for await (const { name } of call) {
        entries.push(name);
        if (name === 'b') controller.abort(reason);
      }
    };
    await expect(iterate()).rejects.toBe(reason);
    expect(entries).toEqual(['a', 'b']);
    expect(sent).toHaveLength(1);
  });

  test('rejects each time with the error of its request, and retries each page', async () => {
    const { call, sent } = startCall([createPage('a', 't'), unavailable, createPage('b')]);
    expect(await joinNames(call)).toBe('ab');
    expect(listPageTokens(sent)).toEqual([null, 't', 't']);
    const failing = startCall([{ status: 403 }]);
    expect(await catchError(ApiError, failing.call)).toBe(await catchError(ApiError, joinNames(failing.call)));
    expect(await failing.call.catch(() => 'caught')).toBe('caught');
    const onFinally = vi.fn();
    await expect(failing.call.finally(onFinally)).rejects.toBeInstanceOf(ApiError);
    expect(onFinally).toHaveBeenCalledOnce();
  });

  test('does not loop on repeated tokens', async () => {
    const { call } = startCall([createPage('a', 't')]);
    expect(await catchError(DiscogenError, joinNames(call))).toMatchObject({ message: expect.stringContaining('page token') as string });
  });

  describe('whose page tokens return', () => {
    /** Requests pages until the iteration ends, and returns the number of requests. */
    async function countRequests(getToken: (page: number) => string, limit: number, options = {}): Promise<number> {
      let count = 0;
      const { fetch } = script(async () => {
        count += 1;
        if (count > limit) throw new Error('too many requests');
        const page = { items: [{ name: 'a' }], nextPageToken: getToken(count) };
        return { status: 200, headers: new Headers(), text: async () => JSON.stringify(page) };
      });
      const error = await catchError(DiscogenError, joinNames(list(connect(fetch, { retry: false }), { project: 'p' }, options) as never));
      expect(error.message).toBe('compute.sslPolicies.list: the response repeats a page token');
      return count;
    }

    test.each<[string[], number]>([
      [['a'], 2],
      [['a', 'b'], 3],
      [['a', 'b', 'c'], 4],
      [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 8],
    ])('ends at the first repeated token: %j', async (tokens, requests) => {
      const getToken = (page: number): string => tokens[(page - 1) % tokens.length] as string;
      expect(await countRequests(getToken, 100)).toBe(requests);
      // A request that is sent ahead doesn't repeat a token either.
      expect(await countRequests(getToken, 100, { prefetch: true })).toBe(requests);
    });

    test('ends if the tokens return later', async () => {
      expect(await countRequests((page) => (page < 5 ? `once ${page}` : 'abc'.charAt(page % 3)), 100)).toBe(8);
    });

    test.each([
      [1500, 0],
      [10, 2500],
      [1500, 2500],
    ])('ends within a bound if a cycle of %i pages follows %i pages, which are more than it keeps', async (length, start) => {
      const getToken = (page: number): string => (page <= start ? `${page}` : `cycle ${(page - start) % length}`);
      expect(await countRequests(getToken, 3 * (length + start) + 1000)).toBeGreaterThan(length + start);
    });
  });

  test('copies its parameters', async () => {
    const { fetch, sent } = script(createPage('a'));
    const params = { project: 'p' };
    const call = list(connect(fetch), params);
    params.project = 'q';
    await call;
    expect(sent[0]?.url).toContain('/projects/p/');
  });

  test('is also lazy as a member of a client', async () => {
    const { fetch, sent } = script(createPage('a'));
    const compute = bindMethods<Client & { sslPolicies: { list(params: Values): PagedCall<Item, Page> } }>(connect(fetch), {
      sslPolicies: { list },
    });
    const call = compute.sslPolicies.list({ project: 'p' });
    expect(sent).toEqual([]);
    expect(await joinNames(call)).toBe('a');
  });
});

test('returns key-value pairs for lists keyed by scope', async () => {
  const aggregatedList = defineListMethod<Values, object, [string, { disks: Item[] }]>({
    ...descriptor,
    list: { items: 'items', map: true },
  });
  const responses = [
    { body: { items: { 'zones/a': { disks: [1] } }, nextPageToken: 't' } },
    { body: { items: { 'zones/b': { disks: [2] } } } },
  ];
  const entries: unknown[] = [];
  for await (const entry of aggregatedList(connect(script(...responses).fetch), { project: 'p' })) entries.push(entry);
  expect(entries).toEqual([
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
      body: 'optional',
      list: { items: 'rows', pageToken: 'after', nextPageToken: 'next', in: 'body' },
    },
    addPageTokenToBody,
  );
  test.each<[string, Values, (string | undefined)[]]>([
    ['in the body', { requestBody: { q: 1 } }, ['{"q":1}', '{"q":1,"after":"t"}']],
    ['in a new body', {}, [undefined, '{"after":"t"}']],
  ])('are sent under other names, and %s', async (_, params, bodies) => {
    const { fetch, sent } = script({ body: { rows: [{ name: 'a' }], next: 't' } }, { body: { rows: [{ name: 'b' }] } });
    expect(await joinNames(search(connect(fetch), params))).toBe('ab');
    expect(sent.map(({ body }) => body)).toEqual(bodies);
  });
});
