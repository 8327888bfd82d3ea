/** Hostile texts and names. */
import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.js';

/** Each payload tries to run `globalThis.pwned = 1`, to leave its context, or to deceive a tool or a reader. */
export const payloads: readonly string[] = [
  '*/ globalThis.pwned = 1; /*',
  "'; globalThis.pwned = 1; '",
  '"; globalThis.pwned = 1; "',
  '\\"; globalThis.pwned = 1; //',
  "\\\\'; globalThis.pwned = 1; //",
  '`${(globalThis.pwned = 1)}`',
  '${globalThis.pwned = 1}',
  '\n globalThis.pwned = 1 \r\u2028\u2029',
  '}; globalThis.pwned = 1; ({',
  '{{constructor.constructor("globalThis.pwned = 1")()}}',
  '{{{globalThis.pwned}}}',
  '{{#with this}}{{lookup . "constructor"}}{{/with}}',
  '\n```\nglobalThis.pwned = 1;\n```\n',
  '</script><script>globalThis.pwned = 1</script>',
  '<!-- globalThis.pwned = 1',
  '--> globalThis.pwned = 1',
  '#!/usr/bin/env globalThis.pwned=1',
  '//# sourceMappingURL=data:application/json,{}',
  '/*# sourceURL=globalThis.pwned */',
  "import '../../../../pwned.js'",
  "from '../runtime/../../../pwned.js'",
  'export default globalThis.pwned = 1',
  '/[/*]globalThis.pwned=1//(',
  '@deprecated @ts-ignore @jsx globalThis.pwned',
  '/* @__PURE__ */ globalThis.pwned = 1',
  '\u202e}; globalThis.pwned = 1; {\u2066',
  '\u0000\u0001\u001b[31mred\u0007',
  '\ud800 \udc00 \ufeff \u200b',
  "$& $1 $` $' $$",
  '%s %o %25 %0A',
];

const prototypeNames: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'toJSON',
  '__defineGetter__',
];
const reservedNames: readonly string[] = [
  'delete',
  'import',
  'export',
  'class',
  'default',
  'arguments',
  'eval',
  'waitForField',
  'async',
  'undefined',
  'NaN',
  'Object',
  'Promise',
  'Error',
  'Date',
  'Record',
  'globalThis',
  'requestBody',
  'errors',
  'create',
  'behavior',
  'client',
];
const paths: readonly string[] = [
  '..',
  '.',
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\x',
  'con',
  'NUL.txt',
  'a/b',
  '~',
  '.npmrc',
  'node_modules',
  '-rf',
];
const plainNames: readonly string[] = ['thing', 'Thing', 'things', 'note', 'name', 'a', 'A', 'b-c', 'd.e', '1st', '$f', 'g_', 'ä', '名'];

export const text: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...payloads), weight: 6 },
  { arbitrary: fc.constantFrom(...prototypeNames, ...reservedNames, ...paths, ...plainNames), weight: 2 },
  { arbitrary: fc.string({ unit: anyCharacter, maxLength: 20 }), weight: 2 },
  { arbitrary: fc.tuple(fc.constantFrom(...payloads), fc.constantFrom(...payloads)).map((both) => both.join('')), weight: 1 },
);

/** Mostly valid names, so that most documents reach later stages. */
export const name: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom(...plainNames), weight: 24 },
  { arbitrary: fc.constantFrom(...prototypeNames, ...reservedNames), weight: 16 },
  { arbitrary: fc.constantFrom(...payloads.filter((payload) => /^[\x20-\x7e]+$/.test(payload))), weight: 8 },
  { arbitrary: fc.oneof(text, fc.constantFrom(...paths)), weight: 1 },
);

/** For names that become part of a file path. */
export const identity: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom('shop', 'v1', 'a.b', 'x_y'), weight: 20 },
  { arbitrary: fc.constantFrom(...paths, ...prototypeNames), weight: 1 },
  { arbitrary: text, weight: 1 },
);

export const pattern: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('[a-z]+', '^projects/[^/]+/things/[^/]+$', '(?i)[a-z]', '[^/]+', '\\d{1,9}', '.*', '\\p{L}+', '(?P<x>a)'),
  fc.constantFrom(
    '(a+)+$',
    '(a|a)*b',
    '(.*)*x',
    '((a{0,100}){0,100}){0,100}',
    'a{99999}',
    '(x+x+)+y',
    '(?:)*',
    '[',
    '(',
    '\\',
    '*',
    ']/;globalThis.pwned=1;/[',
  ),
  fc.constantFrom('('.repeat(5_000), 'a?'.repeat(200) + 'a'.repeat(200), '(a*)'.repeat(50), '[\\u2028\n/]', '\\/*\n'),
  text,
);

/** Stands in for a megabyte, so that thousands of documents take minutes. */
export const longLength = 20_000;
