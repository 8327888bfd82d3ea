/** Fetches the new content of a pinned file, and compares it with the current one. */
import { resolve } from 'node:path';
import { hashContent, type LockEntry } from '../config/lock.js';
import { isPresent, readNamedFile, toDisplayPath } from '../config/named-files.js';
import type { Effects } from '../lib/effects.js';
import { omitUndefined } from '../lib/json.js';
import { findForeignFolder } from '../write/path-checks.js';
import { defaultLimits, FetchError } from './fetch-text.js';
import type { LockedProject } from './locked-project.js';
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
    const newText = await readAddress(entry.address, effects, { ...defaultLimits, ...omitUndefined({ size: config.limits.size }) });
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
  { files, cwd }: Effects,
): string | undefined {
  const { entry, path, currentHash } = update;
  if (!isChanged(update)) return undefined;
  const foreign = findForeignFolder(resolve(cwd, project.folder), [entry.file], files);
  if (foreign !== undefined)
    return `cannot update ${path}: ${toDisplayPath(project.folder, foreign)} is not a folder (symbolic links are not followed)`;
  if (isForced || currentHash === undefined || currentHash === entry.sha256) return undefined;
  return `${path} has changed since it was pinned; --force replaces it`;
}
