/** The entry point of a worker thread, or of a process in its place, which builds one package per task. */
import { nodeFileSystem as files } from '../lib/file-system.js';
import { importModule } from '../lib/import-module.js';
import { runThread } from '../lib/node-threads.js';
import { buildPackage, type BuildTask } from './build-package.js';
import { readRuntime, type Runtime } from '../write/runtime.js';

let runtime: Runtime | undefined;

runThread((task, reportStage) => {
  runtime ??= readRuntime(files);
  return buildPackage(task as BuildTask, { files, runtime, importModule, reportStage });
});
