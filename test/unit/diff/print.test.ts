/** What `discogen diff` prints, and its exit status. */
import { describe, expect, test } from 'vitest';
import { base, diff, edited } from './base.js';

const broken = edited(
  base,
  ['      note: { type: string, description: A remark. }\n', ''],
  ['[RED]', '[RED, BLUE]'],
  ['Goes both', 'Goes in both'],
);
const added = edited(base, ['      note:', '      more: { type: string, description: More. }\n      note:']);

describe('text', () => {
  test('a line for each change, with both places, and the step; descriptions are counted', async () => {
    const { status, stdout, stderr } = await diff(base, broken);
    expect({ status, stderr, lines: stdout.split('\n') }).toEqual({
      status: 1,
      stderr: '',
      lines: [
        'new.yaml:27:40: minor enum-value-added Receipt.hue: the value "BLUE" is new; further values were possible before [old.yaml:27:28]',
        'new.yaml:35:3: breaking field-removed Thing.note: the field is gone; code that uses it no longer works [old.yaml:40:7]',
        '3 changes, 1 of descriptions only, 1 breaking: the next version is a major one',
        '',
      ],
    });
  });
  test('what breaks nobody is no fault', async () => {
    expect(await diff(base, added)).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^new\.yaml:40:7: minor field-added Thing\.more: a new field; .* \[old\.yaml:35:3\]\n1 change, none breaking: the next version is a minor one\n$/,
      ),
    });
  });
  test('nothing', async () => {
    expect(await diff(base, base)).toEqual({ status: 0, stderr: '', stdout: 'no changes\n' });
  });
  test('a version with errors cannot be judged', async () => {
    expect(await diff(base, edited(base, ['$ref: Line', '$ref: Lime']))).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^new\.yaml:\d+:\d+: error dangling-reference /),
    });
  });
  test('text of a specification is shown on one line, without what deceives', async () => {
    const { stdout } = await diff(edited(base, ['enum: [RED]', 'enum: ["A\\u202e\\nB", RED]']), base);
    expect(stdout).toContain('the value "A\\u202e\\nB" is gone'.replace('\\n', '\\u000a'));
  });
});

test('--format markdown is a changelog', async () => {
  expect((await diff(base, broken, ['--format', 'markdown'])).stdout).toBe(`# Changes

3 changes, 1 of descriptions only, 1 breaking: the next version is a major one.

## Breaking

- \`Thing.note\`: the field is gone (code that uses it no longer works)

## Added

- \`Receipt.hue\`: the value "BLUE" is new
`);
});

test('--json says all of it', async () => {
  const { status, stdout } = await diff(base, broken, ['--json']);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    breaking: 1,
    step: 'major',
    diagnostics: [],
    changes: [
      expect.objectContaining({ kind: 'enum-value-added', step: 'minor' }),
      {
        kind: 'field-removed',
        subject: 'Thing.note',
        breaking: true,
        step: 'major',
        message: 'the field is gone',
        reason: 'code that uses it no longer works',
        old: { file: 'old.yaml', line: 40, column: 7 },
        new: { file: 'new.yaml', line: 35, column: 3 },
      },
      expect.objectContaining({ kind: 'documentation-changed', step: 'patch' }),
    ],
  });
});
