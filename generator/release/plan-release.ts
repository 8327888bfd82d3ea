/** Plans a release: which packages changed since their published versions, and their next versions. */
import { basename, join } from 'node:path';
import type { Config } from '../config/generate-options.js';
import { getLargestBump, type VersionBump } from '../diff/changes.js';
import type { Diagnostic } from '../lib/diagnostics.js';
import { omitUndefined } from '../lib/json.js';
import { generatePackages } from '../pipeline/generate-packages.js';
import { runtimePackage } from '../write/runtime.js';
import type { BumpReason } from './classify-bump.js';
import { comparePackages, type RuntimeVersions } from './compare-packages.js';
import { downloadPackages, type NpmContext } from './npm.js';
import { type PackageContent, readPackage } from './package-content.js';
import type { ReleaseContext } from './release-context.js';
import { compareVersions, raiseVersion } from './versions.js';

export interface PlannedPackage {
  readonly name: string;
  /** The name of its folder in the output folder. */
  readonly folder: string;
  /** The latest version in the registry. Absent for a new package. */
  readonly oldVersion?: string;
  /** The same as `oldVersion` if the package stays as it is published. */
  readonly newVersion: string;
  /** The required bump. Absent for a new package. */
  readonly step?: VersionBump;
  /** The differences from the published version. */
  readonly reasons: readonly BumpReason[];
  /** The changelog in the published version. */
  readonly publishedChangelog?: string;
}

export interface ReleasePlan {
  /** The package of the runtime first, then the packages of the APIs in the order of the config. */
  readonly packages: readonly PlannedPackage[];
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the specifications have errors, so that nothing is planned. */
  readonly hasFailed: boolean;
}

export const isReleased = ({ oldVersion, newVersion }: PlannedPackage): boolean => newVersion !== oldVersion;

/** Generates the packages in a temporary folder and compares them with the latest versions in the registry. Writes nothing to the project. */
export async function planRelease({ config, effects, npm }: ReleaseContext): Promise<ReleasePlan> {
  const folder = join(npm.temporary, 'packages');
  const { status, packages, diagnostics } = await generatePackages({ config: { ...config, out: folder }, effects, mode: 'write', folder });
  if (status === 'failed') return { packages: [], diagnostics, hasFailed: true };
  const generated = packages.map((entry) => {
    const name = basename(entry.folder);
    return { folder: name, next: readPackage(join(folder, name), effects.files) };
  });
  const published = await readPublished(
    generated.map(({ next }) => next.name),
    npm,
  );
  const versions = generated.map((entry) => ({ ...entry, old: published.get(entry.next.name) }));
  const isRuntime = (entry: VersionedPackage): boolean => entry.folder === runtimePackage;
  const [runtime] = versions.filter(isRuntime).map((entry) => ({ ...entry, planned: planPackage(entry, config) }));
  const planApi = (entry: VersionedPackage): PlannedPackage =>
    planPackage(entry, config, runtime === undefined ? undefined : { ...runtime, ...runtime.planned });
  const apis = versions.filter((entry) => !isRuntime(entry)).map(planApi);
  return { packages: [...(runtime === undefined ? [] : [runtime.planned]), ...apis], diagnostics, hasFailed: false };
}

async function readPublished(names: readonly string[], npm: NpmContext): Promise<ReadonlyMap<string, PackageContent>> {
  const folders = await downloadPackages(names, npm);
  return new Map([...folders].map(([name, folder]) => [name, readPackage(folder, npm.effects.files)]));
}

interface VersionedPackage {
  readonly folder: string;
  readonly next: PackageContent;
  readonly old: PackageContent | undefined;
}

/** The `version` in the config is the version of new packages, and the lowest version of a release. */
export function planPackage(
  { folder, next, old }: VersionedPackage,
  config: Pick<Config, 'version'>,
  runtime?: RuntimeVersions,
): PlannedPackage {
  const base = { name: next.name, folder };
  if (old === undefined) return { ...base, newVersion: config.version, reasons: [] };
  const reasons = [...comparePackages(old, next, runtime), ...compareLowestVersion(old, config)];
  const step = getLargestBump(reasons);
  const raised = raiseVersion(old.version, step);
  const newVersion = compareVersions(config.version, raised) > 0 ? config.version : raised;
  const publishedChangelog = old.texts.get('CHANGELOG.md');
  return { ...base, oldVersion: old.version, newVersion, step, reasons, ...omitUndefined({ publishedChangelog }) };
}

function compareLowestVersion(old: PackageContent, { version }: Pick<Config, 'version'>): readonly BumpReason[] {
  if (compareVersions(version, old.version) <= 0) return [];
  const text = { message: `set to ${version} in the config`, reason: 'no code changes' };
  return [{ kind: 'version-raised', subject: 'version', breaking: false, step: 'patch', ...text }];
}
