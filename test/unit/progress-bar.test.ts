/** The progress bar. */
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../generator/commands/cli.js';
import { createProgressBar } from '../../generator/progress-bar.js';
import type { Progress } from '../../generator/effects.js';
import { memoryEffects, type MemoryEffects } from '../support/memory-files.js';
import { buildConfig, smallSpecification } from '../support/small-specification.js';

const at = (part: number, stage: Progress['stage'] = 'emit', specification = 'specs/tiny.yaml'): Progress => ({
  part,
  stage,
  specification,
});

/** The final screen of a terminal of this width, and everything sent to it. */
function drawn(columns: number | undefined, steps: readonly Progress[]): { readonly sent: string; readonly line: string } {
  let sent = '';
  let time = 0;
  const { progress, clear } = createProgressBar({
    stderr: (text) => void (sent += text),
    now: () => (time += 1_000),
    ...(columns === undefined ? {} : { columns: () => columns }),
  });
  steps.forEach(progress);
  const line = sent.slice(sent.lastIndexOf('\r') + 1);
  clear();
  return { sent, line };
}

describe('a bar', () => {
  test('shows the progress, the total, and the stage', () => {
    expect(drawn(80, [at(0.25)]).line).toBe('[######------------------]  25% tiny.yaml: emit');
    expect(drawn(80, [at(1, 'done')]).line).toBe('[########################] 100% tiny.yaml: done');
  });
  test('fits on one line of any width', () => {
    expect(drawn(20, [at(0.5)]).line).toHaveLength(19);
    expect(drawn(80, [at(0.1), at(0.2), at(0.3)]).sent).not.toContain('\n');
  });
  test('overwrites a longer line', () => {
    const { line } = drawn(80, [at(0.1, 'compare'), at(0.1, 'read')]);
    expect(line).toBe(`${'[##----------------------]  10% tiny.yaml: read'}   `);
  });
  test('is removed at the end', () => {
    expect(drawn(80, [at(0.1)]).sent).toMatch(/\r +\r$/);
    expect(drawn(80, []).sent).toBe('');
  });
  test('is not drawn without a terminal', () => {
    expect(drawn(undefined, [at(0.1)]).sent).toBe('');
  });
  test('prints no control characters of a name and no color', () => {
    expect(drawn(80, [at(0.1, 'read', 'specs/\u001B[31mred\u202E.yaml')]).sent.replaceAll('\r', '')).toMatch(/^[\x20-\x7e]*$/);
  });
});

describe('generate', () => {
  const terminal = (): MemoryEffects => ({
    ...memoryEffects({ 'discogen.config.yaml': buildConfig(['tiny']), 'specs/tiny.yaml': smallSpecification() }),
    columns: () => 80,
  });
  const stderrOf = async (...words: readonly string[]): Promise<string> => {
    const effects = terminal();
    await runCommandLine(['generate', ...words], { ...effects, version: '1.0.0' });
    return effects.printed.stderr;
  };

  test('shows a bar on a terminal', async () => {
    const sent = await stderrOf();
    for (const stage of ['read', 'emit', 'format', 'compile', 'compare', 'write', 'done']) expect(sent).toContain(`tiny.yaml: ${stage}`);
    expect(sent).toMatch(/\r +\r$/);
  });
  test('shows no bar with --quiet', async () => {
    expect(await stderrOf('--quiet')).toBe('');
  });
  test('never moves backwards', async () => {
    const parts: number[] = [];
    const { runGenerate } = await import('../../generator/run-generate.js');
    const { files, ...effects } = memoryEffects({
      'discogen.config.yaml': buildConfig(['tiny', 'other']),
      'specs/tiny.yaml': smallSpecification(),
      'specs/other.yaml': smallSpecification({ name: 'other' }),
    });
    await runGenerate({}, { ...effects, files, progress: ({ part }) => void parts.push(part) });
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts.at(-1)).toBe(1);
  });
});
