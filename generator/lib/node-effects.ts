/** The real effects of a Node process. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Effects } from './effects.js';
import { createNodeProcess, createNodeThreads, createRecordingThreads } from './node-threads.js';
import { nodeFileSystem } from './file-system.js';
import { httpGet } from './http-get.js';
import { importModule } from './import-module.js';
import { onParentExit } from './parent-exit.js';
import { runProcess } from './run-process.js';
import { runProgram } from './run-program.js';
import { UsageError } from './usage-error.js';
import { watchFiles } from './watch-files.js';

export function createNodeEffects(): Effects {
  const threads = createNodeThreads();
  const startRecordingThread = createRecordingThreads();
  return {
    ...(threads === undefined ? {} : { threads }),
    ...(startRecordingThread === undefined ? {} : { startRecordingThread }),
    createProcess: createNodeProcess,
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
    fetch,
    importModule,
    runProgram,
    onUncaughtError: (listener) => void process.on('uncaughtException', (error) => listener(error)),
    waitForStop,
    ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
    httpGet,
    runProcess,
  };
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new UsageError('the input ended before all questions were answered; nothing was written')));
  });
  try {
    return await Promise.race([terminal.question(question), ended]);
  } finally {
    terminal.close();
  }
}

function waitForStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    onParentExit(resolve);
  });
}
