/** A file system in memory for tests; the templates of discogen itself are readable. */
import { posix } from 'node:path';
import type { Effects, FileStat, FileSystem } from '../../generator/lib/effects.js';
import { packageRoot } from '../../generator/lib/root.js';
import { nodeFileSystem } from '../../generator/lib/file-system.js';

interface Entry {
  readonly kind: 'file' | 'link';
  /** Text of a file or target of a link. */
  readonly text: string;
  /** Counts the changes of all files. */
  readonly changed: number;
}

export interface MemoryFiles extends FileSystem {
  /** Texts of all files by path, in order. */
  snapshot(): Readonly<Record<string, string>>;
  /** Modifies a file in place, as an editor does. */
  edit(path: string, text: string): void;
  link(path: string, target: string): void;
  /** Written and removed paths in order. */
  readonly touched: string[];
  /** Makes writes fail like a full disk. */
  fill(): void;
}

/** Real files are read once, so that all tests see the same templates. */
const once = <T>(look: (path: string) => T): ((path: string) => T) => {
  const seen = new Map<string, T>();
  return (path) => {
    if (!seen.has(path)) seen.set(path, look(path));
    return seen.get(path) as T;
  };
};
const real = { read: once(nodeFileSystem.read), stat: once(nodeFileSystem.stat), list: once(nodeFileSystem.list) };

export function memoryFiles(initial: Readonly<Record<string, string>> = {}): MemoryFiles {
  const entries = new Map<string, Entry>();
  /** The number of files below each folder. */
  const sizes = new Map<string, number>();
  const touched: string[] = [];
  let nameCount = 0;
  let full = false;
  const resizeFolders = (path: string, by: 1 | -1): void => {
    for (let folder = posix.dirname(path); folder !== '/'; folder = posix.dirname(folder)) sizes.set(folder, (sizes.get(folder) ?? 0) + by);
  };
  const setEntry = (path: string, entry: Entry): void => {
    if (!entries.has(path)) resizeFolders(path, 1);
    entries.set(path, entry);
  };
  let changed = 0;
  const setText = (path: string, text: string, kind: Entry['kind'] = 'file'): void =>
    setEntry(path, { kind, text, changed: (changed += 1) });
  const deleteEntry = (path: string): void => {
    if (entries.delete(path)) resizeFolders(path, -1);
  };
  const isFolder = (path: string): boolean => path === '/' || (sizes.get(path) ?? 0) > 0;
  const isReal = (path: string): boolean => path.startsWith(packageRoot);
  const fullDisk = (): Error => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  for (const [path, text] of Object.entries(initial)) setText(path, text);

  const files: MemoryFiles = {
    findInvalidUtf8Line: () => undefined,
    read(path) {
      const entry = entries.get(path);
      if (entry?.kind === 'link') return files.read(posix.resolve(posix.dirname(path), entry.text));
      if (entry !== undefined) return entry.text;
      if (isReal(path)) return real.read(path);
      throw Object.assign(new Error(`no file ${path}`), { code: isFolder(path) ? 'EISDIR' : 'ENOENT' });
    },
    hasPrefix: (path, prefix) => files.read(path).startsWith(prefix),
    readBytes: (path) => new TextEncoder().encode(files.read(path)),
    stat(path): FileStat | undefined {
      const entry = entries.get(path);
      if (entry !== undefined) return { kind: entry.kind, size: entry.text.length, changed: entry.changed };
      if (isReal(path)) return real.stat(path);
      return isFolder(path) ? { kind: 'folder', size: 0, changed: 0 } : undefined;
    },
    findOutput(path) {
      const entry = entries.get(path);
      if (entry?.kind === 'link') return files.findOutput(posix.resolve(posix.dirname(path), entry.text));
      return { path, kind: files.stat(path)?.kind === 'file' ? 'file' : isFolder(path) ? 'folder' : 'absent' };
    },
    openPipe: (path) => {
      throw new Error(`no pipe ${path}`);
    },
    list(folder) {
      const below = [...entries.keys()]
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1).split('/')[0] as string);
      return [...new Set([...below, ...(isReal(folder) ? real.list(folder) : [])])].sort();
    },
    write(path, text) {
      if (full) throw fullDisk();
      touched.push(path);
      setText(path, text);
    },
    append: (path, text) => setText(path, `${entries.get(path)?.text ?? ''}${text}`),
    remove(path) {
      touched.push(path);
      deleteEntry(path);
    },
    removeFolder: () => undefined,
    create(path, text) {
      if (full) throw fullDisk();
      setText(path, typeof text === 'string' ? text : new TextDecoder().decode(text));
    },
    makeFolder: () => undefined,
    setMode: () => undefined,
    move(from, to) {
      const entry = entries.get(from);
      if (entry === undefined) throw Object.assign(new Error(`ENOENT: no file ${from}`), { code: 'ENOENT', syscall: 'rename' });
      deleteEntry(from);
      touched.push(to);
      setEntry(to, entry);
    },
    removeAll(folder) {
      for (const path of entries.keys()) if (path.startsWith(`${folder}/`)) deleteEntry(path);
    },
    createUniqueName: () => `own-${(nameCount += 1)}`,
    isAbandoned: (name) => name.startsWith('own-'),
    snapshot: () => Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, { text }]) => [path, text])),
    edit: (path, text) => setText(path, text),
    link: (path, target) => setText(path, target, 'link'),
    touched,
    fill: () => {
      full = true;
    },
  };
  return files;
}

export interface MemoryEffects extends Effects {
  readonly files: MemoryFiles;
  /** The printed output. */
  readonly printed: { stdout: string; stderr: string };
}

/** Effects with the working folder `/project` and a clock that advances one second per read. */
export function memoryEffects(initial: Readonly<Record<string, string>> = {}): MemoryEffects {
  const printed = { stdout: '', stderr: '' };
  let time = 1_000_000;
  return {
    files: memoryFiles(Object.fromEntries(Object.entries(initial).map(([path, text]) => [posix.resolve('/project', path), text]))),
    printed,
    stdout: (text) => void (printed.stdout += text),
    stderr: (text) => void (printed.stderr += text),
    now: () => (time += 1_000),
    cwd: '/project',
    cache: '/cache',
    environment: {},
    watch: () => () => undefined,
    fetch: () => Promise.reject(new Error('there is no network')),
    importModule: (path) => Promise.reject(new Error(`no module ${path}`)),
    runProgram: (program) => Promise.reject(new Error(`no program ${program}`)),
    waitForStop: () => Promise.resolve(),
    httpGet: (url) => Promise.reject(new Error(`no server at ${url}`)),
    runProcess: ({ program }) => Promise.reject(new Error(`no program ${program}`)),
  };
}
