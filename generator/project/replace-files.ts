/** Replaces several files together. */
import { basename, dirname, join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';

/**
 * Writes all files or, if it throws, none. Each file is complete before it moves to its path.
 *
 * @param texts New contents by absolute path. The files move to their paths in this order.
 * @returns A function that restores the previous contents.
 */
export function replaceFiles(texts: ReadonlyMap<string, string>, files: FileSystem): () => void {
  const staged: { readonly path: string; readonly temporary: string; readonly previous: string | undefined }[] = [];
  const moved: string[] = [];
  const newFolders = [...new Set([...texts.keys()].flatMap((path) => listMissingFolders(dirname(path), files)))];
  const restore = (): void => {
    for (const { path, previous } of staged.filter((file) => moved.includes(file.path)))
      if (previous === undefined) files.remove(path);
      else files.write(path, previous);
    for (const folder of newFolders) files.removeFolder(folder);
  };
  try {
    for (const [path, text] of texts) {
      const temporary = join(dirname(path), `.${basename(path)}.${files.createUniqueName()}.tmp`);
      staged.push({ path, temporary, previous: files.stat(path) === undefined ? undefined : files.read(path) });
      files.makeFolder(dirname(path));
      files.create(temporary, text);
    }
    for (const { path, temporary } of staged) {
      files.move(temporary, path);
      moved.push(path);
    }
  } catch (error) {
    for (const { temporary } of staged) files.remove(temporary);
    restore();
    throw error;
  }
  return restore;
}

/** Lists the folders that don't exist, from the inside out. */
function listMissingFolders(folder: string, files: FileSystem): readonly string[] {
  return files.stat(folder) !== undefined || dirname(folder) === folder ? [] : [folder, ...listMissingFolders(dirname(folder), files)];
}
