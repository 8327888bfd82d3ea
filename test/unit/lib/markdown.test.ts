import { expect, test } from 'vitest';
import { escapeMarkdown, formatInlineCode } from '../../../generator/lib/markdown.js';

test.each([
  ['a | b', 'a \\| b'],
  ['<script>', '&lt;script>'],
  ['[x](javascript:y)', '\\[x\\](javascript:y)'],
  ['two\n\n# lines', 'two \\# lines'],
  ['- a list', '\\- a list'],
  ['1. first', '\\1. first'],
  ['a & b', 'a &amp; b'],
  ['is `["<a&b>"]`', 'is `["<a&b>"]`'],
  ['``a`b`` `<b>', '``a`b`` \\`&lt;b>'],
  ['`<a>', '\\`&lt;a>'],
])('escapes prose: %j as %j', (before, after) => {
  expect(escapeMarkdown(before)).toBe(after);
});

test.each([
  ['plain', '`plain`'],
  ['a`b', '``a`b``'],
  ['`', '`` ` ``'],
  ['a|b', '`a\\|b`'],
  ['two\nlines', '`two lines`'],
  ['', ''],
])('escapes code: %j as %j', (before, after) => {
  expect(formatInlineCode(before)).toBe(after);
});
