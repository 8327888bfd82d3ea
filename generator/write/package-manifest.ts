/** The manifest of a package, which lists the generated files. Other files are never touched. */
import { join } from 'node:path';
import { sha256 } from '../lib/sha256.js';
import type { FileSystem } from '../lib/effects.js';
import { checkPath } from './path-checks.js';

export const manifestName = '.discogen.json';

/** Formats the manifest of a package. */
export function formatManifest(files: ReadonlyMap<string, string>): string {
  const hashes = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => [path, sha256(text)] as const);
  return `${JSON.stringify({ about: 'Written by discogen: the files of this package and their SHA-256.', files: Object.fromEntries(hashes) }, undefined, 2)}\n`;
}

/** Reads the paths in the manifest of a package. Empty if there is no valid manifest. */
export function readManifest(folder: string, files: FileSystem): readonly string[] {
  const path = join(folder, manifestName);
  if (files.stat(path)?.kind !== 'file') return [];
  const manifest = tryParseJson(files.read(path));
  if (!isRecord(manifest) || !isRecord(manifest['files'])) return [];
  return Object.keys(manifest['files']).filter((listed) => checkPath(listed) === undefined);
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
