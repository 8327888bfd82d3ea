/** Plans the changes of an output folder before anything is written. */
import { join } from 'node:path';
import type { FileStat, FileSystem } from '../effects.js';
import { listDerivedPaths } from './dist-paths.js';
import { readManifest, manifestName } from './package-manifest.js';
import type { BuildMemory } from './build-memory.js';
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
  /** The status of the unchanged files. */
  readonly unchangedStats: ReadonlyMap<string, FileStat>;
  /** The path of a folder that is a symbolic link or a file, so that nothing can be written to it. */
  readonly obstacle?: string;
}

export interface PlanContext {
  readonly files: FileSystem;
  /** The cache of earlier runs. */
  readonly memory?: BuildMemory | undefined;
}

/** Compares the built files with the package's folder. */
export function planPackage(out: string, built: PackageFiles, { files, memory }: PlanContext): PackagePlan {
  const folder = join(out, built.folder);
  if (files.stat(folder) === undefined) return planNew(built);
  const builtFiles = new Map([...built.committed, ...built.derived]);
  const oldPaths = listOldFiles(folder, files).filter((path) => !builtFiles.has(path));
  const foreign = findForeignFolder(
    out,
    [...builtFiles.keys(), ...oldPaths].map((path) => `${built.folder}/${path}`),
    files,
  );
  if (foreign !== undefined) return { files: built, changes: [], unchangedStats: new Map(), obstacle: foreign };
  const changes: FileChange[] = [];
  const unchangedStats = new Map<string, FileStat>();
  for (const [path, text] of builtFiles) {
    const found = compareFile(join(folder, path), text, { files, isKnownUnchanged: memory?.createUnchangedCheck(built.folder, path) });
    if (typeof found === 'string') changes.push({ path, difference: found, derived: !built.committed.has(path) });
    else unchangedStats.set(path, found);
  }
  for (const path of oldPaths)
    if (files.stat(join(folder, path)) !== undefined) changes.push({ path, difference: 'orphaned', derived: path.startsWith('dist/') });
  return { files: built, changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)), unchangedStats };
}

function planNew(built: PackageFiles): PackagePlan {
  const createMissingChange =
    (derived: boolean) =>
    (path: string): FileChange => ({ path, difference: 'missing', derived });
  const changes = [
    ...[...built.committed.keys()].map(createMissingChange(false)),
    ...[...built.derived.keys()].map(createMissingChange(true)),
  ];
  return { files: built, changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)), unchangedStats: new Map() };
}

/** Plans the removal of all generated files of a package. */
export function planRemoval(out: string, folder: string, files: FileSystem): PackagePlan {
  return planPackage(out, { folder, committed: new Map(), derived: new Map() }, { files });
}

/** Lists the files of an earlier run, including `dist/`. */
function listOldFiles(folder: string, files: FileSystem): readonly string[] {
  const listed = readManifest(folder, files);
  return [...new Set([manifestName, ...listed, ...listed.flatMap(listDerivedPaths)])];
}

interface CompareContext {
  readonly files: FileSystem;
  readonly isKnownUnchanged: ReturnType<BuildMemory['createUnchangedCheck']> | undefined;
}

function compareFile(path: string, text: string, { files, isKnownUnchanged }: CompareContext): FileStat | 'missing' | 'changed' {
  const stat = files.stat(path);
  if (stat === undefined) return 'missing';
  return stat.kind === 'file' && (isKnownUnchanged?.(stat, text) === true || files.read(path) === text) ? stat : 'changed';
}

/** Returns the planned text of a path, or `undefined` if the path is to be removed. */
export function getPlannedText({ committed, derived }: PackageFiles, path: string): string | undefined {
  return committed.get(path) ?? derived.get(path);
}
