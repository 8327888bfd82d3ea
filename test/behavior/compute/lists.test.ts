/** Lists: bounds, pages, tokens, order, warnings, partial success. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { readNames, origin, summarizeError, createSeed, startMock, type MockClient, type HttpResult } from '../request.js';
import { certificate } from '../../support/pem.js';

const lists = [
  { name: 'sslPolicies', path: '/compute/v1/projects/p/global/sslPolicies', scope: 'global', kind: 'compute#sslPoliciesList', body: {} },
  {
    name: 'regionSslCertificates',
    path: '/compute/v1/projects/p/regions/r/sslCertificates',
    scope: 'regions/r',
    kind: 'compute#sslCertificateList',
    body: { certificate },
  },
] as const;

type List = (typeof lists)[number];
const createNames = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `n${String(index).padStart(4, '0')}`);

function start({ path, body }: List, names: readonly string[], options: Parameters<typeof startMock>[1] = {}): MockClient {
  const toTime = (index: number): string => new Date(Date.UTC(2025, 0, 1) + index * 1000).toISOString();
  const bodies = names.map((name, index): JsonObject & { name: string } => ({ ...body, name, creationTimestamp: toTime(index) }));
  return startMock('compute', { seed: createSeed(path, bodies), ...options });
}

/** Returns the names of the items of each page. */
async function listPages({ send }: MockClient, path: string, query: string, onPage = async (): Promise<void> => {}): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let token = '';
  do {
    const response: HttpResult = await send(`GET ${path}?${query}${token === '' ? '' : `&pageToken=${token}`}`);
    expect(response.status).toBe(200);
    pages.push([...readNames(response)]);
    token = (response.body['nextPageToken'] as string | undefined) ?? '';
    await onPage();
  } while (token !== '' && pages.length < 100);
  return pages;
}

describe.each(lists)('$name', (list) => {
  const { path, kind, scope } = list;

  test('returns kind, ID, selfLink, and items', async () => {
    const { body } = await start(list, ['a', 'b']).send(`GET ${path}`);
    expect(body).toMatchObject({ kind, id: expect.any(String) as unknown, selfLink: `${origin}${path}` });
    expect(readNames({ body } as HttpResult)).toEqual(['a', 'b']);
    expect(body).not.toHaveProperty('nextPageToken');
    expect(body).not.toHaveProperty('warning');
  });

  test.each([
    ['maxResults=1', 1],
    ['maxResults=2', 2],
    ['maxResults=499', 499],
    ['maxResults=500', 500],
    ['maxResults=0', 500],
    ['', 500],
  ])('returns a page for ?%s: %i of 501 items', async (query, count) => {
    const response = await start(list, createNames(501)).send(`GET ${path}?${query}`);
    expect(readNames(response)).toHaveLength(count);
    expect(response.body['nextPageToken']).toEqual(expect.any(String));
  });

  test.each(['501', '-1', '1.5', 'x', '1e3', '99999999999', '0x10', 'NaN', ' 1'])('rejects maxResults=%s with 400', async (text) => {
    const response = await start(list, []).send(`GET ${path}?maxResults=${encodeURIComponent(text)}`);
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'maxResults' });
  });

  test('returns no token if the last page is exactly full', async () => {
    const { body } = await start(list, createNames(3)).send(`GET ${path}?maxResults=3`);
    expect(body).not.toHaveProperty('nextPageToken');
  });

  test.each([1, 2, 3, 7, 20])('returns each item once, in order, with pages of %i', async (size) => {
    const names = createNames(20);
    const pages = await listPages(start(list, [...names].reverse()), path, `maxResults=${size}`);
    expect(pages.flat()).toEqual(names);
    expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true);
  });

  test('orders names by code points', async () => {
    const ordered = ['a', 'a-0', 'a-b', 'a0', 'ab', 'b'];
    expect(readNames(await start(list, [...ordered].reverse()).send(`GET ${path}`))).toEqual(ordered);
  });

  test.each(['name', ''])('orders by name for orderBy=%s', async (order) => {
    expect(readNames(await start(list, ['b', 'a', 'c']).send(`GET ${path}?orderBy=${encodeURIComponent(order)}`))).toEqual(['a', 'b', 'c']);
  });

  test('orders by creation time, latest first, across pages', async () => {
    const client = start(list, ['b', 'a', 'c', 'e', 'd']);
    expect((await listPages(client, path, 'orderBy=creationTimestamp%20desc&maxResults=2')).flat()).toEqual(['d', 'e', 'c', 'a', 'b']);
    expect(readNames(await client.send(`GET ${path}?orderBy=creationTimestamp+desc`))).toEqual(['d', 'e', 'c', 'a', 'b']);
  });

  test.each([' creationTimestamp  desc ', 'creationTimestamp\tdesc', ' name '])('ignores redundant spaces in orderBy=%j', async (order) => {
    const client = start(list, ['b', 'a']);
    const validated = await client.send(`GET ${path}?orderBy=${encodeURIComponent(order)}`);
    expect(readNames(validated)).toEqual(['a', 'b']);
  });

  test('orders times that differ by less than a millisecond', async () => {
    const times = { a: '12:00:00.5Z', b: '12:00:00.500000001Z', c: '13:00:00.4999999+01:00', d: '12:00:00.50001Z' };
    const bodies = Object.entries(times).map(([name, time]) => ({ ...list.body, name, creationTimestamp: `2025-01-01T${time}` }));
    const client = startMock('compute', { seed: createSeed(path, bodies) });
    expect((await listPages(client, path, 'orderBy=creationTimestamp%20desc&maxResults=1')).flat()).toEqual(['d', 'b', 'a', 'c']);
  });

  test.each([
    'creationTimestamp',
    'creationTimestamp asc',
    'name asc',
    'name desc',
    'id',
    'nonsense',
    'name,creationTimestamp desc',
    'name,',
    ' , name',
    'NAME',
    'creationTimestamp DESC',
  ])('rejects orderBy=%s with 400', async (order) => {
    const response = await start(list, []).send(`GET ${path}?orderBy=${encodeURIComponent(order)}`);
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'orderBy' });
  });

  describe('a page token', () => {
    const getToken = async (client: MockClient, query = ''): Promise<string> => {
      const { body } = await client.send(`GET ${path}?maxResults=2${query}`);
      return String(body['nextPageToken']);
    };

    test.each([
      ['another filter', '', '&filter=name%3An*'],
      ['an added filter', '', '&filter=name%3An0001'],
      ['a removed filter', '&filter=name!%3Dx', ''],
      ['another order', '', '&orderBy=creationTimestamp+desc'],
    ])('is rejected with 400 for a request with %s', async (_, before, after) => {
      const client = start(list, createNames(5));
      const token = await getToken(client, before);
      expect(summarizeError(await client.send(`GET ${path}?maxResults=2&pageToken=${token}${after}`))).toMatchObject({
        status: 400,
        reason: 'invalid',
        location: 'pageToken',
      });
    });

    test('is rejected with 400 in another project', async () => {
      const client = start(list, createNames(5));
      const token = await getToken(client);
      expect((await client.send(`GET ${path.replace('/p/', '/q/')}?pageToken=${token}`)).status).toBe(400);
    });

    test.each(['x', '!', '%00', 'AAAA', 'a'.repeat(2000), '%F0%9F%98%80'])('is rejected with 400 if it is %s', async (token) => {
      expect(summarizeError(await start(list, createNames(5)).send(`GET ${path}?pageToken=${token}`))).toMatchObject({
        status: 400,
        reason: 'invalid',
        location: 'pageToken',
      });
    });

    test('is rejected with 400 if it was modified', async () => {
      const client = start(list, createNames(5));
      const token = await getToken(client);
      const middle = Math.floor(token.length / 2);
      const modified = `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`;
      expect((await client.send(`GET ${path}?pageToken=${modified}`)).status).toBe(400);
    });

    test('accepts another page size', async () => {
      const client = start(list, createNames(5));
      const token = await getToken(client);
      expect(readNames(await client.send(`GET ${path}?pageToken=${token}&maxResults=1`))).toEqual(['n0002']);
    });

    test('starts at the first page if it is empty', async () => {
      expect(readNames(await start(list, createNames(2)).send(`GET ${path}?pageToken=`))).toHaveLength(2);
    });

    test('can be used again', async () => {
      const client = start(list, createNames(5));
      const token = await getToken(client);
      const fetchPage = async (): Promise<unknown> => (await client.send(`GET ${path}?maxResults=2&pageToken=${token}`)).body;
      expect(await fetchPage()).toEqual(await fetchPage());
    });
  });

  describe('pages stay consistent while items are created and deleted', () => {
    const addItem = async (client: MockClient, name: string): Promise<void> =>
      client.mock.seed({ resources: { [`${path}/${name}`]: { ...list.body, name } } });

    test('omits an item created before the current position and repeats no item', async () => {
      const client = start(list, ['b', 'd', 'f', 'h']);
      let pageCount = 0;
      const pages = await listPages(client, path, 'maxResults=2', async () => {
        if (pageCount++ === 0) await addItem(client, 'a');
      });
      expect(pages.flat()).toEqual(['b', 'd', 'f', 'h']);
    });

    test('includes an item created after the current position', async () => {
      const client = start(list, ['b', 'd', 'f', 'h']);
      let pageCount = 0;
      const pages = await listPages(client, path, 'maxResults=2', async () => {
        if (pageCount++ === 0) await addItem(client, 'e');
      });
      expect(pages.flat()).toEqual(['b', 'd', 'e', 'f', 'h']);
    });

    test('continues after the last returned item is deleted', async () => {
      const client = start(list, ['b', 'd', 'f', 'h']);
      let pageCount = 0;
      const pages = await listPages(client, path, 'maxResults=2', async () => {
        if (pageCount++ > 0) return;
        const { resources = {} } = await client.mock.state();
        const remaining = Object.fromEntries(Object.entries(resources).filter(([each]) => !each.endsWith('/d')));
        await client.admin('PUT state', { ...(await client.mock.state()), resources: remaining });
      });
      expect(pages.flat()).toEqual(['b', 'd', 'f', 'h']);
    });
  });

  describe('an empty page', () => {
    test.each([
      ['no resources', ''],
      ['no match', '?filter=name%3Dnone'],
    ])('warns with NO_RESULTS_ON_PAGE and the scope: %s', async (_, query) => {
      const { status, body } = await start(list, query === '' ? [] : ['a']).send(`GET ${path}${query}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        kind,
        warning: {
          code: 'NO_RESULTS_ON_PAGE',
          message: expect.any(String) as unknown,
          data: [{ key: 'scope', value: expect.stringContaining(scope) as unknown }],
        },
      });
      expect(body['items'] ?? []).toEqual([]);
    });
  });

  describe('an unreachable scope', () => {
    const makeUnreachable = async (client: MockClient): Promise<void> => client.mock.faults.add({ unreachable: [scope] });

    test.each(['', '?returnPartialSuccess=false'])('fails the list%s', async (query) => {
      const client = start(list, ['a']);
      await makeUnreachable(client);
      expect(summarizeError(await client.send(`GET ${path}${query}`))).toMatchObject({ status: 503, reason: 'backendError' });
    });

    test('becomes a warning with returnPartialSuccess=true', async () => {
      const client = start(list, ['a']);
      await makeUnreachable(client);
      const { status, body } = await client.send(`GET ${path}?returnPartialSuccess=true`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        warning: { code: expect.any(String) as unknown, data: [{ key: 'scope', value: expect.stringContaining(scope) as unknown }] },
      });
    });

    test('does not affect other scopes', async () => {
      const client = start(list, ['a']);
      await client.mock.faults.add({ unreachable: ['regions/elsewhere'] });
      expect(readNames(await client.send(`GET ${path}`))).toEqual(['a']);
    });

    test('does not change the response with returnPartialSuccess if no scope fails', async () => {
      const client = start(list, ['a', 'b']);
      expect((await client.send(`GET ${path}?returnPartialSuccess=true`)).body).toEqual((await client.send(`GET ${path}`)).body);
    });
  });

  test.each(['yes', '1', 'TRUEISH'])('rejects returnPartialSuccess=%s with 400', async (text) => {
    expect(summarizeError(await start(list, []).send(`GET ${path}?returnPartialSuccess=${text}`))).toMatchObject({
      status: 400,
      location: 'returnPartialSuccess',
    });
  });

  test.each([{ a: 1 }, {}, [], 'x'])('rejects a body with 400: %j', async (body) => {
    expect((await start(list, []).send(`GET ${path}`, body)).status).toBe(400);
  });

  test.each(['maxresults=1', 'nonsense=1', 'filters=x'])('rejects an unknown parameter with 400: %s', async (query) => {
    expect(summarizeError(await start(list, []).send(`GET ${path}?${query}`))).toMatchObject({ status: 400, reason: 'invalid' });
  });

  test.each(['alt=json', '$alt=json;enum-encoding=int', 'key=k', 'quotaUser=q', 'prettyPrint=false', '$.xgafv=1', 'userIp=1'])(
    'accepts a common parameter: %s',
    async (query) => {
      expect((await start(list, ['a']).send(`GET ${path}?${query}`)).status).toBe(200);
    },
  );

  test('rejects a repeated parameter with 400', async () => {
    expect((await start(list, []).send(`GET ${path}?maxResults=1&maxResults=2`)).status).toBe(400);
  });

  test('returns all matches of a selective filter across short pages', async () => {
    const client = start(list, createNames(6001));
    expect(await listPages(client, path, 'filter=name%3Dn6000')).toEqual([[], ['n6000']]);
  });
});
