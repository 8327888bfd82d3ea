/** Compiled expressions agree with the library's evaluation of the same text, on random expressions and values. */
import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileExample, compileRule } from './support.js';

const texts = fc.constantFrom('', 'a', 'b', 'ab', 'READY', 'é😀', 'A-b');
const int32 = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(2147483647, -2147483648));
const int64 = fc.oneof(fc.bigInt({ min: -3n, max: 9n }), fc.constantFrom(9007199254740993n, 9223372036854775807n, -9223372036854775808n));
const doubles = fc.constantFrom(-1.5, 0.25, 2.5, 1e9);
const inner = fc.record({ x: int32, y: texts }, { requiredKeys: [] });

const objects = fc.record(
  {
    count: int32,
    bytes: int64.map(String),
    ratio: doubles,
    name: texts,
    label: texts,
    state: fc.constantFrom('READY', 'DRAINING'),
    enabled: fc.boolean(),
    ports: fc.array(int32, { maxLength: 3 }),
    sizes: fc.array(int64.map(String), { maxLength: 3 }),
    tags: fc.array(texts, { maxLength: 3 }),
    labels: fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), texts, { maxKeys: 2 }),
    inner,
    items: fc.array(inner, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

/** The library takes integers as bigints. */
function toLibraryValue(object: object): unknown {
  const convert = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((element) => convert(element, key));
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(([name, member]) => [name, convert(member, name)] as const);
      // As a plain object, a map with the key "constructor" is none for the library.
      return key === 'labels' ? new Map(members) : Object.fromEntries(members);
    }
    if (key === 'bytes' || key === 'sizes') return BigInt(value as string);
    return typeof value === 'number' && key !== 'ratio' ? BigInt(value) : value;
  };
  return convert(object);
}

const expressions = fc.letrec<Record<'bool' | 'int' | 'double' | 'string' | 'ints' | 'strings', string>>((tie) => {
  const of = (name: 'bool' | 'int' | 'double' | 'string' | 'ints' | 'strings'): fc.Arbitrary<string> => tie(name) as fc.Arbitrary<string>;
  const form = (strings: TemplateStringsArray, ...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
    fc.tuple(...parts).map((values) => String.raw({ raw: strings }, ...values));
  const comparison = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');
  const literal = texts.map((text) => JSON.stringify(text));
  const patterns = fc.constantFrom('^a', 'b$', '^[a-z]+$', '^(a|b)?$', 'A.b', '^.$').map((text) => JSON.stringify(text));
  return {
    int: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      int32.map((value) => `(${value})`),
      fc.constantFrom('self.count', 'self.bytes', 'self.inner.x', 'self.ports[0]', 'self.sizes[1]', 'oldSelf.count', '9223372036854775807'),
      form`(${of('int')} ${fc.constantFrom('+', '-', '*', '/', '%')} ${of('int')})`,
      form`-${of('int')}`,
      form`size(${of('string')})`,
      form`${of('strings')}.size()`,
      form`size(self.labels)`,
      form`int(${of('double')})`,
      form`(${of('bool')} ? ${of('int')} : ${of('int')})`,
    ),
    double: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('self.ratio', '0.5', '(-2.0)', 'oldSelf.ratio'),
      form`(${of('double')} ${fc.constantFrom('+', '-', '*', '/')} ${of('double')})`,
      form`double(${of('int')})`,
    ),
    string: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      literal,
      fc.constantFrom(
        'self.name',
        'self.label',
        'self.state',
        'self.inner.y',
        'self.labels.a',
        'self.labels["constructor"]',
        'self.tags[0]',
      ),
      form`(${of('string')} + ${of('string')})`,
      form`${of('string')}.lowerAscii()`,
      form`${of('string')}.upperAscii()`,
      form`${of('string')}.trim()`,
      form`${of('strings')}.join("-")`,
      form`string(${of('int')})`,
      form`(${of('bool')} ? ${of('string')} : ${of('string')})`,
    ),
    ints: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('self.ports', 'self.sizes', '[1, 2]', 'self.items.map(i, i.x)', 'self.tags.map(t, size(t))'),
      form`${of('ints')}.filter(n, n > ${of('int')})`,
      form`${of('ints')}.map(n, n + ${of('int')})`,
    ),
    strings: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('self.tags', '["a", "b"]', 'self.items.map(i, i.y)'),
      form`${of('string')}.split("a")`,
      form`${of('strings')}.filter(s, s != ${of('string')})`,
      form`(${of('strings')} + ${of('strings')})`,
    ),
    bool: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('true', 'false', 'self.enabled', 'oldSelf.enabled'),
      fc.constantFrom('has(self.count)', 'has(self.tags)', 'has(self.inner.x)', 'has(self.labels.a)', 'has(oldSelf.name)'),
      form`!${of('bool')}`,
      form`(${of('bool')} ${fc.constantFrom('&&', '||')} ${of('bool')})`,
      form`(${of('bool')} ? ${of('bool')} : ${of('bool')})`,
      form`(${of('int')} ${comparison} ${of('int')})`,
      form`(${of('double')} ${comparison} ${of('double')})`,
      form`(${of('int')} ${fc.constantFrom('<', '>=')} ${of('double')})`,
      form`(${of('string')} ${comparison} ${of('string')})`,
      form`(${of('strings')} == ${of('strings')})`,
      form`(${of('ints')} != ${of('ints')})`,
      form`(${of('string')} in ${of('strings')})`,
      form`(${of('int')} in ${of('ints')})`,
      form`(${of('string')} in self.labels)`,
      form`${of('string')}.${fc.constantFrom('contains', 'startsWith', 'endsWith')}(${of('string')})`,
      form`${of('string')}.matches(${patterns})`,
      form`${of('ints')}.${fc.constantFrom('all', 'exists', 'exists_one')}(n, n > ${of('int')})`,
      form`${of('strings')}.${fc.constantFrom('all', 'exists', 'exists_one')}(s, s.contains(${of('string')}))`,
      form`self.items.${fc.constantFrom('all', 'exists', 'exists_one')}(i, i.x > ${of('int')} || has(i.y))`,
      form`self.labels.${fc.constantFrom('all', 'exists')}(k, self.labels[k] == ${of('string')})`,
    ),
  };
}).bool;

const environment = new Environment({ homogeneousAggregateLiterals: false })
  .registerVariable('self', 'dyn')
  .registerVariable('oldSelf', 'dyn');

function evaluateWithLibrary(text: string, self: object, oldSelf: object): unknown {
  try {
    return environment.evaluate(text, { self: toLibraryValue(self), oldSelf: toLibraryValue(oldSelf) }) as unknown;
  } catch {
    return undefined;
  }
}

test('compiled expressions agree with the library', () => {
  fc.assert(
    fc.property(expressions, objects, objects, (text, self, oldSelf) => {
      const compiled = compileExample(text);
      expect(compiled.ok ? [] : compiled.problems).toEqual([]);
      const expected = evaluateWithLibrary(text, self, oldSelf);
      expect({ text, result: compileRule(text)(self, oldSelf) }).toEqual({ text, result: expected });
    }),
    { numRuns: 2000 },
  );
});
