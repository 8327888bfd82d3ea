/** Compiles the `dist/` of packages that were generated before: what a fresh clone needs so that importing them works. */
import { join } from 'node:path';
import { buildDist } from './build-dist.js';
import { nodeFileSystem as files } from './file-system.js';
import { readManifest } from './package-manifest.js';

/** Writes what is missing or stale in the `dist/` of every package in a folder; committed files are only read. */
export async function compilePackages(out: string): Promise<void> {
  for (const folder of files.list(out).map((name) => join(out, name))) {
    if (files.stat(folder)?.kind !== 'folder') continue;
    const sources = readManifest(folder, files).filter(
      (path) => path.startsWith('src/') && files.stat(join(folder, path))?.kind === 'file',
    );
    for (const [path, text] of await buildDist(new Map(sources.map((source) => [source, files.read(join(folder, source))])))) {
      const target = join(folder, path);
      if (files.stat(target)?.kind !== 'file' || files.read(target) !== text) files.write(target, text);
    }
  }
}

export { buildRuntime, builtRuntimeName } from './built-runtime.js';
