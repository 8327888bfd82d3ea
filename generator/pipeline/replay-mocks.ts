/** The mocks that recordings are replayed against. */
import { resolve } from 'node:path';
import type { AnyMock, AnySession, SeedDocument } from '../../mock/index.js';
import { matchPath } from '../../runtime/paths/match.js';
import type { ApiBehavior } from '../../runtime/behavior.js';
import type { Config, SpecificationSource } from '../config/generate-options.js';
import { selectSources, type SourceOptions } from '../config/select-sources.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../lib/diagnostics.js';
import type { Effects } from '../lib/effects.js';
import type { Api } from '../model/model.js';
import { ReplayClock, sendToMock } from '../../fidelity/verify/mock-session.js';
import type { ReplayContext } from '../../fidelity/verify/replay-scenario.js';
import { findRecordedSources, loadRecordedApis, type RecordedApi } from './find-recorded-apis.js';
import { findRecordings, type FoundRecordings } from './find-recordings.js';
import { groupByAccount } from './group-by-account.js';
import { loadBehaviors } from './mock-apis.js';

export interface ReplayOptions extends SourceOptions {
  /** The APIs: configured names and files. Default: all configured APIs. */
  readonly apis?: readonly string[];
  /** What exists before each scenario. */
  readonly seed?: readonly SeedDocument[];
  /**
   * `inferred`: reconstructs what existed before each scenario from its responses, and reports it as assumed. `none`: nothing existed but the
   * resources of `seed`. Default: `inferred`.
   */
  readonly state?: RecordedState;
}

export const recordedStates = ['inferred', 'none'] as const;
export type RecordedState = (typeof recordedStates)[number];

export interface ReplayMocks {
  readonly clock: ReplayClock;
  readonly get: (api: Api) => AnyMock;
  /** The paths of the resources in the seed of all sessions. */
  readonly seeded: ReadonlySet<string>;
}

export interface PreparedReplay {
  readonly recordings: FoundRecordings;
  readonly apis: readonly RecordedApi[];
  /** Absent if there are errors, and if none are needed. */
  readonly mocks?: ReplayMocks;
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds recordings and the APIs that they call, and creates mocks of these. Throws `UsageError` for an unknown API, or an invalid config. */
export async function prepareReplay(
  paths: readonly string[],
  { needsMocks = true, ...options }: ReplayOptions & { readonly needsMocks?: boolean },
  effects: Effects,
): Promise<PreparedReplay> {
  const config = selectSources(options.apis ?? [], options, effects);
  // A comparison doesn't depend on an earlier one, whose evidence may be missing.
  const own = { ...config, sources: config.sources.map(({ evidence: _, ...source }) => source) };
  const recordings = await findRecordings(paths, config, effects);
  const fail = (diagnostics: readonly Diagnostic[]): PreparedReplay => ({
    recordings,
    apis: [],
    diagnostics: sortDiagnostics(diagnostics),
  });
  if (hasErrors(recordings.diagnostics)) return fail(recordings.diagnostics);
  const found = findRecordedSources(own, recordings.urls, effects);
  // Building mocks needs much memory, so the models are loaded afterwards.
  const behaviors =
    hasErrors(found.diagnostics) || !needsMocks
      ? []
      : await buildBehaviors(
          found.sources.map(({ source }) => source),
          own,
          effects,
        );
  const { apis, diagnostics } = loadRecordedApis(found, own, effects);
  const all = [...recordings.diagnostics, ...diagnostics];
  if (hasErrors(all)) return fail(all);
  const mocks = needsMocks ? await createMocks(behaviors, options) : undefined;
  return { recordings, apis, ...(mocks && { mocks }), diagnostics: sortDiagnostics(all) };
}

/** Creates mocks of named APIs, or of all configured ones. Throws `UsageError` for an unknown API, or an invalid config. */
export async function prepareMocks(options: ReplayOptions, effects: Effects): Promise<Omit<PreparedReplay, 'recordings'>> {
  const config = selectSources(options.apis ?? [], options, effects);
  const sources = config.sources.map(({ evidence: _, ...source }) => source);
  const behaviors = await buildBehaviors(sources, { ...config, sources }, effects);
  const { apis, diagnostics } = loadRecordedApis({ sources: sources.map((source) => ({ source })), diagnostics: [] }, config, effects);
  if (hasErrors(diagnostics)) return { apis: [], diagnostics: sortDiagnostics(diagnostics) };
  return { apis, mocks: await createMocks(behaviors, options), diagnostics: sortDiagnostics(diagnostics) };
}

/** Builds in a process of its own, because the memory that many builds need would be missing for the replay. */
async function buildBehaviors(sources: readonly SpecificationSource[], config: Config, effects: Effects): Promise<readonly ApiBehavior[]> {
  const { files, cwd, createProcess } = effects;
  const sizes = sources.flatMap(({ file, overlays }) => [file, ...overlays].map((path) => files.stat(resolve(cwd, path))?.size ?? 0));
  const threads = createProcess?.(Math.ceil(baseMemory + (memoryFactor * Math.max(0, ...sizes)) / 2 ** 20)) ?? effects.threads;
  return (await loadBehaviors({ ...config, sources }, { ...effects, ...(threads && { threads }) })).behaviors;
}

/** The MiB of memory that a build needs, and how much it needs for each byte of the specification. */
const baseMemory = 512;
const memoryFactor = 64;

async function createMocks(behaviors: readonly ApiBehavior[], { seed = [] }: ReplayOptions): Promise<ReplayMocks> {
  const { createMockServer } = await import('../../mock/index.js');
  const clock = new ReplayClock();
  const mocks = new Map<string, AnyMock>();
  const create = (group: readonly ApiBehavior[]): AnyMock =>
    createMockServer(group, {
      now: clock.now,
      seed: seed.map((document) => selectResources(document, group)),
      // One ignored parameter doesn't hide how the rest of a response compares.
      ignored: 'warn',
      warn: () => undefined,
      journal: 1,
      history: 1,
      maxSessions: 2,
    });
  for (const group of groupByAccount(behaviors)) {
    const mock = create(group);
    for (const { name, version } of group) mocks.set(`${name} ${version}`, mock);
  }
  const seeded = new Set(seed.flatMap(({ resources = {} }) => Object.keys(resources)));
  return { clock, seeded, get: ({ name, version }) => mocks.get(`${name} ${version}`) as AnyMock };
}

/** Returns the part of a seed that concerns some APIs. */
function selectResources({ resources = {}, ...others }: SeedDocument, group: readonly ApiBehavior[]): SeedDocument {
  const own = Object.entries(resources).filter(([path]) =>
    group.some((behavior) => behavior.resources.some((resource) => matchPath(resource.path, path) !== undefined)),
  );
  return { ...others, resources: Object.fromEntries(own) };
}

/** Replays in new sessions, which are deleted afterwards. */
export async function replayInSession<T>(
  name: string,
  { clock, get, seeded }: ReplayMocks,
  replay: (session: Required<Pick<ReplayContext, 'send' | 'state'>>) => Promise<T>,
): Promise<T> {
  clock.reset();
  const used = new Set<AnyMock>();
  try {
    const getSession = (api: Api): AnySession => {
      const mock = get(api);
      used.add(mock);
      return mock.session(name);
    };
    return await replay({
      send: async ({ api }, request, exchange) => {
        clock.advance(exchange);
        return sendToMock(getSession(api), request);
      },
      state: { seed: async (api, document) => getSession(api).seed(document), isSeeded: (path) => seeded.has(path) },
    });
  } finally {
    for (const mock of used) await mock.session(name).delete();
  }
}
