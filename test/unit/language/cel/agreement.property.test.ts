/** Compiled expressions return the same results as the CEL library, for random expressions and values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Environment } from '@marcbachmann/cel-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globalFunctions, macros, methods } from '../../../../generator/language/cel/functions.js';
import { parseExpression, type ASTNode } from '../../../../generator/language/cel/parse-expression.js';
import { packageRoot } from '../../../../generator/lib/root.js';
import { compileRule } from './support.js';

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

/** Converts integers to bigints, as the library expects. */
function toLibraryValue(object: object): unknown {
  const convert = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((element) => convert(element, key));
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(([name, member]) => [name, convert(member, name)] as const);
      // The library doesn't recognize a plain object with the key "constructor" as a map.
      return key === 'labels' ? new Map(members) : Object.fromEntries(members);
    }
    if (key === 'bytes' || key === 'sizes') return BigInt(value as string);
    return typeof value === 'number' && key !== 'ratio' ? BigInt(value) : value;
  };
  return convert(object);
}

const randomExpressions = fc.letrec<Record<'bool' | 'int' | 'double' | 'string' | 'ints' | 'strings', string>>((tie) => {
  const subexpression = (name: 'bool' | 'int' | 'double' | 'string' | 'ints' | 'strings'): fc.Arbitrary<string> =>
    tie(name) as fc.Arbitrary<string>;
  const template = (strings: TemplateStringsArray, ...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
    fc.tuple(...parts).map((values) => String.raw({ raw: strings }, ...values));
  const comparison = fc.constantFrom('<', '<=', '>', '>=', '==', '!=');
  const literal = texts.map((text) => JSON.stringify(text));
  const asciiTexts = fc.constantFrom('self.state', '"A-b"', '"zZ1"', '(self.enabled ? "aB" : "Ba")');
  const ranges = fc.oneof(
    fc.constant('self.range'),
    cidrs.map((text) => JSON.stringify(text)),
  );
  // The library returns a duration for a duration plus a timestamp, so that sum is not among these.
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
  const patterns = fc
    .constantFrom('^a', 'b$', '^[a-z]+$', '^(a|b)?$', 'A.b', '^.$', '[a-z]+', 'b+$', '(a|b)*A', '.+b')
    .map((text) => JSON.stringify(text));
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
      template`(${subexpression('int')} ${fc.constantFrom('+', '-', '*', '/', '%')} ${subexpression('int')})`,
      // The library doesn't report the overflow when it negates the smallest integer.
      template`-${fc.constantFrom('self.count', 'self.ports[0]', 'size(self.tags)', '(self.count + 1)')}`,
      template`size(${subexpression('string')})`,
      template`${subexpression('strings')}.size()`,
      template`size(self.labels)`,
      template`size(bytes(${subexpression('string')}))`,
      template`int(${fc.constantFrom('"12"', '"-3"', '"a"', 'self.state', 'string(self.count)')})`,
      template`cidr(${ranges}).prefixLength()`,
      // The library accepts 2^63, which is out of range, so these stay below.
      template`int(${fc.constantFrom('self.ratio', '2.5', '(-1.5)', '(self.ratio * 3.0)')})`,
      template`(${subexpression('bool')} ? ${subexpression('int')} : ${subexpression('int')})`,
    ),
    double: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('self.ratio', '0.5', '(-2.0)', 'oldSelf.value().ratio'),
      template`(${subexpression('double')} ${fc.constantFrom('+', '-', '*', '/')} ${subexpression('double')})`,
      template`-${subexpression('double')}`,
      template`double(${subexpression('int')})`,
      template`double(${fc.constantFrom('"1.5"', '"-2"', '"a"', '""', 'self.ratio')})`,
    ),
    string: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      literal,
      fc.constantFrom(
        'self.name',
        'self.label',
        // The compiler accepts a comparison of a sum with a string that is not in the enum.
        '(self.state + "")',
        'self.inner.y',
        'self.labels.a',
        'self.labels["constructor"]',
        'self.tags[0]',
      ),
      template`(${subexpression('string')} + ${subexpression('string')})`,
      // The library also changes the case of non-ASCII letters, so these texts are ASCII.
      template`${asciiTexts}.${fc.constantFrom('lowerAscii', 'upperAscii')}()`,
      template`${subexpression('string')}.trim()`,
      template`${subexpression('strings')}.join("-")`,
      template`${subexpression('strings')}.join()`,
      template`string(${subexpression('int')})`,
      template`string(${subexpression('bool')})`,
      template`(${subexpression('bool')} ? ${subexpression('string')} : ${subexpression('string')})`,
    ),
    ints: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('self.ports', 'self.sizes', '[1, 2]', 'self.items.map(i, i.x)', 'self.tags.map(t, size(t))'),
      template`${subexpression('ints')}.filter(n, n > ${subexpression('int')})`,
      template`${subexpression('ints')}.map(n, n + ${subexpression('int')})`,
      template`${subexpression('ints')}.distinct()`,
    ),
    strings: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('self.tags', '["a", "b"]', 'self.items.map(i, i.y)'),
      template`${subexpression('string')}.split("a")`,
      template`${subexpression('strings')}.filter(s, s != ${subexpression('string')})`,
      template`(${subexpression('strings')} + ${subexpression('strings')})`,
      template`${subexpression('strings')}.distinct()`,
      template`[${subexpression('string')}, ${subexpression('string')}]`,
      template`self.labels.${fc.constantFrom('filter(k, k != "a")', 'map(k, self.labels[k])')}`,
    ),
    bool: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('true', 'false', 'self.enabled', 'oldSelf.value().enabled', 'oldSelf.hasValue()'),
      fc.constantFrom('has(self.count)', 'has(self.tags)', 'has(self.inner.x)', 'has(self.labels.a)', 'has(oldSelf.value().name)'),
      template`!${subexpression('bool')}`,
      template`(${subexpression('bool')} ${fc.constantFrom('&&', '||')} ${subexpression('bool')})`,
      template`(${subexpression('bool')} ? ${subexpression('bool')} : ${subexpression('bool')})`,
      template`(${subexpression('int')} ${comparison} ${subexpression('int')})`,
      template`(${subexpression('double')} ${comparison} ${subexpression('double')})`,
      template`(${subexpression('int')} ${fc.constantFrom('<', '>=')} ${subexpression('double')})`,
      template`(${subexpression('string')} ${comparison} ${subexpression('string')})`,
      template`(${subexpression('strings')} == ${subexpression('strings')})`,
      template`(${subexpression('ints')} != ${subexpression('ints')})`,
      template`(${subexpression('string')} in ${subexpression('strings')})`,
      template`(${subexpression('int')} in ${subexpression('ints')})`,
      template`(${fc.constantFrom('self.name', 'self.tags[0]', '(self.label + "")')} in [${literal}, ${literal}])`,
      template`(${literal} == ${fc.constantFrom('self.name', 'self.inner.y', 'self.name.trim()')})`,
      template`(self.state ${fc.constantFrom('==', '!=')} ${fc.constantFrom('"READY"', '"DRAINING"')})`,
      template`(${times} ${comparison} ${times})`,
      template`(${durations} ${comparison} ${durations})`,
      template`(size(self.items.distinct()) == size(self.items))`,
      template`cidr(${ranges}).containsCIDR(${ranges})`,
      template`cidr(${ranges}).containsCIDR(cidr(${ranges}))`,
      template`(${subexpression('string')} in self.labels)`,
      template`${subexpression('string')}.${fc.constantFrom('contains', 'startsWith', 'endsWith')}(${subexpression('string')})`,
      template`${subexpression('string')}.matches(${patterns})`,
      template`${subexpression('ints')}.${fc.constantFrom('all', 'exists', 'exists_one')}(n, n > ${subexpression('int')})`,
      template`${subexpression('strings')}.${fc.constantFrom('all', 'exists', 'exists_one')}(s, s.contains(${subexpression('string')}))`,
      template`self.items.${fc.constantFrom('all', 'exists', 'exists_one')}(i, i.x > ${subexpression('int')} || has(i.y))`,
      template`self.labels.${fc.constantFrom('all', 'exists', 'exists_one')}(k, self.labels[k] == ${subexpression('string')})`,
    ),
  };
}).bool;

/** An independent implementation of the Kubernetes functions that the library lacks. It represents a range as text of bits. */
class Cidr {
  readonly bits: string;
  constructor(text: string) {
    const [, address = '', length = ''] = /^((?:\d{1,3}\.){3}\d{1,3})\/(\d{1,2})$/.exec(text) ?? [];
    const parts = address.split('.').map(Number);
    if (parts.length !== 4 || parts.some((part) => part > 255) || Number(length) > 32) throw new Error('not a CIDR range');
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

/**
 * Rewrites optional values, which the library lacks, and evaluates. The library evaluates the argument of `has` even if the result doesn't
 * depend on it.
 */
function evaluateWithLibrary(text: string, { self, oldSelf }: Values): unknown {
  const hasName = oldSelf ? 'has(oldSelf.name)' : 'readStored(oldSelf)';
  const libraryText = text
    .replaceAll('has(oldSelf.value().name)', hasName)
    .replaceAll('oldSelf.hasValue()', String(oldSelf !== undefined))
    .replaceAll('oldSelf.value()', 'readStored(oldSelf)');
  try {
    return environment.evaluate(libraryText, { self: toLibraryValue(self), oldSelf: oldSelf ? toLibraryValue(oldSelf) : null }) as unknown;
  } catch {
    return undefined;
  }
}

/** Lists the operators, functions, methods, and macros of a parsed expression. */
function listOperators(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(listOperators);
  if (typeof node !== 'object' || node === null || !('op' in node)) return [];
  const { op, args } = node as ASTNode;
  if (op === 'value') return [];
  const name = op === 'call' || op === 'rcall' ? args[0] : op === '!_' ? '!' : op;
  return [name, ...listOperators(args)];
}

/** Lists the operators, functions, methods, and macros that the documentation names. */
function listDocumentedNames(): readonly string[] {
  const page = readFileSync(join(packageRoot, 'docs/reference/cel.md'), 'utf8').replaceAll('unary `-`', '`-_`').replaceAll('\\|', '|');
  const rows = [...page.matchAll(/^\| (?:operators|macros|functions|methods of \S+) +\| (.*) \|$/gm)].map(
    ([, supportedNames = '']) => supportedNames,
  );
  const names = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const forms: Readonly<Record<string, string>> = { 'has(x.field)': 'has', '.field': '.', '[index]': '[]' };
  return [...new Set(names)].filter((name) => !['oldSelf', 'optionalOldSelf'].includes(name)).map((name) => forms[name] ?? name);
}

test('agrees with the library for every documented operator and function', () => {
  const counts = new Map(listDocumentedNames().map((name) => [name, 0]));
  fc.assert(
    fc.property(randomExpressions, objects, fc.option(objects, { nil: undefined, freq: 4 }), (template, self, oldSelf) => {
      const optionalOldSelf = oldSelf === undefined || template.includes('hasValue');
      const text = optionalOldSelf ? template : template.replaceAll('oldSelf.value()', 'oldSelf');
      const expected = evaluateWithLibrary(text, { self, oldSelf });
      const result = compileRule(text, { optionalOldSelf })(self, oldSelf);
      expect({ text, result: typeof result === 'string' ? 'fails' : result }).toEqual({ text, result: expected ?? 'fails' });
      const parsed = parseExpression(template);
      for (const part of new Set(parsed.ok ? listOperators(parsed.ast) : [])) counts.set(part, (counts.get(part) ?? 0) + 1);
    }),
    { numRuns: 1200 },
  );
  const supportedNames = ['has', 'matches', 'hasValue', 'value', ...[globalFunctions, methods, macros].flatMap(Object.keys)];
  expect(listDocumentedNames()).toEqual(expect.arrayContaining(supportedNames));
  expect(Object.fromEntries([...counts].filter(([, count]) => count < 20))).toEqual({});
});
