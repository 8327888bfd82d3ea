/** The entry point of `release`: plans a release, and applies it. */
import { dirname, join, relative, resolve } from 'node:path';
import { resolveConfig } from '../config/config.js';
import { readConfigFile } from '../config/named-files.js';
import { readReferencedFiles } from '../config/package-versions.js';
import type { SourceOptions } from '../config/select-sources.js';
import { type Diagnostic } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { toSlashes } from '../lib/slashes.js';
import { applyRelease, type Tarball } from './apply-release.js';
import { type TarballLinter, loadTarballLinter, tryTarball } from './check-tarball.js';
import { type PlannedPackage, planRelease } from './plan-release.js';
import type { ReleaseContext } from './release-context.js';
import { ReleaseError } from './release-error.js';
import { runtimePackage } from '../write/runtime.js';

export interface ReleaseOptions extends SourceOptions {
  /** Whether to apply the plan. */
  readonly apply: boolean;
  /** The address of the registry. Default: the registry that npm is configured to use. */
  readonly registry?: string;
  /** The folder of the tarballs. Default: `tarballs`. */
  readonly packDestination?: string;
}

export interface ReleasedPackage extends Omit<PlannedPackage, 'publishedChangelog'> {
  /** The path of the tarball. Absent if the plan isn't applied, or the package has no new version. */
  readonly tarball?: string;
  /** The SHA-512 of the tarball. */
  readonly integrity?: string;
  /** The problems of the tarball. Empty if the checks passed. */
  readonly problems: readonly string[];
}

export interface ReleaseResult {
  /** `failed`: the specifications have errors, a program failed, or a tarball has problems. */
  readonly status: 'planned' | 'applied' | 'failed';
  readonly packages: readonly ReleasedPackage[];
  /** The commands that publish the tarballs, in their order. */
  readonly commands: readonly string[];
  /** Why the release failed, if neither a specification nor a tarball is the reason. */
  readonly error?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `UsageError` if the options or the config are invalid. */
export async function runRelease(options: ReleaseOptions, effects: Effects): Promise<ReleaseResult> {
  const configFile = readConfigFile(options.config, effects);
  const config = readReferencedFiles(resolveConfig(options, configFile), configFile.path, effects);
  const project = resolve(effects.cwd, dirname(configFile.path));
  const temporary = join(effects.cache, 'release', effects.files.createUniqueName());
  const npm = { effects, project, registry: options.registry, temporary };
  const context = { config, configPath: configFile.path, effects, npm };
  try {
    return await release(options, context);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    return { status: 'failed', packages: [], commands: [], error: error.message, diagnostics: [] };
  } finally {
    effects.files.removeAll(temporary);
  }
}

async function release(options: ReleaseOptions, context: ReleaseContext): Promise<ReleaseResult> {
  const lintTarball = options.apply ? await loadTarballLinter() : undefined;
  const { packages, diagnostics, hasFailed } = await planRelease(context);
  const planned = packages.map((entry) => toReleasedPackage(entry));
  if (hasFailed || lintTarball === undefined)
    return { status: hasFailed ? 'failed' : 'planned', packages: planned, commands: [], diagnostics };
  const destination = resolve(context.effects.cwd, options.packDestination ?? 'tarballs');
  const tarballs = await applyRelease(packages, destination, context);
  const released = new Map<string, ReleasedPackage>();
  for (const tarball of tarballs) released.set(tarball.planned.name, await checkTarball(tarball, { tarballs, lintTarball, context }));
  const registry = options.registry === undefined ? '' : ` --registry ${options.registry}`;
  const hasProblems = [...released.values()].some(({ problems }) => problems.length > 0);
  return {
    status: hasProblems ? 'failed' : 'applied',
    packages: planned.map((entry) => released.get(entry.name) ?? entry),
    commands: hasProblems ? [] : [...released.values()].map(({ tarball }) => `npm publish ./${tarball} --access public${registry}`),
    diagnostics,
  };
}

interface CheckContext {
  readonly tarballs: readonly Tarball[];
  readonly lintTarball: TarballLinter;
  readonly context: ReleaseContext;
}

async function checkTarball(tarball: Tarball, { tarballs, lintTarball, context }: CheckContext): Promise<ReleasedPackage> {
  const { effects } = context;
  const runtime = tarballs.find(({ planned }) => planned.folder === runtimePackage);
  const bytes = effects.files.readBytes(tarball.path);
  const problems = [...(await lintTarball(bytes)), ...(await tryTarball(tarball, runtime, context))];
  const path = toSlashes(relative(effects.cwd, tarball.path));
  return { ...toReleasedPackage(tarball.planned), tarball: path, integrity: tarball.integrity, problems };
}

function toReleasedPackage({ publishedChangelog: _, ...planned }: PlannedPackage): ReleasedPackage {
  return { ...planned, problems: [] };
}
