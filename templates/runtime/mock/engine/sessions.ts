/** All sessions of a mock. Each is created on first use from the start-up seed. */
import { HandlerRegistry } from '../state/handler-registry.js';
import { HttpError } from '../lib/http-error.js';
import { requireValidName } from '../state/snapshots.js';
import { JournalBudget } from '../state/journal.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import { applySeeds, hashSeededKeys, validateSeedShape } from './seed/apply-seeds.js';
import { Session, type SessionSettings } from '../state/session.js';
import { stateRules } from './rules/state-rules.js';
import { Controls } from '../state/controls.js';
import { State } from '../state/state.js';
import { MemoryStore } from '../store/memory-store.js';
import type { Store } from '../store/store.js';
import type { SeedDocument } from '../types/mock.js';
import type { MockSettingsChange } from '../types/settings.js';
import type { World } from '../world/world.js';

export const defaultSession = 'default';

export class Sessions {
  readonly world: World;
  readonly settings: SessionSettings;
  readonly handlers: HandlerRegistry = new HandlerRegistry();
  readonly #seeds: readonly SeedDocument[];
  readonly #sessions = new Map<string, Promise<Session>>();
  /** The memory budget of all journals. */
  readonly journals: JournalBudget = new JournalBudget();
  /** The sessions that are ready, least recently used first. */
  readonly #ready = new Map<string, Session>();
  /** Settings of single sessions that replace the mock's. A reset restores them. */
  readonly #settingsByName = new Map<string, MockSettingsChange>();
  /** Holds the state that every session starts from. */
  readonly #initialStore: Store = new MemoryStore();
  /** Hashes the encryption keys in the seeds. */
  readonly #hashSeedKeys: () => Promise<void>;
  #keysHashed: Promise<void> | undefined;

  /** Throws `SeedError` for an invalid seed. */
  constructor(world: World, settings: SessionSettings, seeds: readonly SeedDocument[]) {
    this.world = world;
    this.settings = settings;
    this.#seeds = seeds;
    validateSeedShape(seeds, world);
    const ids = seeds.flatMap((seed) => (seed.ids ? [seed.ids] : [])).at(-1);
    const changeInitialState = <T>(work: (state: State) => MaybePromise<T>): MaybePromise<T> =>
      this.#initialStore.transaction((transaction) =>
        work(new State(transaction, { world, rules: stateRules, controls: new Controls(transaction, settings) })),
      );
    const seeded = changeInitialState((state) => {
      const { controls } = state;
      if (ids) controls.restoreIds(ids);
      const puts = applySeeds(state, seeds, getStartTime(seeds) ?? Math.trunc(settings.now()));
      controls.restoreIds(ids ?? controls.random.state);
      return puts;
    });
    this.#hashSeedKeys = async () => changeInitialState(async (state) => hashSeededKeys(state, await seeded));
  }

  get(name: string): Promise<Session> {
    let session = this.#sessions.get(name);
    if (!session) this.#sessions.set(name, (session = this.#createSession(name)));
    return session;
  }

  /** Returns the session if it is ready, and marks it as used. */
  findExisting(name: string): Session | undefined {
    const session = this.#ready.get(name);
    if (session === undefined || name === defaultSession) return session;
    this.#ready.delete(name);
    this.#ready.set(name, session);
    return session;
  }

  /** Sets the settings of a session, whether or not it exists already. */
  configure(name: string, settings: MockSettingsChange): void {
    const strict = settings.strict ?? this.#settingsByName.get(name)?.strict;
    this.#settingsByName.set(name, { strict });
    void this.#ready.get(name)?.change(({ controls }) => controls.setStrict(strict ?? this.settings.strict));
  }

  get names(): readonly string[] {
    return [...this.#ready.keys()].sort();
  }

  delete(name: string): void {
    this.#ready.get(name)?.journal.close();
    this.#sessions.delete(name);
    this.#ready.delete(name);
    this.#settingsByName.delete(name);
  }

  /** Deletes sessions beyond the maximum: the least recently used first, prepared ones last, never the default one. */
  #evictSessions(newest: Session): void {
    const { maxSessions, warn } = this.settings;
    while (this.#ready.size - (this.#ready.has(defaultSession) ? 1 : 0) > maxSessions) {
      const oldest = this.#findOldest(newest, false) ?? this.#findOldest(newest, true);
      if (!oldest) return;
      if (oldest.isPrepared) {
        warn(
          `the session '${oldest.name}' was deleted with its state, clock, and faults to make room for '${newest.name}': the maximum is ${maxSessions} sessions (--max-sessions, or maxSessions in code)`,
        );
      }
      this.delete(oldest.name);
    }
  }

  #findOldest(newest: Session, isPrepared: boolean): Session | undefined {
    for (const session of this.#ready.values())
      if (session !== newest && session.name !== defaultSession && session.isPrepared === isPrepared) return session;
    return undefined;
  }

  async reset(session: Session): Promise<void> {
    await this.#restoreInitialState(session);
    session.journal.reset();
    session.isPrepared = false;
  }

  async #createSession(name: string): Promise<Session> {
    const session = this.#createEmptySession(name);
    await this.#restoreInitialState(session);
    return this.#addReady(session);
  }

  /**
   * Creates a session with the state of another one: the current state, that of a snapshot, or that with a sequence number. Takes constant
   * time. Rejects with 400 for an invalid name, 409 for an existing session, and as `findVersion` does.
   */
  async fork(name: string, origin: Session, at?: string | number): Promise<Session> {
    requireValidName(name);
    if (name === defaultSession || this.#sessions.has(name)) {
      const message = `The session '${name}' already exists. Delete it first, or choose another name.`;
      throw new HttpError('alreadyExists', { message, location: 'name', rule: 'session' });
    }
    const version = at === undefined ? origin.version : origin.findVersion(at);
    const session = this.#createEmptySession(name);
    const ready = (async () => {
      await session.restoreVersion(version);
      return this.#addReady(session);
    })();
    this.#sessions.set(name, ready);
    return ready;
  }

  /** Returns a session that exists already. Rejects with 404. */
  async require(name: string): Promise<Session> {
    if (name === defaultSession || this.#sessions.has(name)) return this.get(name);
    throw new HttpError('notFound', { message: `The session '${name}' was not found.`, location: 'from', rule: 'session' });
  }

  #createEmptySession(name: string): Session {
    return new Session(name, this.world, {
      settings: this.settings,
      store: new MemoryStore(this.settings.history),
      budget: this.journals,
      handlers: this.handlers,
      rules: stateRules,
    });
  }

  #addReady(session: Session): Session {
    this.#ready.set(session.name, session);
    this.#evictSessions(session);
    return session;
  }

  /** Restores the initial state, with the clock that a seed sets and the settings of the session. */
  async #restoreInitialState(session: Session): Promise<void> {
    await (this.#keysHashed ??= this.#hashSeedKeys());
    const clock = getSeededClock(this.#seeds);
    const strict = this.#settingsByName.get(session.name)?.strict;
    await session.change((state) => {
      state.restoreVersion(this.#initialStore.version);
      if (clock) state.controls.setClock(Date.parse(clock.now), clock.frozen);
      if (strict !== undefined) state.controls.setStrict(strict);
    });
  }
}

/** Returns the clock of the last seed that sets one. */
function getSeededClock(seeds: readonly SeedDocument[]): SeedDocument['clock'] {
  return seeds.flatMap(({ clock }) => clock ?? []).at(-1);
}

/** Returns the creation time of seeded resources: the time to which the seeds set the clock. */
function getStartTime(seeds: readonly SeedDocument[]): number | undefined {
  const clock = getSeededClock(seeds);
  return clock && Date.parse(clock.now);
}
