/** `discogen lint` on an in-memory file system. */
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { memoryEffects } from '../../support/memory-files.js';

const apiHeader = 'name: shop\nversion: v1\n';
const sourceHeader = 'x-source: manual\nx-documents: { manual: { title: The manual } }\n';
const files = {
  'good.yaml': `${apiHeader}${sourceHeader}schemas: { Thing: { type: string, x-maxLength: 63, description: "a\\nb" } }\n`,
  'warned.yaml': apiHeader,
  'over.yaml': `${apiHeader}x-source: { public: elsewhere }
schemas:
  Thing: { type: object, x-rules: [{ kind: etag, field: size, match: optional, source: { assumption: someone must } }] }
`,
  'wrong.yaml': `${apiHeader}${sourceHeader}schemas: { Thing: { $ref: Thong } }\n`,
};

async function lint(commandLine: string) {
  const effects = memoryEffects(files);
  const status = await runCommandLine(['lint', ...commandLine.split(' ')], { ...effects, version: '1.2.3' });
  return { status, ...effects.printed };
}

const warning =
  'warned.yaml:1:1: warning missing-source the specification has no source; add x-source (see docs/reference/diagnostics.md#missing-source)\n';
const error =
  'wrong.yaml:5:27: error dangling-reference there is no schema "Thong"; did you mean "Thing"? (see docs/reference/diagnostics.md#dangling-reference)\n';

describe('the output and the exit status of lint', () => {
  test.each([
    ['good.yaml', 0, ''],
    ['warned.yaml', 0, warning],
    ['warned.yaml --max-warnings 1', 0, warning],
    ['warned.yaml --max-warnings 0', 1, warning],
    ['wrong.yaml warned.yaml good.yaml', 1, warning + error],
    ['wrong.yaml warned.yaml --quiet', 1, error],
    [
      'absent.yaml wrong.yaml',
      2,
      `absent.yaml:1:1: error unreadable-file the file "absent.yaml" cannot be read: there is no such file (see docs/reference/diagnostics.md#unreadable-file)\n${error}`,
    ],
    ['over.yaml', 0, ''],
    ['over.yaml --assumptions', 0, 'over.yaml:5:80  Thing (etag)  assumption  someone must\n'],
    ['good.yaml --rules', 0, 'good.yaml:5:35  Thing  length  At most 63 characters.  [manual]\n'],
  ])('discogen lint %s', async (commandLine, status, stdout) => {
    expect(await lint(commandLine)).toMatchObject({ status, stdout });
  });

  test('lints what the config names if no file is named, and reports a misspelled file where the config names it', async () => {
    const config = 'specs:\n  - { name: wrong, file: wrong.yaml, overlays: [over.yml] }\n';
    const effects = memoryEffects({ ...files, 'discogen.config.yaml': config });
    expect(await runCommandLine(['lint'], { ...effects, version: '' })).toBe(2);
    const missing =
      'discogen.config.yaml:2:49: error unreadable-file the file "over.yml" cannot be read: there is no such file (see docs/reference/diagnostics.md#unreadable-file)\n';
    expect(effects.printed.stdout).toBe(missing + error);
  });

  test('prints the exceeded warning limit', async () => {
    expect((await lint('warned.yaml --max-warnings 0')).stderr).toBe('discogen: 1 warning, at most 0 allowed\n');
  });

  test.each(['--max-warnings -1', '--max-warnings many'])('rejects "discogen lint good.yaml %s"', async (commandLine) => {
    expect(await lint(`good.yaml ${commandLine}`)).toMatchObject({ status: 2, stdout: '' });
  });
});
