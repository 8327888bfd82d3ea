/** The implementation of `verify`: replays recordings against mocks, and compares their responses. */
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

export interface VerifyOptions extends ReplayOptions {
  /** Whether the messages of errors must be the same. Default: false. */
  readonly messages?: boolean;
  /** The file of accepted differences. Default: `verify.accepted.yaml`, if it exists. */
  readonly accepted?: string;
}

export interface VerifyResult {
  /** Absent if there are errors. */
  readonly verdict?: Verdict;
  /** What the evidence file of the comparison contains. Absent if there are errors. */
  readonly evidence?: EvidenceFile;
  readonly diagnostics: readonly Diagnostic[];
}

interface VerifyRunOptions extends VerifyOptions {
  /** Keeps some exchanges of each method in the verdict, whole. */
  readonly keepsSamples?: boolean;
}

/**
 * Verifies with the recordings in files and folders. Throws `UsageError` for an unknown API, an invalid config, or a file of accepted
 * differences that can't be read.
 */
export async function verifyRecordings(paths: readonly string[], options: VerifyRunOptions, effects: Effects): Promise<VerifyResult> {
  const accepted = readAccepted(options.accepted, effects);
  const { recordings, apis, mocks, diagnostics } = await prepareReplay(paths, options, effects);
  const all = [...diagnostics, ...accepted.diagnostics];
  if (mocks === undefined || hasErrors(all)) return { diagnostics: sortDiagnostics(all) };
  const tally = new Tally(options.keepsSamples ?? false);
  const match = createMatcher(apis.map(({ api }) => api));
  await replayFiles(recordings, { tally, match, mocks, messages: options.messages ?? false, state: options.state });
  const { verdict, unused } = acceptDifferences(tally.toVerdict(), accepted.entries);
  const hashed = apis.map(({ source, api: { name, version } }) => ({ name, version, specification: hashSpecification(source, effects) }));
  return {
    verdict,
    evidence: createEvidence(verdict, { discogen: generatorVersion, recordings: recordings.digests, apis: hashed }),
    diagnostics: sortDiagnostics([...all, ...unused.map((entry) => createDiagnostic('unused-acceptance', entry, entry.at))]),
  };
}

interface FilesContext extends Pick<ReplayContext, 'match' | 'messages'> {
  readonly tally: Tally;
  readonly mocks: ReplayMocks;
  readonly state: RecordedState | undefined;
}

async function replayFiles(
  { files, read }: FoundRecordings,
  { tally, mocks, match, messages, state = 'inferred' }: FilesContext,
): Promise<void> {
  let count = 0;
  for (const file of files) {
    const { recording } = read(file);
    if (recording === undefined) continue;
    tally.addRecording(file);
    for (const scenario of recording.scenarios) {
      count += 1;
      const context = { recording, match, messages };
      const { results, assumed } = await replayInSession(`scenario-${count}`, mocks, (session) =>
        replayScenario(scenario, { ...context, send: session.send, ...(state === 'inferred' && { state: session.state }) }),
      );
      tally.addScenario(results, assumed);
    }
  }
}
