/** The implementation of `diff`: compares two configured APIs or files. */
import { loadApi } from './load-api.js';
import { type Diagnostic, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { checkConfigVariables } from './output-checks.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { diffApis } from '../diff/compare-apis.js';
import { type Change, type VersionBump, getLargestBump } from '../diff/changes.js';
import type { Pair } from '../diff/comparison.js';

export type DiffOptions = SourceOptions;

export interface DiffResult {
  /** The required version bump. Absent if a version has errors. */
  readonly step?: VersionBump;
  /** Sorted by location in the new version. */
  readonly changes: readonly Change[];
  /** Diagnostics of both versions, by file and position. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `UsageError` for a version that is neither a configured name nor a file, an invalid config, or a variable that neither version declares. */
export function diffSpecifications(versions: Pair<string>, options: DiffOptions, effects: Effects): DiffResult {
  const configs = [versions.old, versions.new].map((name) => selectSources([name], options, effects));
  const loadResults = configs.flatMap((config) => config.sources.map((source) => loadApi(source, config, effects)));
  const diagnostics = sortDiagnostics([
    ...loadResults.flatMap((loadResult) => loadResult.diagnostics),
    ...configs.slice(0, 1).flatMap((config) => checkConfigVariables(config, loadResults)),
  ]);
  const [old, next] = loadResults.map(({ resolved }) => resolved);
  if (old === undefined || next === undefined) return { changes: [], diagnostics };
  const [{ enums: defaultMode = 'open', sources = [] } = {}] = configs;
  const changes = diffApis({ old, new: next }, sources[0]?.enums ?? defaultMode);
  return { step: getLargestBump(changes), changes, diagnostics };
}
