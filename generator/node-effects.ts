/** The real effects of a Node process. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Effects } from './effects.js';
import { nodeThreads } from './threads.js';
import { nodeFileSystem } from './write/file-system.js';
import { watchFiles } from './write/watch-files.js';

export function nodeEffects(): Effects {
  const threads = nodeThreads();
  return {
    ...(threads === undefined ? {} : { threads }),
    files: nodeFileSystem,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    ...(process.stderr.isTTY ? { columns: () => process.stderr.columns || 80 } : {}),
    now: Date.now,
    cwd: process.cwd(),
    cache: join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'discogen'),
    watch: watchFiles,
    stopped,
  };
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
