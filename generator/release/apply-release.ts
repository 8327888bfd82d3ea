/** Applies a plan: sets the versions, generates the packages again, writes their changelogs, and packs and checks the tarballs. */
import { join, relative, resolve } from 'node:path';
import { formatVersions, getVersionsPath } from '../config/package-versions.js';
import type { FileSystem } from '../lib/effects.js';
import { readIfFile, updateFile } from '../lib/file-system.js';
import { toSlashes } from '../lib/slashes.js';
import { generatePackages } from '../pipeline/generate-packages.js';
import { manifestName, listGeneratedFiles } from '../write/package-manifest.js';
import { extendChangelog } from './changelog.js';
import { packFolders } from './npm.js';
import { isReleased, type PlannedPackage } from './plan-release.js';
import type { ReleaseContext } from './release-context.js';
import { ReleaseError } from './release-error.js';

export interface Tarball {
  readonly planned: PlannedPackage;
  /** The absolute path. */
  readonly path: string;
  /** The SHA-512 of the tarball, as npm publishes it: `sha512-…`. */
  readonly integrity: string;
}

/** Writes the next versions to the project, and packs the packages that have one. Returns the tarballs in the order in which they have to be published. */
export async function applyRelease(
  packages: readonly PlannedPackage[],
  destination: string,
  context: ReleaseContext,
): Promise<readonly Tarball[]> {
  const { config, configPath, effects } = context;
  // Several configs in one folder share the file.
  const versions = { ...config.versions, ...Object.fromEntries(packages.map(({ name, newVersion }) => [name, newVersion])) };
  updateFile(resolve(effects.cwd, getVersionsPath(configPath)), formatVersions(versions), effects.files);
  const out = resolve(effects.cwd, config.out);
  const result = await generatePackages({ config: { ...config, versions }, configPath, effects, mode: 'write', folder: out });
  if (result.status === 'failed') throw new ReleaseError('the packages cannot be generated; run `discogen generate` to list the errors');
  const released = packages.filter(isReleased);
  for (const planned of released) {
    const folder = join(out, planned.folder);
    writeChangelog(folder, planned, effects.files);
    normalizeModes(folder, effects.files);
  }
  return packPackages(released, { out, destination, context });
}

/** The changelog in the project is the older one if the project was checked out before the last release. */
function writeChangelog(folder: string, planned: PlannedPackage, files: FileSystem): void {
  const path = join(folder, 'CHANGELOG.md');
  const existing = readIfFile(path, files);
  const hasPublished = existing?.includes(`\n## ${planned.oldVersion}\n`) === true;
  updateFile(path, extendChangelog(hasPublished ? existing : planned.publishedChangelog, planned), files);
}

/** npm packs the permissions of files, which depend on the umask of the user. */
function normalizeModes(folder: string, files: FileSystem): void {
  for (const path of [...listGeneratedFiles(folder, files), 'CHANGELOG.md', manifestName]) files.setMode(join(folder, path), 0o644);
}

interface PackContext {
  readonly out: string;
  readonly destination: string;
  readonly context: ReleaseContext;
}

async function packPackages(released: readonly PlannedPackage[], { out, destination, context }: PackContext): Promise<readonly Tarball[]> {
  if (released.length === 0) return [];
  context.effects.files.makeFolder(destination);
  const folders = released.map(({ folder }) => `./${toSlashes(relative(context.npm.project, join(out, folder)))}`);
  const packed = await packFolders(folders, destination, context.npm);
  return released.map((planned, index) => {
    const { filename, integrity } = packed[index] ?? { filename: '', integrity: '' };
    return { planned, path: join(destination, filename), integrity };
  });
}
