/** Reads files that users name, and describes why one can't be read. */
import systemPath, { resolve } from 'node:path';
import { createDiagnostic, type Diagnostic, type Location } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { defaultConfig } from './generate-options.js';
import { toSlashes } from '../lib/slashes.js';
import { UsageError } from '../lib/usage-error.js';

/** A file as the user named it, and its text. */
export interface NamedFile {
  readonly path: string;
  readonly text: string;
}

/** Converts a path relative to `folder` to the path that the user sees: relative to the working directory, with slashes. */
export function toDisplayPath(folder: string, path: string, { isAbsolute, join, sep }: systemPath.PlatformPath = systemPath): string {
  return toSlashes(isAbsolute(path) ? path : join(folder, path), sep);
}

/** Reads a file that the user named, or returns the reason why it can't be read. */
export function readNamedFile(path: string, { files, cwd }: FileEffects): NamedFile | { readonly problem: string } {
  try {
    const file = resolve(cwd, path);
    const text = files.read(file);
    // The text may contain U+FFFD itself.
    const line = text.includes('\ufffd') ? files.findInvalidUtf8Line(file) : undefined;
    return line === undefined ? { path, text } : { problem: `line ${line} is not UTF-8` };
  } catch (error) {
    return { problem: describeProblem(error) };
  }
}

/** Reports a file that can't be read: where the config names it, or else at its own start. */
export function createReadDiagnostic(path: string, problem: string, fileLocations: Readonly<Record<string, Location>> = {}): Diagnostic {
  const location = Object.hasOwn(fileLocations, path) ? fileLocations[path] : undefined;
  return createDiagnostic('unreadable-file', { path, problem }, location ?? { file: path, line: 1, column: 1 });
}

/** Throws `UsageError` if the file can't be read. */
export function readRequiredFile(path: string, effects: FileEffects): NamedFile {
  const file = readNamedFile(path, effects);
  if ('problem' in file) throw new UsageError(`cannot read ${path}: ${file.problem}`);
  return file;
}

/** Whether anything exists at a path that the user named. */
export const isPresent = (path: string, { files, cwd }: FileEffects): boolean => files.stat(resolve(cwd, path)) !== undefined;

/** Throws `UsageError` if the config can't be read. */
export function readConfigFile(path: string | undefined, effects: FileEffects): NamedFile {
  const config = readNamedFile(path ?? defaultConfig, effects);
  if (!('problem' in config)) return config;
  const hint = path === undefined ? '; name one with --config FILE, or specification files' : '';
  throw new UsageError(`cannot read ${path ?? defaultConfig}: ${config.problem}${hint}`);
}

/** Throws `UsageError` for the first file that doesn't exist. */
export function requireFiles(paths: readonly string[], { files, cwd }: FileEffects): void {
  for (const path of paths) {
    const kind = files.stat(resolve(cwd, path))?.kind;
    if (kind === undefined || kind === 'folder')
      throw new UsageError(`cannot read ${path}: ${kind === undefined ? problems['ENOENT'] : problems['EISDIR']}`);
  }
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of the path is not a folder',
  ELOOP: 'too many symbolic links',
};

function describeProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return problems[code] ?? (error instanceof Error ? error.message : String(error));
}
