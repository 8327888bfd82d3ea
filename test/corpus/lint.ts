/** Lints all documents and expects no errors. */
import { lint } from '../../generator/index.js';
import type { Tally } from './report.js';

export interface Linted {
  readonly tally: Tally;
  /** Files that have errors. */
  readonly faulty: ReadonlySet<string>;
}

export async function lintAll(files: readonly string[]): Promise<Linted> {
  const { diagnostics } = await lint(files);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const first = new Map(errors.toReversed().map(({ file, line, column, message }) => [file, `${file}:${line}:${column}: ${message}`]));
  return { tally: { total: files.length, failures: [...first.values()] }, faulty: new Set(first.keys()) };
}
