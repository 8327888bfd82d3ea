/** The implementation of `verify --target`: proves the rules of specifications against a live service. */
import type { AnyMock, MockOptions } from '../../mock/index.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { createDiagnostic, type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { UsageError } from '../lib/usage-error.js';
import { acceptDifferences } from '../../fidelity/verify/accepted.js';
import type { AcceptedDifference } from '../../fidelity/verify/accepted.js';
import type { ApiIndex } from '../../fidelity/prove/api-index.js';
import { listRequests } from '../../fidelity/prove/dry-run.js';
import { Guard } from '../../fidelity/prove/guard.js';
import { buildCallPath } from '../../fidelity/prove/route.js';
import type { HttpTarget } from '../../fidelity/prove/http-target.js';
import { learnMissingRoute } from '../../fidelity/prove/live/missing-methods.js';
import type { GivenValues } from '../../fidelity/prove/live/requests.js';
import type { Target } from '../../fidelity/prove/target.js';
import { prove, type ProveReport, type ProveApi } from '../../fidelity/prove/prove.js';
import { locateRules } from './list-rules.js';
import { isLoaded, loadApi, type LoadedApi } from './load-api.js';
import { loadMockApis } from './mock-apis.js';
import { readAccepted } from './read-accepted.js';
import { recordTarget } from './record-target.js';
import { readTargetValues } from './read-target-values.js';
import { openTarget, readAccess, useServerProject, type TargetOptions } from './target-access.js';

export interface ProveTargetOptions extends SourceOptions, TargetOptions {
  /** The APIs: configured names and files. Default: all configured APIs. */
  readonly apis?: readonly string[];
  /** Names and values depend on it. Default: 1. */
  readonly seed?: number;
  /** The file of accepted differences. Default: `verify.accepted.yaml`, if it exists. */
  readonly accepted?: string;
  /** The file of values for requests to a server that isn't a mock of discogen. */
  readonly values?: string;
  /** Receives each exchange with the target as a line of a tape. */
  readonly record?: (line: string) => void;
  /** Keeps some exchanges of each method in the verdict, whole. */
  readonly keepsSamples?: boolean;
}

export interface ProveTargetResult {
  /** Absent if there are errors. */
  readonly report?: ProveReport;
  /** The resources that the run created and couldn't delete, and those that an inventory shows after the run and not before. */
  readonly leftovers?: readonly string[];
  /** Whether the user stopped the run. */
  readonly isStopped?: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Sends requests for each rule to the target, and reports which rules it follows. Throws `UsageError` for an unknown API and an invalid config,
 * and `TargetError` for a target that doesn't respond.
 */
export async function proveTarget(options: ProveTargetOptions, effects: Effects): Promise<ProveTargetResult> {
  const given = readAccess(options);
  const { apis, diagnostics, accepted, values } = loadApis(options, effects);
  if (hasErrors(diagnostics)) return { diagnostics: sortDiagnostics(diagnostics) };
  const { target, run, isStopped, isOwnEmulator = false } = await openTarget(options, given, effects);
  const access = target.isMock || options.projects?.length ? given : useServerProject(given);
  const auth = await checksCredentials(target, apis);
  const proven = await createProveApis(apis, options, { auth, effects });
  const { seed = 1, keepsSamples, record } = options;
  const openApi = (index: ApiIndex): Target => {
    const opened = run?.open(index) ?? target;
    return record === undefined ? opened : recordTarget(opened, { now: effects.now, write: record, address: index.api.rootUrl });
  };
  const before = await run?.start(proven);
  const report = await prove(
    proven,
    {
      origin: target.origin,
      openTarget: openApi,
      seed,
      project: access.project,
      auth,
      isStopped,
      mustUndo: run !== undefined,
      ...(target.isMock && { parallel: parallelRules }),
      ...(!target.isMock && {
        parallel: access.isLocal ? parallelRules : 1,
        live: {
          values,
          explainMissing: await learnMissingRoute(target.send, isOwnEmulator || (access.isLocal && access.allow.length > 0)),
          prefix: createRunPrefix(effects.now()),
          now: effects.now,
        },
      }),
    },
    keepsSamples,
  );
  const leftovers = before && (await run?.listLeftovers(proven, before));
  const { verdict, unused } = acceptDifferences(report.verdict, accepted);
  return {
    report: { ...report, verdict },
    isStopped: isStopped(),
    ...(leftovers && { leftovers }),
    diagnostics: sortDiagnostics([...diagnostics, ...unused.map((entry) => createDiagnostic('unused-acceptance', entry, entry.at))]),
  };
}

/** Lists the requests that `proveTarget` would send, as lines of text, and those that aren't allowed. Sends none. */
export async function* listTargetRequests(options: ProveTargetOptions, effects: Effects): AsyncGenerator<string> {
  const { project, isLocal, ...guard } = readAccess(options);
  const { apis, diagnostics } = loadApis(options, effects);
  if (hasErrors(diagnostics)) throw new UsageError('the specifications have errors; run discogen lint', diagnostics);
  const proven = await createProveApis(apis, options, { auth: false, effects });
  const { seed = 1, target } = options;
  const createGuard = (index: ApiIndex): Guard => new Guard(index, guard);
  // A local target can be a mock, which receives all requests. Any other one receives only those that --allow permits.
  const isGuarded = !isLocal || guard.allow.length > 0;
  yield* listRequests(proven, { origin: target.replace(/\/+$/, ''), seed, project, ...(isGuarded && { createGuard }) });
}

/** The number of rules that are tested at the same time if the target is a mock, each in a session of its own. */
const parallelRules = 8;

/** Names are unique in each run, because services remember those of deleted resources. Letters and digits fit the rules of most services. */
const createRunPrefix = (now: number): string => `rule${Math.floor(now / 1000).toString(36)}`;

interface LoadedApis {
  readonly apis: readonly LoadedApi[];
  readonly accepted: readonly AcceptedDifference[];
  readonly values: GivenValues;
  readonly diagnostics: readonly Diagnostic[];
}

function loadApis(options: ProveTargetOptions, effects: Effects): LoadedApis {
  const config = selectSources(options.apis ?? [], options, effects);
  const accepted = readAccepted(options.accepted, effects);
  const loaded = config.sources.map(({ evidence: _, ...source }) => loadApi(source, config, effects));
  const apis = loaded.filter(isLoaded);
  const methods = apis.flatMap(({ resolved: { api } }) => api.methods.map(({ id }) => id));
  const { values, diagnostics: faults } = readTargetValues(options.values, methods, effects);
  const diagnostics = [...loaded.flatMap((each) => each.diagnostics), ...accepted.diagnostics, ...faults];
  return { apis, accepted: accepted.entries, values, diagnostics };
}

/** Whether the target is a mock that rejects a read without credentials. */
async function checksCredentials(target: HttpTarget, apis: readonly LoadedApi[]): Promise<boolean> {
  const methods = apis.flatMap(({ resolved: { api } }) => api.methods);
  const method = methods.find(({ httpMethod }) => httpMethod === 'GET');
  if (!target.isMock || method === undefined) return false;
  return target.checksCredentials(`/${buildCallPath(method, undefined, () => 'x')}`);
}

interface MockContext {
  readonly auth: boolean;
  readonly effects: Effects;
}

async function createProveApis(
  apis: readonly LoadedApi[],
  options: ProveTargetOptions,
  context: MockContext,
): Promise<readonly ProveApi[]> {
  const mocks = await createMocks(options.apis ?? [], options, context);
  return apis.map((each) => toProveApi(each, mocks));
}

async function createMocks(
  names: readonly string[],
  options: SourceOptions,
  { auth, effects }: MockContext,
): Promise<ReadonlyMap<string, AnyMock>> {
  const { createMockServer } = await import('../../mock/index.js');
  const { behaviors } = await loadMockApis(names, options, effects);
  const settings: MockOptions = {
    auth: auth ? 'on' : 'off',
    warn: () => undefined,
    journal: 1,
    history: 20,
    maxSessions: 4 * parallelRules,
  };
  return new Map(behaviors.map((behavior) => [`${behavior.name} ${behavior.version}`, createMockServer(behavior, settings)]));
}

function toProveApi({ resolved: { api, value, at } }: LoadedApi, mocks: ReadonlyMap<string, AnyMock>): ProveApi {
  const mock = mocks.get(`${api.name} ${api.version}`);
  if (mock === undefined) throw new Error(`there is no mock of ${api.name} ${api.version}`);
  return { api, document: value, rules: locateRules({ value, at }), at: (pointer) => at(pointer, 'key'), mock };
}
