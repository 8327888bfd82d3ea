/** The implementation of `learn`: proposes overlays from recordings. */
import { readRequiredFile } from '../config/named-files.js';
import { createDiagnostic, hasErrors, type Diagnostic, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import type { Api } from '../model/model.js';
import type { SourceOptions } from '../config/select-sources.js';
import { createMatcher } from '../../fidelity/recordings/match-exchange.js';
import type { CallScenario } from '../../fidelity/learn/calls.js';
import { checkOverlay } from '../../fidelity/learn/check-overlay.js';
import { formatOverlay } from '../../fidelity/learn/format-overlay.js';
import { learn } from '../../fidelity/learn/learn.js';
import { toCalls } from '../../fidelity/learn/to-calls.js';
import { replayScenario } from '../../fidelity/verify/replay-scenario.js';
import { readSpecification } from '../read/index.js';
import { UsageError } from '../lib/usage-error.js';
import type { FoundRecordings } from './find-recordings.js';
import { prepareReplay, replayInSession, type RecordedState, type ReplayMocks } from './replay-mocks.js';

export interface LearnOptions extends SourceOptions {
  /** The APIs: configured names and files. Default: the only configured API at the addresses of the recordings. */
  readonly apis: readonly string[];
  /** What existed before each scenario. Default: `inferred`. */
  readonly state?: RecordedState;
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

/**
 * Learns from the recordings in files and folders. Throws `UsageError` for an unknown API, an invalid config, or calls of several APIs if
 * `options` names none.
 */
export async function learnRecordings(paths: readonly string[], options: LearnOptions, effects: Effects): Promise<LearnResult> {
  const { recordings, apis: found, mocks, diagnostics } = await prepareReplay(paths, options, effects);
  if (mocks === undefined) return { learned: [], diagnostics };
  const apis = found.map(({ api }) => api);
  if (options.apis.length === 0 && apis.length > 1) {
    const names = apis.map(({ name, version }) => `${name} ${version}`).join(', ');
    throw new UsageError(`the recordings call several APIs (${names}); name those to learn about with --api`);
  }
  const calls = await collectCalls(recordings, { apis, mocks, state: options.state });
  const inputs = apis.map((api) => ({ api, scenarios: calls.get(api) ?? [] }));
  const findings = learn(inputs);
  const learned = inputs.map(({ api, scenarios }, index): LearnedApi => {
    const own = findings[index]!;
    return {
      name: api.name,
      version: api.version,
      overlay: formatOverlay(api, own),
      proposals: own.rules.length + own.keys.length,
      questions: own.questions.length,
      alreadySo: own.alreadySo,
      scenarios: scenarios.length,
    };
  });
  return { learned, diagnostics };
}

async function collectCalls(
  { files, read }: FoundRecordings,
  {
    apis,
    mocks,
    state = 'inferred',
  }: { readonly apis: readonly Api[]; readonly mocks: ReplayMocks; readonly state: RecordedState | undefined },
): Promise<ReadonlyMap<Api, readonly CallScenario[]>> {
  const match = createMatcher(apis);
  const calls = new Map<Api, CallScenario[]>();
  let count = 0;
  for (const file of files) {
    const { recording } = read(file);
    for (const scenario of recording?.scenarios ?? []) {
      count += 1;
      const context = { recording: recording!, match, messages: true };
      const { results } = await replayInSession(`scenario-${count}`, mocks, (session) =>
        replayScenario(scenario, { ...context, send: session.send, ...(state === 'inferred' && { state: session.state }) }),
      );
      for (const [api, own] of toCalls({ recording: recording!, scenario, results }, match))
        calls.set(api, [...(calls.get(api) ?? []), own]);
    }
  }
  return calls;
}

/** Reports the entries of an overlay that recordings contradict. Throws `UsageError` for an unknown API, an invalid config, or a missing file. */
export async function checkLearned(paths: readonly string[], options: CheckOptions, effects: Effects): Promise<readonly Diagnostic[]> {
  const { specification, diagnostics } = readSpecification(readRequiredFile(options.overlay, effects));
  const { recordings, apis, mocks, diagnostics: problems } = await prepareReplay(paths, options, effects);
  const all = sortDiagnostics([...diagnostics, ...problems]);
  if (specification === undefined || mocks === undefined || hasErrors(all)) return all;
  const { name, version } = specification.value;
  const api = apis.map((found) => found.api).find((one) => one.name === name && one.version === version);
  if (api === undefined)
    throw new UsageError(`no recording contains a call of ${String(name)} ${String(version)}, the API of ${options.overlay}`);
  const calls = await collectCalls(recordings, { apis: [api], mocks, state: options.state });
  const contradictions = checkOverlay(api, specification.value, calls.get(api) ?? []);
  return [...all, ...contradictions.map((found) => createDiagnostic('contradicted-entry', found, specification.at(found.pointer)))];
}
