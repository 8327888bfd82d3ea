/** The manifest of an output folder, which lists the packages of a config. A package that the config no longer names is removed. */
import { join } from 'node:path';
import { getStrings, parseJson } from '../lib/json.js';
import type { FileSystem } from '../lib/effects.js';
import { readIfFile } from '../lib/file-system.js';
import { manifestName } from './package-manifest.js';
import { checkFolderName } from './path-checks.js';
import { compareFile, type Difference } from './plan-package.js';

/** A manifest to write. */
export interface OutputManifest {
  /** The path in the output folder. */
  readonly path: string;
  readonly text: string;
  readonly difference: Difference;
}

/** Plans the manifest for these folders. Returns `undefined` if the existing one is up to date. */
export function planOutputManifest(out: string, folders: readonly string[], files: FileSystem): OutputManifest | undefined {
  const content = { about: 'Written by discogen: the packages of the config.', packages: [...folders].sort() };
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  const difference = compareFile(join(out, manifestName), text, files);
  return difference && { path: manifestName, text, difference };
}

/** Reads the folders of the last run with a config. Empty if there is no valid manifest. */
export function readOutputManifest(out: string, files: FileSystem): readonly string[] {
  const manifest = parseJson(readIfFile(join(out, manifestName), files) ?? '');
  return getStrings(manifest, 'packages').filter((folder) => checkFolderName(folder) === undefined);
}
