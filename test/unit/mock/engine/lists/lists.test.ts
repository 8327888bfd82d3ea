/** Pages while items are created, and filters of any text and of fields without a format. The tests in test/behavior cover the rest. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../mock/index.js';
import { createTestMock, type TestMock } from '../../fixtures.js';

const list = '/compute/v1/projects/p/global/sslPolicies';

const seedPolicies = (names: readonly string[]): { seed: { resources: Record<string, JsonObject> } } => ({
  seed: { resources: Object.fromEntries(names.map((name) => [`${list}/${name}`, { name }])) },
});

/** Lists all names page by page, and calls `afterPage` after each page. */
async function listAllNames({ send }: TestMock, query: string, afterPage?: () => Promise<unknown>): Promise<readonly string[]> {
  const names: string[] = [];
  let token: unknown = '';
  do {
    const { status, body } = await send(`GET ${list}?${query}&pageToken=${String(token)}`);
    expect(status).toBe(200);
    names.push(...((body['items'] ?? []) as readonly { name: string }[]).map(({ name }) => name));
    token = body['nextPageToken'];
    await afterPage?.();
  } while (token !== undefined);
  return names;
}

describe('a list', () => {
  it.each(['', '&orderBy=creationTimestamp%20desc', '&filter=name!=zz'])(
    'returns each unchanged item once while other items are created (%s)',
    async (query) => {
      const name = fc.stringMatching(/^[a-f]{1,3}$/);
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(name, { maxLength: 12 }),
          fc.array(fc.option(name), { maxLength: 12 }),
          fc.integer({ min: 1, max: 4 }),
          async (seededNames, createdNames, size) => {
            const testMock = createTestMock(seedPolicies(seededNames));
            const unchanged = new Set(seededNames.filter((entry) => !createdNames.includes(entry)));
            const remaining = [...createdNames];
            const names = await listAllNames(testMock, `maxResults=${size}${query}`, async () => {
              const created = remaining.shift();
              if (created) await testMock.send(`POST ${list}`, { name: created });
            });
            expect(names.filter((entry) => unchanged.has(entry)).sort()).toEqual([...unchanged].sort());
            expect(new Set(names).size).toBe(names.length);
          },
        ),
        { numRuns: 40 },
      );
    },
  );

  it.each([
    ['64-bit integers', 'id > 9', ['b', 'c']],
    ['64-bit integers beyond the precision of a number', 'id = 18446744073709551615', ['c']],
    ['times in a field without a format', 'creationTimestamp < 2020-01-01T00:15:00Z', ['b']],
    ['times in another zone', 'creationTimestamp = "2020-01-01T00:30:00Z"', ['c']],
  ])('compares %s: %s', async (_, filter, names) => {
    const resources = {
      [`${list}/a`]: { id: '9' },
      [`${list}/b`]: { id: '10', creationTimestamp: '2020-01-01T00:00:00Z' },
      [`${list}/c`]: { id: '18446744073709551615', creationTimestamp: '2020-01-01T01:30:00+01:00' },
    };
    const testMock = createTestMock({ seed: { resources } });
    expect(await listAllNames(testMock, `filter=${encodeURIComponent(filter)}`)).toEqual(names);
  });

  it('never returns an internal error for any filter', async () => {
    const { send } = createTestMock(seedPolicies(['a', '1']));
    const filterToken = fc.constantFrom(' ', ...`name id = != : < ( ) AND OR NOT - " ' * \\ a 1 . eq ,`.split(' '));
    await fc.assert(
      fc.asyncProperty(fc.array(filterToken, { maxLength: 10 }), async (tokens) => {
        const { status } = await send(`GET ${list}?filter=${encodeURIComponent(tokens.join(''))}`);
        expect([200, 400]).toContain(status);
      }),
    );
  });
});
