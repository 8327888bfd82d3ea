/** The files of a package that npm publishes. */
import { join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';
import { isObject, type JsonObject } from '../lib/json.js';
import { ReleaseError } from './release-error.js';

export interface PackageContent {
  readonly name: string;
  readonly version: string;
  readonly manifest: JsonObject;
  /** The texts of all files but `package.json`, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Reads a package: a folder that `generate` wrote, or an unpacked tarball. */
export function readPackage(folder: string, files: FileSystem): PackageContent {
  const manifest: unknown = JSON.parse(files.read(join(folder, 'package.json')));
  if (!isObject(manifest) || typeof manifest['name'] !== 'string' || typeof manifest['version'] !== 'string')
    throw new ReleaseError(`${join(folder, 'package.json')} has no name or no version`);
  const paths = listFiles(folder, files).filter((path) => path !== 'package.json' && isPublished(path, manifest));
  const texts = new Map(paths.map((path) => [path, files.read(join(folder, path))]));
  return { name: manifest['name'], version: manifest['version'], manifest, texts };
}

function listFiles(folder: string, files: FileSystem): readonly string[] {
  return files.list(folder).flatMap((name) => {
    const kind = files.stat(join(folder, name))?.kind;
    if (kind !== 'folder') return kind === 'file' ? [name] : [];
    return name === 'node_modules' ? [] : listFiles(join(folder, name), files).map((path) => `${name}/${path}`);
  });
}

/** npm publishes the README and the license of every package. */
function isPublished(path: string, { files }: JsonObject): boolean {
  if (path.endsWith('.map')) return false;
  if (path === 'README.md' || path === 'LICENSE') return true;
  return Array.isArray(files) && files.some((entry) => path === entry || path.startsWith(`${String(entry)}/`));
}

/** Selects the type declarations and `package.json`, which names the entry points. */
export function getDeclarations({ texts, manifest }: PackageContent): ReadonlyMap<string, string> {
  return new Map([['package.json', JSON.stringify(manifest)], ...[...texts].filter(([path]) => path.endsWith('.d.ts'))]);
}
