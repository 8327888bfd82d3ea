/** Single edits of a small specification with their effects on API users. */
import { describe, expect, test } from 'vitest';
import { memoizeByText } from '../../../generator/lib/memoize.js';
import { base, diff, diffChanges, editBase } from './base.js';
import { casesByArea } from './cases.js';

describe.each(Object.entries(casesByArea))('%s', (_, table) => {
  const diffFromBase = memoizeByText((next) => diffChanges(base, next));

  test.each(table)('$name', async ({ edits, changes }) => {
    expect([...(await diffFromBase(editBase(base, ...edits)))].sort()).toEqual([...changes].sort());
  });

  test('reports removals as additions, and additions as removals, if the edit is undone', async () => {
    for (const { edits } of table) {
      const next = editBase(base, ...edits);
      const [forward, backward] = [await diffFromBase(next), await diffChanges(next, base)];
      expect(listFields(backward, 'removed'), JSON.stringify(edits)).toEqual(listFields(forward, 'added'));
      expect(listFields(backward, 'added'), JSON.stringify(edits)).toEqual(listFields(forward, 'removed'));
      expect(backward.length, JSON.stringify(edits)).toBe(forward.length);
    }
  });
});

/** Lists the additions or removals, without their severity. */
function listFields(changes: readonly string[], suffix: 'added' | 'removed'): readonly string[] {
  return changes
    .flatMap((change) => (change.includes(`-${suffix} `) ? [change.replace(/^\w+ /, '').replace(`-${suffix} `, ' ')] : []))
    .sort();
}

test('reports no changes of equal versions', async () => {
  expect(await diffChanges(base, base)).toEqual([]);
});

test('reports whether an output-only field of a published document is always present', async () => {
  const print = (isRequired: boolean): string =>
    JSON.stringify({
      kind: 'discovery#restDescription',
      name: 'shop',
      version: 'v1',
      schemas: {
        Receipt: { id: 'Receipt', type: 'object', properties: { number: { type: 'string', readOnly: true, required: isRequired } } },
      },
      methods: {
        get: { id: 'shop.get', httpMethod: 'GET', path: 'receipt', response: { $ref: 'Receipt' } },
        // Requests never require it.
        set: { id: 'shop.set', httpMethod: 'PUT', path: 'receipt', request: { $ref: 'Receipt' }, response: { $ref: 'Receipt' } },
      },
    });
  expect(await diffChanges(print(false), print(true))).toEqual(['minor required-changed Receipt.number']);
  expect(await diffChanges(print(true), print(false))).toEqual(['breaking required-changed Receipt.number']);
});

test('counts a new value of an enum as breaking if the types of enums are closed', async () => {
  const next = editBase(base, ['[OPEN, PAID]', '[OPEN, PAID, LOST]']);
  const config = 'out: made\nenums: closed\nspecs:\n  - name: shop\n    file: old.yaml\n';
  const { stdout } = await diff(base, next, [], { 'discogen.config.yaml': config });
  expect(stdout).toMatch(
    /breaking enum-value-added Receipt\.state: the value "LOST" was added; responses can contain values that the old types exclude/,
  );
});

test('states what a change of behavior changes, and how it counts', async () => {
  const rule = (to: string): string =>
    editBase(base, [
      '      name: { type: string, pattern',
      `      state: { type: string, enum: [IN, OUT, LOST], description: State. }\n      name: { type: string, pattern`,
    ]).replace(
      'resources:\n',
      `    x-rules:\n      - { kind: states, field: state, values: [IN, OUT, LOST], transitions: [{ from: IN, to: OUT, method: shop.things.update }${to}] }\nresources:\n`,
    );
  const { stdout } = await diff(rule(', { from: OUT, to: LOST, method: shop.things.update }'), rule(''));
  expect(stdout).toMatch(
    /minor rule-changed Thing: the rule changed from: .*LOST.* To: .*; the behavior changes; the types and the valid requests stay the same/,
  );
  expect(stdout).toMatch(/1 change, none breaking: the next version is a minor version/);
});

describe('a field that only some methods require', () => {
  const version = (...methods: readonly string[]): string =>
    editBase(
      base,
      [
        '      low: {',
        `      mark: { type: string${methods.length === 0 ? '' : `, annotations: { required: [${methods.join(', ')}] }`} }\n      low: {`,
      ],
      ['      update:\n', '      add: { id: shop.things.add, httpMethod: POST, path: things, request: { $ref: Thing } }\n      update:\n'],
    );
  const add = 'shop.things.add';
  const update = 'shop.things.update';
  test.each([
    ['one more method', [], [add], ['breaking required-changed Thing.mark']],
    ['one method less', [add], [], ['minor required-changed Thing.mark']],
    ['another method', [add], [update], ['breaking required-changed Thing.mark', 'minor required-changed Thing.mark']],
    ['all methods', [add], [add, update], ['breaking required-changed Thing.mark']],
    ['one of all methods', [add, update], [update], ['breaking required-changed Thing.mark']],
    ['the same methods', [add], [add], []],
  ])('%s', async (_, old, next, expected) => {
    expect([...(await diffChanges(version(...old), version(...next)))].sort()).toEqual(expected);
  });
});

describe('base address and body format', () => {
  const servicePath = 'servicePath: shop/v1/';
  const westEndpoint = '{ location: west, endpointUrl: "https://west.example/" }';
  test.each([
    ['a removed location', [[`, ${westEndpoint}`, '']], ['breaking endpoint-removed shop']],
    [
      'an added location',
      [[westEndpoint, `${westEndpoint}, { location: east, endpointUrl: "https://east.example/" }`]],
      ['minor endpoint-added shop'],
    ],
    ['another address of a location', [['https://west.', 'https://further-west.']], ['breaking address-changed shop']],
    ['bodies wrapped in `data`', [[servicePath, `${servicePath}\nfeatures: [dataWrapper]`]], ['breaking wrapping-changed shop']],
    [
      'a variable that accepts several segments',
      [
        ['path: things/{thing}', "path: 'things/{+thing}'"],
        ['thing: { type: string, location: path', "thing: { type: string, pattern: '[a-z/]+', location: path"],
      ],
      ['minor route-changed things.get', 'breaking pattern-changed things.get(thing)'],
    ],
    ['an unused feature', [[servicePath, `${servicePath}\nfeatures: [other]`]], []],
  ] as const)('%s', async (_, edits, expected) => {
    expect(await diffChanges(base, editBase(base, ...edits))).toEqual(expected);
  });
});
