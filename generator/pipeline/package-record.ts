/**
 * The record of a package: the hash of everything that determines its files, the hash of these files, and a stamp of them. A package is up
 * to date if its inputs and its files are as recorded. Its files are only hashed if their stamp differs, as after a copy of the folder. The
 * records are in the cache of the output folder, so they can be deleted or outdated at any time.
 */
import { join } from 'node:path';
import { getText, isObject, parseJson } from '../lib/json.js';
import { readIfFile } from '../lib/file-system.js';
import type { Source } from '../config/generate-options.js';
import { hashPackageFolder, stampPackageFolder } from '../write/hash-package.js';
import { getCacheFolder } from '../write/stage.js';
import type { BuildResult } from './build-package.js';
import type { RunContext } from './run-context.js';

/** The inputs include the build of the generator, so a record is only read by the build that wrote it. */
interface PackageRecord extends Required<BuildResult> {
  readonly inputs: string;
  readonly stamp: string;
}

/** Finds the packages whose inputs and files are those of their records. */
export function findUnchangedPackages(
  inputs: ReadonlyMap<Source, string>,
  { folder: out, effects: { files } }: RunContext,
): ReadonlyMap<Source, BuildResult> {
  const records = new Map(
    files.list(getCacheFolder(out)).flatMap((name) => {
      const record = parseJson(readIfFile(join(getCacheFolder(out), name), files) ?? '');
      return isObject(record) ? [[getText(record, 'inputs'), record as unknown as PackageRecord] as const] : [];
    }),
  );
  return new Map(
    [...inputs].flatMap(([source, hash]) => {
      const record = records.get(hash);
      if (record === undefined) return [];
      const { summary, package: target, outputs, stamp } = record;
      const folder = join(out, target.folder);
      if (stampPackageFolder(folder, files) === stamp) return [[source, { summary, package: target }] as const];
      return hashPackageFolder(folder, files) === outputs ? [[source, { summary, package: target, outputs }] as const] : [];
    }),
  );
}

/** Saves the record of a package that was built. A record is optional, so an unwritable folder isn't an error. */
export function saveRecord(
  { package: target, ...result }: BuildResult,
  inputs: string,
  { folder: out, effects: { files } }: RunContext,
): void {
  if (target === undefined || result.outputs === undefined) return;
  const { folder, size, isPure } = target;
  const stamp = stampPackageFolder(join(out, folder), files);
  const record: PackageRecord = { ...result, outputs: result.outputs, inputs, stamp, package: { folder, size, isPure, changes: [] } };
  try {
    const ignoreFile = join(getCacheFolder(out), '.gitignore');
    if (files.stat(ignoreFile) === undefined) files.write(ignoreFile, '*\n');
    files.write(getRecordPath(out, folder), JSON.stringify(record));
  } catch {
    // The next run builds the package again.
  }
}

export function removeRecord(folder: string, { folder: out, effects: { files } }: RunContext): void {
  files.remove(getRecordPath(out, folder));
}

const getRecordPath = (out: string, folder: string): string => join(getCacheFolder(out), `${folder}.json`);
