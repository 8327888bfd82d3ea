/** Diagnostics on a terminal: the source line, a caret, and the page. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatExcerpt } from '../../../generator/cli/source-excerpt.js';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { memoryEffects } from '../../support/memory-files.js';

const specification = 'name: shop\nversion: v1\nschemas:\n  Thing: { type: object }\n  Things: { $ref: Thong }\n';

async function runOnTerminal(words: string, files: Readonly<Record<string, string>>) {
  const effects = { ...memoryEffects(files), columns: () => 80, stdoutColumns: () => 80 };
  await runCommandLine(words.split(' '), { ...effects, version: '1.2.3' });
  return effects.printed;
}

describe('on a terminal', () => {
  test('lint prints the source line with a caret and the path of the page', async () => {
    const { stdout } = await runOnTerminal('lint a.yaml --quiet', { 'a.yaml': specification });
    expect(stdout).toMatch(
      /^a\.yaml:5:19: error dangling-reference there is no schema "Thong"; did you mean "Thing"\?\n 5 \|   Things: \{ \$ref: Thong \}\n {3}\| {19}\^~~~~\n see \/.*\/docs\/reference\/diagnostics\.md#dangling-reference\n$/,
    );
  });
  test('other commands print the same on standard error', async () => {
    const config = 'specs:\n  - name: shop\n    file: [a.yaml]\n';
    const { stderr } = await runOnTerminal('generate', { 'discogen.config.yaml': config });
    expect(stderr).toContain(' 3 |     file: [a.yaml]\n   |           ^\n see /');
  });
  test('prints no line of a file that cannot be read', async () => {
    const { stdout } = await runOnTerminal('lint absent.yaml', {});
    expect(stdout.split('\n')).toEqual([expect.stringContaining('unreadable-file'), expect.stringContaining(' see /'), '']);
  });
  test('prints no escape sequence of a file name or a source line', async () => {
    const { stdout } = await runOnTerminal('lint \u001b[2J.yaml', { '\u001b[2J.yaml': `${specification}# \u001b[31m\n"\u001b[2J": 1\n` });
    expect(stdout).toContain('"\\u001b[2J"');
    expect(stdout).not.toContain('\u001b');
  });
});

describe('an excerpt', () => {
  const caret = (line: string, column: number, columns = 80): readonly string[] => formatExcerpt([line], { line: 1, column }, columns);

  test.each([
    ['a word', 'type: strin', 7, [' 1 | type: strin', '   |       ^~~~~']],
    ['a key', 'typ: string', 1, [' 1 | typ: string', '   | ^~~']],
    ['a quoted string', 'a: "b c", d', 4, [' 1 | a: "b c", d', '   |    ^~~~~']],
    ['a URL', 'a: https://x.example/ # b', 4, [' 1 | a: https://x.example/ # b', '   |    ^~~~~~~~~~~~~~~~~~']],
    ['a bracket', 'a: [b]', 4, [' 1 | a: [b]', '   |    ^']],
    ['the end of a line', 'a:', 3, [' 1 | a:', '   |   ^']],
    ['text after a tab', '\ta: b', 5, [' 1 |     a: b', '   |        ^']],
    ['text after wide characters', '日本: b', 5, [' 1 | 日本: b', '   |       ^']],
    ['text after a combining character', 'e\u0301: b', 5, [' 1 | e\u0301: b', '   |    ^']],
    ['text after a control character', '\u001b: b', 4, [' 1 | \\u001b: b', '   |         ^']],
  ])('marks %s', (_, line, column, lines) => {
    expect(caret(line, column)).toEqual(lines);
  });

  test('cuts a long line around the caret', () => {
    expect(caret(`${'a '.repeat(50)}fault${' b'.repeat(50)}`, 101, 40)).toEqual([
      ' 1 | … a a a a a a fault b b b b b b b…',
      '   |               ^~~~~',
    ]);
  });

  test('cuts a long token at its end', () => {
    expect(caret(`a: ${'x'.repeat(100)}`, 4, 40)).toEqual([' 1 | a: xxxxxxxxxxxxxxxx…', '   |    ^~~~~~~~~~~~~~~~~']);
  });

  test('is empty for a blank line and a line that does not exist', () => {
    expect([caret('  ', 1), formatExcerpt(['a'], { line: 2, column: 1 }, 80)]).toEqual([[], []]);
  });

  test('fits the terminal, has no control characters, and marks the character at the column', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '\t', '"', '日', '👍', '\u001b', '\u202e', '[', ':'),
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 30, max: 120 }), (before, seed, columns) => {
        const line = `${before}X${' y'.repeat(seed % 100)}`;
        const lines = caret(line, before.length + 1, columns);
        // The wide characters of this test take two columns each.
        const [source = '', marks = ''] = lines.map((each) => each.replaceAll(/[日👍]/gu, 'ww'));
        expect(Math.max(source.length, marks.length)).toBeLessThanOrEqual(columns);
        expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u202e]/);
        expect(source[marks.indexOf('^')]).toBe('X');
      }),
    );
  });
});
