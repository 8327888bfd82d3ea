/** The manifest of a package, which lists the generated files. Other files are never touched. */
import { join } from 'node:path';
import { sha256 } from '../lib/sha256.js';
import type { FileSystem } from '../lib/effects.js';
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
  const path = join(folder, manifestName);
  const manifest = files.stat(path)?.kind === 'file' ? tryParseJson(files.read(path)) : undefined;
  if (!isRecord(manifest)) return { committed: [], derived: [] };
  const { files: committed, compiled } = manifest;
  return {
    committed: isRecord(committed) ? keepValid(Object.keys(committed)) : [],
    derived: Array.isArray(compiled) ? keepValid(compiled) : [],
  };
}

function keepValid(paths: readonly unknown[]): readonly string[] {
  return paths.filter((path): path is string => typeof path === 'string' && checkPath(path) === undefined);
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
