/** Creates mocks and composes them. */
import { parseDeliveryHost } from './lib/host.js';
import type { ApiBehavior } from '../runtime/behavior.js';
import { createCheckedStore } from './engine/checked-store.js';
import { checkSettings, optionTable, resolveOptions } from './lib/option-table.js';
import { loadOnce } from './lib/lazy-module.js';
import { isRepresentableInstant, parseInstant } from './lib/instants.js';
import { continueWith } from './lib/maybe-promise.js';
import { createFetch } from './server/fetch.js';
import { handleRequest, loadAdmin, loadHttp } from './server/handle-request.js';
import type { HandlerRegistry } from './state/handler-registry.js';
import type { Handler, Handlers, MethodTypes } from './types/handlers.js';
import type { JsonObject } from './lib/json.js';
import { createUnknownNameError, ParameterError } from '../runtime/errors.js';
import { describeValue } from '../runtime/error-text.js';
import { checkCredentialsOptions, checkListenOptions, checkMockOptions } from './options.js';
import { type Session, type SessionSettings, WarningLog } from './state/session.js';
import { SigningKey } from './state/signing-key.js';
import { RejectionLog } from './state/rejection-log.js';
import { TokenAttempts } from './state/token-attempts.js';
import { defaultSession, SessionRegistry } from './engine/session-registry.js';
import type {
  AnyMock,
  FaultRule,
  ListenOptions,
  Mock,
  MockOptions,
  MockRequest,
  MockRequests,
  MockSession,
  RunningServer,
  SeedDocument,
} from './types/mock.js';
import { describeApis } from './server/describe-apis.js';
import type { Peers } from './types/peers.js';
import { compileCatalog, type Catalog } from './catalog/catalog.js';

/** The parts of a mock, which `compose` combines. */
interface MockParts {
  readonly apis: readonly ApiBehavior[];
  readonly options: MockOptions;
  readonly handlers: HandlerRegistry;
}

/** The key of a mock's parts. Each package has its own runtime, and a registered symbol is the same in all of them. */
const partsKey: unique symbol = Symbol.for('discogen.mock.parts');

/** The maximum size of a control request body in bytes, unless the bodies of all requests together are limited to less. A body may contain a whole state. */
const maxControlBody = 256 * 1024 * 1024;

const loadSession = loadOnce(() => import('./server/session-entry.js'));

/** The methods of several mocks by ID. Any methods if the number of mocks isn't known. */
type MergedMethods<Mocks extends readonly unknown[]> = number extends Mocks['length']
  ? Record<string, MethodTypes>
  : Mocks extends readonly [{ readonly '~methods'?: infer First }, ...infer Rest]
    ? First & MergedMethods<Rest>
    : object;

/** The resource types of several mocks by path template. Unknown if the number of mocks isn't known. */
type MergedResources<Mocks extends readonly unknown[]> = number extends Mocks['length']
  ? unknown
  : Mocks extends readonly [{ readonly '~resources'?: infer First }, ...infer Rest]
    ? First & MergedResources<Rest>
    : unknown;

/**
 * Creates a mock of one or several APIs.
 *
 * @param peers - The other processes that serve the mock from the same port and with the same store.
 * @throws ParameterError If an option is invalid.
 * @throws SeedError If the initial seed is invalid.
 * @throws Error If two APIs have the same route and the same host.
 */
export function createMockServer<Methods = Record<string, MethodTypes>, Resources = unknown>(
  behavior: ApiBehavior | readonly ApiBehavior[],
  options: MockOptions<Methods> = {},
  peers?: Peers,
): Mock<Methods, Resources> {
  checkMockOptions(options as MockOptions);
  const apis = [behavior].flat();
  const catalog = compileCatalog(apis);
  const sessions = new SessionRegistry(catalog, { ...resolveSettings(options), peers }, toSeedList(options));
  if (peers) {
    // Not at the first message, which the sender doesn't wait for long.
    const admin = loadAdmin();
    peers.onMessage((message) => continueWith(admin, ({ respondToPeer }) => respondToPeer(sessions, message)));
  }
  for (const [methodId, handler] of Object.entries((options.handlers ?? {}) as Handlers))
    if (handler !== undefined) addHandler(sessions, methodId, handler);
  const mock = createMock(sessions, options as MockOptions);
  const parts: MockParts = { apis, options: options as MockOptions, handlers: sessions.handlers };
  return Object.defineProperty(mock, partsKey, { value: parts }) as unknown as Mock<Methods, Resources>;
}

/** Combines several mocks into one that serves all their APIs. Its state starts from their initial seeds. Each option has the value of the first mock that sets it. */
export function compose<Mocks extends readonly AnyMock[]>(...mocks: Mocks): Mock<MergedMethods<Mocks>, MergedResources<Mocks>> {
  const parts = mocks.map((mock) => {
    const mockParts = (mock as AnyMock & { readonly [partsKey]?: MockParts })[partsKey];
    if (!mockParts) throw new TypeError('compose: expected mocks created by createMock or compose.');
    return mockParts;
  });
  const options: MockOptions = Object.assign({}, ...[...parts].reverse().map((part) => omitUndefined(part.options)));
  const seed = parts.flatMap((part) => toSeedList(part.options));
  const composed = createMockServer([...new Set(parts.flatMap(({ apis }) => apis))], { ...options, handlers: {}, seed });
  for (const { handlers } of parts) handlers.copyTo((methodId, handler) => composed.on(methodId, handler));
  return composed as unknown as Mock<MergedMethods<Mocks>, MergedResources<Mocks>>;
}

function toSeedList({ seed }: Pick<MockOptions, 'seed'>): readonly SeedDocument[] {
  if (seed === undefined) return [];
  return Symbol.iterator in Object(seed) ? [...(seed as Iterable<SeedDocument>)] : [seed as SeedDocument];
}

function resolveSettings(options: Omit<MockOptions, 'handlers'>): SessionSettings {
  const store = options.store && createCheckedStore(options.store);
  const warn = options.warn ?? ((message: string) => console.warn(message));
  const reportError = options.reportError ?? ((message: string) => console.error(message));
  return {
    ...resolveOptions(options),
    ...resolveBodyLimits(options),
    now: options.now ?? Date.now,
    warnings: new WarningLog(warn),
    warn,
    reportError,
    rejections: new RejectionLog(reportError),
    parseYaml: options.parseYaml,
    adminToken: options.adminToken,
    deliver: (options.deliver ?? []).map(parseDeliveryHost),
    tokenAttempts: new TokenAttempts(options.now ?? Date.now),
    store,
    signingKey: new SigningKey(store),
  };
}

/** All bodies together limit each of them. */
function resolveBodyLimits({
  maxBody = optionTable.maxBody.default,
  maxBodies = Math.max(optionTable.maxBodies.default, maxBody),
}: Pick<MockOptions, 'maxBody' | 'maxBodies'>): Pick<SessionSettings, 'maxBody' | 'maxBodies' | 'maxControlBody'> {
  return { maxBodies, maxBody: Math.min(maxBody, maxBodies), maxControlBody: Math.min(maxControlBody, maxBodies) };
}

function createMock(sessions: SessionRegistry, { allowedHosts, allowedOrigins, trustProxy }: MockOptions): Mock {
  return Object.assign(createSessionView(sessions, { allowedHosts, allowedOrigins, trustProxy }, defaultSession), {
    support: async () => (await loadAdmin()).describeSupport(sessions),
    on: (methodId: string, handler: Handler) => addHandler(sessions, methodId, handler),
  });
}

/** Omits options that are `undefined`, so that defaults apply. */
function omitUndefined<Options extends object>(options: Options): Options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Options;
}

/** Throws `ParameterError` for an unknown method, or a handler that is no function. */
function addHandler(sessions: SessionRegistry, methodId: string, handler: Handler): () => void {
  const known = sessions.catalog.methods.map(({ id }) => id);
  if (!known.includes(methodId)) throw createUnknownNameError('handlers', { kind: 'method ID', name: methodId, known });
  if (typeof handler !== 'function') throw new ParameterError(methodId, 'a function', describeValue(handler), 'handlers');
  return sessions.handlers.add(methodId, handler);
}

const sessionHeader = 'x-mock-session';

type GetSession = () => Promise<Session>;

/**
 * Creates the public interface of a session. Requests to the default session can select another session by header.
 *
 * @param network - The defaults of `listen`.
 */
function createSessionView(sessions: SessionRegistry, network: ListenOptions, name: string): MockSession {
  const getSession: GetSession = () => openSession(sessions, name);
  const handle: Mock['handle'] = async (request) => {
    const response = await handleRequest(sessions, selectSession({ ...request, headers: { ...request.headers } }, name));
    return { ...response, headers: { ...response.headers } };
  };
  return {
    name,
    get apis() {
      return describeApis(sessions.catalog);
    },
    handle,
    async listen(options = {}) {
      checkListenOptions(options);
      return startServer(sessions, name, { ...network, ...omitUndefined(options) });
    },
    delete: () => sessions.delete(name),
    fetch: createFetch(handle),
    seed: async (document) => (await loadSession()).applySeed(await getSession(), document, false),
    reset: async () => sessions.reset(await getSession()),
    state: async () => structuredClone(await (await loadSession()).exportState(await getSession())),
    exportSeed: async (options = {}) => structuredClone(await (await loadSession()).exportTestSeed(await getSession(), options)),
    sequence: async () => (await getSession()).version.sequence,
    snapshots: createSnapshots(getSession),
    rewind: async (to) => {
      const session = await getSession();
      return session.restoreVersion(await session.findVersion(to));
    },
    fork: async (newName, { from, at } = {}) => {
      await sessions.fork(newName, from === undefined ? await getSession() : await sessions.require(from), at);
      return createSessionView(sessions, network, newName);
    },
    clock: createClock(getSession),
    faults: createFaults(getSession, sessions.catalog),
    credentials: async (options = {}) => {
      checkCredentialsOptions(options);
      const { createCredentials } = await loadSession();
      return createCredentials(await getSession(), {
        ...options,
        rootUrl: options.rootUrl ?? sessions.urls.get(name) ?? sessions.urls.get(defaultSession),
      });
    },
    settings: {
      get: async () => (await loadSession()).getSettings(await getSession()),
      set: async (settings) => (await loadSession()).changeSettings(await getSession(), settings),
    },
    get requests() {
      return listRequests(sessions, name);
    },
    session: (otherName, settings) => {
      if (settings) {
        checkSettings(settings);
        sessions.configure(otherName, settings);
      }
      return createSessionView(sessions, network, otherName || defaultSession);
    },
  };
}

/** Returns a session with the changes of all processes. Creates it if it doesn't exist. */
async function openSession(sessions: SessionRegistry, name: string): Promise<Session> {
  const session = await sessions.get(name);
  await session.catchUp();
  return session;
}

/** Adds the header that selects a session to a request. */
function selectSession<Request extends MockRequest>(request: Request, name: string): Request {
  if (name === defaultSession) return request;
  const headers = Object.entries(request.headers ?? {}).filter(([header]) => header.toLowerCase() !== sessionHeader);
  return { ...request, headers: { ...Object.fromEntries(headers), [sessionHeader]: name } };
}

async function startServer(sessions: SessionRegistry, name: string, options: ListenOptions): Promise<RunningServer> {
  const { maxBody, maxControlBody, adminToken, tokenAttempts, warn, store } = sessions.settings;
  const { listen } = await loadHttp();
  // Reports a store that doesn't fit before the first request.
  if (store) await sessions.get(name);
  const server = await listen({
    ...omitUndefined(options),
    handle: (request, access) => handleRequest(sessions, selectSession(request, name), access),
    maxBody,
    maxControlBody,
    bodies: sessions.bodies,
    adminToken,
    tokenAttempts,
    warn,
  });
  sessions.urls.set(name, server.url);
  return server;
}

function createSnapshots(getSession: GetSession): MockSession['snapshots'] {
  return {
    create: async (snapshot) => (await getSession()).createSnapshot(snapshot),
    list: async () => (await getSession()).snapshots.list(),
    delete: async (snapshot) => (await getSession()).snapshots.delete(snapshot),
  };
}

function createClock(getSession: GetSession): MockSession['clock'] {
  return {
    now: async () => (await getSession()).now(),
    advance: async (milliseconds) => {
      const session = await getSession();
      requireInstant(session.now() + milliseconds, 'advance', milliseconds);
      await session.changeClock({ advance: milliseconds });
    },
    set: async (time) => (await getSession()).changeClock({ set: requireInstant(time, 'set') }),
    freeze: async () => (await getSession()).changeClock({ freeze: true }),
    unfreeze: async () => (await getSession()).changeClock({ freeze: false }),
  };
}

function createFaults(getSession: GetSession, catalog: Catalog): MockSession['faults'] {
  return {
    list: async () => structuredClone((await getSession()).controls.faults.rules) as FaultRule[],
    add: async (rule) => {
      const { addFaults, validateFaultRule } = await loadSession();
      const [error] = validateFaultRule(rule as unknown as JsonObject, catalog);
      if (error !== undefined) throw new TypeError(`faults.add: ${error}`);
      return addFaults(await getSession(), [structuredClone(rule)]);
    },
    clear: async () => (await loadSession()).replaceFaults(await getSession(), []),
  };
}

function listRequests(sessions: SessionRegistry, name: string): MockRequests {
  const entries = sessions.findExisting(name)?.journal.entries ?? [];
  const clear: MockRequests['clear'] = async () => sessions.findExisting(name)?.journal.clear();
  // Not enumerable, so that the list compares like any other.
  return Object.defineProperty(entries, 'clear', { value: clear }) as MockRequests;
}

/** Throws a `TypeError` for a time that the clock can't represent. */
function requireInstant(time: number | string, method: 'advance' | 'set', received: unknown = time): number {
  const instant = typeof time === 'number' ? time : parseInstant(time);
  if (instant !== undefined && isRepresentableInstant(instant)) return instant;
  const expected =
    method === 'set'
      ? 'the time must be milliseconds since 1970 or RFC 3339 text, in the years 0 to 9999'
      : 'the argument must be a number of milliseconds, and the new time in the years 0 to 9999';
  throw new TypeError(`clock.${method}: ${expected} (received ${describeValue(received)})`);
}
