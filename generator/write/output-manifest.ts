/** Which packages in an output folder are those of a config: one that the config no longer names is removed. */
import { join } from 'node:path';
import type { FileStat, FileSystem } from '../effects.js';
import { manifestName } from './package-manifest.js';
import { checkFolderName } from './path-checks.js';
import type { Difference } from './plan-package.js';

const getManifestPath = (out: string): string => join(out, manifestName);

export interface OutputManifest {
  /** In the output folder. */
  readonly path: string;
  readonly text: string;
  /** Absent where it stands there as it should. */
  readonly difference?: Difference;
  /** What stands there. */
  readonly stat?: FileStat;
}

/** The manifest that lists these folders, and how what stands there differs from it. */
export function planOutputManifest(out: string, folders: readonly string[], files: FileSystem): OutputManifest {
  const path = getManifestPath(out);
  const text = formatManifestText(folders);
  const stat = files.stat(path);
  if (stat === undefined) return { path: manifestName, text, difference: 'missing' };
  const isSame = stat.kind === 'file' && files.read(path) === text;
  return { path: manifestName, text, stat, ...(isSame ? {} : { difference: 'changed' }) };
}

function formatManifestText(folders: readonly string[]): string {
  return `${JSON.stringify({ about: 'Written by discogen: the packages of the config.', packages: [...folders].sort() }, undefined, 2)}\n`;
}

/** Folders that the last run with a config made; none where there is no manifest, or one that is not ours. */
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
