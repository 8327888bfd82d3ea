/** The implementation of `learn`: proposes overlays from recordings. */
import { readRequiredFile } from '../config/named-files.js';
import { createDiagnostic, hasErrors, type Diagnostic, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import type { Api } from '../model/model.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { createMatcher } from '../traffic/match-exchange.js';
import type { CallScenario } from '../traffic/learn/calls.js';
import { checkOverlay } from '../traffic/learn/check-overlay.js';
import { formatOverlay } from '../traffic/learn/format-overlay.js';
import { learn } from '../traffic/learn/learn.js';
import { toCalls } from '../traffic/learn/to-calls.js';
import { replayScenario } from '../traffic/verify/replay-scenario.js';
import { readSpecification } from '../read/index.js';
import { UsageError } from '../lib/usage-error.js';
import { findRecordedApis } from './find-recorded-apis.js';
import { createMocks, listRecordings, readFile, replayInSession } from './verify-recordings.js';

export interface LearnOptions extends SourceOptions {
  /** The APIs: configured names and files. */
  readonly apis: readonly string[];
}

export interface CheckOptions extends LearnOptions {
  /** The file of the overlay. */
  readonly overlay: string;
}

export interface LearnedApi {
  readonly name: string;
  readonly version: string;
  /** The text of the overlay. */
  readonly overlay: string;
  /** The numbers of proposals, of questions, and of facts that the mock already has. */
  readonly proposals: number;
  readonly questions: number;
  readonly alreadySo: number;
  readonly scenarios: number;
}

export interface LearnResult {
  readonly learned: readonly LearnedApi[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `UsageError` for an unknown API, or an invalid config. */
export async function learnRecordings(files: readonly string[], options: LearnOptions, effects: Effects): Promise<LearnResult> {
  const config = selectSources(options.apis, options, effects);
  const { urls, diagnostics: problems } = listRecordings(files, effects);
  if (hasErrors(problems)) return { learned: [], diagnostics: sortDiagnostics(problems) };
  const found = findRecordedApis(config, urls, effects);
  const diagnostics = sortDiagnostics([...problems, ...found.diagnostics]);
  if (hasErrors(diagnostics)) return { learned: [], diagnostics };
  const apis = found.apis.map(({ resolved }) => resolved.api);
  const mocks = await createMocks(found.apis, { config, options }, effects);
  const calls = await collectCalls(files, { apis, mocks }, effects);
  const inputs = apis.map((api) => ({ api, scenarios: calls.get(api) ?? [] }));
  const findings = learn(inputs);
  return {
    learned: inputs.map(({ api, scenarios }, index) => {
      const { rules, keys, questions, alreadySo } = findings[index]!;
      const { name, version } = api;
      const overlay = formatOverlay(api, findings[index]!);
      return {
        name,
        version,
        overlay,
        proposals: rules.length + keys.length,
        questions: questions.length,
        alreadySo,
        scenarios: scenarios.length,
      };
    }),
    diagnostics,
  };
}

async function collectCalls(
  files: readonly string[],
  { apis, mocks }: { readonly apis: readonly Api[]; readonly mocks?: Awaited<ReturnType<typeof createMocks>> },
  effects: Effects,
): Promise<ReadonlyMap<Api, readonly CallScenario[]>> {
  const match = createMatcher(apis);
  const calls = new Map<Api, CallScenario[]>();
  let count = 0;
  for (const file of files) {
    const { recording } = readFile(file, effects);
    for (const scenario of recording?.scenarios ?? []) {
      count += 1;
      const context = { recording: recording!, match, messages: true };
      const judgments =
        mocks === undefined
          ? []
          : await replayInSession(`scenario-${count}`, mocks, (send) => replayScenario(scenario, { ...context, send }));
      for (const [api, own] of toCalls({ recording: recording!, scenario, judgments }, match))
        calls.set(api, [...(calls.get(api) ?? []), own]);
    }
  }
  return calls;
}

/** Reports the entries of an overlay that recordings contradict. Throws `UsageError` for an unknown API, an invalid config, or a missing file. */
export async function checkLearned(files: readonly string[], options: CheckOptions, effects: Effects): Promise<readonly Diagnostic[]> {
  const config = selectSources(options.apis, options, effects);
  const { specification, diagnostics } = readSpecification(readRequiredFile(options.overlay, effects));
  const { urls, diagnostics: problems } = listRecordings(files, effects);
  const found = findRecordedApis(config, urls, effects);
  const all = sortDiagnostics([...diagnostics, ...problems, ...found.diagnostics]);
  if (specification === undefined || hasErrors(all)) return all;
  const { name, version } = specification.value;
  const api = found.apis.map(({ resolved }) => resolved.api).find((one) => one.name === name && one.version === version);
  if (api === undefined)
    throw new UsageError(`no recording contains a call of ${String(name)} ${String(version)}, the API of ${options.overlay}`);
  const calls = await collectCalls(files, { apis: [api] }, effects);
  const contradictions = checkOverlay(api, specification.value, calls.get(api) ?? []);
  return [...all, ...contradictions.map((found) => createDiagnostic('contradicted-entry', found, specification.at(found.pointer)))];
}
