/** What has to change in an output folder so that it holds what was made: worked out whole before anything is written. */
import { join } from 'node:path';
import type { FileStat, FileSystem } from '../effects.js';
import { listDerivedPaths } from './dist-paths.js';
import { readManifest, manifestName } from './package-manifest.js';
import type { BuildMemory } from './build-memory.js';
import { findForeignFolder } from './path-checks.js';

/** All files of one package. */
export interface PackageFiles {
  /** Name of its folder in the output folder. */
  readonly folder: string;
  /** Files to commit, the manifest among them, by path inside the folder. */
  readonly committed: ReadonlyMap<string, string>;
  /** `dist/`, made of them. */
  readonly derived: ReadonlyMap<string, string>;
}

export type Difference = 'missing' | 'changed' | 'orphaned';
export interface FileChange {
  /** Path inside the package's folder. */
  readonly path: string;
  readonly difference: Difference;
  /** Not committed: no business of a freshness check. */
  readonly derived: boolean;
}

export interface PackagePlan {
  readonly files: PackageFiles;
  readonly changes: readonly FileChange[];
  /** What stands at the paths that need no change. */
  readonly kept: ReadonlyMap<string, FileStat>;
  /** A folder inside the output that is a symbolic link or a file: nothing can be written through it. */
  readonly obstacle?: string;
}

export interface PlanContext {
  readonly files: FileSystem;
  /** What earlier runs left. */
  readonly memory?: BuildMemory | undefined;
}

/** What has to change so that a package's folder holds what was made. */
export function planPackage(out: string, made: PackageFiles, { files, memory }: PlanContext): PackagePlan {
  const folder = join(out, made.folder);
  if (files.stat(folder) === undefined) return planNew(made);
  const produced = new Map([...made.committed, ...made.derived]);
  const old = listOldFiles(folder, files).filter((path) => !produced.has(path));
  const foreign = findForeignFolder(
    out,
    [...produced.keys(), ...old].map((path) => `${made.folder}/${path}`),
    files,
  );
  if (foreign !== undefined) return { files: made, changes: [], kept: new Map(), obstacle: foreign };
  const changes: FileChange[] = [];
  const kept = new Map<string, FileStat>();
  for (const [path, text] of produced) {
    const found = compareFile(join(folder, path), text, { files, known: memory?.createUnchangedCheck(made.folder, path) });
    if (typeof found === 'string') changes.push({ path, difference: found, derived: !made.committed.has(path) });
    else kept.set(path, found);
  }
  for (const path of old)
    if (files.stat(join(folder, path)) !== undefined) changes.push({ path, difference: 'orphaned', derived: path.startsWith('dist/') });
  return { files: made, changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)), kept };
}

function planNew(made: PackageFiles): PackagePlan {
  const missing =
    (derived: boolean) =>
    (path: string): FileChange => ({ path, difference: 'missing', derived });
  const changes = [...[...made.committed.keys()].map(missing(false)), ...[...made.derived.keys()].map(missing(true))];
  return { files: made, changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)), kept: new Map() };
}

/** A package that is no longer made: all its files are orphans. */
export function planRemoval(out: string, folder: string, files: FileSystem): PackagePlan {
  return planPackage(out, { folder, committed: new Map(), derived: new Map() }, { files });
}

/** What an earlier run made here, `dist/` included. */
function listOldFiles(folder: string, files: FileSystem): readonly string[] {
  const listed = readManifest(folder, files);
  return [...new Set([manifestName, ...listed, ...listed.flatMap(listDerivedPaths)])];
}

interface CompareContext {
  readonly files: FileSystem;
  readonly known: ReturnType<BuildMemory['createUnchangedCheck']> | undefined;
}

function compareFile(path: string, text: string, { files, known }: CompareContext): FileStat | 'missing' | 'changed' {
  const stat = files.stat(path);
  if (stat === undefined) return 'missing';
  return stat.kind === 'file' && (known?.(stat, text) === true || files.read(path) === text) ? stat : 'changed';
}

/** The text that a path of a package is to have; nothing where it is to have none. */
export function getPlannedText({ committed, derived }: PackageFiles, path: string): string | undefined {
  return committed.get(path) ?? derived.get(path);
}
