/** All sessions of a mock: each made on first use from the start-up seed. */
import { Random } from './random.js';
import { applySeed } from './seed/apply.js';
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
  readonly #startedAt: number;
  readonly #sessions = new Map<string, Promise<Session>>();
  /** Those that are ready. */
  readonly #made = new Map<string, Session>();
  #base: Promise<Base> | undefined;

  constructor(world: World, settings: Settings, seeds: readonly SeedDocument[]) {
    this.world = world;
    this.settings = settings;
    this.#seeds = seeds;
    this.#startedAt = startOf(seeds) ?? Math.trunc(settings.now());
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
    const base = await this.#start();
    session.store = base.store.fork();
    session.random = new Random(base.ids);
    session.clock.reset();
    session.faults.replace([]);
    session.journal.reset();
    this.#restoreClock(session);
  }

  async #make(name: string): Promise<Session> {
    const base = await this.#start();
    const session = new Session(name, this.world, { settings: this.settings, store: base.store.fork() });
    session.random = new Random(base.ids);
    this.#restoreClock(session);
    this.#made.set(name, session);
    return session;
  }

  /** A seed may say what time it is. */
  #restoreClock(session: Session): void {
    const clock = clockOf(this.#seeds);
    if (clock) session.clock.restore({ now: Date.parse(clock.now), frozen: clock.frozen });
  }

  #start(): Promise<Base> {
    return (this.#base ??= this.#seeded());
  }

  async #seeded(): Promise<Base> {
    const store = new MemoryStore();
    const ids = this.#seeds.flatMap((seed) => (seed.ids ? [seed.ids] : [])).at(-1);
    const random = new Random(ids ?? this.settings.randomSeed);
    await store.transaction(async (transaction) => {
      const state = new State(transaction, this.world);
      for (const seed of this.#seeds) await applySeed(state, seed, { at: this.#startedAt, id: () => random.id(), sound: true });
    });
    return { store, ids: ids ?? random.state };
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
