/** Hashes everything that determines the files of a package: the generator with its templates and the runtime, the settings, and the specification. */
import { basename, dirname, join } from 'node:path';
import type { FileEffects, FileStat, FileSystem } from '../lib/effects.js';
import type { Config, SpecificationSource } from '../config/generate-options.js';
import { readNamedFile } from '../config/named-files.js';
import { listEmitterFiles } from './own-emitters.js';
import { templatesFolder } from '../lib/root.js';
import { sha256 } from '../lib/sha256.js';
import { inlineRuntimeFolder, runtimeFolder } from '../write/runtime.js';

declare const __DISCOGEN_BUILD__: string | undefined;
/** Changes with the code and the dependencies of the generator. */
const buildId = typeof __DISCOGEN_BUILD__ === 'string' ? __DISCOGEN_BUILD__ : 'sources';

/** Hashes the inputs of each package. Call it before they are read, so that the next run detects an edit during this run. */
export function hashInputs(config: Config, effects: FileEffects): ReadonlyMap<SpecificationSource, string> {
  const { scope, version, versions, metadata, runtime, moduleFormats, variables, only, emitters, methods, enums, limits } = config;
  const settings = { scope, version, versions, metadata, runtime, moduleFormats, variables, only, methods, enums, limits };
  const emitterFiles = emitters.map(({ path }) => listEmitterFiles(path, effects));
  const generator = hashGenerator(effects.files);
  const hashSource = (source: SpecificationSource): string => {
    const paths = [source.file, ...source.overlays, ...(source.evidence === undefined ? [] : [source.evidence])];
    return sha256(JSON.stringify([generator, settings, emitterFiles, source, paths.map((path) => readNamedFile(path, effects))]));
  };
  return new Map(config.sources.map((source) => [source, hashSource(source)]));
}

/** The last hash of the generator. Its files are megabytes large, and rarely change while a process runs. */
let lastGenerator: { readonly stamp: string; readonly hash: string } | undefined;

function hashGenerator(files: FileSystem): string {
  const listed = [templatesFolder, runtimeFolder, inlineRuntimeFolder].flatMap((folder) => listFiles(folder, files));
  const stamp = JSON.stringify(listed);
  if (lastGenerator?.stamp !== stamp) {
    const texts = listed.map(({ path }) => [basename(dirname(path)), basename(path), files.read(path)]);
    lastGenerator = { stamp, hash: sha256(JSON.stringify([buildId, texts])) };
  }
  return lastGenerator.hash;
}

/** Lists the files in a folder, without its subfolders. */
function listFiles(folder: string, files: FileSystem): readonly (FileStat & { readonly path: string })[] {
  return files
    .list(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => {
      const stat = files.stat(path);
      return stat?.kind === 'file' ? [{ path, ...stat }] : [];
    });
}

/** Hashes a specification and its overlays. Line ends don't matter. */
export function hashSpecification({ file, overlays }: SpecificationSource, effects: FileEffects): string {
  const texts = [file, ...overlays].map((path) => readNamedFile(path, effects));
  return sha256(JSON.stringify(texts.map((read) => ('problem' in read ? read.problem : read.text.replaceAll('\r\n', '\n')))));
}
