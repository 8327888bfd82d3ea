/** Compiles the `dist/` of generated packages, so that they can be imported in a fresh clone. */
import { join } from 'node:path';
import { buildDist } from './build-dist.js';
import { nodeFileSystem as files, updateFile } from '../lib/file-system.js';
import { isCompiled, listGeneratedFiles } from './package-manifest.js';
import { buildRuntimeDist, runtimePackage } from './runtime.js';

/** Writes missing or stale files in the `dist/` of each package in a folder. Only reads committed files and discogen's own. */
export async function compilePackages(out: string): Promise<void> {
  for (const name of files.list(out)) {
    const folder = join(out, name);
    const committed = listGeneratedFiles(folder, files).filter(
      (path) => !isCompiled(path) && files.stat(join(folder, path))?.kind === 'file',
    );
    if (committed.length === 0) continue;
    const texts = new Map(committed.map((path) => [path, files.read(join(folder, path))]));
    const dist = name === runtimePackage ? await buildRuntimeDist(texts, files) : await buildDist(texts);
    for (const [path, text] of dist) updateFile(join(folder, path), text, files);
  }
}
