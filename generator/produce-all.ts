/** The work on all specifications of a run: in threads where that pays, else one after another. */
import { join, resolve } from 'node:path';
import { hasErrors } from './diagnostics.js';
import type { Progress, Threads } from './effects.js';
import type { Job, Source } from './job.js';
import { spread } from './pool.js';
import { produce, type Produced, type Task } from './produce.js';
import type { Run } from './run.js';
import type { Records } from './write/records.js';
import { Runtime } from './write/runtime.js';
import type { Stage } from './write/stage.js';

interface Producing {
  readonly job: Job;
  readonly run: Run;
  readonly stage?: Stage | undefined;
  /** What the templates are. */
  readonly templates: Records;
}

/** A thread loads the generator anew, which takes as long as this many bytes of specifications. */
const worthThreads = 400_000;

/** In the order of the sources. When one is faulty, of the rest the findings alone are asked for. */
export async function produceAll(sources: readonly Source[], { job, run, stage, templates }: Producing): Promise<readonly Produced[]> {
  const { effects, mode, place } = run;
  const { sources: _, ...rest } = job;
  const sizes = new Map(sources.map((source) => [source, sizeOf(source, run)]));
  const base = { job: rest, whole: true, mode, out: place.folder, templates: place.templates, ...(stage === undefined ? {} : { stage }) };
  const tasks = sources.map((source): Task => ({ ...base, source }));
  const tell = teller(sizes, effects.progress);
  const threads = sources.length > 1 && total(sizes) > worthThreads && effects.memory === undefined ? effects.threads : undefined;
  if (threads !== undefined) return inThreads(tasks, { run, tell, threads, sizes });
  const make = (): Runtime => new Runtime(join(place.templates, 'runtime'), effects.files);
  return oneAfterAnother(tasks, { run, tell, runtime: effects.memory?.runtime(templates, make) ?? make() });
}

type Tell = (source: Source, stage: Progress['stage']) => void;

interface Alone {
  readonly run: Run;
  readonly tell: Tell;
  readonly runtime: Runtime;
}

async function oneAfterAnother(tasks: readonly Task[], { run, tell, runtime }: Alone): Promise<readonly Produced[]> {
  const { files, cwd, memory } = run.effects;
  const produced: Produced[] = [];
  for (const task of tasks) {
    const told = (stage: Progress['stage']): void => tell(task.source, stage);
    const whole = !produced.some(isFaulty);
    produced.push(await produce({ ...task, whole }, { files, cwd, memory, runtime, told }));
    told('done');
  }
  return produced;
}

interface Threading {
  readonly run: Run;
  readonly tell: Tell;
  readonly threads: Threads;
  readonly sizes: ReadonlyMap<Source, number>;
}

/** The largest first, so that none is left for the end. */
async function inThreads(tasks: readonly Task[], { run, tell, threads, sizes }: Threading): Promise<readonly Produced[]> {
  const { cwd } = run.effects;
  const bySize = [...tasks].sort((a, b) => (sizes.get(b.source) ?? 0) - (sizes.get(a.source) ?? 0));
  let faulty = false;
  const answers = await spread(threads, {
    tasks: bySize.map((task) => ({ task, cwd })),
    prepared: ({ task }) => ({ task: { ...task, whole: !faulty }, cwd }),
    told: (index, stage) => tell((bySize[index] as Task).source, stage as Progress['stage']),
    answered: (index, answer) => {
      faulty ||= isFaulty(answer as Produced);
      tell((bySize[index] as Task).source, 'done');
    },
  });
  const produced = new Map(bySize.map(({ source }, index) => [source, answers[index] as Produced]));
  return tasks.map(({ source }) => produced.get(source) as Produced);
}

const isFaulty = ({ summary }: Produced): boolean => hasErrors(summary.diagnostics);

function sizeOf({ file, overlays }: Source, { effects }: Run): number {
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
