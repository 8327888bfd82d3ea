/**
 * Joins the runtime of the mock into one module: a mock loads all of it, and opening a hundred files takes longer than running what is in
 * them. What only some packages import, or what is imported dynamically, stays apart.
 */
import { posix } from 'node:path';
import { isJoinedPath, joinedFolder, toJoinedPath } from './dist-paths.js';

export interface JoinRequest {
  /** Modules by path in the package. */
  readonly sources: ReadonlyMap<string, string>;
  /** Those that are imported from outside; sorted. */
  readonly entries: readonly string[];
}

/** The scripts that stand for the modules, and their maps, by path in the package. */
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

/** Modules are known by their paths in the package, behind a slash. */
function resolveModule(specifier: string, importer: string | undefined): { readonly id: string; readonly external: boolean } {
  if (importer === undefined) return { id: specifier, external: false };
  if (!specifier.startsWith('.')) return { id: specifier, external: true };
  const id = posix.join(posix.dirname(importer), specifier).replace(/\.js$/, '.ts');
  return { id, external: !isJoinedPath(id.slice(1)) };
}

/** All scripts stand in one folder, since what they import from outside of it is written as seen from there. */
function getScriptName(chunk: { readonly facadeModuleId: string | null; readonly moduleIds: readonly string[] }): string {
  const path = (chunk.facadeModuleId ?? chunk.moduleIds.at(-1) ?? '').slice(1);
  return toJoinedPath(path).slice(joinedFolder.length);
}

/** The sources are in the package, so a map names them and does not repeat them. */
function removeSources(map: string | Uint8Array): string {
  const { sourcesContent: _, ...rest } = JSON.parse(String(map)) as Readonly<Record<string, unknown>>;
  return `${JSON.stringify(rest)}\n`;
}
