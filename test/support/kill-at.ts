/** A file system of a process that is killed. */
import type { FileSystem } from '../../generator/lib/effects.js';

const changing = ['write', 'create', 'makeFolder', 'linkFile', 'move', 'remove', 'removeFolder', 'removeAll'] as const;

export class KilledError extends Error {}

/** A file system that fails after a number of changes: the process is killed, or with `code`, only the next change fails. */
export function killAt(
  files: FileSystem,
  changes: number,
  { code }: { readonly code?: string } = {},
): { readonly files: FileSystem; readonly made: () => number } {
  let made = 0;
  const killable: FileSystem = { ...files };
  for (const name of changing) {
    const act = files[name] as (...words: readonly unknown[]) => unknown;
    Object.assign(killable, {
      [name]: (...words: readonly unknown[]) => {
        if (code === undefined && made >= changes) throw new KilledError();
        made += 1;
        if (code !== undefined && made === changes + 1) throw Object.assign(new Error(`${code}: ${name}`), { code, syscall: name });
        return act(...words);
      },
    });
  }
  return { files: killable, made: () => made };
}
