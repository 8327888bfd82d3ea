/** Properties of lists: pages while items are created, and arbitrary filters. The tests in test/behavior cover ordinary lists. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../../templates/runtime/mock/index.js';
import { createTestMock, type TestMock } from '../../fixtures.js';

const list = '/compute/v1/projects/p/global/sslPolicies';

const seedPolicies = (names: readonly string[]): { seed: { resources: Record<string, JsonObject> } } => ({
  seed: { resources: Object.fromEntries(names.map((name) => [`${list}/${name}`, { name }])) },
});

/** Lists all names page by page, and calls `afterPage` after each page. */
async function listAllNames({ send }: TestMock, query: string, afterPage: () => Promise<unknown>): Promise<readonly string[]> {
  const names: string[] = [];
  let token: unknown = '';
  do {
    const { status, body } = await send(`GET ${list}?${query}&pageToken=${String(token)}`);
    expect(status).toBe(200);
    names.push(...((body['items'] ?? []) as readonly { name: string }[]).map(({ name }) => name));
    token = body['nextPageToken'];
    await afterPage();
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
