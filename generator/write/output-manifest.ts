/** Which packages in an output folder are those of a config: one that the config no longer names is removed. */
import { join } from 'node:path';
import type { FileSystem } from '../effects.js';
import { manifestName } from './manifest.js';
import { folderFault } from './paths.js';
import type { Difference } from './plan.js';

export const outputManifestPath = (out: string): string => join(out, manifestName);

export interface OutputManifestChange {
  /** In the output folder. */
  readonly path: string;
  readonly difference: Difference;
  readonly text: string;
}

/** What has to change so that the manifest lists these folders; nothing where it does. */
export function planOutputManifest(out: string, folders: readonly string[], files: FileSystem): OutputManifestChange | undefined {
  const path = outputManifestPath(out);
  const text = outputManifestText(folders);
  const stat = files.stat(path);
  if (stat?.kind === 'file' && files.read(path) === text) return undefined;
  return { path: manifestName, difference: stat === undefined ? 'missing' : 'changed', text };
}

function outputManifestText(folders: readonly string[]): string {
  return `${JSON.stringify({ about: 'Written by discogen: the packages of the config.', packages: [...folders].sort() }, undefined, 2)}\n`;
}

/** Folders that the last run with a config made; none where there is no manifest, or one that is not ours. */
export function listedFolders(out: string, files: FileSystem): readonly string[] {
  const path = outputManifestPath(out);
  if (files.stat(path)?.kind !== 'file') return [];
  try {
    const manifest: unknown = JSON.parse(files.read(path));
    const packages = typeof manifest === 'object' && manifest !== null && 'packages' in manifest ? manifest.packages : undefined;
    return Array.isArray(packages)
      ? packages.filter((folder): folder is string => typeof folder === 'string' && folderFault(folder) === undefined)
      : [];
  } catch {
    return [];
  }
}
