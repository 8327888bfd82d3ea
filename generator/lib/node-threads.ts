/** Worker threads of Node. They load the bundle, so they exist only if this package is built. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Thread, Threads } from './effects.js';
import { packageRoot } from './root.js';

const entry = join(packageRoot, 'dist/thread.js');

/** A message of a thread: the progress, the result, or the failure of its task. */
export type ThreadMessage = { readonly progress: unknown } | { readonly result: unknown } | { readonly failure: SerializedError };

/** An error as plain data. */
export interface SerializedError {
  readonly message: string;
  readonly stack?: string | undefined;
  /** Set for system errors. */
  readonly code?: unknown;
  readonly syscall?: unknown;
}

/** Returns `undefined` if there is one core or no bundle. */
export function createNodeThreads(): Threads | undefined {
  const count = availableParallelism();
  return count > 1 && existsSync(entry) ? { count, start: startThread } : undefined;
}

function startThread(): Thread {
  const worker = new Worker(entry);
  return { run: (task, onMessage) => runTask(worker, task, onMessage), stop: async () => void (await worker.terminate()) };
}

function runTask(worker: Worker, task: unknown, onMessage: (message: unknown) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const finish = (complete: () => void): void => {
      worker.off('message', handleMessage);
      worker.off('error', handleError);
      worker.off('exit', handleExit);
      complete();
    };
    const handleMessage = (message: ThreadMessage): void => {
      if ('progress' in message) onMessage(message.progress);
      else if ('result' in message) finish(() => resolve(message.result));
      else finish(() => reject(deserializeError(message.failure)));
    };
    const handleError = (error: Error): void => finish(() => reject(error));
    const handleExit = (): void => finish(() => reject(new Error('a worker thread ended before its task was complete')));
    worker.on('message', handleMessage).on('error', handleError).on('exit', handleExit);
    worker.postMessage(task, []);
  });
}

function deserializeError({ message, stack, code, syscall }: SerializedError): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, code === undefined ? {} : { code }, syscall === undefined ? {} : { syscall });
}
