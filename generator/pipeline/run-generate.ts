/** The entry point of `generate`: resolves the options and the config. */
import { resolve } from 'node:path';
import type { GenerateOptions } from '../config/generate-options.js';
import { generatePackages } from './generate-packages.js';
import { readConfigFile, requireFiles } from '../config/named-files.js';
import type { CachedEffects, GenerateResult, RunMode } from './run-context.js';
import { UsageError } from '../lib/usage-error.js';

/** Throws `UsageError` if the options or the config are invalid. */
export async function runGenerate(
  options: GenerateOptions,
  effects: CachedEffects,
  mode: RunMode = options.check === true ? 'check' : 'write',
): Promise<GenerateResult> {
  const files = options.files ?? [];
  if (files.length > 0 && options.config !== undefined) throw new UsageError('a config and specification files cannot be combined');
  requireFiles(files, effects);
  const configFile = files.length > 0 ? undefined : readConfigFile(options.config, effects);
  if (configFile === undefined && options.out === undefined) throw new UsageError('specification files need an output folder: --out DIR');
  // `--help` needs no reader of YAML and JSON.
  const { resolveConfig } = await import('../config/config.js');
  const { readReferencedFiles } = await import('../config/package-versions.js');
  const config = readReferencedFiles(resolveConfig(options, configFile), configFile?.path, effects);
  if (options.frozen === true) {
    if (configFile === undefined) throw new UsageError('--frozen needs a config: specification files are not pinned');
    const { checkLock } = await import('../config/lock.js');
    const diagnostics = checkLock(config, configFile.path, effects);
    if (diagnostics.length > 0) return { status: 'failed', packages: [], changes: [], diagnostics };
  }
  return generatePackages({ config, configPath: configFile?.path, effects, mode, folder: resolve(effects.cwd, config.out) });
}
