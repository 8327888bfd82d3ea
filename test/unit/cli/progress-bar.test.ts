import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { createProgressBar } from '../../../generator/cli/progress-bar.js';
import type { Progress } from '../../../generator/lib/effects.js';
import { memoryEffects, type MemoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

const createProgress = (part: number, stage: Progress['stage'] = 'emit', specification = 'specs/tiny.yaml'): Progress => ({
  part,
  stage,
  specification,
});

/** Returns the last line on a terminal of this width, and the complete output. */
function draw(columns: number | undefined, steps: readonly Progress[]): { readonly output: string; readonly line: string } {
  let output = '';
  let time = 0;
  const { progress, clear } = createProgressBar({
    stderr: (text) => void (output += text),
    now: () => (time += 1_000),
    ...(columns === undefined ? {} : { columns: () => columns }),
  });
  steps.forEach(progress);
  const line = output.slice(output.lastIndexOf('\r') + 1);
  clear();
  return { output, line };
}

describe('a progress bar', () => {
  test('shows the progress, the total, and the stage', () => {
    expect(draw(80, [createProgress(0.25)]).line).toBe('[######------------------]  25% tiny.yaml: emit');
    expect(draw(80, [createProgress(1, 'done')]).line).toBe('[########################] 100% tiny.yaml: done');
  });
  test('fits on one line of any width', () => {
    expect(draw(20, [createProgress(0.5)]).line).toHaveLength(19);
    expect(draw(80, [createProgress(0.1), createProgress(0.2), createProgress(0.3)]).output).not.toContain('\n');
  });
  test('overwrites a longer line', () => {
    const { line } = draw(80, [createProgress(0.1, 'compare'), createProgress(0.1, 'read')]);
    expect(line).toBe(`${'[##----------------------]  10% tiny.yaml: read'}   `);
  });
  test('is removed at the end', () => {
    expect(draw(80, [createProgress(0.1)]).output).toMatch(/\r +\r$/);
    expect(draw(80, []).output).toBe('');
  });
  test('is not drawn without a terminal', () => {
    expect(draw(undefined, [createProgress(0.1)]).output).toBe('');
  });
  test('removes control characters from a name and prints no color', () => {
    expect(draw(80, [createProgress(0.1, 'read', 'specs/\u001B[31mred\u202E.yaml')]).output.replaceAll('\r', '')).toMatch(/^[\x20-\x7e]*$/);
  });
});

describe('generate', () => {
  const createTerminalEffects = (): MemoryEffects => ({
    ...memoryEffects({ 'discogen.config.yaml': buildConfig(['tiny']), 'specs/tiny.yaml': smallSpecification() }),
    columns: () => 80,
  });
  const runAndReadStderr = async (...words: readonly string[]): Promise<string> => {
    const effects = createTerminalEffects();
    await runCommandLine(['generate', ...words], { ...effects, version: '1.0.0' });
    return effects.printed.stderr;
  };

  test('shows a bar on a terminal', async () => {
    const output = await runAndReadStderr();
    for (const stage of ['read', 'emit', 'compile', 'compare', 'write', 'done']) expect(output).toContain(`tiny.yaml: ${stage}`);
    expect(output).toMatch(/\r +\r$/);
  });
  test('shows no bar with --quiet', async () => {
    expect(await runAndReadStderr('--quiet')).toBe('');
  });
  test('never moves backwards', async () => {
    const fractions: number[] = [];
    const { runGenerate } = await import('../../../generator/pipeline/run-generate.js');
    const { files, ...effects } = memoryEffects({
      'discogen.config.yaml': buildConfig(['tiny', 'other']),
      'specs/tiny.yaml': smallSpecification(),
      'specs/other.yaml': smallSpecification({ name: 'other' }),
    });
    await runGenerate({}, { ...effects, files, progress: ({ part }) => void fractions.push(part) });
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
  });
});
