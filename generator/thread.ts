/** What a worker thread runs: one specification after another, as it is told. */
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { nodeFileSystem as files } from './write/file-system.js';
import { produce, type Task } from './produce.js';
import type { Failure, Said } from './threads.js';
import { Runtime } from './write/runtime.js';

let runtime: Runtime | undefined;

parentPort?.on('message', ({ task, cwd }: { readonly task: Task; readonly cwd: string }) => {
  runtime ??= new Runtime(join(task.templates, 'runtime'), files);
  produce(task, { files, cwd, runtime, told: (told) => say({ told }) }).then(
    (answer) => say({ answer }),
    (error: unknown) => say({ failure: failureOf(error) }),
  );
});

function say(said: Said): void {
  parentPort?.postMessage(said, []);
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  return { message, stack, ...('code' in error ? { code: error.code } : {}), ...('syscall' in error ? { syscall: error.syscall } : {}) };
}
