/**
 * The record of a package: the hash of everything that determines its files, and the hash of these files. A package is up to date if
 * both are as recorded. The records are in the cache of the output folder, so they can be deleted or outdated at any time.
 */
import { join, posix } from 'node:path';
import type { Diagnostic } from '../lib/diagnostics.js';
import type { FileSystem } from '../lib/effects.js';
import { hashTexts } from '../lib/sha256.js';
import { manifestName, readManifest } from './package-manifest.js';

export interface PackageRecord {
  /** The hash of all inputs. */
  readonly inputs: string;
  /** The hash of all files, including `dist/`. */
  readonly outputs: string;
  /** The name of its folder. */
  readonly folder: string;
  /** The number of committed files. */
  readonly size: number;
  readonly warnings: readonly Diagnostic[];
  /** The variables that the specification declares. */
  readonly declared: readonly string[];
  /** The method patterns that match a method of it. */
  readonly matched: readonly string[];
}

/** The cache folder in an output folder, which is ignored by version control and can be deleted at any time. */
export const getCacheFolder = (out: string): string => join(out, '.cache');

/** Reads all valid records. */
export function readRecords(out: string, files: FileSystem): readonly PackageRecord[] {
  const cache = getCacheFolder(out);
  const names = files.list(cache).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => readRecord(join(cache, name), files) ?? []);
}

function readRecord(path: string, files: FileSystem): PackageRecord | undefined {
  try {
    const record = JSON.parse(files.read(path)) as Partial<PackageRecord> | null;
    const isValid =
      [record?.inputs, record?.outputs, record?.folder].every((value) => typeof value === 'string') &&
      [record?.warnings, record?.declared, record?.matched].every(Array.isArray);
    return isValid ? (record as PackageRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Saves the record of a package. A record is optional, so an unwritable folder is no error. */
export function saveRecord(out: string, record: PackageRecord, files: FileSystem): void {
  try {
    const ignoreFile = join(getCacheFolder(out), '.gitignore');
    if (files.stat(ignoreFile) === undefined) files.write(ignoreFile, '*\n');
    files.write(getRecordPath(out, record.folder), JSON.stringify(record));
  } catch {
    // The next run builds the package again.
  }
}

export function removeRecord(out: string, folder: string, files: FileSystem): void {
  files.remove(getRecordPath(out, folder));
}

const getRecordPath = (out: string, folder: string): string => join(getCacheFolder(out), `${folder}.json`);

/** Hashes the files of a package. Of declarations and source maps in `dist/`, only the names are hashed, because nobody edits these. */
export function hashPackage(texts: ReadonlyMap<string, string>): string {
  return hashFiles([...texts.keys()], (path) => (isHashedByName(path) ? '' : (texts.get(path) ?? '')));
}

const isHashedByName = (path: string): boolean => path.startsWith('dist/') && !path.endsWith('.js');

/** Hashes the files of a package's folder, with lines that end with LF. Returns `undefined` if a committed file is missing. */
export function hashPackageFolder(folder: string, files: FileSystem): string | undefined {
  const { committed, derived } = readManifest(folder, files);
  const paths = [manifestName, ...committed, ...listExisting(folder, derived, files)];
  try {
    return hashFiles(paths, (path) => (isHashedByName(path) ? '' : files.read(join(folder, path)).replaceAll('\r\n', '\n')));
  } catch {
    return undefined;
  }
}

/** Selects the files that exist. Listing their folders takes less time than a look at each file. */
function listExisting(folder: string, paths: readonly string[], files: FileSystem): readonly string[] {
  const folders = new Set(paths.map((path) => posix.dirname(path)));
  const existing = new Set([...folders].flatMap((path) => files.list(join(folder, path)).map((name) => `${path}/${name}`)));
  return [...new Set(paths)].filter((path) => existing.has(path));
}

/** Hashes the files in a folder, without its subfolders. */
export function hashFolder(folder: string, files: FileSystem): string {
  const names = files.list(folder).filter((name) => files.stat(join(folder, name))?.kind === 'file');
  return hashFiles(names, (name) => files.read(join(folder, name)));
}

function hashFiles(paths: readonly string[], read: (path: string) => string): string {
  return hashTexts(listHashedTexts(paths, read));
}

/** Reads one file at a time, because a package can be large. */
function* listHashedTexts(paths: readonly string[], read: (path: string) => string): Iterable<string> {
  for (const path of [...paths].sort()) {
    const text = read(path);
    yield `${path}\0${text.length}\0`;
    yield text;
  }
}
