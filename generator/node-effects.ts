/** The real effects of a Node process. */
import { tmpdir } from 'node:os';
import type { Effects } from './effects.js';
import { nodeFileSystem } from './write/file-system.js';

export function nodeEffects(): Effects {
  return {
    files: nodeFileSystem,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    now: Date.now,
    cwd: process.cwd(),
    temporary: tmpdir(),
  };
}
