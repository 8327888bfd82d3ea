/** Builds the `dist/` of a package from its `src/`. */
import { compileModules, joinModules } from './built-runtime.js';
import { compileSources } from './compile-sources.js';
import { isJoinedPath, toOutputPaths } from './dist-paths.js';
import type { Memoize } from './build-memory.js';
import { listImportedPaths, listImports, isRuntimePath } from './runtime-files.js';

type Texts = ReadonlyMap<string, string>;

/**
 * Maps `src/` files to `dist/` files. Compiles each source on its own, but joins the mock runtime and keeps only those declarations of
 * the runtime that the package's own declarations import.
 */
export async function buildDist(files: Texts, memoize: Memoize = (_, create) => create()): Promise<Texts> {
  const packageSources = new Map([...files].filter(([path]) => !isRuntimePath(path)));
  const runtime = new Map([...files].filter(([path]) => isRuntimePath(path)));
  return new Map([
    ...compileSources(packageSources, memoize),
    ...(await buildRuntimeDist(runtime, [...listImportedPaths(packageSources)].sort())),
  ]);
}

/** Most packages have the same runtime, so it is compiled once and its texts are shared. */
const runtimeCache = new Map<string, { readonly sources: Texts; readonly dist: Promise<Texts> }>();

function buildRuntimeDist(sources: Texts, entries: readonly string[]): Promise<Texts> {
  const key = entries.join('\0');
  const cached = runtimeCache.get(key);
  if (cached !== undefined && isSame(cached.sources, sources)) return cached.dist;
  const dist = compileRuntime(sources, entries);
  runtimeCache.set(key, { sources, dist });
  return dist;
}

const isSame = (a: Texts, b: Texts): boolean => a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);

async function compileRuntime(sources: Texts, entries: readonly string[]): Promise<Texts> {
  const compiled = compileModules(sources);
  const declared = findDeclarations(entries, compiled);
  const dist = new Map<string, string>();
  for (const path of sources.keys()) {
    const { script, scriptMap, types, typesMap } = toOutputPaths(path);
    const kept = [...(isJoinedPath(path) ? [] : [script, scriptMap]), ...(declared.has(path) ? [types, typesMap] : [])];
    for (const target of kept) dist.set(target, compiled.get(target) ?? '');
  }
  return new Map([...dist, ...(await joinModules(sources, entries))]);
}

/** Finds the sources whose declarations are imported from the entries, directly or indirectly. */
function findDeclarations(entries: readonly string[], compiled: Texts): ReadonlySet<string> {
  const found = new Set<string>();
  const remaining = [...entries];
  for (let path = remaining.pop(); path !== undefined; path = remaining.pop()) {
    const text = compiled.get(toOutputPaths(path).types);
    if (found.has(path) || text === undefined) continue;
    found.add(path);
    remaining.push(...listImports(path, text));
  }
  return found;
}
