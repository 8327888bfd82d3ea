/** The implementation of `check`: finds what recordings, a journal, or TypeScript projects use of APIs, and what is known of it. */
import type { Config } from '../config/generate-options.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import type { Exchange, RecordedRequest, RecordedResponse } from '../../fidelity/recordings/exchange.js';
import { createMatcher } from '../../fidelity/recordings/match-exchange.js';
import { reportUses, type UsesReport } from '../../fidelity/usage/report.js';
import { addExchange, Uses } from '../../fidelity/usage/uses.js';
import { findRecordedApis } from './find-recorded-apis.js';
import { findRecordings, type FoundRecordings } from './find-recordings.js';
import { type DescribedApis, loadDescribedApis } from './load-described-apis.js';

export interface UsedExchange {
  readonly request: RecordedRequest;
  readonly response?: Pick<RecordedResponse, 'status' | 'body'>;
}

export interface CheckOptions extends SourceOptions {
  /** The APIs: configured names and files. Default: all configured APIs. */
  readonly apis: readonly string[];
}

/** Where the uses are. */
export interface UseSources {
  /** Paths of recordings, and of folders with recordings. */
  readonly recordings: readonly string[];
  /** Exchanges with mocks, whose hosts are unknown. */
  readonly journal: readonly UsedExchange[];
  /** The absolute paths of the `tsconfig.json` of projects. */
  readonly projects: readonly string[];
}

export interface CheckResult {
  /** Absent if there are errors. */
  readonly report?: UsesReport;
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds what programs use of APIs. Throws `UsageError` for an unknown API, or an invalid config. */
export async function checkUses(sources: UseSources, { apis: names, ...options }: CheckOptions, effects: Effects): Promise<CheckResult> {
  const config = selectSources(names, options, effects);
  const recordings = await findRecordings(sources.recordings, config, effects);
  if (hasErrors(recordings.diagnostics)) return { diagnostics: sortDiagnostics(recordings.diagnostics) };
  const { apis, diagnostics: problems } =
    sources.journal.length + sources.projects.length > 0
      ? loadDescribedApis(names, options, effects)
      : findCalledApis(config, recordings, effects);
  const diagnostics = sortDiagnostics([...recordings.diagnostics, ...problems]);
  if (hasErrors(diagnostics)) return { diagnostics };
  const [uses, match] = [new Uses(), createMatcher(apis)];
  for (const exchange of sources.journal) addExchange(uses, exchange, match(exchange.request));
  for (const exchange of listExchanges(recordings)) addExchange(uses, exchange, match(exchange.request));
  if (sources.projects.length > 0) {
    // TypeScript takes long to load.
    const { addTypedUses } = await import('../../fidelity/usage/typed-uses.js');
    for (const file of sources.projects) addTypedUses(uses, file, apis);
  }
  return { report: reportUses(uses), diagnostics };
}

/** Without a journal or a project, only the APIs at the hosts of the recordings are loaded. */
function findCalledApis(config: Config, { urls }: FoundRecordings, effects: Effects): DescribedApis {
  const { apis, diagnostics } = findRecordedApis(config, urls, effects);
  return { apis: apis.map(({ api }) => api), diagnostics };
}

/** Reads one file at a time. */
function* listExchanges({ files, read }: FoundRecordings): Iterable<Exchange> {
  for (const file of files) for (const { exchanges } of read(file).recording?.scenarios ?? []) yield* exchanges;
}
