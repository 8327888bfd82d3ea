/** Lists: bounds, pages, tokens, order, warnings, partial success. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../templates/runtime/mock/index.js';
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
const numbered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `n${String(index).padStart(4, '0')}`);

function start({ path, body }: List, names: readonly string[], options: Parameters<typeof startMock>[1] = {}): MockClient {
  const stamp = (index: number): string => new Date(Date.UTC(2025, 0, 1) + index * 1000).toISOString();
  const bodies = names.map((name, index): JsonObject & { name: string } => ({ ...body, name, creationTimestamp: stamp(index) }));
  return startMock('compute', { seed: createSeed(path, bodies), ...options });
}

/** All pages as lists of names. */
async function pages({ send }: MockClient, path: string, query: string, between = async (): Promise<void> => {}): Promise<unknown[][]> {
  const found: unknown[][] = [];
  let token = '';
  do {
    const answer: HttpResult = await send(`GET ${path}?${query}${token === '' ? '' : `&pageToken=${token}`}`);
    expect(answer.status).toBe(200);
    found.push([...readNames(answer)]);
    token = (answer.body['nextPageToken'] as string | undefined) ?? '';
    await between();
  } while (token !== '' && found.length < 100);
  return found;
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
    const answer = await start(list, numbered(501)).send(`GET ${path}?${query}`);
    expect(readNames(answer)).toHaveLength(count);
    expect(answer.body['nextPageToken']).toEqual(expect.any(String));
  });

  test.each(['501', '-1', '1.5', 'x', '1e3', '99999999999', '0x10', 'NaN', ' 1'])('rejects maxResults=%s with 400', async (text) => {
    const answer = await start(list, []).send(`GET ${path}?maxResults=${encodeURIComponent(text)}`);
    expect(summarizeError(answer)).toEqual({ status: 400, reason: 'invalid', location: 'maxResults' });
  });

  test('returns no token if the last page is exactly full', async () => {
    const { body } = await start(list, numbered(3)).send(`GET ${path}?maxResults=3`);
    expect(body).not.toHaveProperty('nextPageToken');
  });

  test.each([1, 2, 3, 7, 20])('returns each item once, in order, with pages of %i', async (size) => {
    const names = numbered(20);
    const found = await pages(start(list, [...names].reverse()), path, `maxResults=${size}`);
    expect(found.flat()).toEqual(names);
    expect(found.slice(0, -1).every((page) => page.length === size)).toBe(true);
  });

  test('orders names by code points', async () => {
    const ordered = ['a', 'a-0', 'a-b', 'a0', 'ab', 'b'];
    expect(readNames(await start(list, [...ordered].reverse()).send(`GET ${path}`))).toEqual(ordered);
  });

  test.each(['name', ''])('orders by name for orderBy=%s', async (order) => {
    expect(readNames(await start(list, ['b', 'a', 'c']).send(`GET ${path}?orderBy=${encodeURIComponent(order)}`))).toEqual(['a', 'b', 'c']);
  });

  test('orders by creation time, latest first, across pages', async () => {
    const asked = start(list, ['b', 'a', 'c', 'e', 'd']);
    expect((await pages(asked, path, 'orderBy=creationTimestamp%20desc&maxResults=2')).flat()).toEqual(['d', 'e', 'c', 'a', 'b']);
    expect(readNames(await asked.send(`GET ${path}?orderBy=creationTimestamp+desc`))).toEqual(['d', 'e', 'c', 'a', 'b']);
  });

  test('orders times that differ by less than a millisecond', async () => {
    const times = { a: '12:00:00.5Z', b: '12:00:00.500000001Z', c: '13:00:00.4999999+01:00', d: '12:00:00.50001Z' };
    const bodies = Object.entries(times).map(([name, time]) => ({ ...list.body, name, creationTimestamp: `2025-01-01T${time}` }));
    const asked = startMock('compute', { seed: createSeed(path, bodies) });
    expect((await pages(asked, path, 'orderBy=creationTimestamp%20desc&maxResults=1')).flat()).toEqual(['d', 'b', 'a', 'c']);
  });

  test.each([
    'creationTimestamp',
    'creationTimestamp asc',
    'name asc',
    'name desc',
    'id',
    'nonsense',
    'name,creationTimestamp desc',
    'NAME',
    'creationTimestamp DESC',
  ])('rejects orderBy=%s with 400', async (order) => {
    const answer = await start(list, []).send(`GET ${path}?orderBy=${encodeURIComponent(order)}`);
    expect(summarizeError(answer)).toEqual({ status: 400, reason: 'invalid', location: 'orderBy' });
  });

  describe('a page token', () => {
    const tokenOf = async (asked: MockClient, query = ''): Promise<string> => {
      const { body } = await asked.send(`GET ${path}?maxResults=2${query}`);
      return String(body['nextPageToken']);
    };

    test.each([
      ['another filter', '', '&filter=name%3An*'],
      ['a filter where there was none', '', '&filter=name%3An0001'],
      ['no filter where there was one', '&filter=name!%3Dx', ''],
      ['another order', '', '&orderBy=creationTimestamp+desc'],
    ])('is rejected with 400 if %s differs', async (_, before, after) => {
      const asked = start(list, numbered(5));
      const token = await tokenOf(asked, before);
      expect(summarizeError(await asked.send(`GET ${path}?maxResults=2&pageToken=${token}${after}`))).toMatchObject({
        status: 400,
        reason: 'invalid',
        location: 'pageToken',
      });
    });

    test('is rejected with 400 in another project', async () => {
      const asked = start(list, numbered(5));
      const token = await tokenOf(asked);
      expect((await asked.send(`GET ${path.replace('/p/', '/q/')}?pageToken=${token}`)).status).toBe(400);
    });

    test.each(['x', '!', '%00', 'AAAA', 'a'.repeat(2000), '%F0%9F%98%80'])('is rejected with 400 if it is %s', async (token) => {
      expect(summarizeError(await start(list, numbered(5)).send(`GET ${path}?pageToken=${token}`))).toMatchObject({
        status: 400,
        reason: 'invalid',
        location: 'pageToken',
      });
    });

    test('is rejected with 400 if it was modified', async () => {
      const asked = start(list, numbered(5));
      const token = await tokenOf(asked);
      const at = Math.floor(token.length / 2);
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect((await asked.send(`GET ${path}?pageToken=${changed}`)).status).toBe(400);
    });

    test('accepts another page size', async () => {
      const asked = start(list, numbered(5));
      const token = await tokenOf(asked);
      expect(readNames(await asked.send(`GET ${path}?pageToken=${token}&maxResults=1`))).toEqual(['n0002']);
    });

    test('starts at the first page if it is empty', async () => {
      expect(readNames(await start(list, numbered(2)).send(`GET ${path}?pageToken=`))).toHaveLength(2);
    });

    test('can be used again', async () => {
      const asked = start(list, numbered(5));
      const token = await tokenOf(asked);
      const ask = async (): Promise<unknown> => (await asked.send(`GET ${path}?maxResults=2&pageToken=${token}`)).body;
      expect(await ask()).toEqual(await ask());
    });
  });

  describe('pages stay consistent while items are created and deleted', () => {
    const grow = async (asked: MockClient, name: string): Promise<void> =>
      asked.mock.seed({ resources: { [`${path}/${name}`]: { ...list.body, name } } });

    test('omits an item created before the current position and repeats no item', async () => {
      const asked = start(list, ['b', 'd', 'f', 'h']);
      let turn = 0;
      const found = await pages(asked, path, 'maxResults=2', async () => {
        if (turn++ === 0) await grow(asked, 'a');
      });
      expect(found.flat()).toEqual(['b', 'd', 'f', 'h']);
    });

    test('includes an item created after the current position', async () => {
      const asked = start(list, ['b', 'd', 'f', 'h']);
      let turn = 0;
      const found = await pages(asked, path, 'maxResults=2', async () => {
        if (turn++ === 0) await grow(asked, 'e');
      });
      expect(found.flat()).toEqual(['b', 'd', 'e', 'f', 'h']);
    });

    test('continues after the last returned item is deleted', async () => {
      const asked = start(list, ['b', 'd', 'f', 'h']);
      let turn = 0;
      const found = await pages(asked, path, 'maxResults=2', async () => {
        if (turn++ > 0) return;
        const { resources = {} } = await asked.mock.state();
        const left = Object.fromEntries(Object.entries(resources).filter(([each]) => !each.endsWith('/d')));
        await asked.admin('PUT state', { ...(await asked.mock.state()), resources: left });
      });
      expect(found.flat()).toEqual(['b', 'd', 'f', 'h']);
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
    const cut = async (asked: MockClient): Promise<void> => asked.mock.faults.add({ unreachable: [scope] });

    test.each(['', '?returnPartialSuccess=false'])('fails the list%s', async (query) => {
      const asked = start(list, ['a']);
      await cut(asked);
      expect(summarizeError(await asked.send(`GET ${path}${query}`))).toMatchObject({ status: 503, reason: 'backendError' });
    });

    test('becomes a warning with returnPartialSuccess=true', async () => {
      const asked = start(list, ['a']);
      await cut(asked);
      const { status, body } = await asked.send(`GET ${path}?returnPartialSuccess=true`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        warning: { code: expect.any(String) as unknown, data: [{ key: 'scope', value: expect.stringContaining(scope) as unknown }] },
      });
    });

    test('leaves other scopes alone', async () => {
      const asked = start(list, ['a']);
      await asked.mock.faults.add({ unreachable: ['regions/elsewhere'] });
      expect(readNames(await asked.send(`GET ${path}`))).toEqual(['a']);
    });

    test('does not change the response with returnPartialSuccess if no scope fails', async () => {
      const asked = start(list, ['a', 'b']);
      expect((await asked.send(`GET ${path}?returnPartialSuccess=true`)).body).toEqual((await asked.send(`GET ${path}`)).body);
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
    const asked = start(list, numbered(6001));
    const found = await pages(asked, path, 'filter=name%3Dn6000');
    expect(found.flat()).toEqual(['n6000']);
  });
});
