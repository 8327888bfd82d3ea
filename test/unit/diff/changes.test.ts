/** One edit of a small specification each, and what it means for those who use the API. */
import { describe, expect, test } from 'vitest';
import { base, changesOf, edited } from './base.js';
import { tables } from './cases.js';

describe.each(Object.entries(tables))('%s', (_, table) => {
  test.each(table)('$name', async ({ edits, found }) => {
    expect([...(await changesOf(base, edited(base, ...edits)))].sort()).toEqual([...found].sort());
  });

  test('every edit undone removes what it added, and adds what it removed', async () => {
    for (const { edits } of table) {
      const next = edited(base, ...edits);
      const [there, back] = [await changesOf(base, next), await changesOf(next, base)];
      expect(members(back, 'removed'), JSON.stringify(edits)).toEqual(members(there, 'added'));
      expect(members(back, 'added'), JSON.stringify(edits)).toEqual(members(there, 'removed'));
      expect(back.length, JSON.stringify(edits)).toBe(there.length);
    }
  });
});

/** What was added or removed, without what that means. */
function members(changes: readonly string[], how: 'added' | 'removed'): readonly string[] {
  return changes.flatMap((change) => (change.includes(`-${how} `) ? [change.replace(/^\w+ /, '').replace(`-${how} `, ' ')] : [])).sort();
}

test('versions that are the same differ in nothing', async () => {
  expect(await changesOf(base, base)).toEqual([]);
});
