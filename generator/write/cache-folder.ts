/** The ignored folder in an output folder that can be deleted at any time. */
import { join } from 'node:path';
import type { FileSystem } from '../effects.js';

export const getCacheFolder = (out: string): string => join(out, '.cache');

/** Keeps the folder out of version control. */
export function ignoreCache(out: string, files: FileSystem): void {
  const ignore = join(getCacheFolder(out), '.gitignore');
  if (files.stat(ignore) === undefined) files.write(ignore, '*\n');
}
