/** Builds the packages of all specifications, in threads if that is faster. */
import { resolve } from 'node:path';
import { hasErrors } from '../lib/diagnostics.js';
import type { Progress, Threads } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import type { Source } from '../config/generate-options.js';
import { runTasks } from '../lib/run-tasks.js';
import { buildPackage, type BuildResult, type BuildTask } from './build-package.js';
import type { CachedEffects, RunContext } from './run-context.js';
import { readRuntime } from '../write/runtime.js';
import type { Stage } from '../write/stage.js';

export interface BuildRunContext {
  readonly run: RunContext;
  readonly stage?: Stage | undefined;
  /** The hashes of the inputs of all packages. */
  readonly inputs: ReadonlyMap<Source, string>;
}

/** Loading the generator in a thread takes as long as this many bytes of specifications. */
const minimumThreadedSize = 400_000;

/** Returns the results in the order of the sources. After the first specification with errors, the others are only checked. */
export async function buildPackages(sources: readonly Source[], { run, stage, inputs }: BuildRunContext): Promise<readonly BuildResult[]> {
  const { effects, mode, folder } = run;
  const { sources: _, ...config } = run.config;
  const base = { config, buildsFiles: true, mode, out: folder, ...omitUndefined({ stage }) };
  const tasks = sources.map((source): BuildTask => ({ ...base, source, inputs: inputs.get(source) ?? '' }));
  const sizes = new Map(sources.map((source) => [source, getInputSize(source, run)]));
  const report = createReporter(sizes, effects.progress);
  const isLarge = sources.length > 1 && sumSizes(sizes) > minimumThreadedSize;
  if (effects.threads === undefined || effects.memory !== undefined || !isLarge) return buildInSequence(tasks, effects, report);
  // Starts with the largest specifications, so that no thread works alone at the end.
  const bySize = [...tasks].sort((a, b) => (sizes.get(b.source) ?? 0) - (sizes.get(a.source) ?? 0));
  const results = await buildInThreads(bySize, { threads: effects.threads, cwd: effects.cwd }, report);
  return tasks.map((task) => results[bySize.indexOf(task)] as BuildResult);
}

type ReportProgress = (source: Source, stage: Progress['stage']) => void;

async function buildInSequence(
  tasks: readonly BuildTask[],
  { files, cwd, memory }: CachedEffects,
  report: ReportProgress,
): Promise<readonly BuildResult[]> {
  const runtime = readRuntime(files);
  const results: BuildResult[] = [];
  for (const task of tasks) {
    const reportStage = (stage: Progress['stage']): void => report(task.source, stage);
    const buildsFiles = !results.some(hasFailed);
    results.push(await buildPackage({ ...task, buildsFiles }, { files, cwd, memory, runtime, reportStage }));
    reportStage('done');
  }
  return results;
}

async function buildInThreads(
  tasks: readonly BuildTask[],
  { threads, cwd }: { readonly threads: Threads; readonly cwd: string },
  report: ReportProgress,
): Promise<readonly BuildResult[]> {
  let anyFailed = false;
  const reportStage = (index: number, stage: Progress['stage']): void => report((tasks[index] as BuildTask).source, stage);
  const results = await runTasks(threads, {
    tasks: tasks.map((task) => ({ task, cwd })),
    prepareTask: ({ task }) => ({ task: { ...task, buildsFiles: !anyFailed }, cwd }),
    onMessage: (index, stage) => reportStage(index, stage as Progress['stage']),
    onResult: (index, output) => {
      anyFailed ||= hasFailed(output as BuildResult);
      reportStage(index, 'done');
    },
  });
  return results as readonly BuildResult[];
}

const hasFailed = ({ summary }: BuildResult): boolean => hasErrors(summary.diagnostics);

function getInputSize({ file, overlays }: Source, { effects }: RunContext): number {
  return [file, ...overlays].reduce((sum, path) => sum + (effects.files.stat(resolve(effects.cwd, path))?.size ?? 0), 0);
}

const sumSizes = (sizes: ReadonlyMap<Source, number>): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);

/** The fraction of the work on a specification that is done when a stage begins. */
const stageShares: Readonly<Record<Progress['stage'], number>> = {
  read: 0,
  emit: 0.25,
  format: 0.75,
  compile: 0.8,
  compare: 0.85,
  write: 0.9,
  done: 1,
};

/** Creates a function that reports the progress of the whole run. */
function createReporter(sizes: ReadonlyMap<Source, number>, progress: ((progress: Progress) => void) | undefined): ReportProgress {
  const totalSize = Math.max(1, sumSizes(sizes));
  const done = new Map<Source, number>();
  return (source, stage) => {
    done.set(source, stageShares[stage] * (sizes.get(source) ?? 0));
    progress?.({ specification: source.file, stage, part: Math.min(1, sumSizes(done) / totalSize) });
  };
}
