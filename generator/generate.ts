/**
 * The pipeline, as far as there is work to do:
 *
 *     read ──▶ validate ──▶ model ──▶ emit ──▶ write
 *
 * `describe` is the first three stages for one specification. Nothing is written before everything is made and found right.
 */
import { join } from 'node:path';
import { describe, type Described, isDescribed } from './describe.js';
import { hasErrors, sortDiagnostics } from './diagnostics.js';
import { packageFolder, withNeeded } from './emit/emitter.js';
import { emit } from './emit/index.js';
import { namesOf } from './emit/names.js';
import type { Job } from './job.js';
import { type Made, writeOutput } from './output.js';
import { findFaults, settingsOf } from './output-checks.js';
import type { GenerateResult, Run } from './run.js';
import { makePackage } from './write/package.js';
import { beginState, recallState } from './write/state.js';

export async function regenerate(job: Job, run: Run): Promise<GenerateResult> {
  const begun = beginState(run.place);
  const known = recallState(run.place).packages.filter((state) =>
    job.sources.some((source) => source.file === state.file && settingsOf(job, source) === state.settings),
  );
  const stale = job.sources.filter(({ file }) => !known.some((state) => state.file === file));
  const described = stale.map((source) => describe(source, job, run.effects));
  const diagnostics = sortDiagnostics(findFaults({ job, described, known }));
  if (hasErrors(diagnostics)) return { status: 'failed', packages: [], changes: [], diagnostics };
  const made: Made[] = [];
  // One after another, and each model is let go of when its files are made: what is kept is text.
  for (let next = described.shift(); next !== undefined; next = described.shift()) {
    if (isDescribed(next)) made.push(await make(next, job, run));
  }
  return writeOutput({ run, job, begun, known, made, diagnostics });
}

/** emit, and all of write that touches no disk. */
async function make(description: Described, job: Job, { effects, place }: Run): Promise<Made> {
  const { api } = description.resolved;
  const context = { scope: job.scope, version: job.version, parts: withNeeded(job.only), names: namesOf(api) };
  const making = { folder: join(place.templates, 'runtime'), files: effects.files, memory: effects.memory };
  const { resolved: _, ...rest } = description;
  return { description: rest, files: await makePackage({ folder: packageFolder(api), files: emit(api, context) }, making) };
}
