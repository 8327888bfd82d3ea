/** The real effects of a Node process. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Effects } from './effects.js';
import { createNodeThreads } from './node-threads.js';
import { nodeFileSystem } from './file-system.js';
import { runProgram } from './run-program.js';
import { watchFiles } from './watch-files.js';

export function createNodeEffects(): Effects {
  const threads = createNodeThreads();
  return {
    ...(threads === undefined ? {} : { threads }),
    files: nodeFileSystem,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    ...(process.stderr.isTTY ? { columns: () => process.stderr.columns || 80 } : {}),
    ...(process.stdout.isTTY ? { stdoutColumns: () => process.stdout.columns || 80 } : {}),
    now: Date.now,
    cwd: process.cwd(),
    cache: join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'discogen'),
    environment: process.env,
    watch: watchFiles,
    importModule: (path) => import(pathToFileURL(path).href),
    runProgram,
    waitForStop,
  };
}

function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    if (process.env['npm_lifecycle_event'] === 'npx') onParentExit(resolve);
  });
}

/** Milliseconds between checks. */
const pollInterval = 250;

/** Calls back when the parent process ends, because `npx` doesn't forward signals to this process. */
function onParentExit(callback: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, pollInterval);
  timer.unref();
}
