/** From the APIs that a user names to what their mocks know. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApiBehavior } from '../templates/runtime/descriptor.js';
import type { Diagnostic } from './diagnostics.js';
import type { Effects } from './effects.js';
import type { SourceOptions } from './select-sources.js';
import { defaultConfig } from './generate-options.js';
import { type GenerateResult, runGenerate } from './run-generate.js';

export interface MockApis {
  /** Empty where there are errors. */
  readonly behaviors: readonly ApiBehavior[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Takes the generated packages where they are all that is asked for and up to date, and packages made in the user's cache otherwise.
 * Throws `UsageError` for a name that is neither configured nor a file.
 */
export async function loadMockApis(names: readonly string[], options: SourceOptions, effects: Effects): Promise<MockApis> {
  const generated = await findGeneratedPackages(names, options, effects);
  if (generated !== undefined) return importBehaviors(generated, effects);
  const { buildInCache } = await import('./mock-cache.js');
  return importBehaviors(await buildInCache(names, options, effects), effects);
}

/** The named packages of the config; nothing where files are asked for, or where they are not up to date. */
async function findGeneratedPackages(
  names: readonly string[],
  { config, overlays, variables }: SourceOptions,
  effects: Effects,
): Promise<GenerateResult | undefined> {
  if (overlays === false || Object.keys(variables ?? {}).length > 0) return undefined;
  if (config === undefined && effects.files.stat(join(effects.cwd, defaultConfig)) === undefined) return undefined;
  if (names.some((name) => effects.files.stat(resolve(effects.cwd, name)) !== undefined)) return undefined;
  const result = await runGenerate(config === undefined ? {} : { config }, effects, 'confirm');
  if (result.status !== 'done') return undefined;
  if (names.length === 0) return result;
  const chosen = names.flatMap((name) => result.packages.find((one) => one.name === name) ?? []);
  return chosen.length === names.length ? { ...result, packages: [...new Set(chosen)] } : undefined;
}

async function importBehaviors(
  { packages, diagnostics }: Pick<GenerateResult, 'packages' | 'diagnostics'>,
  { cwd }: Effects,
): Promise<MockApis> {
  const modules = packages.map(
    ({ folder }) => import(pathToFileURL(resolve(cwd, folder, 'dist', 'behavior.js')).href) as Promise<{ readonly behavior: ApiBehavior }>,
  );
  return { behaviors: (await Promise.all(modules)).map(({ behavior }) => behavior), diagnostics };
}
