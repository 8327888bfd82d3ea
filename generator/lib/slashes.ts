/** Paths as users see them and as files store them. */
import { sep } from 'node:path';

/** Replaces the separators of the system by slashes, which every system reads. */
export function toSlashes(path: string, separator: string = sep): string {
  return separator === '/' ? path : path.replaceAll(separator, '/');
}
