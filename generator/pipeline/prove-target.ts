/** The implementation of `verify --target`: proves the rules of specifications against a live service. */
import type { AnyMock, MockOptions } from '../../templates/runtime/mock/index.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { createDiagnostic, type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import { UsageError } from '../lib/usage-error.js';
import { acceptDifferences } from '../traffic/verify/accepted.js';
import { connectTarget, TargetError, type HttpTarget } from '../traffic/prove/http-target.js';
import { prove, type Proof, type ProvenApi } from '../traffic/prove/prove.js';
import { locateRules } from './list-rules.js';
import { isLoaded, loadApi, type LoadedApi } from './load-api.js';
import { loadMockApis } from './mock-apis.js';
import { readAccepted } from './read-accepted.js';

export interface ProveTargetOptions extends SourceOptions {
  /** The APIs: configured names and files. Default: all configured APIs. */
  readonly apis?: readonly string[];
  /** The address of the service. */
  readonly target: string;
  /** Names and values depend on it. Default: 1. */
  readonly seed?: number;
  /** The project below which everything is created. */
  readonly project?: string;
  /** The token that the control routes of the mock require. */
  readonly adminToken?: string;
  /** The file of accepted differences. Default: `verify.accepted.yaml`, if it exists. */
  readonly accepted?: string;
  /** Keeps some exchanges of each method in the verdict, whole. */
  readonly keepsSamples?: boolean;
}

export interface ProveTargetResult {
  /** Absent if there are errors. */
  readonly proof?: Proof;
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `UsageError` for an unknown API, an invalid config, and a target that doesn't respond. */
export async function proveTarget(options: ProveTargetOptions, effects: Effects): Promise<ProveTargetResult> {
  const names = options.apis ?? [];
  const config = selectSources(names, options, effects);
  const accepted = readAccepted(options.accepted, effects);
  const loaded = config.sources.map(({ evidence: _, ...source }) => loadApi(source, config, effects));
  const diagnostics = [...loaded.flatMap((each) => each.diagnostics), ...accepted.diagnostics];
  if (hasErrors(diagnostics)) return { diagnostics: sortDiagnostics(diagnostics) };
  const target = await connect(options, effects);
  const apis = loaded.filter(isLoaded);
  const auth = await checksCredentials(target, apis);
  const mocks = await createMocks(names, options, { auth, effects });
  const proven = apis.map((each) => toProvenApi(each, mocks));
  const { project = defaultProject, seed = 1, keepsSamples } = options;
  const proof = await prove(proven, { target, seed, project, auth }, keepsSamples);
  const { verdict, unused } = acceptDifferences(proof.verdict, accepted.entries);
  return {
    proof: { ...proof, verdict },
    diagnostics: sortDiagnostics([...diagnostics, ...unused.map((entry) => createDiagnostic('unused-acceptance', entry, entry.at))]),
  };
}

/** The project of mocks, which accept any. */
const defaultProject = 'p';

async function connect({ target, adminToken }: ProveTargetOptions, effects: Effects): Promise<HttpTarget> {
  try {
    return await connectTarget({ url: target, fetch: effects.fetch, ...(adminToken !== undefined && { adminToken }) });
  } catch (error) {
    throw error instanceof TargetError ? new UsageError(error.message, [], { cause: error }) : error;
  }
}

/** Whether the target rejects a read without credentials. Only a mock tells which credentials a call needs. */
async function checksCredentials(target: HttpTarget, apis: readonly LoadedApi[]): Promise<boolean> {
  const methods = apis.flatMap(({ resolved: { api } }) => api.methods);
  const method = methods.find(({ httpMethod, route }) => httpMethod === 'GET' && !route.includes('=')) ?? methods[0];
  if (!target.isMock || method === undefined) return false;
  return target.checksCredentials(`/${method.route.replace(/\{[^}]*\}/g, 'x')}`);
}

interface MockContext {
  readonly auth: boolean;
  readonly effects: Effects;
}

async function createMocks(
  names: readonly string[],
  options: SourceOptions,
  { auth, effects }: MockContext,
): Promise<ReadonlyMap<string, AnyMock>> {
  const { createMockServer } = await import('../../templates/runtime/mock/index.js');
  const { behaviors } = await loadMockApis(names, options, effects);
  const settings: MockOptions = { auth: auth ? 'on' : 'off', warn: () => undefined, journal: 1, history: 20, maxSessions: 4 };
  return new Map(behaviors.map((behavior) => [`${behavior.name} ${behavior.version}`, createMockServer(behavior, settings)]));
}

function toProvenApi({ resolved: { api, value, at } }: LoadedApi, mocks: ReadonlyMap<string, AnyMock>): ProvenApi {
  const mock = mocks.get(`${api.name} ${api.version}`);
  if (mock === undefined) throw new Error(`there is no mock of ${api.name} ${api.version}`);
  return { api, document: value, rules: locateRules({ value, at }), at: (pointer) => at(pointer, 'key'), mock };
}
