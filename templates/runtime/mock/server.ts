/** Puts a mock together. */
import type { ApiBehaviour } from '../descriptor.js';
import { exportState, takeSeed } from './control.js';
import { isInstant, parseInstant } from './duration.js';
import { faultsOf } from './faults.js';
import { fetchOver } from './fetch.js';
import { handle } from './handler.js';
import type { JsonObject } from './json.js';
import type { ListenParts } from './listen.js';
import type { Session, Settings } from './session.js';
import { defaultSession, Sessions } from './sessions.js';
import type { FaultRule, Mock, MockOptions, SeedDocument } from './types.js';
import { compileWorld } from './world/world.js';

/** What a mock was made of, so that several can be made one. */
interface Parts {
  readonly apis: readonly ApiBehaviour[];
  readonly options: MockOptions;
}

/** Where a mock keeps its parts. Each package has a runtime of its own; a registered symbol is the same in all of them. */
const partsKey: unique symbol = Symbol.for('discogen.mock.parts');

const day = 86_400_000;

/** A mock of one API or several. Throws `SeedError` for a faulty start-up seed, and an `Error` where two APIs have the same route. */
export function createMockServer(behaviour: ApiBehaviour | readonly ApiBehaviour[], options: MockOptions = {}): Mock {
  const apis = isMany(behaviour) ? behaviour : [behaviour];
  const world = compileWorld(apis);
  const sessions = new Sessions(world, settingsOf(options), seedsOf(options));
  const mock = mockOf(sessions, options);
  const parts: Parts = { apis, options };
  return Object.defineProperty(mock, partsKey, { value: parts });
}

/** One mock that serves the APIs of several, with a state of its own that starts from their start-up seeds. Options are those of the first that sets them. */
export function compose(...mocks: readonly Mock[]): Mock {
  const parts = mocks.map((mock) => {
    const found = (mock as Mock & { readonly [partsKey]?: Parts })[partsKey];
    if (!found) throw new TypeError('compose: expected mocks made by createMock or compose.');
    return found;
  });
  const options: MockOptions = Object.assign({}, ...parts.map((part) => part.options).reverse());
  const seed = parts.flatMap((part) => seedsOf(part.options));
  return createMockServer([...new Set(parts.flatMap(({ apis }) => apis))], { ...options, seed });
}

function isMany(behaviour: ApiBehaviour | readonly ApiBehaviour[]): behaviour is readonly ApiBehaviour[] {
  return Array.isArray(behaviour);
}

function seedsOf({ seed }: MockOptions): readonly SeedDocument[] {
  if (seed === undefined) return [];
  return Array.isArray(seed) ? (seed as readonly SeedDocument[]) : [seed as SeedDocument];
}

function settingsOf(options: MockOptions): Settings {
  return {
    auth: options.auth ?? 'off',
    operationDelay: options.operationDelay ?? 0,
    operationRetention: options.operationRetention ?? 14 * day,
    now: options.now ?? Date.now,
    randomSeed: options.randomSeed ?? 1,
    maxBody: options.maxBody ?? 10 * 1024 * 1024,
    maxDepth: options.maxDepth ?? 100,
    maxSessions: options.maxSessions ?? 1000,
    journal: options.journal ?? 10_000,
    parseYaml: options.parseYaml,
    onWarning: options.onWarning ?? ((message) => console.warn(message)),
  };
}

function mockOf(sessions: Sessions, { allowedHosts = [], allowedOrigins = [], trustProxy = false }: MockOptions): Mock {
  const answer: Mock['handle'] = async (request) => {
    const response = await handle(sessions, { ...request, headers: { ...request.headers } });
    return { ...response, headers: { ...response.headers } };
  };
  const handleSent: ListenParts['handle'] = (sent, access) => handle(sessions, sent, access);
  const main = controlsOf(sessions, defaultSession);
  return {
    ...main,
    get requests() {
      return sessions.made(defaultSession)?.journal.entries ?? [];
    },
    handle: answer,
    fetch: fetchOver(answer),
    async listen(options = {}) {
      const { listen } = await import('./listen.js');
      const { maxBody, onWarning } = sessions.settings;
      const own = { allowedHosts, allowedOrigins, trustProxy, handle: handleSent, maxBody, onWarning };
      return listen({ ...own, ...options });
    },
    session: (name) => controlsOf(sessions, name),
  };
}

type Controls = ReturnType<Mock['session']>;

/** The same in code as the control routes. */
function controlsOf(sessions: Sessions, name: string): Controls {
  const session = (): Promise<Session> => sessions.get(name);
  const prepared = async (): Promise<Session> => Object.assign(await session(), { isPrepared: true });
  return {
    seed: async (document) => takeSeed(await session(), document, false),
    reset: async () => sessions.reset(await session()),
    state: async () => exportState(await session()),
    clock: {
      now: async () => (await session()).clock.now(),
      advance: async (milliseconds) => {
        const to = await prepared();
        await to.moveTo(instantOf(to.clock.now() + milliseconds, 'advance'));
      },
      set: async (time) => (await prepared()).moveTo(instantOf(time, 'set')),
      freeze: async () => (await prepared()).clock.freeze(),
      unfreeze: async () => (await prepared()).clock.unfreeze(),
    },
    faults: {
      list: async () => (await session()).faults.rules,
      add: async (rule) => (await prepared()).faults.add(soundRule(rule)),
      clear: async () => (await session()).faults.replace([]),
    },
    get requests() {
      return sessions.made(name)?.journal.entries ?? [];
    },
  };
}

/** Throws a TypeError for what no clock shows. */
function instantOf(time: number | string, method: 'advance' | 'set'): number {
  const found = typeof time === 'number' ? time : parseInstant(time);
  if (found !== undefined && isInstant(found)) return found;
  const expected = method === 'set' ? 'milliseconds or an RFC 3339 time' : 'milliseconds that lead to';
  throw new TypeError(`clock.${method}: expected ${expected} within the years 0 to 9999, received ${String(time)}`);
}

function soundRule(rule: FaultRule): FaultRule {
  const [fault] = faultsOf(rule as unknown as JsonObject);
  if (fault !== undefined) throw new TypeError(`faults.add: ${fault}`);
  return rule;
}
