/** Loads the mock behaviors of the APIs that a user names. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { Diagnostic } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { hasCode } from '../lib/file-system.js';
import { sha256 } from '../lib/sha256.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { type Config, defaultConfig } from '../config/generate-options.js';
import { isPresent } from '../config/named-files.js';
import { generatePackages } from './generate-packages.js';
import { hashInputs } from './hash-inputs.js';
import type { GenerateResult } from './run-context.js';
import { PackageCache } from './package-cache.js';
import { readServices } from './read-services.js';
import { runGenerate } from './run-generate.js';

export interface MockApis {
  /** Empty if there are errors. */
  readonly behaviors: readonly ApiBehavior[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads generated packages if they suffice and are up to date, and otherwise builds packages in the user's cache.
 * Throws `UsageError` for a name that is neither configured nor a file.
 */
export async function loadMockApis(names: readonly string[], options: SourceOptions, effects: Effects): Promise<MockApis> {
  const generated = await findGeneratedPackages(names, options, effects);
  const loaded = generated === undefined ? undefined : await tryImportBehaviors(generated, effects);
  if (loaded !== undefined) return loaded;
  return importBehaviors(await buildInCache(names, options, effects), effects);
}

/** Returns `undefined` if the packages depend on a runtime that isn't installed. */
async function tryImportBehaviors(generated: GenerateResult, effects: Effects): Promise<MockApis | undefined> {
  try {
    return await importBehaviors(generated, effects);
  } catch (error) {
    if (hasCode(error, 'ERR_MODULE_NOT_FOUND')) return undefined;
    throw error;
  }
}

/** Finds the named packages of the config. Returns `undefined` if files are named or a package is out of date. */
async function findGeneratedPackages(
  names: readonly string[],
  { config, overlays, variables }: SourceOptions,
  effects: Effects,
): Promise<GenerateResult | undefined> {
  if (overlays === false || Object.keys(variables ?? {}).length > 0) return undefined;
  if (config === undefined && !isPresent(defaultConfig, effects)) return undefined;
  if (names.some((name) => isPresent(name, effects))) return undefined;
  const result = await runGenerate(config === undefined ? {} : { config }, effects, 'confirm');
  if (result.status !== 'done') return undefined;
  if (names.length === 0) return result;
  const chosen = names.flatMap((name) => result.packages.find((generatedPackage) => generatedPackage.name === name) ?? []);
  return chosen.length === names.length ? { ...result, packages: [...new Set(chosen)] } : undefined;
}

/** Builds packages in the user's cache. The folder name is a hash of all inputs, so that no stale package is loaded. */
async function buildInCache(names: readonly string[], options: SourceOptions, effects: Effects): Promise<GenerateResult> {
  return buildSelected(selectSources(names, options, effects), effects);
}

/** Loads the mock behaviors of the sources of a config, and builds their packages in the user's cache if they aren't there. */
export async function loadBehaviors(config: Config, effects: Effects): Promise<MockApis> {
  return importBehaviors(await buildSelected(config, effects), effects);
}

async function buildSelected(initialConfig: Config, effects: Effects): Promise<GenerateResult> {
  const { config } = await readServices(initialConfig, effects);
  const selected: Config = { ...config, only: ['mock'], emitters: [], runtime: 'inline', moduleFormats: ['esm'], ownsOutputFolder: false };
  const hashes = [...hashInputs(selected, effects).values()];
  const cache = new PackageCache(join(effects.cache, 'mock'), effects);
  const folder = await cache.use(sha256(hashes.join()).slice(0, 32));
  const isNew = effects.files.stat(folder) === undefined;
  const result = await generatePackages({ config: { ...selected, out: folder }, effects, mode: 'write', folder });
  if (isNew) cache.prune();
  return result;
}

async function importBehaviors({ packages, diagnostics }: GenerateResult, { cwd }: Effects): Promise<MockApis> {
  const apis = packages.filter(({ specification }) => specification !== undefined);
  const modules = apis.map(
    ({ folder }) => import(pathToFileURL(resolve(cwd, folder, 'dist', 'mock.js')).href) as Promise<{ readonly behavior: ApiBehavior }>,
  );
  return { behaviors: (await Promise.all(modules)).map(({ behavior }) => behavior), diagnostics };
}
