/** The manifest of an output folder, which lists the packages of a config. A package that the config no longer names is removed. */
import { join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { manifestName } from './package-manifest.js';
import { checkFolderName } from './path-checks.js';
import { isSameText, type Difference } from './plan-package.js';

const getManifestPath = (out: string): string => join(out, manifestName);

export interface OutputManifest {
  /** The path in the output folder. */
  readonly path: string;
  readonly text: string;
  /** Absent if the file is up to date. */
  readonly difference?: Difference;
}

/** Plans the manifest for these folders and compares it with the existing one. */
export function planOutputManifest(out: string, folders: readonly string[], files: FileSystem): OutputManifest {
  const path = getManifestPath(out);
  const text = formatManifestText(folders);
  const kind = files.stat(path)?.kind;
  if (kind === undefined) return { path: manifestName, text, difference: 'missing' };
  const isSame = kind === 'file' && isSameText(files.read(path), text);
  return { path: manifestName, text, ...(isSame ? {} : { difference: 'changed' }) };
}

function formatManifestText(folders: readonly string[]): string {
  return `${JSON.stringify({ about: 'Written by discogen: the packages of the config.', packages: [...folders].sort() }, undefined, 2)}\n`;
}

/** Reads the folders of the last run with a config. Empty if there is no valid manifest. */
export function readOutputManifest(out: string, files: FileSystem): readonly string[] {
  const path = getManifestPath(out);
  if (files.stat(path)?.kind !== 'file') return [];
  try {
    const manifest: unknown = JSON.parse(files.read(path));
    const packages = typeof manifest === 'object' && manifest !== null && 'packages' in manifest ? manifest.packages : undefined;
    return Array.isArray(packages)
      ? packages.filter((folder): folder is string => typeof folder === 'string' && checkFolderName(folder) === undefined)
      : [];
  } catch {
    return [];
  }
}
