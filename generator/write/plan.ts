/** What has to change in an output folder so that it holds what was made: worked out whole before anything is written. */
import { join } from 'node:path';
import type { FileStat, FileSystem } from '../effects.js';
import { derivedPaths } from './dist-paths.js';
import { listedFiles, manifestName } from './manifest.js';
import { foldersOf, foreignFolder } from './paths.js';

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
export interface Change {
  /** Path inside the package's folder. */
  readonly path: string;
  readonly difference: Difference;
  /** Not committed: no business of a freshness check. */
  readonly derived: boolean;
}

export interface Plan {
  readonly files: PackageFiles;
  readonly changes: readonly Change[];
  /** What stands at the paths that need no change. */
  readonly kept: ReadonlyMap<string, FileStat>;
  /** A folder inside the output that is a symbolic link or a file: nothing can be written through it. */
  readonly obstacle?: string;
}

export function planPackage(out: string, made: PackageFiles, files: FileSystem): Plan {
  const folder = join(out, made.folder);
  const produced = new Map([...made.committed, ...made.derived]);
  const old = oldFiles(folder, files).filter((path) => !produced.has(path));
  const foreign = foreignFolder(
    out,
    [...produced.keys(), ...old].map((path) => `${made.folder}/${path}`),
    files,
  );
  if (foreign !== undefined) return { files: made, changes: [], kept: new Map(), obstacle: foreign };
  const changes: Change[] = [];
  const kept = new Map<string, FileStat>();
  for (const [path, text] of produced) {
    const found = compare(join(folder, path), text, files);
    if (typeof found === 'string') changes.push({ path, difference: found, derived: !made.committed.has(path) });
    else kept.set(path, found);
  }
  for (const path of old)
    if (files.stat(join(folder, path)) !== undefined) changes.push({ path, difference: 'orphaned', derived: path.startsWith('dist/') });
  return { files: made, changes: changes.sort((a, b) => (a.path < b.path ? -1 : 1)), kept };
}

/** A package that is no longer made: all its files are orphans. */
export function planRemoval(out: string, folder: string, files: FileSystem): Plan {
  return planPackage(out, { folder, committed: new Map(), derived: new Map() }, files);
}

/** What an earlier run made here, `dist/` included. */
function oldFiles(folder: string, files: FileSystem): readonly string[] {
  const listed = listedFiles(folder, files);
  return [...new Set([manifestName, ...listed, ...listed.flatMap(derivedPaths)])];
}

function compare(path: string, text: string, files: FileSystem): FileStat | 'missing' | 'changed' {
  const stat = files.stat(path);
  if (stat === undefined) return 'missing';
  return stat.kind === 'file' && files.read(path) === text ? stat : 'changed';
}

/**
 * Carries a plan out: writes, then removes, the manifest last, so that an interrupted run never forgets a file of ours.
 * Answers what then stands at each path.
 */
export function applyPlan(out: string, plan: Plan, files: FileSystem): ReadonlyMap<string, FileStat> {
  const folder = join(out, plan.files.folder);
  const standing = new Map(plan.kept);
  const last = (change: Change): number => Number(change.path === manifestName);
  const orphaned = (change: Change): number => Number(change.difference === 'orphaned');
  for (const change of [...plan.changes].sort((a, b) => last(a) - last(b) || orphaned(a) - orphaned(b))) {
    const text = plan.files.committed.get(change.path) ?? plan.files.derived.get(change.path);
    if (text === undefined) files.remove(join(folder, change.path));
    else standing.set(change.path, files.write(join(folder, change.path), text));
  }
  removeEmptyFolders(out, plan, files);
  return standing;
}

function removeEmptyFolders(out: string, plan: Plan, files: FileSystem): void {
  const orphans = plan.changes.filter((change) => change.difference === 'orphaned');
  const folders = new Set(orphans.flatMap((change) => foldersOf(`${plan.files.folder}/${change.path}`)));
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) files.removeFolder(join(out, folder));
}
