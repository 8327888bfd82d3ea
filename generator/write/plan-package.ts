/** Plans the changes of an output folder before anything is written. */
import { join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { readManifest, manifestName } from './package-manifest.js';
import { findForeignFolder } from './path-checks.js';

/** All files of one package. */
export interface PackageFiles {
  /** The name of its folder in the output folder. */
  readonly folder: string;
  /** The files to commit, including the manifest, by path in the package. */
  readonly committed: ReadonlyMap<string, string>;
  /** The compiled files in `dist/`. */
  readonly derived: ReadonlyMap<string, string>;
}

export type Difference = 'missing' | 'changed' | 'orphaned';
export interface FileChange {
  /** The path in the package. */
  readonly path: string;
  readonly difference: Difference;
  /** Whether the file isn't committed. `--check` ignores it. */
  readonly derived: boolean;
}

export interface PackagePlan {
  readonly files: PackageFiles;
  readonly changes: readonly FileChange[];
  /** The paths of the unchanged files. */
  readonly unchangedPaths: readonly string[];
  readonly obstacle?: Obstacle;
}

/** The reason why nothing can be written. */
export interface Obstacle {
  /** The path of a folder in the output folder. */
  readonly folder: string;
  readonly problem: string;
}

/** Compares the built files with the package's folder. */
export function planPackage(out: string, built: PackageFiles, files: FileSystem): PackagePlan {
  const folder = join(out, built.folder);
  const builtFiles = getTexts(built);
  const old = readManifest(folder, files);
  const oldPaths = [...new Set([manifestName, ...old.committed, ...old.derived])].filter((path) => !builtFiles.has(path));
  const foreign = findForeignFolder(
    out,
    [...builtFiles.keys(), ...oldPaths].map((path) => `${built.folder}/${path}`),
    files,
  );
  const problem =
    foreign === undefined
      ? findForeignFile(folder, builtFiles, files) && `has files that discogen did not write, and no ${manifestName}`
      : 'is not a folder (symbolic links are not followed)';
  if (problem !== undefined)
    return { files: built, changes: [], unchangedPaths: [], obstacle: { folder: foreign ?? built.folder, problem } };
  const changes: FileChange[] = [];
  const unchangedPaths: string[] = [];
  for (const [path, text] of builtFiles) {
    const difference = compareFile(join(folder, path), text, files);
    if (difference === undefined) unchangedPaths.push(path);
    else changes.push({ path, difference, derived: !built.committed.has(path) });
  }
  for (const path of oldPaths)
    if (files.stat(join(folder, path)) !== undefined) changes.push({ path, difference: 'orphaned', derived: path.startsWith('dist/') });
  return { files: built, changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)), unchangedPaths };
}

/** Finds a file in a folder without a manifest that isn't equal to one to write. A run that was ended may have written some of these. */
function findForeignFile(folder: string, builtFiles: ReadonlyMap<string, string>, files: FileSystem): string | undefined {
  if (builtFiles.size === 0 || files.stat(join(folder, manifestName)) !== undefined) return undefined;
  const isForeign = (path: string): boolean => {
    if (files.stat(join(folder, path))?.kind === 'folder')
      return files.list(join(folder, path)).some((name) => isForeign(`${path}/${name}`));
    const text = builtFiles.get(path);
    return text === undefined || compareFile(join(folder, path), text, files) !== undefined;
  };
  return files.list(folder).find((name) => name !== 'node_modules' && isForeign(name));
}

/** Plans the removal of all generated files of a package. */
export function planRemoval(out: string, folder: string, files: FileSystem): PackagePlan {
  return planPackage(out, { folder, committed: new Map(), derived: new Map() }, files);
}

/** Returns how a file differs from the text, or `undefined` if it doesn't. Ignores whether lines end with LF or CRLF, because version control may convert committed files. */
export function compareFile(path: string, text: string, files: FileSystem): 'missing' | 'changed' | undefined {
  const kind = files.stat(path)?.kind;
  if (kind === undefined) return 'missing';
  if (kind !== 'file') return 'changed';
  const actual = files.read(path);
  return actual === text || actual.replaceAll('\r\n', '\n') === text ? undefined : 'changed';
}

/** Returns the texts of all files. */
export const getTexts = ({ committed, derived }: PackageFiles): ReadonlyMap<string, string> => new Map([...committed, ...derived]);
