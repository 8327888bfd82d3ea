/** Prints diagnostics: on a terminal with the source line, elsewhere on one line each, which editors and other tools parse. */
import { isAbsolute, join, relative, resolve } from 'node:path';
import { type Diagnostic, formatDiagnostic, isError } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { packageRoot } from '../lib/root.js';
import { toSlashes } from '../lib/slashes.js';
import type { UpdateResult } from '../project/update-specifications.js';
import { formatExcerpt } from './source-excerpt.js';

type PrintEffects = Pick<Effects, 'files' | 'cwd' | 'stdout' | 'stderr' | 'columns' | 'stdoutColumns'>;

interface PrintOptions {
  /** Default: `stderr`. */
  readonly stream?: 'stdout' | 'stderr';
  /** Whether to print only errors. */
  readonly quiet?: boolean;
}

export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  effects: PrintEffects,
  { stream = 'stderr', quiet = false }: PrintOptions = {},
): void {
  const columns = (stream === 'stdout' ? effects.stdoutColumns : effects.columns)?.();
  const format = columns === undefined ? createLineFormat(effects) : createTerminalFormat(effects, columns);
  for (const diagnostic of quiet ? diagnostics.filter(isError) : diagnostics) effects[stream](`${format(diagnostic)}\n`);
}

/** Prints why a command that changes a project fails. `problems`: messages without a location. */
export function printProblems(
  { status, problems, diagnostics }: Pick<UpdateResult, 'status' | 'problems' | 'diagnostics'>,
  effects: PrintEffects,
  { quiet = false }: Pick<PrintOptions, 'quiet'> = {},
): void {
  printDiagnostics(diagnostics, effects, { quiet });
  for (const problem of problems) effects.stderr(`discogen: ${problem}\n`);
  if (status === 'failed') effects.stderr('discogen: nothing was written\n');
}

const createLineFormat =
  ({ cwd }: PrintEffects) =>
  (diagnostic: Diagnostic): string =>
    `${formatDiagnostic(diagnostic)} (see ${toRelativePage(diagnostic.page, cwd)})`;

/** Converts the path of a page in this package to a path relative to the working directory, if the package is installed as a dependency. */
export function toRelativePage(page: string, cwd: string): string {
  return toSlashes(packageRoot).includes('/node_modules/') ? toSlashes(relative(cwd, join(packageRoot, page))) : page;
}

/** Formats a diagnostic on several lines. Reads each file once. */
function createTerminalFormat({ files, cwd }: PrintEffects, columns: number): (diagnostic: Diagnostic) => string {
  const linesByFile = new Map<string, readonly string[]>();
  const readLines = (file: string): readonly string[] => {
    const lines = linesByFile.get(file) ?? readSourceLines(files, resolve(cwd, file));
    linesByFile.set(file, lines);
    return lines;
  };
  return (diagnostic) => {
    const excerpt = formatExcerpt(readLines(diagnostic.file), diagnostic, columns);
    return [formatDiagnostic(diagnostic), ...excerpt, ` see ${toInstalledPath(diagnostic.page, cwd)}`].join('\n');
  };
}

/** Returns no lines for what isn't a regular file: standard input or a pipe can't be read again. */
function readSourceLines(files: Effects['files'], path: string): readonly string[] {
  try {
    if (files.stat(path)?.kind !== 'file') return [];
    return files
      .read(path)
      .replace(/^\ufeff/, '')
      .split(/\r\n|\n|\r/);
  } catch {
    return [];
  }
}

/** Converts a path in this package to one that leads from the working directory to the installed page. */
function toInstalledPath(page: string, cwd: string): string {
  const path = relative(cwd, join(packageRoot, page));
  return toSlashes(path.startsWith('..') || isAbsolute(path) ? join(packageRoot, page) : path);
}
