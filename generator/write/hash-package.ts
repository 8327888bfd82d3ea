/** Hashes the files of packages. */
import { join, posix } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { hashTexts, sha256 } from '../lib/sha256.js';
import { manifestName, readManifest } from './package-manifest.js';

/** Hashes all files of a package. */
export function hashPackage(texts: ReadonlyMap<string, string>): string {
  return hashFiles([...texts.keys()], (path) => texts.get(path) ?? '');
}

/** Hashes the files of a package's folder, with lines that end with LF. Returns `undefined` if a committed file is missing. */
export function hashPackageFolder(folder: string, files: FileSystem): string | undefined {
  const { committed, derived } = readManifest(folder, files);
  // Listing the folders takes less time than a look at each file.
  const derivedFolders = new Set(derived.map((path) => posix.dirname(path)));
  const existing = new Set([...derivedFolders].flatMap((path) => files.list(join(folder, path)).map((name) => `${path}/${name}`)));
  const paths = new Set([manifestName, ...committed, ...derived.filter((path) => existing.has(path))]);
  try {
    return hashFiles([...paths], (path) => files.read(join(folder, path)).replaceAll('\r\n', '\n'));
  } catch {
    return undefined;
  }
}

/**
 * Returns a text that differs after a change of the files in a package's folder. Reading only their sizes and times takes less time than
 * hashing them. The text can also differ without a change of their content.
 */
export function stampPackageFolder(folder: string, files: FileSystem): string {
  const { committed, derived } = readManifest(folder, files);
  const stamps = [manifestName, ...committed, ...derived].map((path) => {
    const stat = files.stat(join(folder, path));
    return `${path} ${stat?.kind} ${stat?.size} ${stat?.changed}`;
  });
  return sha256(stamps.join('\n'));
}

/** Hashes the files in a folder, without its subfolders. */
export function hashFolder(folder: string, files: FileSystem): string {
  const names = files.list(folder).filter((name) => files.stat(join(folder, name))?.kind === 'file');
  return hashFiles(names, (name) => files.read(join(folder, name)));
}

function hashFiles(paths: readonly string[], read: (path: string) => string): string {
  return hashTexts(listHashedTexts(paths, read));
}

/** Reads one file at a time, because a package can be large. Omits the texts of declarations and source maps in `dist/`, because nobody edits these. */
function* listHashedTexts(paths: readonly string[], read: (path: string) => string): Iterable<string> {
  for (const path of [...paths].sort()) {
    const text = path.startsWith('dist/') && !path.endsWith('.js') ? '' : read(path);
    yield `${path}\0${text.length}\0`;
    yield text;
  }
}
