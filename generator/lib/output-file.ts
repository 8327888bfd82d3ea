/** The files that options of commands name for output. */
import { resolve } from 'node:path';
import type { Effects, OutputStream } from './effects.js';
import { UsageError } from './usage-error.js';

/** Where an option writes. */
export type Output =
  /** `path`: the regular file, or where it will be, after all links. */
  { readonly kind: 'file'; readonly path: string; readonly exists: boolean } | { readonly kind: 'stream'; open(): OutputStream };

export interface OutputOption {
  /** With its dashes. */
  readonly option: string;
  /** Its value. */
  readonly file: string;
  /** The existing files that it may replace. Default: all. */
  readonly replaceable?: Replaceable;
}

/** Recognizes the files that an option may replace. */
export interface Replaceable {
  /** With an article: `a tape`. */
  readonly name: string;
  matches(path: string, files: Effects['files']): boolean;
}

type OutputEffects = Pick<Effects, 'files' | 'cwd' | 'stdout' | 'stderr'>;

/** The paths of the standard streams. Some of their files can't be opened, such as sockets. */
const standardStreams: ReadonlyMap<string, 'stdout' | 'stderr'> = new Map(
  (['stdout', 'stderr'] as const).flatMap((stream, index) =>
    [`/dev/${stream}`, `/dev/fd/${index + 1}`, `/proc/self/fd/${index + 1}`].map((path) => [path, stream] as const),
  ),
);

/**
 * Finds where an option writes: a regular file, also at the end of links, a pipe, or a standard stream. Throws `UsageError` for anything else,
 * and for a file that isn't replaceable.
 */
export function findOutput({ option, file, replaceable }: OutputOption, effects: OutputEffects): Output {
  const path = resolve(effects.cwd, file);
  const stream = standardStreams.get(path);
  if (stream !== undefined) return { kind: 'stream', open: () => ({ write: effects[stream], close: () => undefined }) };
  const { path: target, kind } = effects.files.findOutput(path);
  switch (kind) {
    case 'absent':
      return { kind: 'file', path: target, exists: false };
    case 'file':
      if (replaceable?.matches(target, effects.files) === false)
        throw new UsageError(`${option}: ${file} exists and is not ${replaceable.name}`);
      return { kind: 'file', path: target, exists: true };
    case 'pipe':
      return { kind: 'stream', open: () => effects.files.openPipe(target) };
    default:
      throw new UsageError(`${option}: ${file} is a ${kind}; expected a file, a pipe, or a new path`);
  }
}

/** Writes a whole text. A file is replaced atomically. */
export function writeOutput(output: Output, text: string, { files }: Pick<Effects, 'files'>): void {
  if (output.kind === 'file') return files.write(output.path, text);
  const stream = output.open();
  stream.write(text);
  stream.close();
}
