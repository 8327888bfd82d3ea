/** Fetches the new content of a pinned file, and compares it with the present one. */
import { resolve } from 'node:path';
import { hashContent, type LockEntry } from '../config/lock.js';
import { readNamedFile, toDisplayPath } from '../config/named-files.js';
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
  /** The hash of the present content. Absent if there is no file. */
  readonly present?: string;
  readonly text: string;
  /** The hash of the new content. */
  readonly hash: string;
}

export async function fetchUpdate(
  entry: LockEntry,
  { folder, config }: LockedProject,
  effects: Effects,
): Promise<FileUpdate | { readonly problem: string }> {
  const path = toDisplayPath(folder, entry.file);
  const file = effects.files.stat(resolve(effects.cwd, path)) === undefined ? undefined : readNamedFile(path, effects);
  if (file !== undefined && 'problem' in file) return { problem: `cannot update ${path}: ${file.problem}` };
  try {
    const text = await readAddress(entry.address, effects, { ...defaultLimits, ...omitUndefined({ size: config.limits.size }) });
    const present = file === undefined ? undefined : hashContent(file.text);
    return { entry, path, text, hash: hashContent(text), ...omitUndefined({ present }) };
  } catch (error) {
    if (error instanceof FetchError) return { problem: error.message };
    throw error;
  }
}

export const isChanged = ({ present, hash }: FileUpdate): boolean => present !== hash;

/** Describes why a file can't be replaced: it was edited since it was pinned, or its folder is a link. */
export function findConflict(
  update: FileUpdate,
  { project, isForced }: { readonly project: LockedProject; readonly isForced: boolean },
  { files, cwd }: Effects,
): string | undefined {
  const { entry, path, present } = update;
  if (!isChanged(update)) return undefined;
  const foreign = findForeignFolder(resolve(cwd, project.folder), [entry.file], files);
  if (foreign !== undefined)
    return `cannot update ${path}: ${toDisplayPath(project.folder, foreign)} is not a folder (symbolic links are not followed)`;
  if (isForced || present === undefined || present === entry.sha256) return undefined;
  return `${path} has changed since it was pinned; --force replaces it`;
}
