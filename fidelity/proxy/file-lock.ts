/** Locks a file, so that only one process writes it. */
import { basename, dirname, join } from 'node:path';
import type { FileSystem } from '../../generator/lib/effects.js';
import { hasCode } from '../../generator/lib/file-system.js';

type LockFiles = Pick<FileSystem, 'create' | 'createUniqueName' | 'isAbandoned' | 'makeFolder' | 'move' | 'read' | 'remove'>;

/**
 * Creates a file beside the given one, which names its owner. Returns a function that removes it, or `undefined` if another process has
 * the lock. Takes over the lock of a process that was killed.
 */
export function lockFile(path: string, files: LockFiles): (() => void) | undefined {
  const lock = getLockPath(path);
  const owner = files.createUniqueName();
  files.makeFolder(dirname(path));
  // A second process can take over the lock first.
  for (let attempt = 0; attempt < 2; attempt++) {
    if (tryCreate(lock, owner, files)) return () => files.remove(lock);
    if (!removeAbandoned(lock, owner, files)) return undefined;
  }
  return undefined;
}

export const getLockPath = (path: string): string => join(dirname(path), `.${basename(path)}.lock`);

function tryCreate(lock: string, owner: string, files: LockFiles): boolean {
  try {
    files.create(lock, owner);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Returns false if the owner of the lock is alive. */
function removeAbandoned(lock: string, owner: string, files: LockFiles): boolean {
  const moved = `${lock}.${owner}`;
  try {
    if (!files.isAbandoned(files.read(lock))) return false;
    // Only one process can move it.
    files.move(lock, moved);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    throw error;
  }
  const present = files.read(moved);
  files.remove(moved);
  // Another process has created the lock since it was read.
  if (!files.isAbandoned(present)) tryCreate(lock, present, files);
  return files.isAbandoned(present);
}
