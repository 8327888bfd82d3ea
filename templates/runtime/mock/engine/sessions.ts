/** All sessions of a mock. Each is created on first use from the start-up seed. */
import { HandlerRegistry } from '../state/handler-registry.js';
import { JournalBudget } from '../state/journal.js';
import { Random } from '../lib/random.js';
import { applySeeds, hashSeededKeys, validateSeedShape } from './seed/apply-seeds.js';
import { Session, type SessionSettings } from '../state/session.js';
import { stateRules } from './rules/state-rules.js';
import { State } from '../state/state.js';
import { checkStore } from './check-store.js';
import { LogStore } from '../store/log-store.js';
import { MemoryStore } from '../store/memory-store.js';
import type { Store } from '../store/store.js';
import type { SeedDocument, MockSettingsChange } from '../types/mock.js';
import type { World } from '../world/world.js';

export const defaultSession = 'default';

/** The state that every session starts from. */
interface InitialState {
  readonly store: Store;
  readonly ids: readonly number[];
}

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
  readonly #initialState: InitialState;
  /** Hashes the encryption keys in the seeds. */
  readonly #hashSeedKeys: () => Promise<void>;
  #keysHashed: Promise<void> | undefined;
  #storeChecked: Promise<void> | undefined;

  /** Throws `SeedError` for an invalid seed. */
  constructor(world: World, settings: SessionSettings, seeds: readonly SeedDocument[]) {
    this.world = world;
    this.settings = settings;
    this.#seeds = seeds;
    validateSeedShape(seeds, world);
    const ids = seeds.flatMap((seed) => (seed.ids ? [seed.ids] : [])).at(-1);
    const random = new Random(ids ?? settings.randomSeed);
    const store = new MemoryStore();
    const startTime = getStartTime(seeds) ?? Math.trunc(settings.now());
    const seeded = store.transaction((transaction) =>
      applySeeds(new State(transaction, { world, rules: stateRules }), seeds, {
        at: startTime,
        createId: () => random.nextId(),
        createUuid: () => random.nextUuid(),
      }),
    );
    this.#hashSeedKeys = async () =>
      store.transaction(async (transaction) => hashSeededKeys(new State(transaction, { world, rules: stateRules }), await seeded));
    this.#initialState = { store, ids: ids ?? random.state };
  }

  /** Rejects with 503 if the store is not available, and with `StoreError` if it contains the state of another mock. */
  get(name: string): Promise<Session> {
    const existing = this.#sessions.get(name);
    if (existing) return existing;
    const session = this.#createSession(name);
    this.#sessions.set(name, session);
    session.catch(() => this.#sessions.delete(name));
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
    this.#settingsByName.set(name, { strict: settings.strict ?? this.#settingsByName.get(name)?.strict });
    const session = this.#ready.get(name);
    if (session) this.#restoreSettings(session);
  }

  get names(): readonly string[] {
    return [...this.#ready.keys()].sort();
  }

  /** Deletes a session. A store keeps its initial state. */
  async delete(name: string): Promise<void> {
    if (this.settings.store) await this.reset(await this.get(name));
    this.#unload(name);
  }

  #unload(name: string): void {
    this.#ready.get(name)?.journal.close();
    this.#sessions.delete(name);
    this.#ready.delete(name);
    this.#settingsByName.delete(name);
  }

  /**
   * Deletes sessions beyond the maximum from memory: the least recently used first, prepared ones last, never the default one. A store keeps
   * their states.
   */
  #evictSessions(newest: Session): void {
    const { maxSessions, warn, store } = this.settings;
    while (this.#ready.size - (this.#ready.has(defaultSession) ? 1 : 0) > maxSessions) {
      const oldest = this.#findOldest(newest, false) ?? this.#findOldest(newest, true);
      if (!oldest) return;
      if (oldest.isPrepared) {
        warn(
          `the session '${oldest.name}' was deleted with its ${store ? 'clock' : 'state, clock,'} and faults to make room for '${newest.name}': the maximum is ${maxSessions} sessions (--max-sessions, or maxSessions in code)`,
        );
      }
      this.#unload(oldest.name);
    }
  }

  #findOldest(newest: Session, isPrepared: boolean): Session | undefined {
    for (const session of this.#ready.values())
      if (session !== newest && session.name !== defaultSession && session.isPrepared === isPrepared) return session;
    return undefined;
  }

  /** Restores the initial state of a session. */
  async reset(session: Session): Promise<void> {
    const initialState = await this.#getInitialState();
    if (session.store instanceof LogStore) await session.store.replaceContent(initialState.store);
    else session.store = initialState.store.fork();
    session.random = new Random(initialState.ids);
    session.clock.reset();
    session.faults.replace([]);
    session.journal.reset();
    session.isPrepared = false;
    this.#restoreClock(session);
    this.#restoreSettings(session);
  }

  async #createSession(name: string): Promise<Session> {
    const initialState = await this.#getInitialState();
    const parts = {
      settings: this.settings,
      store: await this.#openStore(name, initialState.store),
      budget: this.journals,
      handlers: this.handlers,
      rules: stateRules,
    };
    const session = new Session(name, this.world, parts);
    session.random = new Random(initialState.ids);
    this.#restoreClock(session);
    this.#restoreSettings(session);
    this.#ready.set(name, session);
    this.#evictSessions(session);
    return session;
  }

  async #openStore(name: string, initial: Store): Promise<Store> {
    const { store } = this.settings;
    if (!store) return initial.fork();
    this.#storeChecked ??= checkStore(store, this.world);
    await this.#storeChecked.catch((error: unknown) => {
      this.#storeChecked = undefined;
      throw error;
    });
    return LogStore.open(store.openLog(name), initial);
  }

  async #getInitialState(): Promise<InitialState> {
    await (this.#keysHashed ??= this.#hashSeedKeys());
    return this.#initialState;
  }

  #restoreSettings(session: Session): void {
    session.strict = this.#settingsByName.get(session.name)?.strict ?? this.settings.strict;
  }

  /** Restores the clock that a seed sets. */
  #restoreClock(session: Session): void {
    const clock = getSeededClock(this.#seeds);
    if (clock) session.clock.restore({ now: Date.parse(clock.now), frozen: clock.frozen });
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
