/** The part of the runtime that a package needs, copied byte for byte: what its sources import, and what that imports. */
import { join, posix } from 'node:path';
import type { FileSystem } from '../effects.js';

const target = 'src/runtime';
const specifier = /(?:\bfrom|\bimport)\s*\(?\s*(['"])(\.[^'"\n]*)\1/g;

/** Files below `src/runtime/`, sorted by path, for a package with these sources. `folder` is templates/runtime. */
export function runtimeFiles(sources: ReadonlyMap<string, string>, folder: string, files: FileSystem): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = [...sources].flatMap(([path, text]) => (path.startsWith('src/') ? imports(path, text) : []));
  while (waiting.length > 0) {
    const path = waiting.pop() as string;
    if (found.has(path) || !path.startsWith(`${target}/`)) continue;
    const text = files.read(join(folder, path.slice(target.length + 1)));
    found.set(path, text);
    waiting.push(...imports(path, text));
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Paths in the package of the modules that a module imports relatively. */
function imports(path: string, text: string): readonly string[] {
  return [...text.matchAll(specifier)].map((match) => sourcePath(posix.join(posix.dirname(path), match[2] as string)));
}

const sourcePath = (path: string): string => (path.endsWith('.js') ? `${path.slice(0, -'.js'.length)}.ts` : path);
