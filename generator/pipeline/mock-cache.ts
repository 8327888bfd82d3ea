/** Builds packages for a mock in the user's cache. The folder name is a hash of all inputs, so that no stale package is loaded. */
import { join } from 'node:path';
import type { Effects } from '../lib/effects.js';
import { generatePackages } from './generate-packages.js';
import { hashPackageInputs, hashTemplates } from './hash-inputs.js';
import { sha256 } from '../lib/sha256.js';
import type { Config } from '../config/generate-options.js';
import type { GenerateResult } from './run-context.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';

/** Throws `UsageError` for a name that is neither configured nor a file. */
export async function buildInCache(names: readonly string[], options: SourceOptions, effects: Effects): Promise<GenerateResult> {
  const selected: Config = { ...selectSources(names, options, effects), only: ['mock'], runtime: 'inline', ownsOutputFolder: false };
  const templates = hashTemplates(effects);
  const hashes = selected.sources.map((source) => hashPackageInputs(source, { config: selected, effects }, templates));
  const folder = join(effects.cache, 'mock', sha256(hashes.join()).slice(0, 32));
  return generatePackages({ config: { ...selected, out: folder }, effects, mode: 'write', folder });
}
