/** Runs the process of another command as if it had been started instead of this one. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { ProcessCommand } from './effects.js';
import { onParentExit } from './parent-exit.js';

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
/** A terminal sends these to the command too, which may take a second one as a request to stop at once. */
const terminalSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];

/** The exit statuses of a shell for a command that can't be started. */
const startFailures: Readonly<Record<string, number>> = { ENOENT: 127, EACCES: 126 };

/**
 * Runs a command with the standard streams of this process, and forwards signals to it. Resolves with its exit status, which is 128 and
 * the number of the signal if a signal ends it. Rejects with an error with a `code` and a `status` if the command can't be started.
 */
export function runProcess({ program, args, environment, cwd }: ProcessCommand): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { cwd, env: { ...environment }, stdio: 'inherit' });
    const forward = (signal: NodeJS.Signals): void => {
      if (!(process.stdin.isTTY && terminalSignals.includes(signal))) child.kill(signal);
    };
    for (const signal of forwardedSignals) process.on(signal, forward);
    const stopWaiting = onParentExit(() => child.kill('SIGTERM'));
    const stopForwarding = (): void => {
      stopWaiting();
      for (const signal of forwardedSignals) process.off(signal, forward);
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      stopForwarding();
      reject(Object.assign(error, { status: startFailures[error.code ?? ''] ?? 126 }));
    });
    child.on('exit', (status, signal) => {
      stopForwarding();
      resolve(status ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
