/** Runs the command of `mock run` and `proxy run`, and names a folder for its files. */
import { join } from 'node:path';
import type { Effects } from '../lib/effects.js';
import type { Status } from './command.js';

/** Returns a new path in the cache for the files of this process, and removes the folders of processes that were killed. */
export function createFolderName(kind: string, { cache, files }: Effects): string {
  const parent = join(cache, kind);
  for (const name of files.list(parent)) if (files.isAbandoned(name)) files.removeAll(join(parent, name));
  return join(parent, files.createUniqueName());
}

/** Returns the exit status of the command. If it can't be started, returns the status that a shell returns. */
export async function runCommand(
  [program = '', ...args]: readonly string[],
  environment: Effects['environment'],
  { runProcess, stderr, cwd }: Effects,
): Promise<Status> {
  try {
    return await runProcess({ program, args, environment, cwd });
  } catch (error) {
    if (!(error instanceof Error && 'status' in error)) throw error;
    const isMissing = 'code' in error && error.code === 'ENOENT';
    stderr(`discogen: cannot run ${JSON.stringify(program)}: ${isMissing ? 'there is no such command' : error.message}\n`);
    return Number(error.status);
  }
}
