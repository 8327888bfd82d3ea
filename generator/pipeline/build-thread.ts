/** The entry point of a worker thread, which builds one package per message. */
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { nodeFileSystem as files } from '../lib/file-system.js';
import { buildPackage, type BuildTask } from './build-package.js';
import type { SerializedError, ThreadMessage } from '../lib/node-threads.js';
import { templatesFolder } from '../lib/root.js';
import { RuntimeFiles } from '../write/runtime-files.js';

let runtime: RuntimeFiles | undefined;

parentPort?.on('message', ({ task, cwd }: { readonly task: BuildTask; readonly cwd: string }) => {
  runtime ??= new RuntimeFiles(join(templatesFolder, 'runtime'), files);
  buildPackage(task, { files, cwd, runtime, reportStage: (progress) => post({ progress }) }).then(
    (result) => post({ result }),
    (error: unknown) => post({ failure: serializeError(error) }),
  );
});

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message, []);
}

function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  return { message, stack, ...('code' in error ? { code: error.code } : {}), ...('syscall' in error ? { syscall: error.syscall } : {}) };
}
