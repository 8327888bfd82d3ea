/**
 * The packages of mocks in the user's cache: a folder for each set of inputs. Processes share them, and remove those that none of them has used
 * for a long time, or that are too many.
 *
 * The files beside the folders state who uses and who removes one. A process that uses a folder first creates its file, and then waits for those
 * who remove it. A process that removes a folder first creates its file, and then looks for those who use it. So at least one of two sees the
 * other.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Effects, FileSystem } from '../lib/effects.js';

interface CacheLimits {
  /** How long an unused folder is kept, in milliseconds. */
  readonly age: number;
  /** The size of all folders together. The least recently used ones are removed first. */
  readonly bytes: number;
}

const day = 86_400_000;
const defaultLimits: CacheLimits = { age: 30 * day, bytes: 256 * 1024 * 1024 };

/** Milliseconds after which the removal by a process on another computer, which may have ended, has ended. It takes a moment. */
const maxRemovalTime = 60_000;
const pollInterval = 5;

type CacheEffects = Pick<Effects, 'files' | 'now'>;

export class PackageCache {
  readonly #folder: string;
  readonly #files: FileSystem;
  readonly #now: () => number;
  readonly #limits: CacheLimits;
  /** The folder of the files that state who uses and who removes a folder. */
  readonly #marks: string;

  /** `folder`: an absolute path. */
  constructor(folder: string, { files, now }: CacheEffects, limits: CacheLimits = defaultLimits) {
    this.#folder = folder;
    this.#files = files;
    this.#now = now;
    this.#limits = limits;
    this.#marks = join(folder, '.marks');
  }

  /** Keeps a folder until this process ends. `name`: without dots. Returns its path. It needn't exist. */
  async use(name: string): Promise<string> {
    try {
      this.#files.makeFolder(this.#marks);
      for (const mark of this.#listMarks()) if (this.#hasEnded(mark)) this.#files.remove(mark.path);
      this.#createMark(name, 'use');
      this.#files.write(join(this.#marks, name), '');
    } catch {
      // Nobody removes anything from a cache that can't be written.
    }
    while (this.#listMarks(name, 'remove').some((mark) => !this.#hasEnded(mark))) await setTimeout(pollInterval);
    return join(this.#folder, name);
  }

  /** Removes folders that no process uses. */
  prune(): void {
    try {
      this.#removeOldFolders();
    } catch {
      // The next run tries again.
    }
  }

  #removeOldFolders(): void {
    const now = this.#now();
    const names = this.#files.list(this.#folder);
    for (const name of names) if (name.includes('.') && this.#files.isAbandoned(name)) this.#files.removeAll(join(this.#folder, name));
    const folders = names.filter((name) => !name.includes('.')).map((name) => ({ name, used: this.#readLastUse(name) }));
    let total = 0;
    for (const { name, used } of folders.sort((one, other) => other.used - one.used)) {
      const size = measureFolder(join(this.#folder, name), this.#files);
      const isOld = now - used > this.#limits.age || total + size > this.#limits.bytes;
      if (!isOld || !this.#remove(name)) total += size;
    }
  }

  #readLastUse(name: string): number {
    return this.#files.stat(join(this.#marks, name))?.changed ?? this.#files.stat(join(this.#folder, name))?.changed ?? 0;
  }

  /** Returns false if a process uses the folder. */
  #remove(name: string): boolean {
    const removed = join(this.#folder, this.#files.createUniqueName());
    const mark = this.#createMark(name, 'remove');
    try {
      if (this.#listMarks(name, 'use').some((use) => !this.#hasEnded(use))) return false;
      this.#files.move(join(this.#folder, name), removed);
      this.#files.remove(join(this.#marks, name));
    } finally {
      this.#files.remove(mark);
    }
    this.#files.removeAll(removed);
    return true;
  }

  #createMark(name: string, kind: Mark['kind']): string {
    const path = join(this.#marks, `${name}.${kind}.${this.#files.createUniqueName()}`);
    this.#files.create(path, '');
    return path;
  }

  #listMarks(name?: string, kind?: Mark['kind']): readonly Mark[] {
    return this.#files.list(this.#marks).flatMap((file) => {
      const [, markName, markKind, process] = /^(\w+)\.(use|remove)\.(.+)$/.exec(file) ?? [];
      if (process === undefined || (name !== undefined && markName !== name) || (kind !== undefined && markKind !== kind)) return [];
      return [{ path: join(this.#marks, file), kind: markKind as Mark['kind'], process }];
    });
  }

  #hasEnded({ path, kind, process }: Mark): boolean {
    const { changed } = this.#files.stat(path) ?? {};
    const isOld = changed !== undefined && this.#now() - changed > (kind === 'use' ? this.#limits.age : maxRemovalTime);
    return changed === undefined || this.#files.isAbandoned(process, isOld);
  }
}

/** States that a process uses or removes a folder. */
interface Mark {
  readonly path: string;
  readonly kind: 'use' | 'remove';
  readonly process: string;
}

function measureFolder(folder: string, files: FileSystem): number {
  return files.list(folder).reduce((total, name) => {
    const path = join(folder, name);
    const stat = files.stat(path);
    return total + (stat?.kind === 'folder' ? measureFolder(path, files) : (stat?.size ?? 0));
  }, 0);
}
