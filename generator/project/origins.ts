/** Finds where a specification comes from, and reads it from there. */
import { join } from 'node:path';
import { isPresent, requireFiles } from '../config/named-files.js';
import { packagePrefix, toUnixLines } from '../config/lock.js';
import { quote } from '../lib/diagnostics.js';
import type { Effects, FileSystem, FileEffects } from '../lib/effects.js';
import { getNumber, getText, type Json } from '../lib/json.js';
import { generatorVersion, packageRoot } from '../lib/root.js';
import { findNearest } from '../lib/suggest.js';
import { UsageError } from '../lib/usage-error.js';
import { FetchError, type FetchLimits, fetchText, parseAddress } from './fetch-text.js';

/** `file`: a file of the project. `package`: a specification of the package discogen. */
export type Origin =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'package'; readonly address: string; readonly overlays: readonly string[] }
  /** `api`: the `NAME:VERSION` for which this is the address. */
  | { readonly kind: 'address'; readonly address: string; readonly api?: string };

/** Throws `UsageError` if a source is neither a file, nor an http or https URL, nor `NAME:VERSION`. */
export function findOrigin(source: string, effects: FileEffects): Origin {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(source)) {
    const result = parseAddress(source);
    if ('problem' in result) throw new UsageError(`cannot add ${quote(source)}: ${result.problem}`);
    return { kind: 'address', address: result.address };
  }
  const [, name, version] = /^([a-z]\w*):([a-z][\w.-]*)$/i.exec(source) ?? [];
  if (name !== undefined && version !== undefined && !isPresent(source, effects)) return findPublishedApi(name, version, effects.files);
  if (/^[\w-]+$/.test(source) && !isPresent(source, effects)) throw createSourceError(source, effects);
  requireFiles([source], effects);
  return { kind: 'file', path: source };
}

function findPublishedApi(name: string, version: string, files: FileSystem): Origin {
  const path = `specs/${name}.${version}.yaml`;
  if (!files.list(join(packageRoot, 'specs')).includes(`${name}.${version}.yaml`))
    return { kind: 'address', address: `https://www.googleapis.com/discovery/v1/apis/${name}/${version}/rest`, api: `${name}:${version}` };
  const overlay = `specs/overlays/${name}.${version}.yaml`;
  const hasOverlay = files.stat(join(packageRoot, overlay)) !== undefined;
  return { kind: 'package', address: packagePrefix + path, overlays: hasOverlay ? [packagePrefix + overlay] : [] };
}

function createSourceError(source: string, { files }: Pick<Effects, 'files'>): UsageError {
  const apis = listPackagedApis(files);
  const suggestion = apis.find((api) => api.startsWith(`${source}:`)) ?? findNearest(source, apis);
  const hint = suggestion === undefined ? `NAME:VERSION, such as ${apis.join(' or ')}` : `NAME:VERSION; did you mean ${suggestion}?`;
  return new UsageError(`${quote(source)} is neither a file, nor a URL, nor ${hint}`);
}

/** Suggests the API of the package that a user may have meant, or lists all. */
export function suggestPackagedApi(api: string, files: FileSystem): string {
  const apis = listPackagedApis(files);
  const [name] = api.split(':');
  const suggestion = apis.find((other) => other.startsWith(`${name}:`)) ?? findNearest(api, apis);
  return suggestion === undefined ? `without a network, you can add ${apis.join(', ')}` : `did you mean ${suggestion}?`;
}

/** Lists the specifications of the package as `NAME:VERSION`. */
function listPackagedApis(files: FileSystem): readonly string[] {
  return files.list(join(packageRoot, 'specs')).flatMap((file) => {
    const [, name, version] = /^(\w+)\.(\w+)\.yaml$/.exec(file) ?? [];
    return name === undefined ? [] : [`${name}:${version}`];
  });
}

/** Reads the text at an address of a lock, with LF line ends. Rejects with `FetchError`. */
export async function readAddress(address: string, effects: Pick<Effects, 'files' | 'fetch'>, limits: FetchLimits): Promise<string> {
  const text = address.startsWith(packagePrefix)
    ? readPackagedFile(address.slice(packagePrefix.length), effects.files)
    : await fetchText(address, effects, limits);
  return toUnixLines(text);
}

function readPackagedFile(path: string, files: FileSystem): string {
  if (files.stat(join(packageRoot, path)) === undefined) throw new FetchError(`the package discogen does not contain ${path}`);
  const rootFolder = path.startsWith('specs/overlays/') ? '../..' : '..';
  return redirectSchema(files.read(join(packageRoot, path)), rootFolder);
}

/** Makes the comment for editors refer to the schema in the installed package. */
const redirectSchema = (text: string, rootFolder: string): string =>
  text.replace(/(?<=\$schema=)(?:\.\.\/)+(?=generator\/)/, `${rootFolder}/node_modules/discogen/`);

/** Returns the version of discogen for a file of its package, and otherwise the revision of the document, if it states one. */
export function readRevision(address: string, document: Json | undefined): string | undefined {
  // YAML without quotes states a number.
  const stated = getText(document, 'revision') ?? getNumber(document, 'revision')?.toString();
  const revision = address.startsWith(packagePrefix) ? generatorVersion : stated;
  return revision !== undefined && /^[\w.+-]{1,100}$/.test(revision) ? revision : undefined;
}

/** Returns a file system in which these texts replace the contents of files, by absolute path. */
export function replaceTexts(files: FileSystem, texts: ReadonlyMap<string, string>): FileSystem {
  return {
    ...files,
    read: (path) => texts.get(path) ?? files.read(path),
    findInvalidUtf8Line: (path) => (texts.has(path) ? undefined : files.findInvalidUtf8Line(path)),
  };
}
