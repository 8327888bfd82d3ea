/** Compares a package with its folder before anything is written. */
import { join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { isCompiled, manifestName, listGeneratedFiles } from './package-manifest.js';
import { findForeignFolder } from './path-checks.js';

export interface PackageFiles {
  /** The name of its folder in the output folder. */
  readonly folder: string;
  /** The texts by path in the package, including the manifest and the compiled files. */
  readonly files: ReadonlyMap<string, string>;
}

export interface FileChange {
  /** The path in the package. In the result of a run, the path that the user sees. */
  readonly path: string;
  readonly difference: 'missing' | 'changed' | 'orphaned';
}

/** The changes of a package's folder. Plain data. */
export interface PackageChanges {
  /** The name of the folder. */
  readonly folder: string;
  /** The number of files to commit. 0 for a package to remove. */
  readonly size: number;
  readonly changes: readonly FileChange[];
  /** The absolute path of the folder with the missing and changed files. Absent if they aren't staged. */
  readonly staged?: string;
  /** The reason why nothing can be written, and the path in the output folder that it concerns. */
  readonly obstacle?: { readonly path: string; readonly problem: string };
}

/**
 * Compares all generated files with those in the folder. Doesn't list files that discogen didn't write, unless one is in the place of a
 * generated file. Then the result has an `obstacle`, and nothing can be written.
 */
export function comparePackage(out: string, { folder, files: texts }: PackageFiles, files: FileSystem): PackageChanges {
  const place = join(out, folder);
  const listed = listGeneratedFiles(place, files);
  const paths = [...new Set([manifestName, ...listed, ...texts.keys()])].sort();
  const result = { folder, size: [...texts.keys()].filter((path) => !isCompiled(path)).length, changes: [] };
  const toOutputPath = (path: string): string => `${folder}/${path}`;
  const foreignFolder = findForeignFolder(out, paths.map(toOutputPath), files);
  if (foreignFolder !== undefined)
    return { ...result, obstacle: { path: foreignFolder, problem: 'is not a folder (symbolic links are not followed)' } };
  const changes = paths.flatMap((path): readonly FileChange[] => {
    const difference = compareFile(join(place, path), texts.get(path), files);
    return difference === undefined ? [] : [{ path, difference }];
  });
  // A manifest that can't be read, such as after a merge conflict, doesn't protect any file.
  const isDamaged = listed.length === 0 && files.stat(join(place, manifestName)) !== undefined;
  const own = new Set([manifestName, ...(isDamaged ? paths : listed)]);
  const isForeign = ({ path, difference }: FileChange): boolean =>
    (difference === 'changed' && !own.has(path) && !isCompiled(path)) || files.stat(join(place, path))?.kind === 'folder';
  const foreign = changes.find(isForeign);
  if (foreign === undefined) return { ...result, changes };
  return { ...result, obstacle: { path: toOutputPath(foreign.path), problem: 'is not a file that discogen wrote; move or delete it' } };
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
