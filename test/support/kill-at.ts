/** A file system of a process that is killed. */
import type { FileSystem } from '../../generator/lib/effects.js';

/** All changes of the file system in memory, which has no empty folders. */
const changing = ['write', 'create', 'move', 'remove', 'removeAll'] as const;

export class KilledError extends Error {}

interface KillableFiles {
  readonly files: FileSystem;
  /** The path of each change. */
  readonly changed: readonly string[];
}

/** A file system that fails after a number of changes: the process is killed, or with `code`, only the next change fails. */
export function killAt(files: FileSystem, changes: number, { code }: { readonly code?: string | undefined } = {}): KillableFiles {
  const changed: string[] = [];
  const killable: FileSystem = { ...files };
  for (const name of changing) {
    const act = files[name] as (...words: readonly unknown[]) => unknown;
    Object.assign(killable, {
      [name]: (...words: readonly unknown[]) => {
        changed.push(String(name === 'move' ? words[1] : words[0]));
        const excess = changed.length - changes;
        if (excess <= 0 || (code !== undefined && excess > 1)) return act(...words);
        // A file is half-written then. The other changes are atomic.
        if (name === 'create' && excess === 1) act(words[0], String(words[1]).slice(0, 10));
        throw code === undefined ? new KilledError() : Object.assign(new Error(`${code}: ${name}`), { code, syscall: name });
      },
    });
  }
  return { files: killable, changed };
}
