/** The entry point of a worker thread, or of a process in its place, which builds one package per message. */
import { parentPort } from 'node:worker_threads';
import { nodeFileSystem as files } from '../lib/file-system.js';
import { buildPackage, type BuildTask } from './build-package.js';
import type { SerializedError, ThreadMessage } from '../lib/node-threads.js';
import { readRuntime, type Runtime } from '../write/runtime.js';

let runtime: Runtime | undefined;

(parentPort ?? process).on('message', (task: BuildTask) => {
  runtime ??= readRuntime(files);
  buildPackage(task, { files, runtime, reportStage: (progress) => post({ progress }) }).then(
    (result) => post({ result }),
    (error: unknown) => post({ failure: serializeError(error) }),
  );
});

function post(message: ThreadMessage): void {
  if (parentPort === null) process.send?.(message);
  else parentPort.postMessage(message, []);
}

function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  return { message, stack, ...('code' in error ? { code: error.code } : {}), ...('syscall' in error ? { syscall: error.syscall } : {}) };
}
