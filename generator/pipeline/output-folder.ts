/** Rejects output folders that are mistakes, such as the root of a drive, and those that can't be created. */
import { dirname, resolve, sep } from 'node:path';
import type { Config } from '../config/generate-options.js';
import type { Effects, FileSystem } from '../lib/effects.js';
import { quote } from '../lib/diagnostics.js';
import { UsageError } from '../lib/usage-error.js';
import { findObstacleAbove } from '../write/path-checks.js';

/**
 * Throws `UsageError` if the folder is the root of a drive, contains the working directory, or is elsewhere and contains a specification. The
 * working directory and the folders in it are allowed, because a package is a folder of its own in the output folder.
 */
export function requireOutputFolder(folder: string, { out, sources }: Config, { cwd }: Pick<Effects, 'cwd'>): void {
  const problem = /^~(?:[\\/]|$)/.test(out)
    ? 'begins with ~, which only a shell replaces by the home folder'
    : findProblem(folder, { cwd, files: sources.map(({ file }) => resolve(cwd, file)) });
  if (problem !== undefined)
    throw new UsageError(`the output folder ${quote(out)} ${problem}; name a folder for the packages, such as generated`);
}

function findProblem(folder: string, { cwd, files }: { readonly cwd: string; readonly files: readonly string[] }): string | undefined {
  if (dirname(folder) === folder) return 'is the root of the file system';
  if (isInside(cwd, folder)) return 'contains the working directory';
  if (folder === cwd || isInside(folder, cwd)) return undefined;
  return files.some((file) => isInside(dirname(file), folder)) ? 'contains the folder of a specification' : undefined;
}

/** Whether a path is strictly inside a folder. */
const isInside = (path: string, folder: string): boolean => path.startsWith(`${folder}${sep}`);

/** Throws `UsageError` if the output folder exists but isn't a folder, or is below something else. */
export function checkOutputFolder(folder: string, { out }: Config, files: FileSystem): void {
  const obstacle = findObstacleAbove(folder, files);
  if (obstacle === undefined) return;
  throw new UsageError(
    obstacle === folder
      ? `the output folder ${quote(out)} is not a folder`
      : `the output folder ${quote(out)} cannot be created: ${quote(obstacle)} is not a folder`,
  );
}
