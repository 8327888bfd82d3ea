/** Replaces several files together. */
import { basename, dirname, join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';

interface StagedFile {
  readonly temporary: string;
  /** Absent if there was no file. */
  readonly previous: string | undefined;
  isMoved: boolean;
}

/** New contents in temporary files beside their paths. `move` renames each file to its path. */
export class StagedFiles {
  readonly #files: FileSystem;
  readonly #staged = new Map<string, StagedFile>();
  readonly #newFolders: readonly string[];

  /** @param texts New contents by absolute path. */
  constructor(texts: ReadonlyMap<string, string>, files: FileSystem) {
    this.#files = files;
    this.#newFolders = [...new Set([...texts.keys()].flatMap((path) => listMissingFolders(dirname(path), files)))];
    try {
      for (const [path, text] of texts) {
        const temporary = join(dirname(path), `.${basename(path)}.${files.createUniqueName()}.tmp`);
        const previous = files.stat(path) === undefined ? undefined : files.read(path);
        this.#staged.set(path, { temporary, previous, isMoved: false });
        files.makeFolder(dirname(path));
        files.create(temporary, text);
      }
    } catch (error) {
      this.restore();
      throw error;
    }
  }

  /** Moves the temporary file of a path to it, if there is one. */
  move(path: string): void {
    const file = this.#staged.get(path);
    if (!file) return;
    this.#files.move(file.temporary, path);
    file.isMoved = true;
  }

  /** Restores the previous contents of all files. */
  restore(): void {
    for (const { temporary, isMoved } of this.#staged.values()) if (!isMoved) this.#files.remove(temporary);
    for (const [path, { previous, isMoved }] of this.#staged) {
      if (!isMoved) continue;
      if (previous === undefined) this.#files.remove(path);
      else this.#files.write(path, previous);
    }
    for (const folder of this.#newFolders) this.#files.removeFolder(folder);
  }
}

/**
 * Writes all files or, if it throws, none. Each file is complete before it moves to its path.
 *
 * @param texts New contents by absolute path. The files move to their paths in this order.
 */
export function replaceFiles(texts: ReadonlyMap<string, string>, files: FileSystem): void {
  const staged = new StagedFiles(texts, files);
  try {
    for (const path of texts.keys()) staged.move(path);
  } catch (error) {
    staged.restore();
    throw error;
  }
}

/** Lists the folders that don't exist, from the inside out. */
function listMissingFolders(folder: string, files: FileSystem): readonly string[] {
  return files.stat(folder) !== undefined || dirname(folder) === folder ? [] : [folder, ...listMissingFolders(dirname(folder), files)];
}
