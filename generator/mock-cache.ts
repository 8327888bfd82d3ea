/** Packages that are made for a mock alone: in the user's cache, in a folder named by everything that they depend on, so that nothing stale is ever loaded. */
import { join } from 'node:path';
import type { Effects } from './effects.js';
import { regenerate } from './generate.js';
import { sha256 } from './hash.js';
import type { Job } from './job.js';
import { readNamed } from './named-files.js';
import { templatesFolder } from './root.js';
import type { GenerateResult } from './run.js';
import { selectSources, type SourceOptions } from './sources.js';
import { buildId, textsBelow } from './write/state.js';

/** Throws `UsageError` for a name that is neither configured nor a file. */
export async function makeInCache(names: readonly string[], options: SourceOptions, effects: Effects): Promise<GenerateResult> {
  const selected = selectSources(names, options, effects);
  const out = join(effects.cache, 'mock', keyOf(selected, effects));
  const job: Job = { ...selected, out, only: ['mock'], whole: false };
  const place = { files: effects.files, folder: out, request: 'mock', templates: templatesFolder, now: effects.now };
  return regenerate(job, { effects, mode: 'write', out, place });
}

function keyOf(job: Job, effects: Effects): string {
  const files = job.sources.flatMap(({ file, overlays }) => [file, ...overlays]);
  const texts = files.map((file) => readNamed(file, effects));
  return sha256(JSON.stringify([buildId, { ...job, out: '' }, texts, textsBelow(templatesFolder, effects.files)])).slice(0, 32);
}
