/**
 * Stages the files that a run writes in a folder in the cache of the output folder, and moves each complete file to its place with one rename.
 * An interrupted run leaves complete files, some old and some new, and the next run moves the rest.
 */
import { dirname, join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { createFolderName } from '../lib/file-system.js';
import type { FileChange, PackageChanges, PackageFiles } from './compare-package.js';
import { manifestName } from './package-manifest.js';
import { listFolders } from './path-checks.js';

/** The cache folder in an output folder, which is ignored by version control and can be deleted at any time. */
export const getCacheFolder = (out: string): string => join(out, '.cache');

/** Runs an action with the path of a folder to stage packages in. The folder doesn't exist before something is staged, and is removed at the end. */
export async function withStage<T>(out: string, files: FileSystem, action: (stage: string) => Promise<T>): Promise<T> {
  const newFolders = [getCacheFolder(out), out].filter((path) => files.stat(path) === undefined);
  const stage = createFolderName(getCacheFolder(out), files);
  try {
    return await action(stage);
  } finally {
    files.removeAll(stage);
    for (const path of newFolders) files.removeFolder(path);
  }
}

/** Stages the files that differ. Without a stage, nothing is written. */
export function stagePackage(
  { files: texts }: PackageFiles,
  target: PackageChanges,
  { stage, files }: { readonly stage: string | undefined; readonly files: FileSystem },
): PackageChanges {
  const paths = listWrittenPaths(target.changes);
  if (stage === undefined || paths.length === 0) return target;
  const staged = join(stage, files.createUniqueName());
  // Excludes the stage from version control.
  files.write(join(stage, '.gitignore'), '*\n');
  for (const folder of new Set(paths.map(dirname))) files.makeFolder(join(staged, folder));
  for (const path of paths) files.create(join(staged, path), texts.get(path) ?? '');
  return { ...target, staged };
}

/**
 * Removes and moves the files of a package one by one: orphaned files before the manifest, and the others after it, so that the manifest lists
 * every generated file even if the run is interrupted.
 */
export function placePackage({ folder, changes, staged = '' }: PackageChanges, out: string, files: FileSystem): void {
  const place = join(out, folder);
  for (const parent of new Set(listWrittenPaths(changes).map(dirname))) files.makeFolder(join(place, parent));
  const rank = ({ path, difference }: FileChange): number => (path === manifestName ? 1 : difference === 'orphaned' ? 0 : 2);
  for (const { path, difference } of [...changes].sort((a, b) => rank(a) - rank(b))) {
    if (difference === 'orphaned') files.remove(join(place, path));
    else files.move(join(staged, path), join(place, path));
  }
  const orphans = changes.filter(({ difference }) => difference === 'orphaned');
  const folders = new Set(orphans.flatMap(({ path }) => listFolders(`${folder}/${path}`)));
  for (const path of [...folders].sort((a, b) => b.length - a.length)) files.removeFolder(join(out, path));
}

const listWrittenPaths = (changes: readonly FileChange[]): readonly string[] =>
  changes.filter(({ difference }) => difference !== 'orphaned').map(({ path }) => path);
