/** The real file system. */
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FileStat, FileSystem } from '../effects.js';

export const nodeFileSystem: FileSystem = {
  read: (path) => readFileSync(path, 'utf8'),
  stat(path) {
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? undefined : fileStat(stats);
    } catch (error) {
      if (hasCode(error, 'ENOTDIR')) return undefined;
      throw error;
    }
  },
  list(folder) {
    try {
      return readdirSync(folder).sort();
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
      throw error;
    }
  },
  write(path, text) {
    mkdirSync(dirname(path), { recursive: true });
    return replace(path, text);
  },
  remove: (path) => rmSync(path, { force: true }),
  removeFolder(path) {
    try {
      rmdirSync(path);
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error;
    }
  },
};

let temporaryFiles = 0;

/** Writes beside the file and renames: a reader sees the old text or the new one, also when the process is killed. */
function replace(path: string, text: string): FileStat {
  temporaryFiles += 1;
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${temporaryFiles}.tmp`);
  try {
    const stats = writeNew(temporary, text);
    renameSync(temporary, path);
    return fileStat(stats);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeNew(path: string, text: string): Stats {
  const file = openSync(path, 'wx');
  try {
    writeFileSync(file, text);
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}

function fileStat(stats: Stats): FileStat {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
  return { kind, size: stats.size, modified: stats.mtimeMs, identity: stats.ino };
}

/** Whether an error of the system has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}
