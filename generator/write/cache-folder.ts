/** The cache folder in an output folder, which is ignored by version control and can be deleted at any time. */
import { join } from 'node:path';
import type { FileSystem } from '../lib/effects.js';

export const getCacheFolder = (out: string): string => join(out, '.cache');

/** Excludes the folder from version control. */
export function ignoreCache(out: string, files: FileSystem): void {
  const ignore = join(getCacheFolder(out), '.gitignore');
  if (files.stat(ignore) === undefined) files.write(ignore, '*\n');
}
