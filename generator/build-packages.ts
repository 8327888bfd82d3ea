/** The work on all specifications of a run: in threads where that pays, else one after another. */
import { join, resolve } from 'node:path';
import { hasErrors } from './diagnostics.js';
import type { Progress, Threads } from './effects.js';
import type { Config, Source } from './generate-options.js';
import { runTasks } from './run-tasks.js';
import { buildPackage, type BuildResult, type BuildTask } from './build-package.js';
import type { RunContext } from './run-generate.js';
import type { Records } from './write/file-records.js';
import { RuntimeFiles } from './write/runtime-files.js';
import type { Stage } from './write/stage.js';

interface Producing {
  readonly job: Config;
  readonly run: RunContext;
  readonly stage?: Stage | undefined;
  /** What the templates are. */
  readonly templates: Records;
}

/** A thread loads the generator anew, which takes as long as this many bytes of specifications. */
const worthThreads = 400_000;

/** In the order of the sources. When one is faulty, of the rest the findings alone are asked for. */
export async function buildPackages(
  sources: readonly Source[],
  { job, run, stage, templates }: Producing,
): Promise<readonly BuildResult[]> {
  const { effects, mode, place } = run;
  const { sources: _, ...rest } = job;
  const sizes = new Map(sources.map((source) => [source, sizeOf(source, run)]));
  const base = { job: rest, whole: true, mode, out: place.folder, templates: place.templates, ...(stage === undefined ? {} : { stage }) };
  const tasks = sources.map((source): BuildTask => ({ ...base, source }));
  const tell = teller(sizes, effects.progress);
  const threads = sources.length > 1 && total(sizes) > worthThreads && effects.memory === undefined ? effects.threads : undefined;
  if (threads !== undefined) return inThreads(tasks, { run, tell, threads, sizes });
  const make = (): RuntimeFiles => new RuntimeFiles(join(place.templates, 'runtime'), effects.files);
  return oneAfterAnother(tasks, { run, tell, runtime: effects.memory?.runtime(templates, make) ?? make() });
}

type Tell = (source: Source, stage: Progress['stage']) => void;

interface Alone {
  readonly run: RunContext;
  readonly tell: Tell;
  readonly runtime: RuntimeFiles;
}

async function oneAfterAnother(tasks: readonly BuildTask[], { run, tell, runtime }: Alone): Promise<readonly BuildResult[]> {
  const { files, cwd, memory } = run.effects;
  const produced: BuildResult[] = [];
  for (const task of tasks) {
    const told = (stage: Progress['stage']): void => tell(task.source, stage);
    const whole = !produced.some(isFaulty);
    produced.push(await buildPackage({ ...task, whole }, { files, cwd, memory, runtime, told }));
    told('done');
  }
  return produced;
}

interface Threading {
  readonly run: RunContext;
  readonly tell: Tell;
  readonly threads: Threads;
  readonly sizes: ReadonlyMap<Source, number>;
}

/** The largest first, so that none is left for the end. */
async function inThreads(tasks: readonly BuildTask[], { run, tell, threads, sizes }: Threading): Promise<readonly BuildResult[]> {
  const { cwd } = run.effects;
  const bySize = [...tasks].sort((a, b) => (sizes.get(b.source) ?? 0) - (sizes.get(a.source) ?? 0));
  let faulty = false;
  const answers = await runTasks(threads, {
    tasks: bySize.map((task) => ({ task, cwd })),
    prepared: ({ task }) => ({ task: { ...task, whole: !faulty }, cwd }),
    told: (index, stage) => tell((bySize[index] as BuildTask).source, stage as Progress['stage']),
    answered: (index, answer) => {
      faulty ||= isFaulty(answer as BuildResult);
      tell((bySize[index] as BuildTask).source, 'done');
    },
  });
  const produced = new Map(bySize.map(({ source }, index) => [source, answers[index] as BuildResult]));
  return tasks.map(({ source }) => produced.get(source) as BuildResult);
}

const isFaulty = ({ summary }: BuildResult): boolean => hasErrors(summary.diagnostics);

function sizeOf({ file, overlays }: Source, { effects }: RunContext): number {
  return [file, ...overlays].reduce((sum, path) => sum + (effects.files.stat(resolve(effects.cwd, path))?.size ?? 0), 0);
}

const total = (sizes: ReadonlyMap<Source, number>): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);

/** How much of the work on a specification is done when a stage begins. */
const shares: Readonly<Record<Progress['stage'], number>> = {
  read: 0,
  emit: 0.25,
  format: 0.75,
  compile: 0.8,
  compare: 0.85,
  write: 0.9,
  done: 1,
};

/** Sums up what is done of all of them. */
function teller(sizes: ReadonlyMap<Source, number>, progress: ((progress: Progress) => void) | undefined): Tell {
  const whole = Math.max(1, total(sizes));
  const done = new Map<Source, number>();
  return (source, stage) => {
    done.set(source, shares[stage] * (sizes.get(source) ?? 0));
    progress?.({ specification: source.file, stage, part: Math.min(1, total(done) / whole) });
  };
}
