/** The manifest of a package, which lists the generated files. Other files are never touched. */
import { join } from 'node:path';
import { getObject, getStrings, parseJson } from '../lib/json.js';
import { sha256 } from '../lib/sha256.js';
import type { FileSystem } from '../lib/effects.js';
import { readIfFile } from '../lib/file-system.js';
import { checkPath } from './path-checks.js';

export const manifestName = '.discogen.json';

/** Whether a file is compiled, so that it needn't be committed. `--check` ignores it. */
export const isCompiled = (path: string): boolean => path.startsWith('dist/');

/** Formats the manifest of a package with these files. */
export function formatManifest(files: ReadonlyMap<string, string>): string {
  const paths = [...files.keys()].sort();
  const hashes = paths.filter((path) => !isCompiled(path)).map((path) => [path, sha256(files.get(path) ?? '')]);
  const about = 'Written by discogen: the files of this package and their SHA-256, and the files that it compiles.';
  return `${JSON.stringify({ about, files: Object.fromEntries(hashes), compiled: paths.filter(isCompiled) }, undefined, 2)}\n`;
}

/** Lists the generated files of a package, except the manifest. Empty if there is no valid manifest. */
export function listGeneratedFiles(folder: string, files: FileSystem): readonly string[] {
  const manifest = parseJson(readIfFile(join(folder, manifestName), files) ?? '');
  const paths = [...Object.keys(getObject(manifest, 'files') ?? {}), ...getStrings(manifest, 'compiled')];
  return paths.filter((path) => checkPath(path) === undefined);
}
