/** Fetches the new content of a pinned file, and compares it with the current one. */
import { hashContent, type LockEntry } from '../config/lock.js';
import { isPresent, readNamedFile, toDisplayPath } from '../config/named-files.js';
import type { Effects } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { FetchError } from './fetch-text.js';
import { findObstacle, type LockedProject } from './locked-project.js';
import { readAddress } from './origins.js';

/** A pinned file, before and after the update. */
export interface FileUpdate {
  readonly entry: LockEntry;
  /** The path that the user sees. */
  readonly path: string;
  /** The hash of the content before the update. Absent if there is no file. */
  readonly currentHash?: string;
  /** The content after the update. */
  readonly newText: string;
  readonly newHash: string;
}

export async function fetchUpdate(
  entry: LockEntry,
  { folder, config }: LockedProject,
  effects: Effects,
): Promise<FileUpdate | { readonly problem: string }> {
  const path = toDisplayPath(folder, entry.file);
  const file = isPresent(path, effects) ? readNamedFile(path, effects) : undefined;
  if (file !== undefined && 'problem' in file) return { problem: `cannot update ${path}: ${file.problem}` };
  try {
    const newText = await readAddress(entry.address, effects, config.limits);
    const currentHash = file === undefined ? undefined : hashContent(file.text);
    return { entry, path, newText, newHash: hashContent(newText), ...omitUndefined({ currentHash }) };
  } catch (error) {
    if (error instanceof FetchError) return { problem: error.message };
    throw error;
  }
}

export const isChanged = ({ currentHash, newHash }: FileUpdate): boolean => currentHash !== newHash;
/** Whether the hash in the lock differs from that of the new content. */
export const isUnpinned = ({ entry, newHash }: FileUpdate): boolean => entry.sha256 !== newHash;

/** Describes why a file can't be replaced: it was edited since it was pinned, or its folder is a link. */
export function findConflict(
  update: FileUpdate,
  { project, isForced }: { readonly project: LockedProject; readonly isForced: boolean },
  effects: Effects,
): string | undefined {
  const { entry, path, currentHash } = update;
  if (!isChanged(update)) return undefined;
  const obstacle = findObstacle([entry.file], project, effects);
  if (obstacle !== undefined) return `cannot update ${path}: ${obstacle}`;
  if (isForced || currentHash === undefined || currentHash === entry.sha256) return undefined;
  return `${path} has changed since it was pinned; --force replaces it`;
}
