/** What files were like when they were last known to be right, and whether they still are. */
import { relative, resolve } from 'node:path';
import type { FileStat, FileSystem } from '../effects.js';
import { sha256 } from '../hash.js';

/** Size, time of modification, identity, and SHA-256 of the text. */
export type FileRecord = readonly [size: number, modified: number, identity: number, hash: string];
/** By path, relative to a base folder. */
export type Records = Readonly<Record<string, FileRecord>>;

/** Times of modification are coarse: a file changed this shortly before it was recorded is compared by its text. Milliseconds. */
const settling = 50;

export interface RecordContext {
  /** Folder that the paths are relative to. */
  readonly base: string;
  readonly files: FileSystem;
  /** When the records were saved. */
  readonly savedAt: number;
}

export function record(stat: FileStat, text: string): FileRecord {
  return [stat.size, stat.modified, stat.identity, sha256(text)];
}

/** The records, brought up to date where only times differ; nothing where a file differs. */
export function confirm(records: Records, context: RecordContext): Records | undefined {
  let confirmed = records;
  for (const [path, known] of Object.entries(records)) {
    const file = resolve(context.base, path);
    const stat = context.files.stat(file);
    if (stat === undefined || stat.kind === 'folder' || stat.kind === 'other') return undefined;
    if (isSame(stat, known) && stat.modified < context.savedAt - settling) continue;
    const text = context.files.read(file);
    if (sha256(text) !== known[3]) return undefined;
    if (!isSame(stat, known)) confirmed = { ...confirmed, [path]: record(stat, text) };
  }
  return confirmed;
}

function isSame(stat: FileStat, [size, modified, identity]: FileRecord): boolean {
  return stat.kind === 'file' && stat.size === size && stat.modified === modified && stat.identity === identity;
}

/** A file system that notes what is read through it, as it was then. */
export interface Recorder {
  readonly files: FileSystem;
  records(base: string): Records;
}

export function recorder(files: FileSystem): Recorder {
  const seen = new Map<string, FileRecord>();
  const read = (path: string): string => {
    const stat = files.stat(path);
    const text = files.read(path);
    seen.set(path, stat?.kind === 'file' ? record(stat, text) : [-1, 0, 0, sha256(text)]);
    return text;
  };
  return { files: { ...files, read }, records: (base) => Object.fromEntries([...seen].map(([path, known]) => [relative(base, path), known])) };
}
