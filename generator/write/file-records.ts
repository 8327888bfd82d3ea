/** Records the state of files to detect changes. */
import { relative, sep } from 'node:path';
import type { FileStat, FileSystem } from '../effects.js';
import { sha256 } from '../sha256.js';

/** Size, modification time, identity, and text hash. */
export type FileRecord = readonly [size: number, modified: number, identity: number, hash: string];
/** Records by path, relative to a base folder. */
export type Records = Readonly<Record<string, FileRecord>>;

/** Modification times are coarse. The text of a file modified this shortly before its record is compared. Milliseconds. */
const timestampTolerance = 50;

export interface RecordContext {
  /** The folder that the paths are relative to. */
  readonly base: string;
  readonly files: FileSystem;
  /** When the recorded files were read, or later, in milliseconds since 1970. */
  readonly seenAt: number;
}

export function createFileRecord(stat: FileStat, text: string): FileRecord {
  return [stat.size, stat.modified, stat.identity, hashText(text)];
}

/** A folder record changes if an entry is added, removed, or replaced. */
export function createFolderRecord(stat: FileStat | undefined): FileRecord {
  return [folderSize, stat?.modified ?? 0, stat?.identity ?? 0, ''];
}

/** Replaces the size, which is meaningless for a folder. */
const folderSize = -2;

/** Half of a SHA-256 suffices and halves the state to read. */
const hashText = (text: string): string => sha256(text).slice(0, 32);

/** Returns the records if all files are unchanged, with new timestamps if texts had to be compared; `undefined` if a file differs. */
export function confirmRecords(records: Records, context: RecordContext): Records | undefined {
  const compared: Record<string, FileRecord> = {};
  for (const path of Object.keys(records)) {
    const record = records[path] as FileRecord;
    const file = context.base + sep + path;
    const stat = context.files.stat(file);
    if (stat?.kind === 'folder' && isSameFolder(stat, record)) continue;
    if (stat === undefined || stat.kind === 'folder' || stat.kind === 'other') return undefined;
    if (isSame(stat, record) && stat.modified < context.seenAt - timestampTolerance) continue;
    const text = context.files.read(file);
    if (hashText(text) !== record[3]) return undefined;
    compared[path] = createFileRecord(stat, text);
  }
  return Object.keys(compared).length === 0 ? records : { ...records, ...compared };
}

/** Whether a file is certainly unchanged. */
export function isUnchanged(stat: FileStat, before: FileStat, seenAt: number): boolean {
  return isSame(stat, [before.size, before.modified, before.identity, '']) && stat.modified < seenAt - timestampTolerance;
}

function isSame(stat: FileStat, [size, modified, identity]: FileRecord): boolean {
  return stat.kind === 'file' && stat.size === size && stat.modified === modified && stat.identity === identity;
}

function isSameFolder(stat: FileStat, [size, modified, identity]: FileRecord): boolean {
  return size === folderSize && stat.modified === modified && stat.identity === identity;
}

/** A file system that records the files that are read. */
export interface Recorder {
  readonly files: FileSystem;
  records(base: string): Records;
}

export function createRecorder(files: FileSystem): Recorder {
  const seen = new Map<string, FileRecord>();
  const read = (path: string): string => {
    const stat = files.stat(path);
    const text = files.read(path);
    seen.set(path, stat?.kind === 'file' ? createFileRecord(stat, text) : [-1, 0, 0, hashText(text)]);
    return text;
  };
  return {
    files: { ...files, read },
    records: (base) => Object.fromEntries([...seen].map(([path, record]) => [relative(base, path), record])),
  };
}
