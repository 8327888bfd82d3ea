import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSpecification, type Limits } from '../../../generator/read/index.js';

const read = (path: string, text: string, limits: Limits = {}) => readSpecification({ path, text }, limits);
const codes = (path: string, text: string, limits: Limits = {}) =>
  read(path, text, limits).diagnostics.map(({ code, line, column }) => `${line}:${column} ${code}`);

function isAccepted(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the format', () => {
  test.each([
    ['a.json', '{"a": 1}'],
    ['a.JSON', '{"a": 1}'],
    ['a.yaml', 'a: 1'],
    ['a.yml', '{ a: 1 }'],
    ['a', '{"a": 1}'],
    ['a', 'a: 1'],
  ])('reads %s with %s', (path, text) => {
    expect(read(path, text).specification?.value).toEqual({ a: 1 });
  });

  test.each(['a.json', 'a.yaml'])('%s: ignores a byte order mark', (path) => {
    const { specification } = read(path, '\ufeff{"a": 1}');
    expect(specification?.at(['a'], 'key')).toEqual({ file: path, line: 1, column: 2 });
  });

  test.each(['\n', '\r\n', '\r'])('accepts lines that end with %j', (end) => {
    expect(read('a.json', `{${end}"a": 1,${end}"b": 2}`).specification?.at(['b'])).toEqual({ file: 'a.json', line: 3, column: 6 });
  });
});

describe('positions', () => {
  const yaml = ['name: x', 'list:', '  - a', '  - { key: value }', 'empty:', 'text: |', '  lines'].join('\n');
  const json = ['{', '  "name": "x",', '  "list": ["a", { "key": "value" }],', '  "empty": null', '}'].join('\n');

  test.each([
    ['a.yaml', yaml, ['name'], 'key', '1:1'],
    ['a.yaml', yaml, ['name'], 'value', '1:7'],
    ['a.yaml', yaml, ['list', 0], 'value', '3:5'],
    ['a.yaml', yaml, ['list', 1, 'key'], 'value', '4:12'],
    ['a.yaml', yaml, ['empty'], 'value', '5:1'],
    ['a.yaml', yaml, ['text'], 'value', '6:7'],
    ['a.yaml', yaml, [], 'value', '1:1'],
    ['a.yaml', yaml, ['list', 1, 'absent', 'deep'], 'value', '4:5'],
    ['a.yaml', yaml, ['absent'], 'value', '1:1'],
    ['a.json', json, ['name'], 'key', '2:3'],
    ['a.json', json, ['name'], 'value', '2:11'],
    ['a.json', json, ['list', 1, 'key'], 'value', '3:26'],
    ['a.json', json, ['list', 7], 'value', '3:3'],
    ['a.json', json, [], 'value', '1:1'],
  ] as const)('%s %#: %j', (path, text, pointer, part, expected) => {
    const { line, column } = read(path, text).specification!.at(pointer, part);
    expect(`${line}:${column}`).toBe(expected);
  });
});

describe('rejected input', () => {
  test.each([
    ['an anchor', 'a.yaml', 'a: &x 1', ['1:7 unsupported-yaml']],
    ['an alias', 'a.yaml', 'a: *x', ['1:4 unsupported-yaml']],
    ['a tag', 'a.yaml', 'a: !!float 1', ['1:12 unsupported-yaml']],
    ['a merge key', 'a.yaml', 'a: { <<: { b: 1 } }', ['1:6 unsupported-yaml']],
    ['a directive', 'a.yaml', '%YAML 1.1\n---\na: yes', ['1:1 unsupported-yaml']],
    ['a second document', 'a.yaml', 'a: 1\n---\nb: 1', ['2:1 unsupported-yaml']],
    ['a key that is a list', 'a.yaml', '? [a]\n: 1', ['1:3 unsupported-yaml']],
    ['a duplicate key', 'a.yaml', 'a: 1\nb: 2\na: 3', ['3:1 duplicate-key']],
    ['a duplicate key in JSON', 'a.json', '{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}', ['1:24 duplicate-key', '1:33 duplicate-key']],
    ['a number too large to be exact', 'a.yaml', 'a: 9007199254740993', ['1:4 inexact-number']],
    ['infinity', 'a.yaml', 'a: .inf', ['1:4 inexact-number']],
    ['a list', 'a.yaml', '- a', ['1:1 not-a-mapping']],
    ['an empty file', 'a.yaml', '', ['1:1 not-a-mapping']],
    ['an empty JSON file', 'a.json', '', ['1:1 syntax']],
    ['a comment in JSON', 'a.json', '{} // nothing', ['1:4 syntax']],
    ['a trailing comma', 'a.json', '{"a": [1, ]}', ['1:11 syntax']],
    ['an invalid number', 'a.json', '{"a": 01}', ['1:8 syntax']],
    ['a string over two lines', 'a.json', '{"a": "b\nc"}', ['1:7 syntax']],
    ['an invalid escape', 'a.json', '{"a": "b\\x"}', ['1:7 syntax']],
    ['several errors', 'a.json', '{"a": 1 "b": [tru, 2], c: 3, "d": 4 }', ['1:9 syntax', '1:15 syntax', '1:24 syntax']],
  ])('%s', (_, path, text, expected) => {
    expect(codes(path, text)).toEqual(expected);
  });

  test('reads YAML 1.1 booleans as strings, as in YAML 1.2', () => {
    expect(read('a.yaml', 'a: yes\nb: NO\nc: 0o17\n200: ok').specification?.value).toEqual({ a: 'yes', b: 'NO', c: 15, '200': 'ok' });
  });
});

describe('limits', () => {
  const nested: Readonly<Record<string, (levels: number) => string>> = {
    'a.json': (levels) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels),
    'a.yaml': (levels) => 'a: {'.repeat(levels - 1) + '}'.repeat(levels - 1),
    'b.yaml': (levels) => `a:\n  ${'- '.repeat(levels - 1)}x`,
    'c.yaml': (levels) => Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  };

  test.each(Object.keys(nested))('%s: accepts exactly the maximum depth', (path) => {
    const text = nested[path]!;
    expect(codes(path, text(10), { depth: 10 }).filter((code) => code.includes('too-deep'))).toEqual([]);
    expect(codes(path, text(11), { depth: 10 })[0]).toContain('too-deep');
  });

  test.each(['['.repeat(100_000), '- '.repeat(100_000), '{"a":'.repeat(100_000), '? '.repeat(50_000)])(
    'reports hostile nesting %#',
    (text) => {
      expect(codes('a.yaml', text)).toHaveLength(1);
      expect(codes('a.json', text)).toHaveLength(1);
    },
  );

  test.each([
    ['a.yaml', 'a: [1, 2]\nb: { c: 3 }'],
    ['a.json', '{ "a": [1, 2], "b": { "c": 3 } }'],
  ])('%s: limits the number of values', (path, text) => {
    expect(codes(path, text, { elements: 6 })).toEqual([]);
    expect(codes(path, text, { elements: 5 })).toEqual(['1:1 too-many']);
  });

  test('names the exceeded limit', () => {
    const messages = [{ size: 1 }, { depth: 1 }, { elements: 1 }].map((limits) => read('a.yaml', 'a: [1]', limits).diagnostics[0]?.message);
    expect(messages).toEqual([
      'the file must have at most 1 characters (received 6); limits.size sets the limit',
      'values must be nested at most 1 levels deep; limits.depth sets the limit',
      'the file must have at most 1 values (received 3); limits.elements sets the limit',
    ]);
  });

  test.each([
    ['a.yaml', 'schemas:\n  A: {}\n  B: {}\nresources:\n  methods:\n    methods: { a: { path: abc }, b: {} }\nmethods:\n  c: {}\n'],
    [
      'a.json',
      '{ "kind": "discovery#restDescription", "schemas": {\n "A": {},\n "B": {} },\n "resources": {\n "methods": {\n"methods": { "a": { "path": "abc" }, "b": {} } } },\n  "methods": { "c": {} } }',
    ],
  ])('%s: limits the number of methods and schemas, and the length of paths', (path, text) => {
    expect(codes(path, text, { methods: 3, schemas: 2, pattern: 3 }).filter((code) => code.includes('too-'))).toEqual([]);
    const found = read(path, text, { methods: 1, schemas: 1, pattern: 2 }).diagnostics.map(({ line, message }) => `${line} ${message}`);
    expect(found).toEqual([
      '6 the file must have at most 1 methods (received 3); limits.methods sets the limit',
      '3 the file must have at most 1 schemas (received 2); limits.schemas sets the limit',
      '6 a path must have at most 2 characters (received 3); limits.pattern sets the limit',
    ]);
  });

  test.each([
    ['a.yaml', 'a:\n  pattern: abc\n  enum: [x, y]\n  b: [long]\n  names: 1\n'],
    ['a.json', '{\n "a": {\n  "pattern": "abc", "enum": ["x", "y"],\n"b": ["long"],\n "names": 1 } }'],
  ])('%s: limits the size of a text, pattern, or enumeration', (path, text) => {
    const listMessages = (limits: Limits) => read(path, text, limits).diagnostics.map(({ message }) => message);
    expect(listMessages({ text: 7, pattern: 3, enum: 2 })).toEqual([]);
    expect(listMessages({ text: 4, pattern: 2, enum: 1 })).toEqual([
      // The name `pattern`.
      'a string must have at most 4 characters (received 7); limits.text sets the limit',
      'a pattern must have at most 2 characters (received 3); limits.pattern sets the limit',
      'an enum must have at most 1 values (received 2); limits.enum sets the limit',
      'a string must have at most 4 characters (received 5); limits.text sets the limit',
    ]);
    expect(listMessages({ text: 5 })).toEqual(['a string must have at most 5 characters (received 7); limits.text sets the limit']);
    expect(listMessages({ text: 3, pattern: 9 }).at(-1)).toBe(
      'a string must have at most 3 characters (received 5); limits.text sets the limit',
    );
    expect(read(path, text, { text: 1 }).specification).toBeUndefined();
  });

  test('limits the number of characters', () => {
    expect(codes('a.yaml', 'a: 12345', { size: 7 })).toEqual(['1:1 too-large']);
    expect(codes('a.yaml', 'a: 12345', { size: 8 })).toEqual([]);
  });

  test('reports only the first errors of a text with an error in every line', () => {
    expect(codes('a.yaml', 'a: ]\n'.repeat(1000)).length).toBeLessThanOrEqual(50);
  });
});

test.each(['a.json', 'a.yaml'])('%s: reads the key __proto__ as data', (path) => {
  const value = read(path, '{"__proto__": {"polluted": true}, "constructor": 1}').specification?.value;
  expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

describe('any text', () => {
  const fragments = fc.constantFrom(
    'a',
    'b: ',
    ': ',
    '- ',
    '? ',
    '\n',
    '\r\n',
    '  ',
    '\t',
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    "'",
    '|',
    '>',
    '&x ',
    '*x ',
    '!t ',
    '#',
    '%',
    '---',
    '...',
    '\ufeff',
    '\\',
    '\u0000',
    '\ud800',
    '1e9',
    'null',
    '"k": ',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(fragments).map((list) => list.join('')),
  );

  test('never throws, and reports positions inside the text', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('a.json', 'a.yaml', 'a'), (text, path) => {
        const lines = text.split(/\r\n|\r|\n/);
        for (const { line, column } of read(path, text).diagnostics) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 2);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('is accepted as JSON exactly if JSON.parse accepts it, with the same data', () => {
    const tokens = fc.constantFrom(...'{}[],:"\\-.0 1\n\u00a0\u0000/', 'true', 'nul', '1e5', '"a"', '"__proto__"', '\\u12', '//', '/*');
    const edited = fc.tuple(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.nat(2), tokens).map(([value, position, removed, token]) => {
      const text = `{"k":${JSON.stringify(value)}}`;
      const start = position % text.length;
      return text.slice(0, start) + token + text.slice(start + removed);
    });
    fc.assert(
      fc.property(
        fc.oneof(
          edited,
          fc.array(tokens).map((list) => `{"k":${list.join('')}}`),
        ),
        (text) => {
          const { specification, diagnostics } = read('a.json', text);
          const isValid = !diagnostics.some(({ code }) => code === 'syntax');
          expect(isValid).toBe(isAccepted(text));
          if (specification !== undefined) expect(JSON.stringify(specification.value)).toBe(JSON.stringify(JSON.parse(text)));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('returns equal JSON data from both readers, with a position for every part', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const text = JSON.stringify(value);
        const { specification, diagnostics } = read('a.json', text);
        expect(diagnostics).toEqual([]);
        expect(JSON.stringify(specification?.value)).toBe(text);
        for (const key of Object.keys(value)) {
          const { column } = specification!.at([key], 'key');
          expect(text.slice(column - 1).startsWith(JSON.stringify(key))).toBe(true);
        }
      }),
    );
  });
});
