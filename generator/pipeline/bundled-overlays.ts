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

/**
 * Returns the overlays with the name, the version, and the host of a document: the one from recorded traffic, which takes precedence, and the
 * one from protobuf definitions.
 */
export function findBundledOverlays(text: string, files: FileSystem): readonly BundledOverlay[] {
  const { name, version, rootUrl } = readIdentity(text);
  const names = files.list(join(packageRoot, folder));
  return [`${name}.${version}.yaml`, `${name}.${version}${protosSuffix}`].flatMap((file) => {
    if (!names.includes(file)) return [];
    const path = `${folder}/${file}`;
    const host = readHost(readIdentity(files.read(join(packageRoot, path))).rootUrl);
    return host !== undefined && host === readHost(rootUrl) ? [{ api: `${name}:${version}`, path }] : [];
  });
}

/** The end of the name of an overlay from protobuf definitions. */
export const protosSuffix = '.protos.yaml';

/** Lists the APIs of files for which there are overlays, which aren't applied: `run:v2`. Omits what can't be read. */
export function listApisWithOverlays(paths: readonly string[], effects: FileEffects): readonly string[] {
  return paths.flatMap((path) => {
    const file = readNamedFile(path, effects);
    return 'problem' in file
      ? []
      : findBundledOverlays(file.text, effects.files)
          .slice(0, 1)
          .map(({ api }) => api);
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
