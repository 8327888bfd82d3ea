/** Selects the runtime modules that a package needs: those that its sources import, directly or indirectly. Copies them byte for byte. */
import { join, posix } from 'node:path';
import type { FileSystem } from '../lib/effects.js';

const target = 'src/runtime';
export const isRuntimePath = (path: string): boolean => path.startsWith(`${target}/`);
const specifier = /(?:\bfrom|\bimport)\s*\(?\s*(['"])(\.[^'"\n]*)\1/g;

interface Module {
  readonly text: string;
  /** Paths in the package. */
  readonly imports: readonly string[];
}

/** The runtime during one run. Reads each file once. */
export class RuntimeFiles {
  readonly #modules = new Map<string, Module>();

  /** `folder` is the absolute path of templates/runtime. */
  constructor(
    private readonly folder: string,
    private readonly files: Pick<FileSystem, 'read'>,
  ) {}

  /** Returns the files below `src/runtime/` for a package with these sources, sorted by path. */
  collectFiles(sources: ReadonlyMap<string, string>): Map<string, string> {
    const found = new Map<string, string>();
    const remaining = [...listImportedPaths(sources)];
    while (remaining.length > 0) {
      const path = remaining.pop() as string;
      if (found.has(path) || !isRuntimePath(path)) continue;
      const module = this.#module(path);
      found.set(path, module.text);
      remaining.push(...module.imports);
    }
    return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #module(path: string): Module {
    const known = this.#modules.get(path);
    if (known !== undefined) return known;
    const text = this.files.read(join(this.folder, path.slice(target.length + 1)));
    const module = { text, imports: listImports(path, text) };
    this.#modules.set(path, module);
    return module;
  }
}

/** Lists the modules that the package's own sources import. */
export function listImportedPaths(sources: ReadonlyMap<string, string>): ReadonlySet<string> {
  const packageSources = [...sources].filter(([path]) => path.startsWith('src/') && !isRuntimePath(path));
  return new Set(packageSources.flatMap(([path, text]) => listImports(path, text)));
}

/** Lists the modules that a module imports relatively, by path in the package. */
export function listImports(path: string, text: string): readonly string[] {
  return [...text.matchAll(specifier)].map((match) => toSourcePath(posix.join(posix.dirname(path), match[2] as string)));
}

const toSourcePath = (path: string): string => (path.endsWith('.js') ? `${path.slice(0, -'.js'.length)}.ts` : path);
