/** The output of `discogen diff` and its exit status. */
import { describe, expect, test } from 'vitest';
import { base, diff, editBase } from './base.js';

const breakingEdit = editBase(
  base,
  ['      note: { type: string, description: A remark. }\n', ''],
  ['[RED]', '[RED, BLUE]'],
  ['Used in requests', 'Appears in requests'],
);
const compatibleEdit = editBase(base, ['      note:', '      more: { type: string, description: More. }\n      note:']);

describe('the text format', () => {
  test('prints a line per change with both positions, the version step, and the number of changed descriptions', async () => {
    const { status, stdout, stderr } = await diff(base, breakingEdit);
    expect({ status, stderr, lines: stdout.split('\n') }).toEqual({
      status: 1,
      stderr: '',
      lines: [
        'new.yaml:27:40: minor enum-value-added Receipt.hue: the value "BLUE" was added; other values were already possible [old.yaml:27:28]',
        'new.yaml:35:3: breaking field-removed Thing.note: the field was removed; code that uses it no longer works [old.yaml:40:7]',
        '3 changes, 1 in descriptions only, 1 breaking: the next version is a major version',
        '',
      ],
    });
  });
  test('prints compatible changes without an error', async () => {
    expect(await diff(base, compatibleEdit)).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^new\.yaml:40:7: minor field-added Thing\.more: the field was added; .* \[old\.yaml:35:3\]\n1 change, none breaking: the next version is a minor version\n$/,
      ),
    });
  });
  test('prints nothing for equal versions', async () => {
    expect(await diff(base, base)).toEqual({ status: 0, stderr: '', stdout: 'no changes\n' });
  });
  test('reports a version with errors', async () => {
    expect(await diff(base, editBase(base, ['$ref: Line', '$ref: Lime']))).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^new\.yaml:\d+:\d+: error dangling-reference /),
    });
  });
  test('prints specification text on one line without deceptive characters', async () => {
    const { stdout } = await diff(editBase(base, ['enum: [RED]', 'enum: ["A\\u202e\\nB", RED]']), base);
    expect(stdout).toContain('the value "A\\u202e\\nB" was removed'.replace('\\n', '\\u000a'));
  });
});

test('prints a changelog with --format markdown', async () => {
  expect((await diff(base, breakingEdit, ['--format', 'markdown'])).stdout).toBe(`# Changes

3 changes, 1 in descriptions only, 1 breaking: the next version is a major version.

## Breaking

- \`Thing.note\`: the field was removed (code that uses it no longer works)

## Added

- \`Receipt.hue\`: the value "BLUE" was added
`);
});

test('prints the complete result with --json', async () => {
  const { status, stdout } = await diff(base, breakingEdit, ['--json']);
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
        message: 'the field was removed',
        reason: 'code that uses it no longer works',
        old: { file: 'old.yaml', line: 40, column: 7 },
        new: { file: 'new.yaml', line: 35, column: 3 },
      },
      expect.objectContaining({ kind: 'documentation-changed', step: 'patch' }),
    ],
  });
});
