/** Pages, sort orders, filters, and partial results of lists. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../../templates/runtime/mock/index.js';
import { createTestMock, readMessage, readReason, type TestMock } from '../../fixtures.js';

const list = '/compute/v1/projects/p/global/sslPolicies';

const seedPolicies = (names: readonly string[]): { seed: { resources: Record<string, JsonObject> } } => ({
  seed: { resources: Object.fromEntries(names.map((name) => [`${list}/${name}`, { name }])) },
});

const listNames = (body: JsonObject): readonly string[] => ((body['items'] ?? []) as readonly { name: string }[]).map(({ name }) => name);

/** Lists all names page by page, and calls `afterPage` after each page. */
async function listAllNames(
  { send }: TestMock,
  query: string,
  afterPage: (names: readonly string[]) => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const names: string[] = [];
  let token: unknown = '';
  do {
    const { status, body } = await send(`GET ${list}?${query}&pageToken=${String(token)}`);
    expect(status).toBe(200);
    names.push(...listNames(body));
    token = body['nextPageToken'];
    await afterPage(names);
  } while (token !== undefined);
  return names;
}

describe('a list', () => {
  it('has its kind, ID, selfLink, and items', async () => {
    const { send } = createTestMock(seedPolicies(['b', 'a']));
    const { body } = await send(`GET ${list}`);
    expect(body).toMatchObject({
      kind: 'compute#sslPoliciesList',
      id: 'projects/p/global/sslPolicies',
      selfLink: `http://mock.test${list}`,
    });
    expect(body['items']).toMatchObject([{ kind: 'compute#sslPolicy', name: 'a', selfLink: `http://mock.test${list}/a` }, { name: 'b' }]);
    expect(body).not.toHaveProperty('nextPageToken');
  });

  it('warns about an empty page', async () => {
    const { send } = createTestMock();
    const { body } = await send(`GET ${list}`);
    expect(body).toMatchObject({ warning: { code: 'NO_RESULTS_ON_PAGE' } });
    expect(body).not.toHaveProperty('items');
  });

  it.each([
    ['0', 200],
    ['1', 200],
    ['500', 200],
    ['501', 400],
    ['-1', 400],
    ['1.5', 400],
    ['many', 400],
  ])('maxResults=%s returns %i', async (size, status) => {
    const { send } = createTestMock(seedPolicies(['a']));
    expect((await send(`GET ${list}?maxResults=${size}`)).status).toBe(status);
  });

  it('returns a token only if more items follow', async () => {
    const { send } = createTestMock(seedPolicies(['a', 'b']));
    expect((await send(`GET ${list}?maxResults=2`)).body).not.toHaveProperty('nextPageToken');
    expect((await send(`GET ${list}?maxResults=1`)).body).toHaveProperty('nextPageToken');
  });

  it('rejects a token of another filter, order, or collection, and an invalid token', async () => {
    const { send } = createTestMock(seedPolicies(['a', 'b', 'c']));
    const token = String((await send(`GET ${list}?maxResults=1`)).body['nextPageToken']);
    const other = list.replace('/p/', '/q/');
    for (const invalidRequest of [
      `${list}?filter=name=a&pageToken=${token}`,
      `${list}?orderBy=creationTimestamp%20desc&pageToken=${token}`,
      `${other}?pageToken=${token}`,
      `${list}?pageToken=abc`,
      `${list}?pageToken=%25`,
    ]) {
      const response = await send(`GET ${invalidRequest}`);
      expect([response.status, readReason(response)]).toEqual([400, 'invalid']);
    }
    expect((await send(`GET ${list}?maxResults=2&pageToken=${token}`)).status).toBe(200);
  });

  it('sorts by name or by creation time, latest first', async () => {
    const { send, mock } = createTestMock();
    for (const name of ['b', 'c', 'a']) {
      await send(`POST ${list}`, { name });
      await mock.clock.advance(1000);
    }
    expect(listNames((await send(`GET ${list}?orderBy=name`)).body)).toEqual(['a', 'b', 'c']);
    expect(listNames((await send(`GET ${list}?orderBy=creationTimestamp%20desc`)).body)).toEqual(['a', 'c', 'b']);
    expect((await send(`GET ${list}?orderBy=profile`)).status).toBe(400);
  });

  it.each(['', '&orderBy=creationTimestamp%20desc', '&filter=name!=zz'])(
    'returns each unchanged item once while other items are created (%s)',
    async (query) => {
      const name = fc.stringMatching(/^[a-f]{1,3}$/);
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(name, { maxLength: 12 }),
          fc.array(fc.tuple(fc.boolean(), name), { maxLength: 12 }),
          fc.integer({ min: 1, max: 4 }),
          async (filterSeed, edits, size) => {
            const testMock = createTestMock(seedPolicies(filterSeed));
            const unchanged = new Set(filterSeed.filter((entry) => !edits.some(([, changedName]) => changedName === entry)));
            const remaining = [...edits];
            const names = await listAllNames(testMock, `maxResults=${size}${query}`, async () => {
              const edit = remaining.shift();
              if (edit) await (edit[0] ? testMock.send(`POST ${list}`, { name: edit[1] }) : testMock.mock.seed({}));
            });
            expect(names.filter((entry) => unchanged.has(entry)).sort()).toEqual([...unchanged].sort());
            expect(new Set(names).size).toBe(names.length);
          },
        ),
        { numRuns: 40 },
      );
    },
  );

  it('returns a partial result if requested', async () => {
    const { send, mock } = createTestMock(seedPolicies(['a']));
    await mock.faults.add({ unreachable: ['global'] });
    const response = await send(`GET ${list}`);
    expect([response.status, readReason(response)]).toEqual([503, 'backendError']);
    expect((await send(`GET ${list}?returnPartialSuccess=true`)).body).toMatchObject({
      warning: { code: 'UNREACHABLE', data: [{ key: 'scope', value: 'global' }] },
    });
  });

  it('supports a field mask', async () => {
    const { send } = createTestMock(seedPolicies(['a', 'b']));
    const { body } = await send(`GET ${list}?fields=items(name),nextPageToken&maxResults=1`);
    expect(body).toEqual({ items: [{ name: 'a' }], nextPageToken: expect.any(String) as string });
    expect((await send(`GET ${list}?fields=items/name`)).body).toEqual({ items: [{ name: 'a' }, { name: 'b' }] });
    for (const invalidRequest of ['items/nothing', 'nothing', 'items(name', 'a,,b', 'items()'])
      expect((await send(`GET ${list}?fields=${encodeURIComponent(invalidRequest)}`)).status).toBe(400);
  });
});

describe('a filter', () => {
  const filterSeed = {
    seed: {
      resources: {
        [`${list}/a`]: { name: 'a', profile: 'MODERN', id: '9', description: 'say "AND" eq (x)' },
        [`${list}/b`]: { name: 'b', profile: 'CUSTOM', id: '10', description: '', creationTimestamp: '2020-01-01T00:00:00Z' },
        [`${list}/c.c`]: { name: 'c.c', profile: 'MODERN', id: '18446744073709551615', creationTimestamp: '2020-01-01T01:30:00+01:00' },
      },
    },
  };

  it.each([
    ['name=a', ['a']],
    ['name = "a"', ['a']],
    ['name != a', ['b', 'c.c']],
    ['name:c', ['c.c']],
    ['name = a OR name = b AND profile = CUSTOM', ['b']],
    ['profile = MODERN AND name = a OR name = b', ['a']],
    ['(profile = MODERN) (name = a)', ['a']],
    ['(profile = MODERN) AND (name = a OR name = b)', ['a']],
    ['NOT name = a', ['b', 'c.c']],
    ['-name = a', ['b', 'c.c']],
    ['-(name = a OR name = b)', ['c.c']],
    ['description = "say \\"AND\\" eq (x)"', ['a']],
    ['description:*', ['a']],
    ['id < 10', ['a']],
    ['id >= 10', ['b', 'c.c']],
    ['id = 18446744073709551615', ['c.c']],
    ['name = *c', ['c.c']],
    ['name = "c.*"', ['c.c']],
    ['name = "c\\*"', []],
    ['name < b', ['a']],
    ['creationTimestamp < 2020-01-01T00:15:00Z', ['b']],
    ['creationTimestamp > "2020-01-01T00:15:00Z" AND creationTimestamp < "2020-06-01T00:00:00+02:00"', ['c.c']],
    ['name = "*"', ['a', 'b', 'c.c']],
  ])('matches items: %s', async (filter, names) => {
    const { send } = createTestMock(filterSeed);
    const { status, body } = await send(`GET ${list}?filter=${encodeURIComponent(filter)}`);
    expect([status, listNames(body)]).toEqual([200, names]);
  });

  it.each([
    ['name eq a', ['a']],
    ['name ne a', ['b', 'c.c']],
    ['name eq c', []],
    ['name eq c.c', ['c.c']],
    ['name eq a|b', ['a', 'b']],
    ['name eq (a|b)', ['a', 'b']],
    ['name eq "a|b"', ['a', 'b']],
    ["name eq '[ab]'", ['a', 'b']],
    ['(name ne a) (name ne "b")', ['c.c']],
    ['(name eq [^)]) (name ne b)', ['a']],
    ['description eq "say .* [(]x[)]"', ['a']],
  ])('matches items: %s', async (filter, names) => {
    const { send } = createTestMock(filterSeed);
    const { status, body } = await send(`GET ${list}?filter=${encodeURIComponent(filter)}`);
    expect([status, listNames(body)]).toEqual([200, names]);
  });

  it.each([
    ['nothing = a', 1],
    ['name = a AND nothing = b', 14],
    ['name', 5],
    ['"name" = a', 1],
    ['name = ', 8],
    ['(name = a', 10],
    ['name = a)', 9],
    ['name = a and name = b', 14],
    ['name = "a', 8],
    ['= a', 1],
    ['name = a AND', 13],
    ['AND', 1],
    ['name.inner = a', 1],
    ['name eq', undefined],
    ['nothing eq a', undefined],
    ['name eq a AND profile = MODERN', undefined],
    ['profile = MODERN AND name eq a', undefined],
    ['name eq a b', undefined],
    ['(name eq a) (profile eq b)', undefined],
    ['name eq (', undefined],
    ['(name eq a) (profile = MODERN)', undefined],
    ['(profile = MODERN) (name eq a)', undefined],
    ['f(name) = a', undefined],
  ])('rejects %s', async (filter, position) => {
    const { send } = createTestMock(filterSeed);
    const response = await send(`GET ${list}?filter=${encodeURIComponent(filter)}`);
    expect([response.status, readReason(response)]).toEqual([400, 'invalid']);
    expect(response.body).toMatchObject({ error: { errors: [{ location: 'filter', locationType: 'parameter' }] } });
    if (position !== undefined) expect(readMessage(response)).toContain(`at position ${position}.`);
  });

  it('never returns an internal error for any filter', async () => {
    const { send } = createTestMock(filterSeed);
    const filterToken = fc.constantFrom(
      'name',
      'id',
      '=',
      '!=',
      ':',
      '<',
      '(',
      ')',
      'AND',
      'OR',
      'NOT',
      '-',
      '"',
      "'",
      '*',
      '\\',
      ' ',
      'a',
      '1',
      '.',
      'eq',
      ',',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(filterToken, { maxLength: 10 }), async (tokens) => {
        const { status } = await send(`GET ${list}?filter=${encodeURIComponent(tokens.join(''))}`);
        expect([200, 400]).toContain(status);
      }),
    );
  });

  it('returns a short page with a token for a selective filter without missing an item', async () => {
    const names = Array.from({ length: 12_000 }, (_, index) => `n${String(index).padStart(5, '0')}`);
    const testMock = createTestMock(seedPolicies(names));
    const { body } = await testMock.send(`GET ${list}?filter=name=n11999`);
    expect(listNames(body)).toEqual([]);
    expect(body).toHaveProperty('nextPageToken');
    expect(await listAllNames(testMock, 'filter=name=n11999')).toEqual(['n11999']);
  });
});
