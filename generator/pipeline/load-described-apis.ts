/** Loads the descriptions of the APIs that a command names. */
import { defaultConfig } from '../config/generate-options.js';
import { isPresent } from '../config/named-files.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { type Diagnostic, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import type { Api } from '../model/model.js';
import { loadApi } from './load-api.js';

export interface DescribedApis {
  readonly apis: readonly Api[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether a command has APIs: named ones, or those of a config file. */
export const hasApis = (names: readonly string[], { config }: SourceOptions, effects: Effects): boolean =>
  names.length > 0 || config !== undefined || isPresent(defaultConfig, effects);

/** Loads named APIs, or all of the config file. Throws `UsageError` for an unknown name, or an invalid config. */
export function loadDescribedApis(names: readonly string[], options: SourceOptions, effects: Effects): DescribedApis {
  const config = selectSources(names, options, effects);
  const results = config.sources.map((source) => loadApi(source, config, effects));
  return {
    apis: results.flatMap(({ resolved }) => resolved?.api ?? []),
    diagnostics: sortDiagnostics(results.flatMap(({ diagnostics }) => diagnostics)),
  };
}
