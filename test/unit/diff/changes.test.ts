/** Single edits of a small specification with their consequences for API users. */
import { describe, expect, test } from 'vitest';
import { base, diffChanges, editBase } from './base.js';
import { tables } from './cases.js';

describe.each(Object.entries(tables))('%s', (_, table) => {
  test.each(table)('$name', async ({ edits, found }) => {
    expect([...(await diffChanges(base, editBase(base, ...edits)))].sort()).toEqual([...found].sort());
  });

  test('undoing every edit reverses additions and removals', async () => {
    for (const { edits } of table) {
      const next = editBase(base, ...edits);
      const [there, back] = [await diffChanges(base, next), await diffChanges(next, base)];
      expect(members(back, 'removed'), JSON.stringify(edits)).toEqual(members(there, 'added'));
      expect(members(back, 'added'), JSON.stringify(edits)).toEqual(members(there, 'removed'));
      expect(back.length, JSON.stringify(edits)).toBe(there.length);
    }
  });
});

/** Additions and removals without their consequences. */
function members(changes: readonly string[], how: 'added' | 'removed'): readonly string[] {
  return changes.flatMap((change) => (change.includes(`-${how} `) ? [change.replace(/^\w+ /, '').replace(`-${how} `, ' ')] : [])).sort();
}

test('equal versions have no changes', async () => {
  expect(await diffChanges(base, base)).toEqual([]);
});

describe('a field that only some methods require', () => {
  const version = (...asking: readonly string[]): string =>
    editBase(
      base,
      [
        '      low: {',
        `      mark: { type: string${asking.length === 0 ? '' : `, annotations: { required: [${asking.join(', ')}] }`} }\n      low: {`,
      ],
      ['      update:\n', '      add: { id: shop.things.add, httpMethod: POST, path: things, request: { $ref: Thing } }\n      update:\n'],
    );
  const add = 'shop.things.add';
  const update = 'shop.things.update';
  test.each([
    ['by one more', [], [add], ['breaking required-changed Thing.mark']],
    ['by one less', [add], [], ['minor required-changed Thing.mark']],
    ['by another', [add], [update], ['breaking required-changed Thing.mark', 'minor required-changed Thing.mark']],
    ['by all', [add], [add, update], ['breaking required-changed Thing.mark']],
    ['by one of all', [add, update], [update], ['breaking required-changed Thing.mark']],
    ['by the same', [add], [add], []],
  ])('%s', async (_, old, next, found) => {
    expect([...(await diffChanges(version(...old), version(...next)))].sort()).toEqual(found);
  });
});

describe('base address and body format', () => {
  const place = 'servicePath: shop/v1/';
  const west = '{ location: west, endpointUrl: "https://west.example/" }';
  test.each([
    ['a location is removed', [[`, ${west}`, '']], ['breaking endpoint-removed shop']],
    ['a location is added', [[west, `${west}, { location: east, endpointUrl: "https://east.example/" }`]], ['minor endpoint-added shop']],
    ['a location moves', [['https://west.', 'https://further-west.']], ['breaking address-changed shop']],
    ['bodies stand below `data`', [[place, `${place}\nfeatures: [dataWrapper]`]], ['breaking wrapping-changed shop']],
    [
      'a variable accepts several segments if its pattern allows them',
      [
        ['path: things/{thing}', "path: 'things/{+thing}'"],
        ['thing: { type: string, location: path', "thing: { type: string, pattern: '[a-z/]+', location: path"],
      ],
      ['minor route-changed things.get', 'breaking pattern-changed things.get(thing)'],
    ],
    ['an unused feature', [[place, `${place}\nfeatures: [other]`]], []],
  ] as const)('%s', async (_, edits, found) => {
    expect(await diffChanges(base, editBase(base, ...edits))).toEqual(found);
  });
});
