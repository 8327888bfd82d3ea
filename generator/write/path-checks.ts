/** Which paths may be written: inside the output folder, nowhere else. */
import { dirname, join } from 'node:path';
import type { FileSystem } from '../effects.js';

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** What is wrong with a path inside a package; nothing where it is POSIX, relative, and stays below its folder on every system. */
export function checkPath(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.length > 400) return 'is longer than 400 characters';
  if (!/^[\w.@+-]+(\/[\w.@+-]+)*$/.test(path)) return 'holds other characters than letters, digits and _ . @ + - between slashes';
  const segments = path.split('/');
  if (segments.some((segment) => /^\.+$/.test(segment) || segment.endsWith('.'))) return 'has a segment that is or ends in a dot';
  if (segments.some((segment) => reserved.test(segment))) return 'has a segment that names a device';
  return undefined;
}

/** What is wrong with the name of a package's folder: it is a single path segment that no tool hides or treats as its own. */
export function checkFolderName(name: string): string | undefined {
  if (name.includes('/')) return 'holds a slash';
  if (name.startsWith('.')) return 'begins with a dot';
  return checkPath(name);
}

/** What stands in the way of a folder: the nearest thing above it, or in its place, that is there and no folder. Links are followed when it is made. */
export function findObstacleAbove(folder: string, system: FileSystem): string | undefined {
  let path = folder;
  while (system.stat(path) === undefined && dirname(path) !== path) path = dirname(path);
  const kind = system.stat(path)?.kind;
  return kind === 'file' || kind === 'other' ? path : undefined;
}

/** The first folder on the way from `root` to the files that is something else (a symbolic link, a file), if any. */
export function findForeignFolder(root: string, files: Iterable<string>, system: FileSystem): string | undefined {
  const seen = new Set<string>();
  for (const file of files) {
    for (const folder of listFolders(file)) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      const kind = system.stat(join(root, folder))?.kind;
      if (kind !== undefined && kind !== 'folder') return folder;
    }
  }
  return undefined;
}

/** `a/b/c.ts`: `a`, `a/b`. */
export function listFolders(path: string): readonly string[] {
  const segments = dirname(path).split('/');
  return segments[0] === '.' ? [] : segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}
