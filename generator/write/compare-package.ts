/** Compares a package with its folder before anything is written. */
import { join, posix } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { manifestName, readManifest } from './package-manifest.js';
import { findForeignFolder, listFolders } from './path-checks.js';

/** All files of one package. */
export interface PackageFiles {
  /** The name of its folder in the output folder. */
  readonly folder: string;
  /** The files to commit, including the manifest, by path in the package. */
  readonly committed: ReadonlyMap<string, string>;
  /** The compiled files in `dist/`. */
  readonly derived: ReadonlyMap<string, string>;
}

/** Returns the texts of all files. */
export const getTexts = ({ committed, derived }: PackageFiles): ReadonlyMap<string, string> => new Map([...committed, ...derived]);

export interface FileChange {
  /** The path in the package. */
  readonly path: string;
  readonly difference: 'missing' | 'changed' | 'orphaned';
}

/** Whether a file isn't committed. `--check` ignores it. */
export const isDerived = ({ path }: FileChange): boolean => path.startsWith('dist/');

/** The changes of a package's folder. Plain data. */
export interface PackageChanges {
  /** The name of the folder. */
  readonly folder: string;
  /** The number of files to commit. 0 for a package to remove. */
  readonly size: number;
  readonly changes: readonly FileChange[];
  /** Whether the folder contains only generated files. */
  readonly isPure: boolean;
  /** The reason why nothing can be written, and the path of the folder in the output folder that it concerns. */
  readonly obstacle?: { readonly folder: string; readonly problem: string };
}

/** Compares all generated files. Other files aren't changes. If the folder has some and no manifest, nothing can be written. */
export function comparePackage(out: string, built: PackageFiles, files: FileSystem): PackageChanges {
  const folder = join(out, built.folder);
  const texts = getTexts(built);
  const old = readManifest(folder, files);
  const known = new Set([manifestName, ...old.committed, ...old.derived, ...texts.keys()]);
  const result = { folder: built.folder, size: built.committed.size, changes: [], isPure: false };
  const paths = [...known].map((path) => `${built.folder}/${path}`);
  const foreignFolder = findForeignFolder(out, paths, files);
  if (foreignFolder !== undefined)
    return { ...result, obstacle: { folder: foreignFolder, problem: 'is not a folder (symbolic links are not followed)' } };
  const changes = [...known].sort().flatMap((path): readonly FileChange[] => {
    const difference = compareFile(join(folder, path), texts.get(path), files);
    return difference === undefined ? [] : [{ path, difference }];
  });
  const others = listOtherFiles(folder, known, files);
  // A killed run may have written some of the files, but not the manifest, which is written last.
  const isForeign = others.some((path) => path !== 'node_modules') || changes.some(({ difference }) => difference === 'changed');
  if (isForeign && result.size > 0 && files.stat(join(folder, manifestName)) === undefined)
    return { ...result, obstacle: { folder: built.folder, problem: `has files that discogen did not write, and no ${manifestName}` } };
  return { ...result, changes, isPure: others.length === 0 };
}

/** Lists what a folder contains apart from the known files and their folders. */
function listOtherFiles(folder: string, known: ReadonlySet<string>, files: FileSystem): readonly string[] {
  const folders = new Set([...known].flatMap(listFolders));
  const paths = ['', ...folders].flatMap((path) => files.list(join(folder, path)).map((name) => posix.join(path, name)));
  return paths.filter((path) => !known.has(path) && !folders.has(path));
}

/**
 * Returns how a file differs from the text that it should have, or `undefined` if it doesn't. Without a text, there should be no file.
 * Ignores whether lines end with LF or CRLF, because version control may convert committed files.
 */
export function compareFile(path: string, text: string | undefined, files: FileSystem): FileChange['difference'] | undefined {
  const kind = files.stat(path)?.kind;
  if (kind === undefined) return text === undefined ? undefined : 'missing';
  if (text === undefined) return 'orphaned';
  if (kind !== 'file') return 'changed';
  const actual = files.read(path);
  return actual === text || actual.replaceAll('\r\n', '\n') === text ? undefined : 'changed';
}
