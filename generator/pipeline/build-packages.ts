/** Builds the packages of all specifications, in threads if that is faster. */
import { resolve } from 'node:path';
import { hasErrors } from '../lib/diagnostics.js';
import type { Progress, Threads } from '../lib/effects.js';
import type { Source } from '../config/generate-options.js';
import { runTasks } from '../lib/run-tasks.js';
import { buildPackage, type BuildResult, type BuildTask } from './build-package.js';
import type { RunContext } from './run-context.js';
import { readRuntime, type Runtime } from '../write/runtime.js';
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
  const { sources: _, ...rest } = run.config;
  const sizes = new Map(sources.map((source) => [source, getInputSize(source, run)]));
  const base = {
    config: rest,
    buildsFiles: true,
    mode,
    out: folder,
    ...(stage === undefined ? {} : { stage }),
  };
  const tasks = sources.map((source): BuildTask => ({ ...base, source, inputs: inputs.get(source) ?? '' }));
  const reportProgress = createReporter(sizes, effects.progress);
  const threads = sources.length > 1 && sumSizes(sizes) > minimumThreadedSize && effects.memory === undefined ? effects.threads : undefined;
  if (threads !== undefined) return buildInThreads(tasks, { run, reportProgress, threads, sizes });
  return buildInSequence(tasks, { run, reportProgress, runtime: readRuntime(effects.files) });
}

type ReportProgress = (source: Source, stage: Progress['stage']) => void;

interface SequenceContext {
  readonly run: RunContext;
  readonly reportProgress: ReportProgress;
  readonly runtime: Runtime;
}

async function buildInSequence(
  tasks: readonly BuildTask[],
  { run, reportProgress, runtime }: SequenceContext,
): Promise<readonly BuildResult[]> {
  const { files, cwd, memory } = run.effects;
  const results: BuildResult[] = [];
  for (const task of tasks) {
    const reportStage = (stage: Progress['stage']): void => reportProgress(task.source, stage);
    const buildsFiles = !results.some(hasFailed);
    results.push(await buildPackage({ ...task, buildsFiles }, { files, cwd, memory, runtime, reportStage }));
    reportStage('done');
  }
  return results;
}

interface ThreadContext {
  readonly run: RunContext;
  readonly reportProgress: ReportProgress;
  readonly threads: Threads;
  readonly sizes: ReadonlyMap<Source, number>;
}

/** Starts with the largest specifications, so that no thread works alone at the end. */
async function buildInThreads(
  tasks: readonly BuildTask[],
  { run, reportProgress, threads, sizes }: ThreadContext,
): Promise<readonly BuildResult[]> {
  const { cwd } = run.effects;
  const bySize = [...tasks].sort((a, b) => (sizes.get(b.source) ?? 0) - (sizes.get(a.source) ?? 0));
  let anyFailed = false;
  const outputs = await runTasks(threads, {
    tasks: bySize.map((task) => ({ task, cwd })),
    prepareTask: ({ task }) => ({ task: { ...task, buildsFiles: !anyFailed }, cwd }),
    onMessage: (index, stage) => reportProgress((bySize[index] as BuildTask).source, stage as Progress['stage']),
    onResult: (index, output) => {
      anyFailed ||= hasFailed(output as BuildResult);
      reportProgress((bySize[index] as BuildTask).source, 'done');
    },
  });
  const results = new Map(bySize.map(({ source }, index) => [source, outputs[index] as BuildResult]));
  return tasks.map(({ source }) => results.get(source) as BuildResult);
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
