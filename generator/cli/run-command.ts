/** Runs the command of `mock run` and `proxy run`. */
import type { Effects } from '../lib/effects.js';
import type { Status } from './command.js';

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
