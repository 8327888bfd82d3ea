import { describe, expect, test } from 'vitest';
import { limitCost, resetCosts, spend } from '../../../../runtime/cel/cost.js';
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
    annotations: { k: 'v', l: 'w' },
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
    ['int("000000000000000000000007") == 7', true],
    ['duration("99999999999999999999h") > duration("1h")', '"99999999999999999999h" is not a duration'],
    ['duration("24h") + timestamp("2026-01-01T00:00:00Z") == timestamp("2026-01-02T00:00:00Z")', true],
    ['"É".lowerAscii() == "É"', true],
    ['self.labels == self.annotations', false],
    ['self.annotations == self.labels', false],
    ['[self.labels, self.annotations].distinct().size() == 2', true],
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

describe('the cost of an evaluation', () => {
  const exceeded = 'operation cancelled: actual cost limit exceeded';
  const texts = Array.from({ length: 2000 }, (_, index) => `t${index}`);
  const value = { name: 'x'.repeat(100_000), tags: texts, ports: texts.map((_, index) => index), items: [{ x: 1 }], labels: {} };

  test.each([
    ['self.tags.all(t, t.startsWith("t"))', true],
    ['self.tags.map(t, t + "x").distinct().size() == self.tags.size()', true],
    ['size(self.tags) <= 100 && self.tags.all(t, self.tags.exists_one(other, other == t))', false],
    ['self.tags.all(t, self.tags.exists_one(other, other == t))', exceeded],
    ['self.tags.exists(t, self.tags.exists_one(other, other == t))', true],
    ['self.ports.all(p, self.tags.size() > 0 && !(-1 in self.ports))', exceeded],
    ['self.ports.all(p, self.name.size() > p)', exceeded],
    ['self.ports.all(p, !self.name.contains("y"))', exceeded],
    ['self.ports.all(p, self.name.matches("^x*$"))', exceeded],
    ['self.ports.all(p, self.name.lowerAscii() == self.name)', exceeded],
    ['self.ports.all(p, self.name + "a" != "")', exceeded],
    ['self.ports.all(p, self.tags == self.tags)', exceeded],
    ['self.ports.all(p, self.tags.distinct().size() > 0)', exceeded],
    ['self.name.split("").join(self.name) != ""', exceeded],
    [`[self.tags]${'.map(x, x + x)'.repeat(40)}.size() > 0`, exceeded],
    [`[self.tags]${'.map(x, [x, x])'.repeat(40)}.map(x, x).distinct() == [self.tags]${'.map(x, [x, x])'.repeat(40)}`, exceeded],
    ['self.tags.all(t, self.tags.exists_one(other, other == t)) || true', exceeded],
  ])('%s: %s', (text, expected) => {
    expect(compileRule(text)(value)).toBe(expected);
  });

  test('is counted for each evaluation, and not beyond', () => {
    const rule = compileRule('self.tags.all(t, self.name.size() > 0)');
    expect([rule({ tags: texts, name: 'x' }), rule({ tags: texts, name: 'x' })]).toEqual([true, true]);
  });

  test('is limited for all evaluations on a value together', () => {
    const count = (): unknown => limitCost(() => (spend(900_000), true));
    resetCosts();
    expect(Array.from({ length: 12 }, count).map((result) => result === true)).toEqual(
      Array.from({ length: 12 }, (_, index) => index < 11),
    );
    resetCosts();
    expect(count()).toBe(true);
  });

  test('is not counted without loops and growing results', () => {
    const count = (text: string): boolean => {
      const result = compileExample(text);
      return result.ok && result.expression.body.includes('limitCost');
    };
    expect(count('self.count < 3 && self.name.matches("^a") && self.label.contains(self.name) && self.tags == oldSelf.tags')).toBe(false);
    expect(['self.tags.all(t, t != "")', 'self.name.split(",") != []', 'self.tags.join() != ""'].map(count)).toEqual([true, true, true]);
  });

  const estimate = (text: string): number => {
    const result = compileExample(text);
    return result.ok ? Math.round(result.expression.cost) : -1;
  };

  test.each([
    ['self.count < 3', 3],
    ['has(self.code) && self.code.startsWith("ab")', 4],
    ['self.code.matches("^[a-z]+$")', 4],
    ['self.code == self.name', 5],
    ['size(self.codes) <= 100 && self.codes.all(c, c.size() < 5)', 406],
    ['size(self.codes) > 100 || self.codes.all(c, self.codes.exists(d, d == c))', 40_306],
    ['self.codes.size() > 10 ? true : self.codes.all(c, c != "")', 36],
  ])('of %s is at most %i', (text, cost) => {
    expect(estimate(text)).toBe(cost);
  });

  test('is estimated by the size of a request where no size is declared', () => {
    // Each element has at least two characters and a comma, and all share a request of 3 MiB.
    const elements = (3 * 1024 * 1024) / 3;
    expect(estimate('self.tags.all(t, t.startsWith("a"))') / elements).toBeCloseTo(3);
    expect(estimate('self.items.all(i, i.y.matches("^a"))') / elements).toBeLessThan(6);
    expect(estimate('self.tags.all(t, self.codes.exists(c, c == t))')).toBeGreaterThan(elements ** 2);
    expect(estimate(`[self.tags]${'.map(x, x + x)'.repeat(40)}.size() > 0`)).toBeGreaterThan(2 ** 40);
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
    ['self.name.length > 3', '~~~~~~~~~~~~~~~~', 'string has no fields', 'size(self.name)'],
    ['self.tags[0].size > 3', '~~~~~~~~~~~~~~~~~', 'string has no fields', 'self.tags[0].size()'],
    ['self.name.includes("a")', '~~~~~~~~~~~~~~~~~~~~~~~', 'unknown function includes', 'self.name.contains("a")'],
    ['self.tags.includes("a")', '~~~~~~~~~~~~~~~~~~~~~~~', 'unknown function includes', '"a" in self.tags'],
    ['self.tags.contains("a")', '~~~~~~~~~~~~~~~~~~~~~~~', 'contains applies to strings (received list)', '"a" in self.tags'],
    ['"a" in self.name', '~~~~~~~~~~~~~~~~', 'in applies to lists and maps', 'self.name.contains("a")'],
    ['"name" in self', '~~~~~~~~~~~~~~', 'in applies to lists and maps', 'has(self.name)'],
    ['self["name"] == "a"', '~~~~', 'a field of an object is written with a dot', 'self.name'],
    ['self.name.toLowerCase() == "a"', '~~~~~~~~~~~~~~~~~~~~~~~', 'unknown function toLowerCase', 'self.name.lowerAscii()'],
    ['self.tags.some(t, t == "a")', '~~~~~~~~~~~~~~~~~~~~~~~~~~~', 'unknown function some', 'self.tags.exists(t, t == "a")'],
    ['self.name.toString() == "a"', '~~~~~~~~~~~~~~~~~~~~', 'unknown function toString', 'string(self.name)'],
    ['len(self.name) > 1', '~~~~~~~~~~~~~~', 'unknown function len', 'size(self.name)'],
    [
      'self.name == undefined',
      '             ~~~~~~~~~',
      'there is no undefined: test with has(self.field) whether a field is set',
      undefined,
    ],
    ['self.enabled == True', '                ~~~~', 'unknown variable True', 'true'],
    ['self.name === "a"', '            ~', 'there is no operator ===', '=='],
    ['self.name !== "a"', '            ~', 'there is no operator !==', '!='],
    ['self.name = "a"', '          ~', 'there is no operator =', '=='],
    ['self.enabled and true', '             ~~~', 'there is no operator and', '&&'],
    ['not self.enabled', '    ~~~~', 'there is no operator not', '!'],
    ['self.count & 1 == 0', '           ~', 'there is no operator &', '&&'],
    [
      'self.tags.every(t => t == "a")',
      '                  ~',
      'there are no arrow functions: a macro takes the name of a variable and an expression, such as self.items.all(x, x.size() > 0)',
      undefined,
    ],
    [
      'self.inner?.x == 1',
      '           ~',
      'there are no operators ?? and ?. for absent fields: write has(self.field) ? self.field : …',
      undefined,
    ],
    ['self.name.matches(/^a/)', '                  ~', "a pattern is a string literal, such as self.name.matches('^a')", undefined],
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
