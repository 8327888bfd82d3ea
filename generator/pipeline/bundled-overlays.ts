/** Finds the overlays that come with discogen for documents of Google's APIs. */
import { join } from 'node:path';
import { readNamedFile } from '../config/named-files.js';
import type { FileSystem, FileEffects } from '../lib/effects.js';
import { getText, isObject, parseJson } from '../lib/json.js';
import { packageRoot } from '../lib/root.js';

/** In the package discogen. */
const folder = 'specs/overlays/google';

export interface BundledOverlay {
  /** `run:v2` */
  readonly api: string;
  /** Its path in the package discogen: `specs/overlays/google/run.v2.yaml`. */
  readonly path: string;
}

/** Returns the overlay with the name, the version, and the host of a document. */
export function findBundledOverlay(text: string, files: FileSystem): BundledOverlay | undefined {
  const { name, version, rootUrl } = readIdentity(text);
  const file = `${name}.${version}.yaml`;
  if (!files.list(join(packageRoot, folder)).includes(file)) return undefined;
  const path = `${folder}/${file}`;
  const host = readHost(readIdentity(files.read(join(packageRoot, path))).rootUrl);
  return host !== undefined && host === readHost(rootUrl) ? { api: `${name}:${version}`, path } : undefined;
}

/** Lists the overlays for files, in which they aren't applied. Omits what can't be read. */
export function listBundledOverlays(paths: readonly string[], effects: FileEffects): readonly BundledOverlay[] {
  return paths.flatMap((path) => {
    const file = readNamedFile(path, effects);
    return 'problem' in file ? [] : (findBundledOverlay(file.text, effects.files) ?? []);
  });
}

interface Identity {
  readonly name: string;
  readonly version: string;
  readonly rootUrl: string;
}

/** Reads only the keys that identify a document, because reading all of a large YAML text takes seconds. */
function readIdentity(text: string): Identity {
  const value = parseJson(text);
  const readKey = (key: string): string =>
    isObject(value) ? (getText(value, key) ?? '') : (new RegExp(`^${key}:[ ]*(['"]?)(\\S+)\\1[ \\t\\r]*$`, 'm').exec(text)?.[2] ?? '');
  return { name: readKey('name'), version: readKey('version'), rootUrl: readKey('rootUrl') };
}

const readHost = (address: string): string | undefined => (URL.canParse(address) ? new URL(address).host : undefined);
