/** Lists and filters order text by code points, durations by length, and times by instant, on every page. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApiBehavior } from '../../../../../runtime/behavior.js';
import type { JsonObject } from '../../../../../mock/index.js';
import { compareText, fromSortableText, toSortableText } from '../../../../../mock/lib/json.js';
import { method } from '../../apis/method.js';
import { createTestMock } from '../../fixtures.js';

const docs: ApiBehavior = {
  name: 'docs',
  version: 'v1',
  title: 'Docs',
  variables: {},
  nameStart: 1,
  methods: [
    method('docs.list', 'GET v1/docs', {
      action: { kind: 'list', resource: 'v1/docs/{doc}' },
      pageSize: 'pageSize',
      rules: [
        { kind: 'pagination', items: 'docs', pageToken: 'pageToken', nextPageToken: 'nextPageToken' },
        { kind: 'orderBy', parameter: 'orderBy', orders: ['name', 'title', 'title desc', 'ttl', 'ttl desc'] },
        { kind: 'filter', parameter: 'filter', styles: ['aip160'] },
      ],
      more: {
        parameters: { filter: {}, orderBy: {}, pageToken: {}, pageSize: { type: 'integer' } },
        list: { items: 'docs' },
      },
    }),
  ],
  resources: [{ path: 'v1/docs/{doc}', idParameters: ['doc'], idFields: ['name'], spansSegments: true, schema: 'Doc' }],
  objectTypes: {
    Doc: {
      name: {},
      title: {},
      count: { format: 'int64' },
      ttl: { format: 'google-duration' },
      ttls: { type: 'array', items: { format: 'google-duration' } },
      ttlsByName: { type: 'map', items: { format: 'google-duration' } },
    },
  },
};

/** Returns the names on all pages of the list. */
async function listNames(bodies: Readonly<Record<string, JsonObject>>, query: string): Promise<readonly unknown[]> {
  const resources = Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [`/v1/docs/${encodeURIComponent(name)}`, { ...body, name }]),
  );
  const { send } = createTestMock({ seed: { resources } }, [docs]);
  const names: unknown[] = [];
  let token: unknown = '';
  do {
    const { status, body } = await send(`GET /v1/docs?${query}&pageSize=2&pageToken=${String(token)}`);
    if (status !== 200) return [status];
    names.push(...((body['docs'] ?? []) as readonly JsonObject[]).map(({ name }) => name));
    token = body['nextPageToken'];
  } while (token !== undefined);
  return names;
}

/** In the order of their bytes in UTF-8. */
const ordered = [
  'A',
  'a',
  'a\u0001',
  'a b',
  'a%',
  'a-1',
  'a/1',
  'a0',
  'a~',
  'á',
  '\ud7ff',
  '\uff5e',
  '\uffff',
  '\u{10000}',
  '\u{1f600}',
  '\u{10ffff}',
];
const shuffled = [...ordered].sort((one, other) => Number(one.length > other.length) || (one > other ? -1 : 1));

test('names are in the order of their bytes', async () => {
  expect(await listNames(Object.fromEntries(shuffled.map((name) => [name, {}])), '')).toEqual(ordered);
});

test.each([
  ['title', ordered],
  ['title desc', [...ordered].reverse()],
])('orderBy=%s is the order of the bytes of text', async (orderBy, expected) => {
  const texts = ordered.filter((text) => !text.includes('\u0001'));
  const bodies = Object.fromEntries(texts.map((title, index) => [`n${99 - index}`, { title }]));
  const names = expected.filter((text) => texts.includes(text)).map((text) => `n${99 - texts.indexOf(text)}`);
  expect(await listNames(bodies, `orderBy=${orderBy}`)).toEqual(names);
});

test('a filter compares text by its bytes', async () => {
  const bodies = { a: { title: '\uff5e' }, b: { title: '\u{1f600}' }, c: { title: 'z' } };
  expect(await listNames(bodies, `filter=${encodeURIComponent('title > "\uff5e"')}`)).toEqual(['b']);
});

test('texts compare like their bytes', () => {
  const text = fc.string({
    unit: fc
      .integer({ min: 0, max: 0x10ffff })
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code)),
  });
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(compareText(one, other)).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
      expect(fromSortableText(toSortableText(one))).toBe(one);
    }),
  );
});

describe('durations', () => {
  const bodies = {
    a: { ttl: '20s', ttls: ['20s', '5s'] },
    b: { ttl: '120s', ttlsByName: { x: '120s' } },
    c: { ttl: '3.500s' },
    d: { ttl: '-1s', count: '1000' },
    e: { ttl: '3.500000001s' },
    f: {},
  };

  test.each<[string, readonly unknown[]]>([
    ['ttl > 20s', ['b']],
    ['ttl < 20s', ['c', 'd', 'e']],
    ['ttl >= 20s', ['a', 'b']],
    ['ttl = 3.5s', ['c']],
    ['ttl != "20.0s"', ['b', 'c', 'd', 'e', 'f']],
    ['ttl > 3.5s ttl <= 20s', ['a', 'e']],
    ['ttl < -0.5s', ['d']],
    ['ttls:5.0s', ['a']],
    ['ttlsByName.x > 20s', ['b']],
    ['count = 1e3', ['d']],
    ['ttl > 20', [400]],
    ['ttl = long', [400]],
  ])('%s', async (filter, names) => expect(await listNames(bodies, `filter=${encodeURIComponent(filter)}`)).toEqual(names));

  test.each([
    ['ttl', ['f', 'd', 'c', 'e', 'a', 'b']],
    ['ttl desc', ['b', 'a', 'e', 'c', 'd', 'f']],
  ])('orderBy=%s', async (orderBy, names) => expect(await listNames(bodies, `orderBy=${orderBy}`)).toEqual(names));
});
