/** Finds the protobuf definitions that a user names: a folder, or an installed npm package. */
import { basename, dirname, join, resolve } from 'node:path';
import type { FileEffects, FileSystem } from '../lib/effects.js';
import { readIfFile } from '../lib/file-system.js';
import { getText, parseJson } from '../lib/json.js';
import { quote } from '../lib/diagnostics.js';
import { UsageError } from '../lib/usage-error.js';
import { ProtoLibrary } from './proto-library.js';

export interface OpenedProtos {
  readonly library: ProtoLibrary;
  /** Where they are from: `@google-cloud/kms@5.7.0`, `googleapis@f8291d2b89f0`, or the name of the folder. */
  readonly origin: string;
}

/** Throws `UsageError` if there is neither a folder nor an installed package, or it has no definition. */
export function openProtos(name: string, effects: FileEffects): OpenedProtos {
  const folder = findFolder(name, effects);
  return { library: new ProtoLibrary(folder, effects), origin: findOrigin(folder, effects) };
}

const packageName = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*$/;

function findFolder(name: string, { files, cwd }: FileEffects): string {
  const named = resolve(cwd, name);
  if (isFolder(named, files)) return files.findOutput(named).path;
  if (packageName.test(name))
    for (const folder of listParents(cwd)) {
      const installed = join(folder, 'node_modules', name);
      if (isFolder(installed, files)) return files.findOutput(installed).path;
    }
  throw new UsageError(`--protos: ${quote(name)} is neither a folder nor an installed npm package`);
}

/** Follows links: package managers install packages as links. */
const isFolder = (path: string, files: FileSystem): boolean => files.findOutput(path).kind === 'folder';

/** Lists a folder and the folders that contain it, from the inside. */
function listParents(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...listParents(parent)];
}

/** Returns the version of the package, or the commit of the repository, that has the folder. */
function findOrigin(start: string, { files }: FileEffects): string {
  for (const folder of listParents(start)) {
    const manifest = parseJson(readIfFile(join(folder, 'package.json'), files) ?? '');
    const [name, version] = [getText(manifest, 'name'), getText(manifest, 'version')];
    if (name !== undefined && version !== undefined) return toSingleLine(`${name}@${version}`);
    const commit = readCommit(join(folder, '.git'), files);
    if (commit !== undefined) return toSingleLine(`${basename(folder)}@${commit.slice(0, 12)}`);
  }
  return toSingleLine(basename(start));
}

const toSingleLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);

/** Reads the current commit from the files of a repository, without running a program in it. */
function readCommit(repository: string, files: FileSystem): string | undefined {
  const head = readIfFile(join(repository, 'HEAD'), files)?.trim() ?? '';
  const [, name] = /^ref: (refs\/[\w./-]+)$/.exec(head) ?? [];
  if (name === undefined || name.includes('..')) return isCommit(head) ? head : undefined;
  const loose = readIfFile(join(repository, name), files)?.trim();
  if (loose !== undefined) return isCommit(loose) ? loose : undefined;
  const packed = readIfFile(join(repository, 'packed-refs'), files) ?? '';
  const line = packed.split('\n').find((text) => text.endsWith(` ${name}`)) ?? '';
  return isCommit(line.slice(0, 40)) ? line.slice(0, 40) : undefined;
}

const isCommit = (text: string): boolean => /^[\da-f]{40}(?:[\da-f]{24})?$/.test(text);
