/** Rejects output folders that are mistakes, such as the root of a drive, and those that can't be created. */
import { dirname, resolve, sep } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { quote } from '../lib/diagnostics.js';
import { UsageError } from '../lib/usage-error.js';
import type { RunContext } from './run-context.js';

/**
 * Throws `UsageError` if the folder is the root of a drive, contains the working directory, is elsewhere and contains a specification, or can't
 * be created. The working directory and the folders in it are allowed, because a package is a folder of its own in the output folder.
 */
export function checkOutputFolder({ folder, config: { out, sources }, effects: { cwd, files } }: RunContext): void {
  const problem = /^~(?:[\\/]|$)/.test(out)
    ? 'begins with ~, which only a shell replaces by the home folder'
    : findProblem(folder, { cwd, specifications: sources.map(({ file }) => resolve(cwd, file)) });
  if (problem !== undefined)
    throw new UsageError(`the output folder ${quote(out)} ${problem}; name a folder for the packages, such as generated`);
  const obstacle = findObstacle(folder, files);
  if (obstacle === folder) throw new UsageError(`the output folder ${quote(out)} is not a folder`);
  if (obstacle !== undefined) throw new UsageError(`the output folder ${quote(out)} cannot be created: ${quote(obstacle)} is not a folder`);
}

function findProblem(folder: string, paths: { readonly cwd: string; readonly specifications: readonly string[] }): string | undefined {
  const { cwd, specifications } = paths;
  if (dirname(folder) === folder) return 'is the root of the file system';
  if (isInside(cwd, folder)) return 'contains the working directory';
  if (folder === cwd || isInside(folder, cwd)) return undefined;
  return specifications.some((file) => isInside(dirname(file), folder)) ? 'contains the folder of a specification' : undefined;
}

/** Whether a path is strictly inside a folder. */
const isInside = (path: string, folder: string): boolean => path.startsWith(`${folder}${sep}`);

/** Finds what prevents the creation of a folder: the nearest existing path at or above it that isn't a folder. Follows links. */
export function findObstacle(folder: string, files: FileSystem): string | undefined {
  let path = folder;
  while (files.stat(path) === undefined && dirname(path) !== path) path = dirname(path);
  const kind = files.stat(path)?.kind;
  return kind === 'file' || kind === 'other' ? path : undefined;
}
