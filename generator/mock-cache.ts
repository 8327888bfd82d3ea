/** Builds packages for a mock in the user's cache. The folder name is a hash of all inputs, so that no stale package is loaded. */
import { join } from 'node:path';
import type { Effects } from './effects.js';
import { generatePackages } from './regenerate.js';
import { sha256 } from './sha256.js';
import type { Config } from './generate-options.js';
import { readNamedFile } from './named-files.js';
import { templatesFolder } from './root.js';
import type { GenerateResult } from './run-generate.js';
import { selectSources, type SourceOptions } from './select-sources.js';
import { buildId, readTextsBelow } from './write/run-state.js';

/** Throws `UsageError` for a name that is neither configured nor a file. */
export async function buildInCache(names: readonly string[], options: SourceOptions, effects: Effects): Promise<GenerateResult> {
  const selected = selectSources(names, options, effects);
  const out = join(effects.cache, 'mock', hashInputs(selected, effects));
  const config: Config = { ...selected, out, only: ['mock'], ownsOutputFolder: false };
  const stateLocation = { files: effects.files, folder: out, request: 'mock', templates: templatesFolder, now: effects.now };
  return generatePackages(config, { effects, mode: 'write', out, stateLocation });
}

function hashInputs(config: Config, effects: Effects): string {
  const files = config.sources.flatMap(({ file, overlays }) => [file, ...overlays]);
  const texts = files.map((file) => readNamedFile(file, effects));
  return sha256(JSON.stringify([buildId, { ...config, out: '' }, texts, readTextsBelow(templatesFolder, effects.files)])).slice(0, 32);
}
