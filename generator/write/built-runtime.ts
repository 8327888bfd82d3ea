/**
 * The runtime as compiled and joined by discogen's build, so that most runs need neither compiler nor bundler. Modules whose texts
 * have changed since are compiled again, so the result is never out of date.
 */
import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { sha256 } from '../lib/sha256.js';
import { packageRoot } from '../lib/root.js';
import { compileSources } from './compile-sources.js';
import { isJoinedPath } from './dist-paths.js';
import { nodeFileSystem } from '../lib/file-system.js';
import { bundleModules, type JoinRequest } from './join-modules.js';
import { listImportedPaths, RuntimeFiles } from './runtime-files.js';

declare const __DISCOGEN_BUILD__: string | undefined;

type Texts = ReadonlyMap<string, string>;
type Files = Readonly<Record<string, string>>;

interface BuiltRuntime {
  /** By source: the hash of its text and its compiled files. */
  readonly compiled: Readonly<Record<string, { readonly hash: string; readonly files: Files }>>;
  /** By the hash of the join request. */
  readonly joined: Readonly<Record<string, Files>>;
}

let cachedRuntime: BuiltRuntime | undefined;

function loadBuiltRuntime(): BuiltRuntime {
  if (typeof __DISCOGEN_BUILD__ !== 'string') return { compiled: {}, joined: {} };
  return (cachedRuntime ??= JSON.parse(readFileSync(joinPath(packageRoot, 'dist', builtRuntimeName), 'utf8')) as BuiltRuntime);
}

/** Compiles the modules of the runtime one by one. */
export function compileModules(sources: Texts): Texts {
  const { compiled } = loadBuiltRuntime();
  return new Map(
    [...sources].flatMap(([path, text]) => {
      const built = compiled[path];
      return built?.hash === sha256(text) ? Object.entries(built.files) : [...compileSources(new Map([[path, text]]))];
    }),
  );
}

/** Joins the runtime modules of a package whose sources import these modules. */
export async function joinModules(runtime: Texts, imported: readonly string[]): Promise<Texts> {
  const request = createJoinRequest(runtime, imported);
  if (request.entries.length === 0) return new Map();
  const built = loadBuiltRuntime().joined[hashRequest(request)];
  return built === undefined ? bundleModules(request) : new Map(Object.entries(built));
}

function createJoinRequest(runtime: Texts, imported: readonly string[]): JoinRequest {
  return { sources: new Map([...runtime].filter(([path]) => isJoinedPath(path))), entries: imported.filter(isJoinedPath).sort() };
}

const hashRequest = ({ sources, entries }: JoinRequest): string => sha256(JSON.stringify([entries, [...sources]]));

/** The name of the file in `dist/`. */
export const builtRuntimeName = 'runtime.json';

/** The runtime modules that a package can import, joined with and without media. */
const runtimeImports = ['client/index', 'client/otel', 'client/undici', 'mock/index', 'validate/create-validation', 'values/index'];
const mediaImport = 'mock/media-entry';

/** Creates the text of the file during discogen's build, from the folder of the runtime's modules. */
export async function buildRuntime(folder: string): Promise<string> {
  const runtime = new RuntimeFiles(folder, nodeFileSystem);
  const packages = [runtimeImports, [...runtimeImports, mediaImport]].map((names) =>
    names.map((name) => `import './runtime/${name}.js';\n`).join(''),
  );
  const joined: Record<string, Files> = {};
  const compiled: Record<string, BuiltRuntime['compiled'][string]> = {};
  for (const text of packages) {
    const packageSources = new Map([['src/index.ts', text]]);
    const sources = runtime.collectFiles(packageSources);
    const request = createJoinRequest(sources, [...listImportedPaths(packageSources)]);
    joined[hashRequest(request)] = Object.fromEntries(await bundleModules(request));
    for (const [path, source] of sources)
      compiled[path] ??= { hash: sha256(source), files: Object.fromEntries(compileSources(new Map([[path, source]]))) };
  }
  return JSON.stringify({ compiled, joined } satisfies BuiltRuntime);
}
