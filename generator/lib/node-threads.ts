/** Worker threads of Node, and a process in their place. They load the bundle, so they exist only if this package is built. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';
import type { Thread, Threads } from './effects.js';
import { packageRoot } from './root.js';

const entry = join(packageRoot, 'dist/thread.js');
const recordingEntry = join(packageRoot, 'dist/recording-thread.js');

/** A message of a thread: the progress, the result, or the failure of its task. */
type ThreadMessage = { readonly progress: unknown } | { readonly result: unknown } | { readonly failure: SerializedError };

/** An error as plain data. */
interface SerializedError {
  readonly message: string;
  readonly stack?: string | undefined;
  /** Set for system errors. */
  readonly code?: unknown;
  readonly syscall?: unknown;
}

/** Returns `undefined` if there is one core or no bundle. */
export function createNodeThreads(): Threads | undefined {
  const count = availableParallelism();
  return count > 1 && existsSync(entry) ? { count, start: (megabytes) => startThread(megabytes) } : undefined;
}

/** Returns a function that starts the thread of a recorder, if this package is built. */
export const createRecordingThreads = (): (() => Thread) | undefined =>
  existsSync(recordingEntry) ? () => startThread(undefined, recordingEntry) : undefined;

/** Returns one process in the place of threads, if this package is built. */
export function createNodeProcess(megabytes: number): Threads | undefined {
  return existsSync(entry) ? { count: 1, start: () => startProcess(megabytes) } : undefined;
}

function startThread(megabytes?: number, path = entry): Thread {
  const worker = new Worker(path, megabytes === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: megabytes } });
  const run: Thread['run'] = (task, onMessage) => runTask(worker, () => worker.postMessage(task, []), onMessage);
  return { run, stop: async () => void (await worker.terminate()) };
}

function startProcess(megabytes: number): Thread {
  const child = fork(entry, [], { serialization: 'advanced', execArgv: [`--max-old-space-size=${megabytes}`] });
  const run: Thread['run'] = (task, onMessage) => runTask(child, () => void child.send(task as object), onMessage);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill();
    });
  return { run, stop };
}

function runTask(worker: Worker | ChildProcess, start: () => void, onMessage: (message: unknown) => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const finish = (complete: () => void): void => {
      for (const [event, handle] of listeners) worker.off(event, handle);
      complete();
    };
    const handleMessage = (message: ThreadMessage): void => {
      if ('progress' in message) onMessage(message.progress);
      else if ('result' in message) finish(() => resolve(message.result));
      else finish(() => reject(deserializeError(message.failure)));
    };
    const handleError = (error: Error): void => finish(() => reject(error));
    const handleExit = (): void => finish(() => reject(new Error('a worker thread ended before its task was complete')));
    const listeners = [
      ['message', handleMessage],
      ['error', handleError],
      ['exit', handleExit],
    ] as const;
    for (const [event, handle] of listeners) worker.on(event, handle);
    start();
  });
}

/** Runs each task that the parent of this thread or process sends. */
export function runThread(run: Thread['run']): void {
  const post = (message: ThreadMessage): void => void (parentPort === null ? process.send?.(message) : parentPort.postMessage(message, []));
  (parentPort ?? process).on('message', (task: unknown) => {
    run(task, (progress) => post({ progress })).then(
      (result) => post({ result }),
      (error: unknown) => post({ failure: serializeError(error) }),
    );
  });
}

function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  return { message, stack, ...('code' in error ? { code: error.code } : {}), ...('syscall' in error ? { syscall: error.syscall } : {}) };
}

function deserializeError({ message, stack, code, syscall }: SerializedError): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, code === undefined ? {} : { code }, syscall === undefined ? {} : { syscall });
}
