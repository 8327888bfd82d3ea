/** A project with its lock, and the entries of the lock that belong to an API. */
import { dirname, resolve } from 'node:path';
import type { Config, SpecificationSource } from '../config/generate-options.js';
import { getLockPath, type LockEntry, readLock } from '../config/lock.js';
import { type NamedFile, toDisplayPath } from '../config/named-files.js';
import { suggestApi } from '../config/select-sources.js';
import { quote } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { UsageError } from '../lib/usage-error.js';
import { findForeignFolder } from '../write/path-checks.js';

/** The config file of a project, and what it refers to. Paths are as the user sees them. */
export interface LockedProject extends NamedFile {
  /** The folder of the config. */
  readonly folder: string;
  readonly config: Config;
  readonly lockPath: string;
  readonly entries: readonly LockEntry[];
}

/** Throws `UsageError` if the lock is invalid. */
export function openLockedProject(file: NamedFile, config: Config, effects: FileEffects): LockedProject {
  const lockPath = getLockPath(file.path);
  return { ...file, folder: dirname(file.path), config, lockPath, entries: readLock(lockPath, effects) };
}

/** Describes what prevents writing files of the project, whose paths are relative to its folder: something that isn't a folder. */
export function findUpdateObstacle(
  paths: readonly string[],
  { folder }: Pick<LockedProject, 'folder'>,
  { files, cwd }: FileEffects,
): string | undefined {
  const foreign = findForeignFolder(resolve(cwd, folder), paths, files);
  return foreign && `${toDisplayPath(folder, foreign)} is not a folder (symbolic links are not followed)`;
}

export interface EntrySelection {
  readonly selected: readonly LockEntry[];
  /** The files of entries that the config no longer names. Empty if APIs are named. */
  readonly removed: readonly string[];
}

/** Selects the entries of the named APIs, or all. Throws `UsageError` for a name that isn't configured or has no entry. */
export function selectEntries(names: readonly string[], { folder, config, lockPath, entries }: LockedProject): EntrySelection {
  const listEntries = (files: readonly string[]): readonly LockEntry[] =>
    entries.filter(({ file }) => files.includes(toDisplayPath(folder, file)));
  if (names.length === 0) {
    const selected = listEntries(config.files);
    return { selected, removed: entries.filter((entry) => !selected.includes(entry)).map(({ file }) => file) };
  }
  const selected = names.flatMap((name) => {
    const { file, overlays } = findSource(name, config);
    const own = listEntries([file, ...overlays]);
    if (own.length === 0) throw new UsageError(`${lockPath} pins no file of ${quote(name)}`);
    return own;
  });
  return { selected: [...new Set(selected)], removed: [] };
}

function findSource(name: string, config: Config): SpecificationSource {
  const source = config.sources.find((candidate) => candidate.name === name);
  if (source === undefined) throw new UsageError(`${quote(name)} is not the name of a configured API; ${suggestApi(name, config)}`);
  return source;
}
