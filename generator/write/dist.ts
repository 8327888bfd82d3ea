/** Makes the `dist/` of a package of its `src/`. */
import { compileModules, joinModules } from './built.js';
import { compile } from './compile.js';
import { isJoined, outputPaths } from './dist-paths.js';
import type { Recall } from './memory.js';
import { importedBy, importsOf, isRuntime } from './runtime.js';

type Texts = ReadonlyMap<string, string>;

/**
 * `src/` files by path, to `dist/` files by path: each source by itself, but the runtime of the mock joined, and of the runtime's
 * declarations those alone that a reader of the package's own comes to.
 */
export async function makeDist(files: Texts, recall: Recall = (_, make) => make()): Promise<Texts> {
  const own = new Map([...files].filter(([path]) => !isRuntime(path)));
  const runtime = new Map([...files].filter(([path]) => isRuntime(path)));
  return new Map([...compile(own, recall), ...(await runtimeDist(runtime, [...importedBy(own)].sort()))]);
}

/** The runtime is much the same in all packages: it is compiled for the first of them, and its texts are shared. */
const made = new Map<string, { readonly sources: Texts; readonly dist: Promise<Texts> }>();

function runtimeDist(sources: Texts, entries: readonly string[]): Promise<Texts> {
  const key = entries.join('\0');
  const known = made.get(key);
  if (known !== undefined && isSame(known.sources, sources)) return known.dist;
  const dist = compileRuntime(sources, entries);
  made.set(key, { sources, dist });
  return dist;
}

const isSame = (a: Texts, b: Texts): boolean => a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);

async function compileRuntime(sources: Texts, entries: readonly string[]): Promise<Texts> {
  const compiled = compileModules(sources);
  const declared = declarationsFrom(entries, compiled);
  const dist = new Map<string, string>();
  for (const path of sources.keys()) {
    const { script, scriptMap, types, typesMap } = outputPaths(path);
    const kept = [...(isJoined(path) ? [] : [script, scriptMap]), ...(declared.has(path) ? [types, typesMap] : [])];
    for (const target of kept) dist.set(target, compiled.get(target) ?? '');
  }
  return new Map([...dist, ...(await joinModules(sources, entries))]);
}

/** The sources whose declarations are imported, directly or not, where these are. */
function declarationsFrom(entries: readonly string[], compiled: Texts): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = compiled.get(outputPaths(path).types);
    if (found.has(path) || text === undefined) continue;
    found.add(path);
    waiting.push(...importsOf(path, text));
  }
  return found;
}
