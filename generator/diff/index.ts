/** `diff` as users call it: from two configured names or files to what changed between them. */
import { loadApi } from '../load-api.js';
import { type Diagnostic, sortDiagnostics } from '../diagnostics.js';
import type { Effects } from '../effects.js';
import { checkVariables } from '../output-checks.js';
import { selectSources, type SourceOptions } from '../select-sources.js';
import { diffApis } from './compare-apis.js';
import { type Change, type VersionBump, getLargestBump } from './changes.js';
import type { Pair } from './comparison.js';

export type DiffOptions = SourceOptions;

export interface DiffResult {
  /** What the next version must be; absent where a version has errors. */
  readonly step?: VersionBump;
  /** By place in the new version. */
  readonly changes: readonly Change[];
  /** Findings of both versions, by file and position. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `UsageError` for a version that is neither a configured name nor a file, for a faulty config and for a variable that neither has. */
export function diffSpecifications(versions: Pair<string>, options: DiffOptions, effects: Effects): DiffResult {
  const jobs = [versions.old, versions.new].map((name) => selectSources([name], options, effects));
  const loadResults = jobs.flatMap((job) => job.sources.map((source) => loadApi(source, job, effects)));
  const diagnostics = sortDiagnostics([
    ...loadResults.flatMap((loadResult) => loadResult.diagnostics),
    ...jobs.slice(0, 1).flatMap((job) => checkVariables(job, loadResults)),
  ]);
  const [old, next] = loadResults.map(({ resolved }) => resolved);
  if (old === undefined || next === undefined) return { changes: [], diagnostics };
  const changes = diffApis({ old, new: next });
  return { step: getLargestBump(changes), changes, diagnostics };
}
