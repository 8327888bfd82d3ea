/**
 * The record of a package: the hash of everything that determines its files, and a stamp of these files. A package is up to date if both are
 * as recorded, and is built otherwise, such as after a copy of the folder. The records are in the cache of the output folder, so they can be
 * deleted or outdated at any time.
 */
import { join } from 'node:path';
import { getText, isObject, parseJson } from '../lib/json.js';
import type { FileSystem } from '../lib/effects.js';
import { readIfFile } from '../lib/file-system.js';
import type { SpecificationSource } from '../config/generate-options.js';
import { sha256 } from '../lib/sha256.js';
import { manifestName, listGeneratedFiles } from '../write/package-manifest.js';
import { getCacheFolder } from '../write/stage.js';
import type { BuildResult } from './build-package.js';
import type { RunContext } from './run-context.js';

/** The inputs include the build of the generator, so a record is only read by the build that wrote it. */
interface PackageRecord {
  readonly inputs: string;
  readonly stamp: string;
  readonly result: Required<BuildResult>;
}

/** Finds the packages whose inputs and files are those of their records. */
export function findUnchangedPackages(
  inputs: ReadonlyMap<SpecificationSource, string>,
  { folder: out, effects: { files } }: RunContext,
): ReadonlyMap<SpecificationSource, BuildResult> {
  const cache = getCacheFolder(out);
  const records = files.list(cache).map((name) => parseJson(readIfFile(join(cache, name), files) ?? ''));
  const byInputs = new Map(records.filter(isObject).map((record) => [getText(record, 'inputs'), record as unknown as PackageRecord]));
  return new Map(
    [...inputs].flatMap(([source, hash]) => {
      const record = byInputs.get(hash);
      const isUnchanged = record !== undefined && stampPackage(join(out, record.result.folder), files) === record.stamp;
      return isUnchanged ? [[source, { ...record.result, source }] as const] : [];
    }),
  );
}

/** Returns a text that differs after a change of the files in a package's folder. Reads only their sizes and times. */
function stampPackage(folder: string, files: FileSystem): string {
  const stamps = [manifestName, ...listGeneratedFiles(folder, files)].map((path) => {
    const stat = files.stat(join(folder, path));
    return `${path} ${stat?.kind} ${stat?.size} ${stat?.changed}`;
  });
  return sha256(stamps.join('\n'));
}

/** Saves the record of a package that was built. A record is optional, so an unwritable folder isn't an error. */
export function saveRecord(result: BuildResult, inputs: string, { folder: out, effects: { files } }: RunContext): void {
  if (result.package === undefined) return;
  const { folder, size } = result.package;
  const record = { inputs, stamp: stampPackage(join(out, folder), files), result: { ...result, package: { folder, size, changes: [] } } };
  try {
    const ignoreFile = join(getCacheFolder(out), '.gitignore');
    if (files.stat(ignoreFile) === undefined) files.write(ignoreFile, '*\n');
    files.write(join(getCacheFolder(out), `${folder}.json`), JSON.stringify(record));
  } catch {
    // The next run builds the package again.
  }
}
