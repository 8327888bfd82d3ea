/** The implementation of `verify`: replays recordings against mocks, and compares their responses. */
import type { AnyMock, SeedDocument } from '../../templates/runtime/mock/index.js';
import { matchPath } from '../../templates/runtime/paths/match.js';
import type { ApiBehavior } from '../../templates/runtime/behavior.js';
import { createDiagnostic, type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { generatorVersion } from '../lib/root.js';
import type { Config } from '../config/generate-options.js';
import type { Api } from '../model/model.js';
import { createReadDiagnostic, readNamedFile } from '../config/named-files.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import type { Recording } from '../traffic/exchange.js';
import { createMatcher } from '../traffic/match-exchange.js';
import { readRecording } from '../traffic/read-recording.js';
import { replayScenario, type ReplayContext } from '../traffic/verify/replay-scenario.js';
import { ReplayClock, sendToMock } from '../traffic/verify/mock-session.js';
import type { Judgment } from '../traffic/verify/judgment.js';
import { acceptDifferences } from '../traffic/verify/accepted.js';
import { createEvidence, type EvidenceFile } from '../traffic/verify/evidence.js';
import { Tally, type Verdict } from '../traffic/verify/verdict.js';
import { readAccepted } from './read-accepted.js';
import { hashSpecification } from './hash-inputs.js';
import { findRecordedApis } from './find-recorded-apis.js';
import { loadBehaviors } from './mock-apis.js';

export interface VerifyOptions extends SourceOptions {
  /** The APIs: configured names and files. Default: all configured APIs. */
  readonly apis?: readonly string[];
  /** Whether the messages of errors must be the same. Default: false. */
  readonly messages?: boolean;
  /** The file of accepted differences. Default: `verify.accepted.yaml`, if it exists. */
  readonly accepted?: string;
  /** What exists before each scenario. */
  readonly seed?: readonly SeedDocument[];
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

/** Throws `UsageError` for an unknown API, an invalid config, or a file of accepted differences that can't be read. */
export async function verifyRecordings(files: readonly string[], options: VerifyRunOptions, effects: Effects): Promise<VerifyResult> {
  const config = omitEvidence(selectSources(options.apis ?? [], options, effects));
  const accepted = readAccepted(options.accepted, effects);
  const { urls, digests, diagnostics: problems } = listRecordings(files, effects);
  const diagnostics = [...problems, ...accepted.diagnostics];
  if (hasErrors(diagnostics)) return { diagnostics: sortDiagnostics(diagnostics) };
  const found = findRecordedApis(config, urls, effects);
  const all = [...diagnostics, ...found.diagnostics];
  if (hasErrors(all)) return { diagnostics: sortDiagnostics(all) };
  const mocks = await createMocks(found.apis, { config, options }, effects);
  const tally = new Tally(options.keepsSamples ?? false);
  const match = createMatcher(found.apis.map(({ resolved }) => resolved.api));
  await replayFiles(files, { tally, match, mocks, messages: options.messages ?? false }, effects);
  const { verdict, unused } = acceptDifferences(tally.toVerdict(), accepted.entries);
  const apis = found.apis.map(({ source, resolved: { api } }) => ({
    name: api.name,
    version: api.version,
    specification: hashSpecification(source, effects),
  }));
  return {
    verdict,
    evidence: createEvidence(verdict, { discogen: generatorVersion, recordings: digests, apis }),
    diagnostics: sortDiagnostics([...all, ...unused.map((entry) => createDiagnostic('unused-acceptance', entry, entry.at))]),
  };
}

/** A comparison doesn't depend on an earlier one, whose evidence may be missing. */
function omitEvidence(config: Config): Config {
  return { ...config, sources: config.sources.map(({ evidence: _, ...source }) => source) };
}

interface RecordingList {
  /** One for each address and version. */
  readonly urls: readonly string[];
  readonly digests: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads all recordings, so that all errors are reported at once, and keeps only the addresses. */
export function listRecordings(files: readonly string[], effects: Effects): RecordingList {
  const urls = new Map<string, string>();
  const digests: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const { recording, diagnostics: problems } = readFile(file, effects);
    diagnostics.push(...problems);
    if (recording !== undefined) digests.push(recording.digest);
    for (const { exchanges } of recording?.scenarios ?? [])
      for (const { request } of exchanges) urls.set(request.url.split('/', 5).join('/'), request.url);
  }
  return { urls: [...urls.values()], digests, diagnostics };
}

export function readFile(path: string, effects: Effects): { readonly recording?: Recording; readonly diagnostics: readonly Diagnostic[] } {
  const file = readNamedFile(path, effects);
  if ('problem' in file) return { diagnostics: [createReadDiagnostic(path, file.problem)] };
  return readRecording(file);
}

interface ReplayMocks {
  readonly clock: ReplayClock;
  readonly get: (api: Api) => AnyMock;
}

export async function createMocks(
  apis: ReturnType<typeof findRecordedApis>['apis'],
  { config, options }: { readonly config: ReturnType<typeof selectSources>; readonly options: VerifyOptions },
  effects: Effects,
): Promise<ReplayMocks> {
  const { createMockServer } = await import('../../templates/runtime/mock/index.js');
  const sources = apis.map(({ source }) => source);
  const { behaviors } = await loadBehaviors({ ...config, sources }, effects);
  const clock = new ReplayClock();
  const mocks = new Map(
    behaviors.map((behavior) => [
      `${behavior.name} ${behavior.version}`,
      createMockServer(behavior, {
        now: clock.now,
        seed: (options.seed ?? []).map((document) => selectResources(document, behavior)),
        warn: () => undefined,
        journal: 1,
        history: 1,
        maxSessions: 2,
      }),
    ]),
  );
  return { clock, get: ({ name, version }) => mocks.get(`${name} ${version}`) as AnyMock };
}

/** Returns the part of a seed that concerns an API. */
function selectResources({ resources = {}, ...others }: SeedDocument, behavior: ApiBehavior): SeedDocument {
  const own = Object.entries(resources).filter(([path]) =>
    behavior.resources.some((resource) => matchPath(resource.path, path) !== undefined),
  );
  return { ...others, resources: Object.fromEntries(own) };
}

interface FilesContext extends Pick<ReplayContext, 'match' | 'messages'> {
  readonly tally: Tally;
  readonly mocks: ReplayMocks;
}

async function replayFiles(files: readonly string[], { tally, mocks, match, messages }: FilesContext, effects: Effects): Promise<void> {
  let count = 0;
  for (const file of files) {
    const { recording } = readFile(file, effects);
    if (recording === undefined) continue;
    tally.addRecording(file);
    for (const scenario of recording.scenarios) {
      count += 1;
      const replay = (send: ReplayContext['send']): Promise<readonly Judgment[]> =>
        replayScenario(scenario, { recording, match, send, messages });
      const judgments = await replayInSession(`scenario-${count}`, mocks, replay);
      tally.addScenario(judgments);
    }
  }
}

/** Replays in new sessions, which are deleted afterwards. */
export async function replayInSession(
  name: string,
  { clock, get }: ReplayMocks,
  replay: (send: ReplayContext['send']) => Promise<readonly Judgment[]>,
): Promise<readonly Judgment[]> {
  clock.reset();
  const used = new Set<AnyMock>();
  try {
    return await replay(async (api, request, exchange) => {
      clock.advance(exchange);
      const mock = get(api);
      used.add(mock);
      return sendToMock(mock.session(name), request);
    });
  } finally {
    for (const mock of used) await mock.session(name).delete();
  }
}
