/** The lint of all documents: no errors. */
import { lint } from '../../generator/index.js';
import type { Tally } from './report.js';

export async function lintAll(files: readonly string[]): Promise<Tally> {
  const { diagnostics } = await lint(files);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const faulty = new Map(errors.map(({ file, line, column, message }) => [file, `${file}:${line}:${column}: ${message}`]));
  return { total: files.length, failures: [...faulty.values()] };
}
