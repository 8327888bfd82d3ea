/** Builds the packages of all specifications, in threads if that is faster. */
import { resolve } from 'node:path';
import { hasErrors } from '../lib/diagnostics.js';
import type { Progress, Threads } from '../lib/effects.js';
import type { SpecificationSource } from '../config/generate-options.js';
import { runTasks } from '../lib/run-tasks.js';
import { buildPackage, type BuildResult, type BuildTask } from './build-package.js';
import type { CachedEffects, RunContext } from './run-context.js';
import { readRuntime } from '../write/runtime.js';

/** Loading the generator in a thread takes as long as this many bytes of specifications. */
const minimumThreadedSize = 400_000;

/** In MiB. With more memory, threads keep more garbage, but aren't faster. */
const minimumMegabytes = 512;
/** A large description takes about 50 bytes of memory per byte. The limit is four times as high. */
const memoryPerByte = 200;

/** Returns the MiB of memory that the objects of a thread may take. */
function getThreadMemory(sizes: ReadonlyMap<SpecificationSource, number>): number {
  const largest = Math.max(...sizes.values());
  return Math.max(minimumMegabytes, Math.ceil((largest * memoryPerByte) / 2 ** 20));
}

/** Builds the packages of the sources. After the first specification with errors, the others are only checked. */
export async function buildPackages(
  sources: readonly SpecificationSource[],
  { effects, config: { sources: _, ...config }, folder: out }: RunContext,
  stage: string | undefined,
): Promise<ReadonlyMap<SpecificationSource, BuildResult>> {
  const { cwd, progress } = effects;
  const sizes = new Map(sources.map((source) => [source, getInputSize(source, effects)]));
  const isLarge = sources.length > 1 && sumSizes(sizes) > minimumThreadedSize;
  // A process that generates repeatedly can't load a changed emitter again.
  const repeats = effects.memory !== undefined;
  const hasEmitters = config.emitters.length > 0;
  const threads = repeats ? (hasEmitters ? effects.createProcess?.(minimumMegabytes) : undefined) : isLarge ? effects.threads : undefined;
  // Starts with the largest specifications, so that no thread works alone at the end.
  const tasks = [...sizes]
    .sort(([, a], [, b]) => b - a)
    .map(([source]): BuildTask => ({ source, config, buildsFiles: true, cwd, out, stage }));
  const reportStage = createReporter(sizes, progress);
  const report = (index: number, stage: unknown): void => reportStage((tasks[index] as BuildTask).source, stage as Progress['stage']);
  let hasFailed = false;
  const results = await runTasks(threads ?? useMainThread(effects), {
    tasks,
    megabytes: getThreadMemory(sizes),
    prepareTask: (task) => ({ ...task, buildsFiles: !hasFailed }),
    onMessage: report,
    onResult: (index, result) => {
      hasFailed ||= hasErrors((result as BuildResult).diagnostics);
      report(index, 'done');
    },
  });
  return new Map(tasks.map(({ source }, index) => [source, results[index] as BuildResult]));
}

/** Builds one package after the other, with the cache of earlier runs. */
function useMainThread({ files, memory, importModule }: CachedEffects): Threads {
  const runtime = readRuntime(files);
  const run = (task: unknown, reportStage: (step: Progress['stage']) => void): Promise<BuildResult> =>
    buildPackage(task as BuildTask, { files, memory, runtime, importModule, reportStage });
  return { count: 1, start: () => ({ run, stop: () => Promise.resolve() }) };
}

function getInputSize({ file, overlays }: SpecificationSource, { files, cwd }: CachedEffects): number {
  return [file, ...overlays].reduce((sum, path) => sum + (files.stat(resolve(cwd, path))?.size ?? 0), 0);
}

const sumSizes = (sizes: ReadonlyMap<SpecificationSource, number>): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);

/** The fraction of the work on a specification that is done when a stage begins. */
const stageShares: Readonly<Record<Progress['stage'], number>> = {
  read: 0,
  emit: 0.25,
  compile: 0.8,
  compare: 0.85,
  write: 0.9,
  done: 1,
};

/** Creates a function that reports the progress of the whole run. */
function createReporter(sizes: ReadonlyMap<SpecificationSource, number>, progress: ((progress: Progress) => void) | undefined) {
  const totalSize = Math.max(1, sumSizes(sizes));
  const done = new Map<SpecificationSource, number>();
  return (source: SpecificationSource, stage: Progress['stage']): void => {
    done.set(source, stageShares[stage] * (sizes.get(source) ?? 0));
    progress?.({ specification: source.file, stage, part: Math.min(1, sumSizes(done) / totalSize) });
  };
}
