/** Runs other programs. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Effects } from './effects.js';

export const runProgram: Effects['runProgram'] = (program, args, { cwd }) => {
  const [file = '', ...words] = [...resolveProgram(program), ...args];
  return new Promise((resolve) => {
    execFile(file, words, { cwd, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      resolve({ status, stdout, stderr: status === undefined ? `${stderr}${error?.message ?? ''}` : stderr });
    });
  });
};

/** On Windows, npm is a script for the shell, so Node runs its module instead. */
function resolveProgram(program: string): readonly string[] {
  if (program === 'node') return [process.execPath];
  if (program === 'npm' && process.platform === 'win32')
    return [process.execPath, join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')];
  return [program];
}
