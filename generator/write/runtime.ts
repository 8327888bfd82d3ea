/** The runtime of packages, which discogen's build bundles: one module with declarations per entry point, and one that they share. */
import { join } from 'node:path';
import type { EmittedFile } from '../emit/emitter.js';
import type { FileSystem } from '../lib/effects.js';
import { packageRoot } from '../lib/root.js';
import { buildCommonJs } from './build-common-js.js';
import { hasCommonJs } from './build-dist.js';
import { formatManifest, manifestName } from './package-manifest.js';
import type { PackageFiles } from './compare-package.js';

/** The text of each file by its name: `client.js`, `client.d.ts`. */
export type Runtime = ReadonlyMap<string, string>;

/** The folder of the bundled runtime. */
export const runtimeFolder: string = join(packageRoot, 'dist', 'runtime');
/** The folder of the runtime that packages contain: the same modules in less space. */
export const inlineRuntimeFolder: string = join(packageRoot, 'dist', 'inline-runtime');

export function readRuntime(files: Pick<FileSystem, 'list' | 'read'>, folder = inlineRuntimeFolder): Runtime {
  return new Map(files.list(folder).map((name) => [name, files.read(join(folder, name))]));
}

/** Selects the files of the entry points that sources import and `package.json` exports, with those that they import, and places them in `runtime/`, which is as far from `src/` as from `dist/`. */
export function selectRuntimeFiles(sources: ReadonlyMap<string, string>, runtime: Runtime): Runtime {
  const imported = new Set<string>();
  const addImports = (text: string, pattern: RegExp): void => {
    for (const [, name = ''] of text.matchAll(pattern)) {
      if (imported.has(name)) continue;
      imported.add(name);
      for (const extension of ['js', 'd.ts'])
        addImports(runtime.get(`${name}.${extension}`) ?? '', /\b(?:from|import)\b[ (]*["'`]\.\/([\w-]+)\.js["'`]/g);
    }
  };
  for (const text of sources.values()) addImports(text, /'\.\.\/runtime\/([\w-]+)\.js'/g);
  addImports(sources.get('package.json') ?? '', /"\.\/runtime\/([\w-]+)\.js"/g);
  return new Map([...runtime].filter(([name]) => imported.has(name.split('.')[0] ?? '')).map(([name, text]) => [`runtime/${name}`, text]));
}

/** The folder of the runtime's own package. The folder of an API contains a dash. */
export const runtimePackage = 'runtime';

/** Returns the files in the `dist/` of the runtime's own package. */
export async function buildRuntimeDist(committed: Runtime, files: Pick<FileSystem, 'list' | 'read'>): Promise<Runtime> {
  const dist = new Map([...readRuntime(files, runtimeFolder)].map(([name, text]) => [`dist/${name}`, text]));
  return hasCommonJs(committed) ? new Map([...dist, ...(await buildCommonJs(dist))]) : dist;
}

/** Builds the runtime's own package from the files to commit. */
export async function buildRuntimePackage(
  emitted: readonly EmittedFile[],
  files: Pick<FileSystem, 'list' | 'read'>,
): Promise<PackageFiles> {
  const committed = new Map(emitted.map(({ path, text }) => [path, text ?? '']));
  const all = new Map([...committed, ...(await buildRuntimeDist(committed, files))]);
  return { folder: runtimePackage, files: all.set(manifestName, formatManifest(all)) };
}
