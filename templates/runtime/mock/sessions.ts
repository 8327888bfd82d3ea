/** All sessions of a mock: each made on first use from the start-up seed. */
import { Random } from './random.js';
import { applySeeds, hashSeeded, requireForm } from './seed/apply.js';
import { Session, type Settings } from './session.js';
import { State } from './state/state.js';
import { MemoryStore } from './store/memory.js';
import type { Store } from './store/store.js';
import type { SeedDocument } from './types.js';
import type { World } from './world/world.js';

export const defaultSession = 'default';

/** What every session starts from. */
interface Base {
  readonly store: Store;
  readonly ids: readonly number[];
}

export class Sessions {
  readonly world: World;
  readonly settings: Settings;
  readonly #seeds: readonly SeedDocument[];
  readonly #sessions = new Map<string, Promise<Session>>();
  /** Those that are ready. */
  readonly #made = new Map<string, Session>();
  readonly #base: Base;
  /** Hashes the keys that seeds hold. */
  readonly #start: () => Promise<void>;
  #started: Promise<void> | undefined;

  /** Throws `SeedError` for faulty seeds. */
  constructor(world: World, settings: Settings, seeds: readonly SeedDocument[]) {
    this.world = world;
    this.settings = settings;
    this.#seeds = seeds;
    requireForm(seeds, world);
    const ids = seeds.flatMap((seed) => (seed.ids ? [seed.ids] : [])).at(-1);
    const random = new Random(ids ?? settings.randomSeed);
    const store = new MemoryStore();
    const at = startOf(seeds) ?? Math.trunc(settings.now());
    const keyed = store.transaction((transaction) => applySeeds(new State(transaction, world), seeds, { at, id: () => random.id(), uuid: () => random.uuid() }));
    this.#start = async () => store.transaction(async (transaction) => hashSeeded(new State(transaction, world), await keyed));
    this.#base = { store, ids: ids ?? random.state };
  }

  get(name: string): Promise<Session> {
    let session = this.#sessions.get(name);
    if (!session) this.#sessions.set(name, (session = this.#make(name)));
    return session;
  }

  /** The session, where it was used before. */
  made(name: string): Session | undefined {
    return this.#made.get(name);
  }

  get names(): readonly string[] {
    return [...this.#made.keys()].sort();
  }

  drop(name: string): void {
    this.#sessions.delete(name);
    this.#made.delete(name);
  }

  /** Back to the state right after start. */
  async reset(session: Session): Promise<void> {
    const base = await this.#ready();
    session.store = base.store.fork();
    session.random = new Random(base.ids);
    session.clock.reset();
    session.faults.replace([]);
    session.journal.reset();
    this.#restoreClock(session);
  }

  async #make(name: string): Promise<Session> {
    const base = await this.#ready();
    const session = new Session(name, this.world, { settings: this.settings, store: base.store.fork() });
    session.random = new Random(base.ids);
    this.#restoreClock(session);
    this.#made.set(name, session);
    return session;
  }

  async #ready(): Promise<Base> {
    await (this.#started ??= this.#start());
    return this.#base;
  }

  /** A seed may say what time it is. */
  #restoreClock(session: Session): void {
    const clock = clockOf(this.#seeds);
    if (clock) session.clock.restore({ now: Date.parse(clock.now), frozen: clock.frozen });
  }
}

/** The last of the seeds that tell the time counts. */
function clockOf(seeds: readonly SeedDocument[]): SeedDocument['clock'] {
  return seeds.flatMap(({ clock }) => clock ?? []).at(-1);
}

/** What is there from the start was made at the time that the seeds tell. */
function startOf(seeds: readonly SeedDocument[]): number | undefined {
  const clock = clockOf(seeds);
  return clock && Date.parse(clock.now);
}
