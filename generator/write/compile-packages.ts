/** Compiles the `dist/` of generated packages, so that they can be imported in a fresh clone. */
import { join } from 'node:path';
import { buildDist } from './build-dist.js';
import { nodeFileSystem as files } from '../lib/file-system.js';
import { readManifest } from './package-manifest.js';

/** Writes missing or stale files in the `dist/` of each package in a folder. Only reads committed files. */
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
