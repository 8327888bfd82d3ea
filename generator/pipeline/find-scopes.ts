/** The implementation of `scopes`: finds the access that recordings and journals need. */
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import type { Api } from '../model/model.js';
import type { RecordedRequest } from '../../fidelity/recordings/exchange.js';
import { createMatcher } from '../../fidelity/recordings/match-exchange.js';
import { type Access, findAccess } from '../../fidelity/recordings/scopes.js';
import { findRecordedApis } from './find-recorded-apis.js';
import { findRecordings, type FoundRecordings } from './find-recordings.js';
import { loadDescribedApis } from './load-described-apis.js';

export interface ScopesOptions extends SourceOptions {
  /** The APIs: configured names and files. Default: all configured APIs. */
  readonly apis: readonly string[];
  /** Requests of a mock, whose hosts are unknown. */
  readonly journal?: readonly RecordedRequest[];
}

export interface ScopesResult {
  /** Absent if there are errors. */
  readonly access?: Access;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the access that the requests in recordings, or in a journal, need. Throws `UsageError` for an unknown API, or an invalid config.
 */
export async function findScopes(
  paths: readonly string[],
  { journal, ...options }: ScopesOptions,
  effects: Effects,
): Promise<ScopesResult> {
  if (journal !== undefined) return toResult(journal, loadDescribedApis(options.apis, options, effects));
  const config = selectSources(options.apis, options, effects);
  const recordings = await findRecordings(paths, config, effects);
  if (hasErrors(recordings.diagnostics)) return { diagnostics: sortDiagnostics(recordings.diagnostics) };
  const { apis, diagnostics } = findRecordedApis(config, recordings.urls, effects);
  return toResult(listRequests(recordings), {
    apis: apis.map(({ api }) => api),
    diagnostics: sortDiagnostics([...recordings.diagnostics, ...diagnostics]),
  });
}

function toResult(
  requests: Iterable<RecordedRequest>,
  { apis, diagnostics }: { readonly apis: readonly Api[]; readonly diagnostics: readonly Diagnostic[] },
): ScopesResult {
  return hasErrors(diagnostics) ? { diagnostics } : { access: findAccess(requests, apis, createMatcher(apis)), diagnostics };
}

/** Reads one file at a time. */
function* listRequests({ files, read }: FoundRecordings): Iterable<RecordedRequest> {
  for (const file of files)
    for (const { exchanges } of read(file).recording?.scenarios ?? []) for (const { request } of exchanges) yield request;
}
