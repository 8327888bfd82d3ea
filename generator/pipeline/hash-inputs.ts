/** Hashes everything that determines the files of a package. */
import type { Effects } from '../lib/effects.js';
import type { Config, Source } from '../config/generate-options.js';
import { readNamedFile } from '../config/named-files.js';
import { templatesFolder } from '../lib/root.js';
import { sha256 } from '../lib/sha256.js';
import { hashFolder } from '../write/package-record.js';
import { runtimeFolder } from '../write/runtime.js';

declare const __DISCOGEN_BUILD__: string | undefined;
/** Changes with the code and the dependencies of the generator. */
const buildId = typeof __DISCOGEN_BUILD__ === 'string' ? __DISCOGEN_BUILD__ : 'sources';

/** Hashes the generator, the runtime, and the other templates. */
export function hashGenerator({ files }: Pick<Effects, 'files'>): string {
  return sha256(buildId + hashFolder(templatesFolder, files) + hashFolder(runtimeFolder, files));
}

/**
 * Hashes the inputs of a package: its specification, its overlays, and its settings. Call it before the inputs are read, so that the
 * next run detects an edit during this run.
 *
 * @param templates The result of `hashTemplates`.
 */
export function hashPackageInputs(
  source: Source,
  { config, effects }: { readonly config: Config; readonly effects: Pick<Effects, 'files' | 'cwd'> },
  templates: string,
): string {
  const { scope, version, versions, metadata, runtime, variables, only, methods, enums, limits } = config;
  const texts = [source.file, ...source.overlays, ...(source.evidence === undefined ? [] : [source.evidence])].map((file) =>
    readNamedFile(file, effects),
  );
  return sha256(
    JSON.stringify([templates, source, scope, version, versions, metadata, runtime, variables, only, methods, enums, limits, texts]),
  );
}

/** Hashes a specification and its overlays. Line ends don't matter. */
export function hashSpecification({ file, overlays }: Source, effects: Pick<Effects, 'files' | 'cwd'>): string {
  const texts = [file, ...overlays].map((path) => readNamedFile(path, effects));
  return sha256(JSON.stringify(texts.map((read) => ('problem' in read ? read.problem : read.text.replaceAll('\r\n', '\n')))));
}
