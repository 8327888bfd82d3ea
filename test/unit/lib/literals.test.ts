import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  escapeComment,
  toDataLiteral,
  isIdentifier,
  toPropertyKey,
  toPropertyName,
  toStringLiteral,
  toTypedLiteral,
} from '../../../generator/lib/literals.js';
import { anyCharacter } from '../../support/any-character.js';

/** Evaluates the text as JavaScript. */
function evaluate(expression: string): unknown {
  return new Function(`'use strict'; return (${expression});`)() as unknown;
}

/** Texts that often break generators, and arbitrary text with lone surrogates. */
const hostileText = fc.oneof(
  fc.constantFrom(
    "';process.exit(1);'",
    '\\',
    "\\'",
    '${process.exit(1)}',
    '`',
    '*/',
    '</script>',
    '<!--',
    '-->',
    '\u2028',
    '\u2029',
    '\ud800',
    '\udc00x',
    '\u202e',
    '\0',
    '//# sourceMappingURL=x',
    '__proto__',
  ),
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);
const text = fc.array(hostileText, { maxLength: 4 }).map((parts) => parts.join(''));

describe('a string literal', () => {
  it.each([
    ['plain', `'plain'`],
    [`it's`, `'it\\'s'`],
    ['a\\b', `'a\\\\b'`],
    ['line\nend', `'line\\nend'`],
    ['\u2028', `'\\u2028'`],
    ['\ud800', `'\\ud800'`],
    ['🙂', `'🙂'`],
    ['\u{e0001}', `'\\u{e0001}'`],
    // Unassigned and private-use code points.
    ['\u2065', `'\\u2065'`],
    ['⚠\ufe0f', `'⚠\ufe0f'`],
    ['</script>', `'\\x3c/script>'`],
    ['//# sourceMappingURL=x', `'//# sourc\\u0065MappingURL=x'`],
    ['import "./x.js"', `'import "\\x2e/x.js"'`],
  ])('converts %j to %s', (value, literal) => {
    expect(toStringLiteral(value)).toBe(literal);
  });

  test('evaluates to its text', () => {
    fc.assert(fc.property(text, (value) => evaluate(toStringLiteral(value)) === value));
  });

  test('contains no line terminator, script end, or directive', () => {
    const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u2065]|<\/|<!|-->|sourceMappingURL/iu;
    fc.assert(fc.property(text, (value) => !forbidden.test(toStringLiteral(value))));
  });
});

describe('data', () => {
  test('evaluates to its value, including own keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), text, (value, key) => {
        const data = JSON.parse(JSON.stringify({ value, list: [value] })) as Record<string, unknown>;
        Object.defineProperty(data, key, { value: 1, enumerable: true, configurable: true, writable: true });
        expect(evaluate(toDataLiteral(data))).toEqual(data);
        expect(Object.getPrototypeOf(evaluate(toDataLiteral(data)))).toBe(Object.prototype);
      }),
    );
  });

  test('keeps literal types of properties named like `Object` members', () => {
    expect(toTypedLiteral({ constructor: 0, name: 0 })).toBe('{ constructor: 0 as const, name: 0 }');
    expect(toDataLiteral({ constructor: 0 })).toBe('{ constructor: 0 }');
  });

  test('omits undefined members', () => {
    expect(toDataLiteral({ a: undefined, b: [1, 'x', null] })).toBe(`{ b: [1, 'x', null] }`);
  });
});

describe('a property name', () => {
  it.each([
    ['name', 'name'],
    ['$ref', '$ref'],
    ['class', 'class'],
    ['a-b', `'a-b'`],
    ['1abc', `'1abc'`],
    ['@type', `'@type'`],
    ['', `''`],
    ['naïve', `'naïve'`],
  ])('prints %j as %s', (name, expected) => {
    expect(toPropertyName(name)).toBe(expected);
    expect(toPropertyKey(name)).toBe(expected);
    expect(isIdentifier(name)).toBe(name === expected);
  });

  test('never sets a prototype with `__proto__`', () => {
    expect(toPropertyKey('__proto__')).toBe(`['__proto__']`);
  });
});

describe('text in a comment', () => {
  it.each([
    ['ends */ here', 'ends *\\/ here'],
    ['@deprecated or not', '\\@deprecated or not'],
    ['see {@link x}', 'see {\\@link x}'],
    ['mail user@example.com', 'mail user@example.com'],
    ['a\r\nb\tc', 'a\nb c'],
    ['\u202eright to left', '<U+202E>right to left'],
    ['//# sourceMappingURL=x', '//# source MappingURL=x'],
    ["from './x.js'", "from `./x.js'"],
    ['/* @__PURE__ */ f()', '/* @PURE *\\/ f()'],
  ])('escapes %j as %j', (before, after) => {
    expect(escapeComment(before)).toBe(after);
  });

  test('never ends the comment', () => {
    fc.assert(fc.property(text, (value) => evaluate(`1 /* ${escapeComment(value)} */ + 1`) === 2));
  });
});
