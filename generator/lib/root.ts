/** Locates this package, both from the sources (generator/) and from the bundle (dist/, dist/chunks/). */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findRoot(from: string): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no package.json above ${from}`);
    folder = parent;
  }
  return folder;
}

/** The folder that holds discogen's package.json. */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));
/** The version of discogen. */
export const generatorVersion = (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version;
/** Page templates and the runtime. */
export const templatesFolder: string = join(packageRoot, 'templates');
