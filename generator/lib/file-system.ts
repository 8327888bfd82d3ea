/** The real file system. */
import { constants, isUtf8 } from 'node:buffer';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { FileStat, FileSystem, OutputPlace } from './effects.js';

export const nodeFileSystem: FileSystem = {
  read(path) {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    // Each character has at most three bytes, or two characters have four.
    if (size > 3 * constants.MAX_STRING_LENGTH) throw createSizeError(size);
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw hasCode(error, 'ERR_STRING_TOO_LONG') ? createSizeError(size, error) : error;
    }
  },
  hasPrefix(path, prefix) {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(Buffer.byteLength(prefix));
      return bytes.toString('utf8', 0, readSync(file, bytes)) === prefix;
    } finally {
      closeSync(file);
    }
  },
  readBytes: (path) => new Uint8Array(readFileSync(path)),
  findInvalidUtf8Line(path) {
    const bytes = readFileSync(path);
    if (isUtf8(bytes)) return undefined;
    const reencoded = Buffer.from(bytes.toString());
    const at = bytes.findIndex((byte, index) => byte !== reencoded[index]);
    return bytes
      .subarray(0, at < 0 ? bytes.length : at)
      .toString('latin1')
      .split('\n').length;
  },
  stat(path) {
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? undefined : toFileStat(stats);
    } catch (error) {
      if (hasCode(error, 'ENOTDIR')) return undefined;
      throw error;
    }
  },
  findOutput(path) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { path: followLinks(path), kind: 'absent' };
    const kind = getOutputKind(stats);
    // A pipe of this process has no path without links.
    return { path: kind === 'file' ? realpathSync(path) : path, kind };
  },
  openPipe(path) {
    const handle = openSync(path, 'w');
    return { write: (text) => writeFileSync(handle, text), close: () => closeSync(handle) };
  },
  list(folder) {
    try {
      return readdirSync(folder).sort();
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
      throw error;
    }
  },
  write(path, text, mode) {
    makeFolder(dirname(path));
    replaceFile(path, text, mode);
  },
  append: (path, text, mode) => appendFileSync(path, text, { mode: mode ?? 0o666 }),
  remove: (path) => rmSync(path, { force: true }),
  removeFolder(path) {
    try {
      rmdirSync(path);
    } catch (error) {
      if (!hasCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) throw error;
    }
  },
  create: (path, text) => createFile(path, text),
  makeFolder,
  setMode: chmodSync,
  move: renameSync,
  removeAll: (path) => rmSync(path, { recursive: true, force: true }),
  createUniqueName,
  isAbandoned,
};

function createSizeError(size: number, cause?: unknown): Error {
  return new Error(`it has ${size} bytes; discogen reads at most ${constants.MAX_STRING_LENGTH} characters of a file`, { cause });
}

function getOutputKind(stats: Stats): Exclude<OutputPlace['kind'], 'absent'> {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'pipe';
  return stats.isSocket() ? 'socket' : 'device';
}

/** Returns the path at which a link that leads to nothing ends. */
function followLinks(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? followLinks(resolve(dirname(path), readlinkSync(path))) : path;
}

/** Creates a folder with its parents, each tried once. Node's recursive mkdir loops forever on some systems. */
function makeFolder(path: string): void {
  if (tryMakeFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path && lstatSync(parent, { throwIfNoEntry: false }) === undefined) makeFolder(parent);
  if (!tryMakeFolder(path)) throw createFolderError(path);
}

/** Creates a folder. Returns false if its parent doesn't exist. */
function tryMakeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST') && statSync(path).isDirectory()) return true;
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function createFolderError(path: string): Error {
  return Object.assign(new Error(`ENOENT: the folder can't be created, mkdir '${path}'`), { code: 'ENOENT', syscall: 'mkdir', path });
}

let nameCount = 0;

function createUniqueName(): string {
  nameCount += 1;
  return `${host}.${process.pid}.${threadId}.${nameCount}`;
}

/** Without dots, which separate the parts of a name. */
const host = hostname().replace(/[^\w-]/g, '-');

function isAbandoned(name: string, isOld = false): boolean {
  const [hostPart, id] = name.split('.');
  return hostPart === host && /^\d+$/.test(id ?? '') ? !isRunning(Number(id)) : isOld;
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/** Returns a new path in a folder for the files of this process, and removes the folders of processes that were killed. */
export function createFolderName(parent: string, files: FileSystem): string {
  for (const name of files.list(parent)) if (files.isAbandoned(name)) files.removeAll(join(parent, name));
  return join(parent, files.createUniqueName());
}

/** Writes a temporary file and renames it, so that readers never see a partial text, even if the process is killed. */
function replaceFile(path: string, text: string, mode?: number): void {
  const temporary = join(dirname(path), `.${basename(path)}.${createUniqueName()}.tmp`);
  try {
    createFile(temporary, text, mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function createFile(path: string, text: string | Uint8Array, mode = 0o666): void {
  writeFileSync(path, text, { flag: 'wx', mode });
}

function toFileStat(stats: Stats): FileStat {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'other';
  return { kind, size: stats.size, changed: stats.ctimeMs };
}

/** Whether an error is a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}

/** Reads the text of a regular file. Returns `undefined` if there is none at the path, also if it is a link. */
export function readIfFile(path: string, files: FileSystem): string | undefined {
  return files.stat(path)?.kind === 'file' ? files.read(path) : undefined;
}

/** Writes a file, unless it has this text already. */
export function updateFile(path: string, text: string, files: FileSystem): void {
  if (readIfFile(path, files) !== text) files.write(path, text);
}
