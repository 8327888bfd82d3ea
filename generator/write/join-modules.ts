/**
 * Joins the modules of the mock into one module, because opening a hundred files takes longer than running them.
 * Modules that only some packages import, or that are imported dynamically, stay separate.
 */
import { posix } from 'node:path';
import { isJoinedPath, joinedFolder, toJoinedPath } from './dist-paths.js';

export interface JoinRequest {
  /** The modules by path in the package. */
  readonly sources: ReadonlyMap<string, string>;
  /** The modules that other sources import, sorted. */
  readonly entries: readonly string[];
}

/** Returns the joined scripts and their source maps, by path in the package. */
export async function bundleModules({ sources, entries }: JoinRequest): Promise<ReadonlyMap<string, string>> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: '/',
    input: entries.map((path) => `/${path}`),
    platform: 'neutral',
    treeshake: { moduleSideEffects: false },
    transform: { target: 'es2022', typescript: { onlyRemoveTypeImports: true } },
    plugins: [{ name: 'sources', resolveId: resolveModule, load: (id) => ({ code: sources.get(id.slice(1)) ?? '', moduleType: 'ts' }) }],
  });
  const { output } = await build.generate({
    dir: `/${joinedFolder}`,
    sourcemap: true,
    entryFileNames: getScriptName,
    chunkFileNames: getScriptName,
    paths: (id) => id.replace(/^\/src\/runtime\/(.*)\.ts$/, '../$1.js'),
  });
  await build.close();
  return new Map(output.map((file) => [joinedFolder + file.fileName, file.type === 'chunk' ? file.code : removeSources(file.source)]));
}

/** The id of a module is its path in the package with a leading slash. */
function resolveModule(specifier: string, importer: string | undefined): { readonly id: string; readonly external: boolean } {
  if (importer === undefined) return { id: specifier, external: false };
  if (!specifier.startsWith('.')) return { id: specifier, external: true };
  const id = posix.join(posix.dirname(importer), specifier).replace(/\.js$/, '.ts');
  return { id, external: !isJoinedPath(id.slice(1)) };
}

/** All scripts are in one folder, so that relative imports of other modules stay valid. */
function getScriptName(chunk: { readonly facadeModuleId: string | null; readonly moduleIds: readonly string[] }): string {
  const path = (chunk.facadeModuleId ?? chunk.moduleIds.at(-1) ?? '').slice(1);
  return toJoinedPath(path).slice(joinedFolder.length);
}

/** The package contains the sources, so a source map only names them. */
function removeSources(map: string | Uint8Array): string {
  const { sourcesContent: _, ...rest } = JSON.parse(String(map)) as Readonly<Record<string, unknown>>;
  return `${JSON.stringify(rest)}\n`;
}
