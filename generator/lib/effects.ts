/** The effects of the generator, passed in as values. Tests use an in-memory file system; only the command line uses the real one. */
import type { Peers } from '../../mock/index.js';

/** The file or folder at a path. Symbolic links are not followed. */
export interface FileStat {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  /** When the content or the attributes last changed, in milliseconds since 1970. */
  readonly changed: number;
}

/** What is at the path of an output. */
export interface OutputPlace {
  /** The path after all links. */
  readonly path: string;
  readonly kind: 'absent' | 'file' | 'folder' | 'pipe' | 'device' | 'socket';
}

/** A stream that is written to its end. */
export interface OutputStream {
  write(text: string): void;
  close(): void;
}

/** Paths are absolute, in the form of the platform. */
export interface FileSystem {
  /** Reads the text of a file, following links. Throws an error with a `code` such as `ENOENT`. */
  read(path: string): string;
  /** Whether the text of a file begins with `prefix`, however large the file is. */
  hasPrefix(path: string, prefix: string): boolean;
  readBytes(path: string): Uint8Array<ArrayBuffer>;
  /** The line, from 1, of the first bytes that are not UTF-8 (`read` replaces them with U+FFFD), or `undefined`. */
  findInvalidUtf8Line(path: string): number | undefined;
  /** Returns `undefined` if nothing exists at the path. */
  stat(path: string): FileStat | undefined;
  /** Follows links to what is at their end, which need not exist. */
  findOutput(path: string): OutputPlace;
  /** Opens a pipe for writing. Waits for its reader. */
  openPipe(path: string): OutputStream;
  /** The sorted names in a folder. Empty if the folder doesn't exist. */
  list(folder: string): readonly string[];
  /** Writes a file atomically and creates its folders. `mode`: the permissions of the file, such as `0o600`. */
  write(path: string, text: string, mode?: number): void;
  /** Appends a text to a file in one write. `mode`: the permissions of the file if it doesn't exist, such as `0o600`. */
  append(path: string, text: string, mode?: number): void;
  /** Removes a file or a link, if it exists. */
  remove(path: string): void;
  /** Removes a folder if it is empty. */
  removeFolder(path: string): void;
  /** Creates a new file, not atomically, for folders that nobody reads yet. Creates no folders. */
  create(path: string, text: string | Uint8Array): void;
  makeFolder(path: string): void;
  /** Sets the permissions of a file: `0o644`. */
  setMode(path: string, mode: number): void;
  /** Moves a file atomically and replaces the one at its new path, whose folder must exist. Throws an error with a `code`. */
  move(from: string, to: string): void;
  /** Removes a folder and its content. */
  removeAll(path: string): void;
  /** Returns a name that is unique across processes and calls. */
  createUniqueName(): string;
  /**
   * Whether a name from `createUniqueName` belongs to a process that has ended. `isOld`: whether to assume it of a process on another computer.
   * Default: false.
   */
  isAbandoned(name: string, isOld?: boolean): boolean;
}

/** What a mock needs for TLS. */
export interface TlsSettings {
  /** PEM text. */
  readonly cert: string;
  /** PEM text. */
  readonly key: string;
  /** The path of the certificate of the authority that has signed `cert`, if the mock has created it. */
  readonly ca?: string;
}

/** How a program ended. */
export interface ProgramResult {
  /** Absent if a signal ended the program, or it couldn't be started. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The connection of a worker process of `discogen mock --workers` to the primary one. */
export interface WorkerLink {
  /** The port to listen on instead of that of the command line. */
  readonly port?: number | undefined;
  /** The folder of a store for the state, which nobody needs after the mock has ended. */
  readonly temporaryStore?: string;
  /** The certificate that all processes use. */
  readonly tls?: TlsSettings;
  readonly peers: Peers;
  /** Resolves when the primary process has received all output. */
  flush(): Promise<void>;
}

/** The progress of a run. */
export interface Progress {
  readonly specification: string;
  /** `done`: this specification is complete. */
  readonly stage: 'read' | 'emit' | 'compile' | 'compare' | 'write' | 'done';
  /** The fraction of the whole run that is done: 0 to 1. */
  readonly part: number;
}

export interface HttpGetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** The certificates of authorities to trust instead of the default ones, in PEM form. */
  readonly certificates?: string;
}

export interface HttpText {
  readonly status: number;
  readonly text: string;
}

/** A command without a shell. */
export interface ProcessCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export interface Effects {
  readonly files: FileSystem;
  /** Writes to standard output. */
  readonly stdout: (text: string) => void;
  /** Writes to standard error. */
  readonly stderr: (text: string) => void;
  /** The columns of standard error. Absent if it isn't a terminal. */
  readonly columns?: () => number;
  /** The columns of standard output. Absent if it isn't a terminal. */
  readonly stdoutColumns?: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The working directory. */
  readonly cwd: string;
  /** The user's cache folder, which only the user can write to. */
  readonly cache: string;
  /** The environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Calls `onChange` after a change of one of the files (absolute paths, which need not exist). Returns a function that stops watching. */
  readonly watch: (paths: readonly string[], onChange: () => void) => () => void;
  /** Called at each step of a run. */
  readonly progress?: (progress: Progress) => void;
  /** Creates worker threads. Absent if there are none. */
  readonly threads?: Threads;
  /**
   * Creates a process that replaces threads, with the given MiB of memory for objects. It takes longer than threads, but all its memory is
   * free again when it ends. Returns `undefined` if it isn't available.
   */
  readonly createProcess?: (megabytes: number) => Threads | undefined;
  /** Starts the thread in which a recorder redacts large exchanges. Absent if there are no threads. */
  readonly startRecordingThread?: () => Thread;
  readonly fetch: typeof fetch;
  /** Loads an ES module by its absolute path. */
  readonly importModule: (path: string) => Promise<unknown>;
  /** Runs a program on the PATH to its end. `cwd` is an absolute path. */
  readonly runProgram: (program: string, args: readonly string[], options: { readonly cwd: string }) => Promise<ProgramResult>;
  /** Calls `listener` with each error that nothing catches. Without a listener, such an error ends the command. */
  readonly onUncaughtError?: (listener: (error: unknown) => void) => void;
  /** Resolves when the user wants the process to end (SIGINT, SIGTERM). */
  readonly waitForStop: () => Promise<void>;
  /**
   * Shows a question on the terminal and returns the line that the user types. Rejects with `UsageError` if the user ends the input.
   * Absent without a terminal.
   */
  readonly ask?: (question: string) => Promise<string>;
  /** Sends a GET request. Rejects with an error with a `code` if there is no response. */
  readonly httpGet: (url: string, options?: HttpGetOptions) => Promise<HttpText>;
  /** Runs a command with the standard streams of this process, and forwards signals to it. Resolves with its exit status. */
  readonly runProcess: (command: ProcessCommand) => Promise<number>;
  /** Present in a worker process of a mock. */
  readonly worker?: WorkerLink;
}

/** The effects that read and write files. */
export type FileEffects = Pick<Effects, 'files' | 'cwd'>;

/** Worker threads, each of which runs one task at a time. Tasks, results, and messages are plain data. */
export interface Threads {
  /** The number of threads that can run at once. */
  readonly count: number;
  /** `megabytes`: the MiB of memory that the objects of a thread may take. Less memory makes garbage collection more frequent. */
  start(megabytes?: number): Thread;
}

export interface Thread {
  /** Runs a task; call again only after it settles. Rejects if the task throws or the thread ends. */
  run(task: unknown, onMessage: (message: unknown) => void): Promise<unknown>;
  stop(): Promise<void>;
}
