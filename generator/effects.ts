/** What the generator does to the world, passed in: tests run on an in-memory one, and only the command line has the real one. */

/** What a path leads to; symbolic links are not followed. */
export interface FileStat {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  /** Milliseconds, with fractions where the system has them. */
  readonly modified: number;
  /** Tells one file at a path from another that took its place. */
  readonly identity: number;
}

/** Paths are absolute, in the form of the platform. */
export interface FileSystem {
  /** Text of a file (links are followed). Throws an error with a `code` such as `ENOENT`. */
  read(path: string): string;
  /** Line, from 1, of the first bytes of a file that are not UTF-8 (`read` puts U+FFFD in their place); nothing where all are. */
  findInvalidUtf8Line(path: string): number | undefined;
  /** Nothing where nothing is. */
  stat(path: string): FileStat | undefined;
  /** Names in a folder, sorted; none where there is no folder. */
  list(folder: string): readonly string[];
  /** Writes a file whole or not at all, making its folders; answers what then stands there. */
  write(path: string, text: string): FileStat;
  /** Removes a file or a link; nothing happens where there is none. */
  remove(path: string): void;
  /** Removes a folder if it is empty; otherwise nothing happens. */
  removeFolder(path: string): void;
  /** Writes a file where none is, not whole or not at all: for folders that nobody looks into yet. Makes no folders. */
  create(path: string, text: string | Uint8Array): FileStat;
  makeFolder(path: string): void;
  /** A second name for a file. Throws an error with a `code` where the system has no such thing. */
  linkFile(from: string, to: string): void;
  /** Moves a file or a folder in one step, onto a file where one is, its folder being there. Throws an error with a `code`. */
  move(from: string, to: string): void;
  /** Removes a folder and all that is in it. */
  removeAll(path: string): void;
  /** A name that no other process gives to a file or folder, and none that this process gave before. */
  createUniqueName(): string;
  /** Whether a name was given by a process that has ended since. */
  isAbandoned(name: string): boolean;
}

/** What a run is doing, for those who wait. */
export interface Progress {
  readonly specification: string;
  /** `done`: all of this specification. */
  readonly stage: 'read' | 'emit' | 'format' | 'compile' | 'compare' | 'write' | 'done';
  /** Part of the whole run that is done: 0 to 1. */
  readonly part: number;
}

export interface Effects {
  readonly files: FileSystem;
  /** Writes to standard output. */
  readonly stdout: (text: string) => void;
  /** Writes to standard error. */
  readonly stderr: (text: string) => void;
  /** Characters in a line of standard error; absent where that is no terminal. */
  readonly columns?: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Absolute path that relative ones start from. */
  readonly cwd: string;
  /** Folder of the user for files that can be lost at any time; nobody else can write to it. */
  readonly cache: string;
  /** Calls `changed` after a change of one of the files (absolute paths; they need not exist); answers how to end that. */
  readonly watch: (paths: readonly string[], changed: () => void) => () => void;
  /** Told of each step of a run, where somebody wants to know. */
  readonly progress?: (progress: Progress) => void;
  /** Makes threads that do part of a run's work; absent where there are none. */
  readonly threads?: Threads;
  /** Loads an ES module by its absolute path. */
  readonly importModule: (path: string) => Promise<unknown>;
  /** Resolves when the user wants the process to end (SIGINT, SIGTERM). */
  readonly waitForStop: () => Promise<void>;
}

/** Threads, each doing one task after another; tasks, answers and what is told meanwhile are plain data. */
export interface Threads {
  /** How many can work at once. */
  readonly count: number;
  start(): Thread;
}

export interface Thread {
  /** Rejects where the task throws, or the thread ends. One task at a time. */
  run(task: unknown, onMessage: (message: unknown) => void): Promise<unknown>;
  stop(): Promise<void>;
}
