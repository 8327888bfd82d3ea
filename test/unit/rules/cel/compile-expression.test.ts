import { describe, expect, test } from 'vitest';
import { compileExample, compileRule, runtime } from './support.js';

describe('evaluates', () => {
  const stored = {
    count: 3,
    bytes: '9007199254740993',
    ratio: 0.5,
    name: 'zürich',
    tags: ['a', 'b'],
    ports: [80, 443],
    labels: { k: 'v' },
    items: [{ x: 1 }],
  };
  test.each([
    ['self.count <= self.limit', true],
    ['self.count < 3 || self.ratio == 0.5', true],
    ['self.bytes > 9007199254740992', true],
    ['self.bytes + 1 == 9007199254740994', true],
    ['self.count < self.bytes', true],
    ['has(self.label)', false],
    ['self.label == "x"', 'no such key: label'],
    ['has(self.label) && self.label == "x"', false],
    ['self.label == "x" || true', true],
    ['size(self.name) == 6 && self.name.startsWith("zü")', true],
    ['self.name.matches("^[a-z]") && !self.name.matches("^[A-Z]+$")', true],
    ['"b" in self.tags && self.ports.all(p, p > 0 && p < 65536)', true],
    ['self.items.exists(i, has(i.y))', false],
    ['self.items.map(i, i.x) == [1]', true],
    ['self.ports.filter(p, p > 100).size() == 1', true],
    ['self.labels.exists_one(k, self.labels[k] == "v")', true],
    ['self.labels.missing == "v"', 'no such key: missing'],
    ['self.ports[2] == 1', 'index out of bounds: 2'],
    ['self.count / 0 == 1', 'division by zero'],
    ['self.count % 0 == 1', 'modulus by zero'],
    ['9223372036854775807 + 1 > 0', 'integer overflow'],
    ['-9223372036854775808 - 1 < 0', 'integer overflow'],
    ['int("9223372036854775807") == 9223372036854775807', true],
    ['int("9223372036854775808") > 0', 'integer overflow'],
    ['int(9223372036854775808.0) > 0', 'integer overflow'],
    ['int("-9223372036854775808") == -9223372036854775808', true],
    ['int("-9223372036854775809") < 0', 'integer overflow'],
    ['int(self.name) > 0', '"zürich" is not an int'],
    ['timestamp(self.name) > timestamp("2026-01-01T00:00:00Z")', '"zürich" is not a timestamp'],
    ['cidr(self.name).prefixLength() == 8', '"zürich" is not an address range'],
    ['self.items.all(i, i.y == "a")', 'no such key: y'],
    ['self.items.exists(i, i.y == "a") || self.count == 3', true],
    ['self.inner.x > 0', 'no such key: inner'],
    ['has(self.inner.x)', 'no such key: inner'],
    ['!(self.label == "x" && true)', 'no such key: label'],
    ['(self.label == "x" ? 1 : 2) == 1', 'no such key: label'],
    ['(self.count > 2 ? "many" : "few") == "many"', true],
    ['timestamp("2026-01-01T00:00:00Z") + duration("24h") == timestamp("2026-01-02T00:00:00Z")', true],
    ['duration("24h") + timestamp("2026-01-01T00:00:00Z") == timestamp("2026-01-02T00:00:00Z")', true],
    ['"É".lowerAscii() == "É"', true],
    ['has(self.labels.default) || self.labels.isIn == "v" || self.items.all(get, get.x in [1, 2])', true],
    ['["A", "b"].join("-").lowerAscii().split("-") == ["a", "b"]', true],
  ])('%s: %s', (text, expected) => {
    expect(compileRule(text)(stored)).toBe(expected);
  });

  test('reads the stored object as oldSelf', () => {
    const rule = compileRule('self.count >= oldSelf.count');
    expect([rule({ count: 2 }, { count: 1 }), rule({ count: 1 }, { count: 2 }), rule({ count: 1 }, {})]).toEqual([
      true,
      false,
      'no such key: count',
    ]);
  });

  test('accepts an optional stored object at creation', () => {
    const rule = compileRule('oldSelf.hasValue() ? self.count >= oldSelf.value().count : self.count == 0', { optionalOldSelf: true });
    expect([rule({ count: 0 }), rule({ count: 1 }), rule({ count: 1 }, { count: 1 })]).toEqual([true, false, true]);
    expect(compileRule('oldSelf.value().count == 1', { optionalOldSelf: true })({})).toBe('optional.none() dereference');
  });

  test('reads the parent', () => {
    const rule = compileRule("!has(parent.name) || self.name.endsWith('.' + parent.name)");
    const results = [{ name: 'b' }, { name: 'c' }, {}].map((parent) => rule({ name: 'a.b' }, undefined, true, { parent }));
    expect(results).toEqual([true, false, true]);
  });

  test('finds siblings by an index, and tests the rest of the condition', () => {
    const found: unknown[] = [];
    const related = {
      siblings: (fields: readonly string[], values: readonly unknown[]) => {
        found.push([fields, values]);
        return [{ name: 'A', state: 'READY', enabled: true, count: 1 }];
      },
    };
    const rule = compileRule(
      '!siblings.exists(other, other.name.lowerAscii() == self.name.lowerAscii() && true == other.enabled && other.count == self.count)',
    );
    expect([1, 2].map((count) => rule({ name: 'a', count }, undefined, true, related))).toEqual([false, true]);
    expect(found[0]).toEqual([
      ['name.lowerAscii()', 'enabled'],
      ['a', true],
    ]);
    expect(compileRule('siblings.filter(other, other.name == self.name).size() < 1')({ name: 'A' }, undefined, true, related)).toBe(false);
  });

  test('leaves values of a wrong type to type checks', () => {
    expect(compileRule('self.count > 1 && self.inner.x > 1')({ count: 'many', inner: [] })).toBe(undefined);
  });

  test('fails for a known value of a partial update, and not for an unknown one', () => {
    const rule = compileRule('self.ports[0] / self.count == 1 || self.labels.a == "b"');
    expect(rule({ ports: [], count: 1, labels: { a: 'c' } }, undefined, false)).toBe('index out of bounds: 0');
    expect(rule({ ports: [], count: 1, labels: {} }, undefined, false)).toBe(undefined);
    expect(rule({ ports: [1], count: 0, labels: { a: 'c' } }, undefined, false)).toBe('division by zero');
  });

  test('treats an absent field of a partial update as unknown and a removed field as absent', () => {
    const rule = compileRule('self.count <= self.limit && !has(self.name)');
    expect(rule({ count: 9 }, undefined, false)).toBe(undefined);
    expect(rule({ count: 9, limit: 8 }, undefined, false)).toBe(false);
    expect(rule({ count: 9, limit: null }, undefined, false)).toBe(false);
    expect(rule({ count: 3, limit: null, name: null }, undefined, false)).toBe(true);
  });
});

test.each([
  ['!has(self.name) || self.count <= self.limit', 'nameIsUnset, countIsAtMostLimit', 'countIsAtMostLimit'],
  ['self.state in ["READY", "DRAINING"]', 'stateValue', 'stateIsOneOf'],
  ['has(self.inner) && !has(self.inner.x)', 'innerValue, innerIsSet, xIsUnset', 'innerIsSetAndXIsUnset'],
  ['has(self.name) || has(self.name) || self.name != ""', 'nameValue, nameIsSet, nameIsSetOrNameIsSet, nameIsNotEmpty', 'nameIsNotEmpty'],
])('names the variables of %s, and what it requires, after fields', (text, variables, requirement) => {
  const result = compileExample(text);
  const { body = '', requirement: required } = result.ok ? result.expression : {};
  expect([/let ([^;]+);/.exec(body)?.[1], required]).toEqual([variables, requirement]);
});

test('names the variables of each function without regard to the others', () => {
  const result = compileExample('self.items.all(i, has(i.x) ? i.x == 1 : true) || self.items.exists(i, has(i.x) ? i.x == 2 : false)');
  const body = result.ok ? result.expression.body : '';
  expect([...body.matchAll(/\((\w+)\) => \{ let ([^;]+);/g)].map(([, parameter, variables]) => `${parameter} ${variables}`)).toEqual(
    Array.from({ length: 4 }, () => 'iItem xIsSet'),
  );
});

test('no function of the runtime can have the name of a variable', () => {
  const lastWords = /(?:Value|Item|Holds|Fails|Is\w*)\d*$/;
  expect(Object.keys(runtime).filter((name) => lastWords.test(name))).toEqual([]);
});

describe('rejects', () => {
  test('an expression that is too deep', () => {
    const [accepted, rejected] = [200, 2500].map((count) =>
      compileExample(Array.from({ length: count }, () => 'has(self.name)').join(' || ')),
    );
    expect(accepted?.ok).toBe(true);
    expect(rejected).toMatchObject({ ok: false, problems: [{ message: expect.stringMatching(/^it has more than 250 levels/) as string }] });
  });

  // The tildes mark the position of the problem.
  test.each([
    ['self.cuont > 1', '     ~~~~~', 'unknown field cuont', 'count'],
    ['self.items.all(i, i.zone == 1)', '                    ~~~~', 'unknown field zone', undefined],
    ['slef.count > 1', '~~~~', 'unknown variable slef', 'self'],
    ['count > 1', '~~~~~', 'unknown variable count', 'self.count'],
    ['self.count + self.name > 1', '~~~~~~~~~~~~~~~~~~~~~~', "the operator + doesn't accept int and string", undefined],
    ['self.count == "3"', '~~~~~~~~~~~~~~~~~', "the operator == doesn't accept int and string", undefined],
    ['self.count', '~~~~~~~~~~', 'the expression must return bool (received int)', undefined],
    ['self.state == "REDY"', '              ~~~~~~', "self.state is never 'REDY'", 'READY'],
    ['self.state in ["READY", "DRANING"]', '                        ~~~~~~~~~', "self.state is never 'DRANING'", 'DRAINING'],
    ['self.name.startWith("a")', '~~~~~~~~~~~~~~~~~~~~~~~~', 'unknown function startWith', 'startsWith'],
    ['sise(self.name) > 1', '~~~~~~~~~~~~~~~', 'unknown function sise', 'size'],
    ['9223372036854775808 > 0', '~~~~~~~~~~~~~~~~~~~', 'the number exceeds 64 bits', undefined],
    ['self.name.matches("a**")', '                  ~~~~~', 'the pattern is not valid: invalid nested repetition operator (**)', undefined],
    ['self.name.matches("(?=a)")', '                  ~~~~~~~', 'the pattern is not valid: RE2 has no look-around ((?=)', undefined],
    [
      'self.name.matches(self.label)',
      '~~~~~~~~~~~~~~~~~~~~~~~~~~~~~',
      'matches() takes one pattern, written as a string literal',
      undefined,
    ],
    ['has(self)', '~~~~~~~~~', 'has() takes one field, such as has(self.name)', undefined],
    [
      'oldSelf.hasValue()',
      '~~~~~~~~~~~~~~~~~~',
      'hasValue() applies to oldSelf in a rule with optionalOldSelf: true (received object)',
      undefined,
    ],
    ['bytes(self.name) == bytes("a")', '~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~', "the operator == doesn't accept bytes and bytes", undefined],
    ['self.label == null', '              ~~~~', 'null is not supported: test with has(self.field) whether a field is set', undefined],
    ['1u == 1u', '~~', 'unsigned integers are not supported: omit the u', undefined],
    ['parent.nmae == self.name', '       ~~~~', 'unknown field nmae', 'name'],
    ['siblings.size() < 3', '~~~~~~~~', 'siblings can be used only with exists, exists_one, or filter', undefined],
    [
      'siblings.exists(s, s.count == self.count)',
      '~~~~~~~~',
      'the condition on siblings must compare a string or bool field of s by == with an expression without s, such as s.name == self.name, so that the mock can find them by an index',
      undefined,
    ],
    ['size(self.tags', '              ', 'expected ), got the end of the expression', undefined],
  ])('%s', (text, marks, message, suggestion) => {
    const result = compileExample(text);
    const problem = result.ok ? undefined : result.problems[0];
    expect(problem && ' '.repeat(problem.start) + '~'.repeat(problem.end - problem.start)).toBe(marks);
    expect([problem?.message, problem?.suggestion]).toEqual([message, suggestion]);
  });

  test.each([
    ['parent.name == self.name', 'parent exists only in the rules of resources that have one'],
    ['!siblings.exists(s, s.name == self.name)', 'siblings exist only in the rules of resources'],
  ])('%s outside of resources', (text, message) => {
    const result = compileExample(text, {});
    expect(result.ok ? [] : result.problems.map((problem) => problem.message)).toEqual([message]);
  });
});
