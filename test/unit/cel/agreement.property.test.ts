/** Compiled expressions agree with the library's evaluation of the same text, on random expressions and values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globalFunctions, macros, methods } from '../../../generator/cel/functions.js';
import { parseExpression, type ASTNode } from '../../../generator/cel/parse-expression.js';
import { packageRoot } from '../../../generator/root.js';
import { compileExample, compileRule } from './support.js';

const texts = fc.constantFrom('', 'a', 'b', 'ab', 'READY', 'é😀', 'A-b');
const int32 = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(2147483647, -2147483648));
const int64 = fc.oneof(fc.bigInt({ min: -3n, max: 9n }), fc.constantFrom(9007199254740993n, 9223372036854775807n, -9223372036854775808n));
const doubles = fc.constantFrom(-1.5, 0.25, 2.5, 1e9);
const cidrs = fc.constantFrom(
  '10.0.0.0/8',
  '10.1.0.0/16',
  '10.1.2.3/16',
  '11.0.0.0/8',
  '0.0.0.0/0',
  '10.1.0.0/32',
  '10.1/16',
  '10.0.0.0/33',
);
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
    range: cidrs,
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
  const asciiTexts = fc.constantFrom('self.state', '"A-b"', '"zZ1"', '(self.enabled ? "aB" : "Ba")');
  const ranges = fc.oneof(
    fc.constant('self.range'),
    cidrs.map((text) => JSON.stringify(text)),
  );
  // For the library, a duration plus a time is a duration.
  const times = fc.constantFrom(
    'timestamp("2026-01-01T00:00:00Z")',
    'timestamp("2026-01-01T01:00:00.5+01:00")',
    'timestamp("nonsense")',
    '(timestamp("2025-12-31T23:00:00Z") + duration("1h"))',
    '(timestamp("2026-01-01T00:00:00Z") - duration("90s"))',
  );
  const durations = fc.constantFrom(
    'duration("1h30m")',
    'duration("-1.5s")',
    'duration("90m")',
    'duration("1ms")',
    '(duration("1h") + duration("30m"))',
    '(timestamp("2026-01-01T01:30:00Z") - timestamp("2026-01-01T00:00:00Z"))',
    '(duration("2h") - duration("30m"))',
  );
  const patterns = fc.constantFrom('^a', 'b$', '^[a-z]+$', '^(a|b)?$', 'A.b', '^.$').map((text) => JSON.stringify(text));
  return {
    int: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      int32.map((value) => `(${value})`),
      fc.constantFrom(
        'self.count',
        'self.bytes',
        'self.inner.x',
        'self.ports[0]',
        'self.sizes[1]',
        'oldSelf.value().count',
        '9223372036854775807',
      ),
      form`(${of('int')} ${fc.constantFrom('+', '-', '*', '/', '%')} ${of('int')})`,
      // The library negates the least integer to one that is out of range.
      form`-${fc.constantFrom('self.count', 'self.ports[0]', 'size(self.tags)', '(self.count + 1)')}`,
      form`size(${of('string')})`,
      form`${of('strings')}.size()`,
      form`size(self.labels)`,
      form`size(bytes(${of('string')}))`,
      form`int(${fc.constantFrom('"12"', '"-3"', '"a"', 'self.state', 'string(self.count)')})`,
      form`cidr(${ranges}).prefixLength()`,
      // The library accepts 2^63, which is out of range.
      form`int(${fc.constantFrom('self.ratio', '2.5', '(-1.5)', '(self.ratio * 3.0)')})`,
      form`(${of('bool')} ? ${of('int')} : ${of('int')})`,
    ),
    double: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('self.ratio', '0.5', '(-2.0)', 'oldSelf.value().ratio'),
      form`(${of('double')} ${fc.constantFrom('+', '-', '*', '/')} ${of('double')})`,
      form`-${of('double')}`,
      form`double(${of('int')})`,
      form`double(${fc.constantFrom('"1.5"', '"-2"', '"a"', '""', 'self.ratio')})`,
    ),
    string: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      literal,
      fc.constantFrom(
        'self.name',
        'self.label',
        // As a sum it can be compared with texts that the enum lacks.
        '(self.state + "")',
        'self.inner.y',
        'self.labels.a',
        'self.labels["constructor"]',
        'self.tags[0]',
      ),
      form`(${of('string')} + ${of('string')})`,
      // The library changes the case of other letters, too.
      form`${asciiTexts}.${fc.constantFrom('lowerAscii', 'upperAscii')}()`,
      form`${of('string')}.trim()`,
      form`${of('strings')}.join("-")`,
      form`${of('strings')}.join()`,
      form`string(${of('int')})`,
      form`string(${of('bool')})`,
      form`(${of('bool')} ? ${of('string')} : ${of('string')})`,
    ),
    ints: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('self.ports', 'self.sizes', '[1, 2]', 'self.items.map(i, i.x)', 'self.tags.map(t, size(t))'),
      form`${of('ints')}.filter(n, n > ${of('int')})`,
      form`${of('ints')}.map(n, n + ${of('int')})`,
      form`${of('ints')}.distinct()`,
    ),
    strings: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('self.tags', '["a", "b"]', 'self.items.map(i, i.y)'),
      form`${of('string')}.split("a")`,
      form`${of('strings')}.filter(s, s != ${of('string')})`,
      form`(${of('strings')} + ${of('strings')})`,
      form`${of('strings')}.distinct()`,
      form`[${of('string')}, ${of('string')}]`,
      form`self.labels.${fc.constantFrom('filter(k, k != "a")', 'map(k, self.labels[k])')}`,
    ),
    bool: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('true', 'false', 'self.enabled', 'oldSelf.value().enabled', 'oldSelf.hasValue()'),
      fc.constantFrom('has(self.count)', 'has(self.tags)', 'has(self.inner.x)', 'has(self.labels.a)', 'has(oldSelf.value().name)'),
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
      form`(${fc.constantFrom('self.name', 'self.tags[0]', '(self.label + "")')} in [${literal}, ${literal}])`,
      form`(${literal} == ${fc.constantFrom('self.name', 'self.inner.y', 'self.name.trim()')})`,
      form`(self.state ${fc.constantFrom('==', '!=')} ${fc.constantFrom('"READY"', '"DRAINING"')})`,
      form`(${times} ${comparison} ${times})`,
      form`(${durations} ${comparison} ${durations})`,
      form`(size(self.items.distinct()) == size(self.items))`,
      form`cidr(${ranges}).containsCIDR(${ranges})`,
      form`cidr(${ranges}).containsCIDR(cidr(${ranges}))`,
      form`(${of('string')} in self.labels)`,
      form`${of('string')}.${fc.constantFrom('contains', 'startsWith', 'endsWith')}(${of('string')})`,
      form`${of('string')}.matches(${patterns})`,
      form`${of('ints')}.${fc.constantFrom('all', 'exists', 'exists_one')}(n, n > ${of('int')})`,
      form`${of('strings')}.${fc.constantFrom('all', 'exists', 'exists_one')}(s, s.contains(${of('string')}))`,
      form`self.items.${fc.constantFrom('all', 'exists', 'exists_one')}(i, i.x > ${of('int')} || has(i.y))`,
      form`self.labels.${fc.constantFrom('all', 'exists', 'exists_one')}(k, self.labels[k] == ${of('string')})`,
    ),
  };
}).bool;

/** The functions of Kubernetes, which the library lacks, in a separate implementation: bits as text. */
class Cidr {
  readonly bits: string;
  constructor(text: string) {
    const [, address = '', length = ''] = /^((?:\d{1,3}\.){3}\d{1,3})\/(\d{1,2})$/.exec(text) ?? [];
    const parts = address.split('.').map(Number);
    if (parts.length !== 4 || parts.some((part) => part > 255) || Number(length) > 32) throw new Error('no range');
    this.bits = parts
      .map((part) => part.toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length));
  }
}
const isSame = (a: unknown, b: unknown): boolean => environment.evaluate('a == b', { a, b }) === true;

const environment: Environment = new Environment({ homogeneousAggregateLiterals: false })
  .registerType('Cidr', { ctor: Cidr, fields: { bits: 'string' } })
  .registerFunction('cidr(string): Cidr', (text: string) => new Cidr(text))
  .registerFunction('Cidr.prefixLength(): int', ({ bits }: Cidr) => BigInt(bits.length))
  .registerFunction('Cidr.containsCIDR(Cidr): bool', (outer: Cidr, inner: Cidr) => inner.bits.startsWith(outer.bits))
  .registerFunction('Cidr.containsCIDR(string): bool', (outer: Cidr, inner: string) => new Cidr(inner).bits.startsWith(outer.bits))
  .registerFunction('list.distinct(): list', (list: readonly unknown[]) =>
    list.filter((element, index) => !list.slice(0, index).some((before) => isSame(before, element))),
  )
  .registerFunction('readStored(dyn): dyn', (stored: unknown) => {
    if (stored === null) throw new Error('there is no value');
    return stored;
  })
  .registerVariable('a', 'dyn')
  .registerVariable('b', 'dyn')
  .registerVariable('self', 'dyn')
  .registerVariable('oldSelf', 'dyn');

interface Values {
  readonly self: object;
  /** Absent at creation. */
  readonly oldSelf: object | undefined;
}

/** The library has no optional values, and evaluates the argument of `has` even where nothing needs it. */
function evaluateWithLibrary(text: string, { self, oldSelf }: Values): unknown {
  const hasName = oldSelf ? 'has(oldSelf.name)' : 'readStored(oldSelf)';
  const known = text
    .replaceAll('has(oldSelf.value().name)', hasName)
    .replaceAll('oldSelf.hasValue()', String(oldSelf !== undefined))
    .replaceAll('oldSelf.value()', 'readStored(oldSelf)');
  try {
    return environment.evaluate(known, { self: toLibraryValue(self), oldSelf: oldSelf ? toLibraryValue(oldSelf) : null }) as unknown;
  } catch {
    return undefined;
  }
}

/** The operators, functions, methods, and macros of a parsed expression. */
function listParts(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(listParts);
  if (typeof node !== 'object' || node === null || !('op' in node)) return [];
  const { op, args } = node as ASTNode;
  if (op === 'value') return [];
  const name = op === 'call' || op === 'rcall' ? args[0] : op === '!_' ? '!' : op;
  return [name, ...listParts(args)];
}

/** The operators, functions, methods, and macros that the documentation names. */
function listDocumented(): readonly string[] {
  const page = readFileSync(join(packageRoot, 'docs/reference/cel.md'), 'utf8').replaceAll('unary `-`', '`-_`').replaceAll('\\|', '|');
  const rows = [...page.matchAll(/^\| (?:operators|macros|functions|methods of \S+) +\| (.*) \|$/gm)].map(
    ([, supported = '']) => supported,
  );
  const names = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const forms: Readonly<Record<string, string>> = { 'has(x.field)': 'has', '.field': '.', '[index]': '[]' };
  return [...new Set(names)].filter((name) => !['oldSelf', 'optionalOldSelf'].includes(name)).map((name) => forms[name] ?? name);
}

test('compiled expressions agree with the library, whatever is documented', () => {
  const counts = new Map(listDocumented().map((name) => [name, 0]));
  fc.assert(
    fc.property(expressions, objects, fc.option(objects, { nil: undefined, freq: 4 }), (form, self, oldSelf) => {
      const optionalOldSelf = oldSelf === undefined || form.includes('hasValue');
      const text = optionalOldSelf ? form : form.replaceAll('oldSelf.value()', 'oldSelf');
      const compiled = compileExample(text, { optionalOldSelf });
      expect(compiled.ok ? [] : compiled.problems).toEqual([]);
      const expected = evaluateWithLibrary(text, { self, oldSelf });
      expect({ text, result: compileRule(text, { optionalOldSelf })(self, oldSelf) }).toEqual({ text, result: expected });
      const parsed = parseExpression(form);
      for (const part of new Set(parsed.ok ? listParts(parsed.ast) : [])) counts.set(part, (counts.get(part) ?? 0) + 1);
    }),
    { numRuns: 2000 },
  );
  const supported = ['has', 'matches', 'hasValue', 'value', ...[globalFunctions, methods, macros].flatMap(Object.keys)];
  expect(listDocumented()).toEqual(expect.arrayContaining(supported));
  expect(Object.fromEntries([...counts].filter(([, count]) => count < 20))).toEqual({});
});
