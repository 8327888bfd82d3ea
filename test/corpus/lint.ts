/** Lints all documents and counts those with errors as failures. */
import { lint } from '../../generator/index.js';
import type { Tally } from './report.js';

export interface LintResult {
  readonly tally: Tally;
  /** Files that have errors. */
  readonly filesWithErrors: ReadonlySet<string>;
}

export async function lintAll(files: readonly string[]): Promise<LintResult> {
  const { diagnostics } = await lint(files);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const first = new Map(errors.toReversed().map(({ file, line, column, message }) => [file, `${file}:${line}:${column}: ${message}`]));
  return { tally: { total: files.length, failures: [...first.values()] }, filesWithErrors: new Set(first.keys()) };
}
