/** All sessions of a mock. Each is created on first use from the start-up seed. */
import { HandlerRegistry } from './handlers.js';
import { JournalBudget } from './journal.js';
import { Random } from './random.js';
import { applySeeds, hashSeededKeys, validateSeedShape } from './seed/apply-seeds.js';
import { Session, type SessionSettings } from './session.js';
import { State } from './state/state.js';
import { MemoryStore } from './store/memory-store.js';
import type { Store } from './store/store.js';
import type { MockSettingsChange, SeedDocument } from './mock-types.js';
import type { World } from './world/world.js';

export const defaultSession = 'default';

/** The state that every session starts from. */
interface StartState {
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
  readonly #made = new Map<string, Session>();
  /** Settings of single sessions that replace the mock's. A reset restores them. */
  readonly #configured = new Map<string, MockSettingsChange>();
  readonly #base: StartState;
  /** Hashes the encryption keys in the seeds. */
  readonly #start: () => Promise<void>;
  #started: Promise<void> | undefined;

  /** Throws `SeedError` for an invalid seed. */
  constructor(world: World, settings: SessionSettings, seeds: readonly SeedDocument[]) {
    this.world = world;
    this.settings = settings;
    this.#seeds = seeds;
    validateSeedShape(seeds, world);
    const ids = seeds.flatMap((seed) => (seed.ids ? [seed.ids] : [])).at(-1);
    const random = new Random(ids ?? settings.randomSeed);
    const store = new MemoryStore();
    const at = getStartTime(seeds) ?? Math.trunc(settings.now());
    const keyed = store.transaction((transaction) =>
      applySeeds(new State(transaction, world), seeds, { at, id: () => random.id(), uuid: () => random.uuid() }),
    );
    this.#start = async () => store.transaction(async (transaction) => hashSeededKeys(new State(transaction, world), await keyed));
    this.#base = { store, ids: ids ?? random.state };
  }

  get(name: string): Promise<Session> {
    let session = this.#sessions.get(name);
    if (!session) this.#sessions.set(name, (session = this.#make(name)));
    return session;
  }

  /** Returns the session if it is ready, and marks it as used. */
  findExisting(name: string): Session | undefined {
    const session = this.#made.get(name);
    if (session === undefined || name === defaultSession) return session;
    this.#made.delete(name);
    this.#made.set(name, session);
    return session;
  }

  /** Gives a session settings of its own, before its first use or after. */
  configure(name: string, settings: MockSettingsChange): void {
    this.#configured.set(name, { strict: settings.strict ?? this.#configured.get(name)?.strict });
    const session = this.#made.get(name);
    if (session) this.#restoreSettings(session);
  }

  get names(): readonly string[] {
    return [...this.#made.keys()].sort();
  }

  delete(name: string): void {
    this.#made.get(name)?.journal.close();
    this.#sessions.delete(name);
    this.#made.delete(name);
    this.#configured.delete(name);
  }

  /** Deletes sessions beyond the maximum: the least recently used first, prepared ones last, never the default one. */
  #makeRoom(newest: Session): void {
    const { maxSessions, warn } = this.settings;
    while (this.#made.size - (this.#made.has(defaultSession) ? 1 : 0) > maxSessions) {
      const oldest = this.#oldest(newest, false) ?? this.#oldest(newest, true);
      if (!oldest) return;
      if (oldest.isPrepared) {
        warn(
          `the session '${oldest.name}' was deleted with its state, clock, and faults to make room for '${newest.name}': the maximum is ${maxSessions} sessions (--max-sessions, or maxSessions in code)`,
        );
      }
      this.delete(oldest.name);
    }
  }

  #oldest(newest: Session, isPrepared: boolean): Session | undefined {
    for (const session of this.#made.values())
      if (session !== newest && session.name !== defaultSession && session.isPrepared === isPrepared) return session;
    return undefined;
  }

  /** Restores the state right after the start. */
  async reset(session: Session): Promise<void> {
    const base = await this.#ready();
    session.store = base.store.fork();
    session.random = new Random(base.ids);
    session.clock.reset();
    session.faults.replace([]);
    session.journal.reset();
    session.isPrepared = false;
    this.#restoreClock(session);
    this.#restoreSettings(session);
  }

  async #make(name: string): Promise<Session> {
    const base = await this.#ready();
    const parts = { settings: this.settings, store: base.store.fork(), budget: this.journals, handlers: this.handlers };
    const session = new Session(name, this.world, parts);
    session.random = new Random(base.ids);
    this.#restoreClock(session);
    this.#restoreSettings(session);
    this.#made.set(name, session);
    this.#makeRoom(session);
    return session;
  }

  async #ready(): Promise<StartState> {
    await (this.#started ??= this.#start());
    return this.#base;
  }

  #restoreSettings(session: Session): void {
    session.strict = this.#configured.get(session.name)?.strict ?? this.settings.strict;
  }

  /** A seed may set the clock. */
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
