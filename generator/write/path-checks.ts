/** Checks that paths are inside the output folder. */
import { dirname, join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Returns the problem of a path inside a package. A valid path is POSIX, relative, and inside its folder on every system. */
export function checkPath(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.length > 400) return 'is longer than 400 characters';
  if (!/^[\w.@+-]+(\/[\w.@+-]+)*$/.test(path)) return 'holds other characters than letters, digits and _ . @ + - between slashes';
  const segments = path.split('/');
  if (segments.some((segment) => /^\.+$/.test(segment) || segment.endsWith('.'))) return 'has a segment that is or ends in a dot';
  if (segments.some((segment) => reserved.test(segment))) return 'has a segment that names a device';
  return undefined;
}

/** Returns the problem of a package folder name. A valid name is a single path segment that no tool hides or treats specially. */
export function checkFolderName(name: string): string | undefined {
  if (name.includes('/')) return 'holds a slash';
  if (name.startsWith('.')) return 'begins with a dot';
  return checkPath(name);
}

/** Finds the first parent folder of the files below `root` that is something else (a symbolic link, a file). */
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
