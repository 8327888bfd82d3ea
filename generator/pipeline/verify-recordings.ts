/** The implementation of `verify`: replays recordings against mocks or a server, and compares their responses. */
import { createDiagnostic, type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { generatorVersion } from '../lib/root.js';
import { createMatcher } from '../../fidelity/recordings/match-exchange.js';
import { replayScenario, type ReplayContext } from '../../fidelity/verify/replay-scenario.js';
import { acceptDifferences } from '../../fidelity/verify/accepted.js';
import { createEvidence, type EvidenceFile } from '../../fidelity/verify/evidence.js';
import { Tally, type Verdict } from '../../fidelity/verify/verdict.js';
import type { FoundRecordings } from './find-recordings.js';
import { hashSpecification } from './hash-inputs.js';
import { readAccepted } from './read-accepted.js';
import { prepareReplay, replayInSession, type RecordedState, type ReplayMocks, type ReplayOptions } from './replay-mocks.js';
import { createDryReplay, createTargetReplay, type ReplayNumbered } from './replay-target.js';
import type { TargetOptions } from './target-access.js';

export interface VerifyOptions extends ReplayOptions {
  /** Whether the messages of errors must be the same. Default: false. */
  readonly messages?: boolean;
  /** The file of accepted differences. Default: `verify.accepted.yaml`, if it exists. */
  readonly accepted?: string;
  /** Replays on this server, instead of mocks. It gets no seed, and nothing is reconstructed. */
  readonly server?: TargetOptions;
}

export interface VerifyResult {
  /** Absent if there are errors. */
  readonly verdict?: Verdict;
  /** What the evidence file of the comparison contains. Absent if there are errors. */
  readonly evidence?: EvidenceFile;
  /** With `server`: the resources that the run left behind. */
  readonly leftovers?: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

interface VerifyRunOptions extends VerifyOptions {
  /** Keeps some exchanges of each method in the verdict, whole. */
  readonly keepsSamples?: boolean;
}

/**
 * Verifies with the recordings in files and folders. Throws `UsageError` for an unknown API, an invalid config, a file of accepted differences that
 * can't be read, or a server that needs more options, and `TargetError` for a server that doesn't respond.
 */
export async function verifyRecordings(paths: readonly string[], options: VerifyRunOptions, effects: Effects): Promise<VerifyResult> {
  const { server, state, messages = false } = options;
  const accepted = readAccepted(options.accepted, effects);
  const prepared = await prepareReplay(paths, { ...options, needsMocks: server === undefined }, effects);
  const { recordings, apis, mocks } = prepared;
  const all = [...prepared.diagnostics, ...accepted.diagnostics];
  if (hasErrors(all)) return { diagnostics: sortDiagnostics(all) };
  const models = apis.map(({ api }) => api);
  const target = server && (await createTargetReplay(server, models, effects));
  const replay = target?.replay ?? (mocks && createMockReplay(mocks, state));
  if (replay === undefined) return { diagnostics: sortDiagnostics(all) };
  const tally = new Tally(options.keepsSamples ?? false);
  await replayFiles(recordings, { tally, match: createMatcher(models), messages, replay });
  const leftovers = await target?.listLeftovers();
  const { verdict, unused } = acceptDifferences(tally.toVerdict(), accepted.entries);
  const hashed = apis.map(({ source, api: { name, version } }) => ({ name, version, specification: hashSpecification(source, effects) }));
  return {
    verdict,
    evidence: createEvidence(verdict, { discogen: generatorVersion, recordings: recordings.digests, apis: hashed }),
    ...(leftovers && { leftovers }),
    diagnostics: sortDiagnostics([...all, ...unused.map((entry) => createDiagnostic('unused-acceptance', entry, entry.at))]),
  };
}

/** Prints the requests that `verifyRecordings` would send to a server, and those that aren't allowed. Sends none. */
export async function printRecordedRequests(
  paths: readonly string[],
  options: VerifyRunOptions & { readonly server: TargetOptions },
  effects: Effects,
): Promise<readonly Diagnostic[]> {
  const replay = createDryReplay(options.server, (line) => effects.stdout(`${line}\n`), effects.now());
  const { recordings, apis, diagnostics } = await prepareReplay(paths, { ...options, needsMocks: false }, effects);
  const match = createMatcher(apis.map(({ api }) => api));
  if (!hasErrors(diagnostics)) await replayFiles(recordings, { tally: new Tally(false), match, messages: false, replay });
  return diagnostics;
}

const createMockReplay =
  (mocks: ReplayMocks, state: RecordedState = 'inferred'): ReplayNumbered =>
  (scenario, context, number) =>
    replayInSession(`scenario-${number}`, mocks, (session) =>
      replayScenario(scenario, { ...context, send: session.send, ...(state === 'inferred' && { state: session.state }) }),
    );

interface FilesContext extends Pick<ReplayContext, 'match' | 'messages'> {
  readonly tally: Tally;
  readonly replay: ReplayNumbered;
}

async function replayFiles({ files, read }: FoundRecordings, { tally, replay, match, messages }: FilesContext): Promise<void> {
  let count = 0;
  for (const file of files) {
    const { recording } = read(file);
    if (recording === undefined) continue;
    tally.addRecording(file);
    for (const scenario of recording.scenarios) {
      count += 1;
      const { results, assumed } = await replay(scenario, { recording, match, messages }, count);
      tally.addScenario(results, assumed);
    }
  }
}
