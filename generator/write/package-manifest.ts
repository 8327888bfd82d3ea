/** The manifest of a package, which lists the generated files. Other files are never touched. */
import { join } from 'node:path';
import { getObject, getStrings, parseJson } from '../lib/json.js';
import { sha256 } from '../lib/sha256.js';
import type { FileSystem } from '../lib/effects.js';
import { readIfFile } from '../lib/file-system.js';
import { checkPath } from './path-checks.js';

export const manifestName = '.discogen.json';

/** The paths of the generated files of a package. */
export interface ManifestPaths {
  /** The files to commit, except the manifest. */
  readonly committed: readonly string[];
  /** The files in `dist/`. */
  readonly derived: readonly string[];
}

/** Formats the manifest of a package. */
export function formatManifest(committed: ReadonlyMap<string, string>, derived: ReadonlyMap<string, string>): string {
  const hashes = [...committed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => [path, sha256(text)] as const);
  const about = 'Written by discogen: the files of this package and their SHA-256, and the files that it compiles.';
  return `${JSON.stringify({ about, files: Object.fromEntries(hashes), compiled: [...derived.keys()].sort() }, undefined, 2)}\n`;
}

/** Reads the paths in the manifest of a package. Empty if there is no valid manifest. */
export function readManifest(folder: string, files: FileSystem): ManifestPaths {
  const manifest = parseJson(readIfFile(join(folder, manifestName), files) ?? '');
  return {
    committed: Object.keys(getObject(manifest, 'files') ?? {}).filter(isValidPath),
    derived: getStrings(manifest, 'compiled').filter(isValidPath),
  };
}

const isValidPath = (path: string): boolean => checkPath(path) === undefined;
