/** The implementation of `learn --protos`: proposes overlays from protobuf definitions. */
import { readNamedFile } from '../config/named-files.js';
import { type SourceOptions, selectSources } from '../config/select-sources.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects, FileEffects } from '../lib/effects.js';
import { isProtoOverlay } from '../protos/format-overlay.js';
import { type LearnedProtos, learnProtos } from '../protos/learn-protos.js';
import { openProtos } from '../protos/open-protos.js';
import { isLoaded, loadApi } from './load-api.js';

export interface LearnProtosOptions extends SourceOptions {
  /** A folder, or an installed npm package. */
  readonly protos: string;
  /** The APIs: configured names and files. Default: the configured ones. */
  readonly apis: readonly string[];
}

export interface LearnedProtosApi extends LearnedProtos {
  readonly name: string;
  readonly version: string;
}

export interface LearnProtosResult {
  /** The APIs with a definition. Empty if there are errors. */
  readonly learned: readonly LearnedProtosApi[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `UsageError` for an unknown API, an invalid config, and a folder or package without definitions. */
export function learnFromProtos(options: LearnProtosOptions, effects: Effects): LearnProtosResult {
  const config = selectSources(options.apis, options, effects);
  const loaded = config.sources.map((source) => {
    // What was learned from definitions before isn't what the document states.
    const overlays = source.overlays.filter((path) => !isLearnedFromProtos(path, effects));
    return loadApi({ ...source, overlays }, config, effects);
  });
  const diagnostics = loaded.flatMap((result) => result.diagnostics);
  if (hasErrors(diagnostics)) return { learned: [], diagnostics: sortDiagnostics(diagnostics) };
  const opened = openProtos(options.protos, effects);
  const learned = loaded
    .filter(isLoaded)
    .map(({ resolved: { api } }): LearnedProtosApi => ({ name: api.name, version: api.version, ...learnProtos(api, opened) }));
  return {
    learned: learned.filter(({ matchedMethods }) => matchedMethods > 0),
    diagnostics: sortDiagnostics([...diagnostics, ...opened.library.diagnostics]),
  };
}

function isLearnedFromProtos(path: string, effects: FileEffects): boolean {
  const file = readNamedFile(path, effects);
  return !('problem' in file) && isProtoOverlay(file.text);
}
