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
}

export interface Effects {
  readonly files: FileSystem;
  /** Writes to standard output. */
  readonly stdout: (text: string) => void;
  /** Writes to standard error. */
  readonly stderr: (text: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Absolute path that relative ones start from. */
  readonly cwd: string;
  /** Folder of the user for files that can be lost at any time; nobody else can write to it. */
  readonly cache: string;
  /** Calls `changed` after a change of one of the files (absolute paths; they need not exist); answers how to end that. */
  readonly watch: (paths: readonly string[], changed: () => void) => () => void;
  /** Resolves when the user wants the process to end (SIGINT, SIGTERM). */
  readonly stopped: () => Promise<void>;
}
