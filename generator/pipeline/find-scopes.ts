/** The implementation of `scopes`: finds the access that recordings and journals need. */
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import type { Api } from '../model/model.js';
import type { RecordedRequest } from '../../fidelity/recordings/exchange.js';
import { createMatcher } from '../../fidelity/recordings/match-exchange.js';
import { type Access, findAccess } from '../../fidelity/recordings/scopes.js';
import { findRecordedApis } from './find-recorded-apis.js';
import { findRecordings, readRecordingFile } from './find-recordings.js';
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
export function findScopes(paths: readonly string[], { journal, ...options }: ScopesOptions, effects: Effects): ScopesResult {
  const recordings = findRecordings(paths, effects);
  const { apis, diagnostics } =
    journal === undefined ? loadCalledApis(recordings.urls, options, effects) : loadDescribedApis(options.apis, options, effects);
  const all = sortDiagnostics([...recordings.diagnostics, ...diagnostics]);
  if (hasErrors(all)) return { diagnostics: all };
  return { access: findAccess(journal ?? listRequests(recordings.files, effects), apis, createMatcher(apis)), diagnostics: all };
}

function loadCalledApis(
  urls: readonly string[],
  options: Omit<ScopesOptions, 'journal'>,
  effects: Effects,
): { apis: readonly Api[]; diagnostics: readonly Diagnostic[] } {
  const { apis, diagnostics } = findRecordedApis(selectSources(options.apis, options, effects), urls, effects);
  return { apis: apis.map(({ api }) => api), diagnostics };
}

/** Reads one file at a time. */
function* listRequests(files: readonly string[], effects: Effects): Iterable<RecordedRequest> {
  for (const file of files)
    for (const { exchanges } of readRecordingFile(file, effects).recording?.scenarios ?? [])
      for (const { request } of exchanges) yield request;
}
