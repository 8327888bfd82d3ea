/** All sessions of a mock. Each is created on first use from the start-up seed. */
import { collectServiceHandlers } from './service-modules.js';
import { HandlerRegistry } from '../state/handler-registry.js';
import { ByteBudget } from '../lib/byte-budget.js';
import { HttpError } from '../lib/http-error.js';
import { requireSnapshotName } from '../state/snapshots.js';
import { loadOnce } from '../lib/lazy-module.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import { MemoryBudget } from '../lib/memory-budget.js';
import { applySeeds, hashSeededKeys, prepareSeeds } from './seed/apply-seeds.js';
import { Session, type SessionSettings } from '../state/session.js';
import { serverChangeRules } from './server-change-rules.js';
import { UploadBudget } from '../state/upload-budget.js';
import { Controls } from '../state/controls.js';
import { State } from '../state/state.js';
import { checkStore } from './check-store.js';
import { deletionKey, isDeletedAt, StoredSessions } from './stored-sessions.js';
import { listProjectNumbers } from '../state/project-numbers.js';
import { callLog } from '../store/call-log.js';
import type { LogStore } from '../store/log-store.js';
import { MemoryStore } from '../store/memory-store.js';
import type { Store, Version } from '../store/store.js';
import type { SeedDocument } from '../types/mock.js';
import type { MockSettingsChange } from '../types/settings.js';
import type { MockStore, VersionReference } from '../types/store.js';
import type { Catalog } from '../catalog/catalog.js';

export const defaultSession = 'default';

const loadLogStore = loadOnce(() => import('../store/log-store.js'));
const loadDeliveries = loadOnce(() => import('./deliveries.js'));

export class SessionRegistry {
  readonly catalog: Catalog;
  readonly settings: SessionSettings;
  readonly handlers: HandlerRegistry;
  /** The URLs at which sessions are served, by the name of the session. */
  readonly urls: Map<string, string> = new Map([[defaultSession, 'http://localhost']]);
  /** What the bodies of all requests in progress may take. */
  readonly bodies: ByteBudget;
  readonly #seeds: readonly SeedDocument[];
  readonly #sessions = new Map<string, Promise<Session>>();
  /** The memory budget of all journals. */
  readonly journals: MemoryBudget;
  /** The memory budget of the earlier states of all sessions. */
  readonly histories: MemoryBudget;
  /** The memory budget of the unfinished uploads of all sessions. */
  readonly #uploads: UploadBudget;
  /** The sessions that are ready, least recently used first. */
  readonly #ready = new Map<string, Session>();
  /** Settings of single sessions that replace the mock's. A reset restores them. */
  readonly #settingsByName = new Map<string, MockSettingsChange>();
  /** Holds the state that every session starts from. */
  readonly #initialStore: Store = new MemoryStore();
  /** Hashes the encryption keys in the seeds. */
  readonly #hashSeedKeys: () => Promise<void>;
  #keysHashed: Promise<void> | undefined;
  readonly #storedSessions: StoredSessions | undefined;
  #storeChecked: Promise<void> | undefined;

  /** Throws `SeedError` for an invalid seed. */
  constructor(catalog: Catalog, settings: SessionSettings, seeds: readonly SeedDocument[]) {
    this.catalog = catalog;
    this.handlers = new HandlerRegistry(collectServiceHandlers(catalog));
    this.settings = settings;
    this.bodies = new ByteBudget(settings.maxBodies);
    this.journals = new MemoryBudget(settings.maxJournalBytes);
    this.histories = new MemoryBudget(settings.maxHistoryBytes);
    this.#uploads = new UploadBudget(settings.maxUploads);
    this.#seeds = seeds;
    this.#storedSessions = settings.store && new StoredSessions(settings.store);
    const prepared = prepareSeeds(seeds, catalog);
    const ids = prepared.documents.flatMap((seed) => (seed.ids ? [seed.ids] : [])).at(-1);
    const changeInitialState = <T>(work: (state: State) => MaybePromise<T>): MaybePromise<T> =>
      this.#initialStore.transaction((transaction) =>
        work(new State(transaction, { catalog, rules: serverChangeRules, controls: new Controls(transaction, settings) })),
      );
    const seeded = changeInitialState((state) => {
      const { controls } = state;
      if (ids) controls.restoreIds(ids);
      // Resources are created at the time to which the seeds set the clock.
      const clock = getSeededClock(prepared.documents);
      const puts = applySeeds(state, prepared, clock ? Date.parse(clock.now) : Math.trunc(settings.now()));
      controls.restoreIds(ids ?? controls.random.state);
      return puts;
    });
    this.#hashSeedKeys = async () => changeInitialState(async (state) => hashSeededKeys(state, await seeded));
  }

  /** Rejects with 503 if the store is not available, and with `StoreError` if it contains the state of another mock. */
  get(name: string): Promise<Session> {
    return this.#sessions.get(name) ?? this.#add(name, this.#createSession(name));
  }

  #add(name: string, creation: Promise<Session>): Promise<Session> {
    const session = creation.then((created) => {
      this.#ready.set(name, created);
      this.#evictSessions(created);
      return created;
    });
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
    const ignored = settings.ignored ?? this.#settingsByName.get(name)?.ignored;
    this.#settingsByName.set(name, { ignored });
    const session = this.#ready.get(name);
    const changed = session?.change(({ controls }) => controls.change({ ignored: ignored ?? this.settings.ignored }), {
      control: 'settings',
    });
    if (!session || !(changed instanceof Promise) || !this.settings.store) return;
    // Later requests wait until the store has the settings.
    this.#ready.delete(name);
    void this.#add(
      name,
      changed.then(() => session),
    );
  }

  /** Returns the names of the sessions: with a store, those of all its processes. Rejects with 503 if the store is not available. */
  async list(): Promise<readonly string[]> {
    return (await this.#storedSessions?.list()) ?? [...this.#ready.keys()].sort();
  }

  /** Deletes a session. A store keeps its initial state, and the versions that forks need. */
  async delete(name: string): Promise<void> {
    if (await this.#isStored(name)) {
      const session = await this.get(name);
      // First, so that a process that is killed leaves no snapshots for a later session with the name.
      await session.snapshots.clear();
      await this.#restoreInitialState(session, { isDeleted: true });
      await session.discardHistory();
    }
    this.unload(name);
  }

  /** Deletes a session from memory. */
  unload(name: string): void {
    this.#ready.get(name)?.close();
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
      if (!store && oldest.isPrepared) {
        warn(
          `the session '${oldest.name}' was deleted with its state, clock, and faults to make room for '${newest.name}': the maximum is ${maxSessions} sessions (--max-sessions, or maxSessions in code)`,
        );
      }
      this.unload(oldest.name);
    }
  }

  #findOldest(newest: Session, isPrepared: boolean): Session | undefined {
    for (const session of this.#ready.values())
      if (session !== newest && session.name !== defaultSession && session.isPrepared === isPrepared) return session;
    return undefined;
  }

  async reset(session: Session): Promise<void> {
    await this.#restoreInitialState(session);
    session.markAsNew();
  }

  /** Creates a session with its state in the store, or with the initial state. */
  async #createSession(name: string): Promise<Session> {
    const session = await this.#openSession(name);
    await this.#restoreInitialState(session, { isKept: true });
    // The process that deleted the session may have been killed before it discarded the history.
    if (isDeletedAt(session.version, session.open(session.version))) await session.discardHistory();
    return session;
  }

  /**
   * Creates a session with the state of another one: the current state, that of a snapshot, or that with a sequence number. Takes constant
   * time. Rejects with 400 for an invalid name, 409 for an existing session, and as `findVersion` does.
   */
  async fork(name: string, origin: Session, at?: string | number): Promise<Session> {
    requireSnapshotName(name);
    await origin.catchUp();
    const version = at === undefined ? origin.version : await origin.findVersion(at);
    if (name === defaultSession) throw createExistsError(name);
    if (this.#sessions.has(name)) {
      if (!(await this.#isDeleted(name))) throw createExistsError(name);
      this.unload(name);
    }
    const createFork = async (): Promise<Session> => {
      const session = await this.#openSession(name);
      session.isPrepared = true;
      await session.change(
        (state) => {
          if (session.version.sequence > 0 && !isDeletedAt(session.version, state.transaction)) throw createExistsError(name);
          state.restoreVersion(version);
          // The origin may have been deleted at this version.
          if (state.transaction.get(deletionKey) !== undefined) state.transaction.delete(deletionKey);
        },
        { control: 'fork' },
      );
      return session;
    };
    return this.#add(name, createFork());
  }

  /** Returns a session that exists already. Rejects with 404. */
  async require(name: string): Promise<Session> {
    if (name === defaultSession || this.#sessions.has(name) || (await this.#isStored(name))) return this.get(name);
    throw new HttpError('notFound', { message: `The session '${name}' was not found.`, location: 'from', rule: 'session' });
  }

  /** Returns whether another process deleted a session that this one has in memory. */
  async #isDeleted(name: string): Promise<boolean> {
    if (!this.settings.store) return false;
    const session = await this.get(name);
    return session.change(({ transaction }) => isDeletedAt(session.version, transaction));
  }

  /** Returns whether the store, if the mock has one, contains a session. */
  async #isStored(name: string): Promise<boolean> {
    const { store } = this.settings;
    return store !== undefined && (await callLog(() => store.openLog(name).latest())) > 0;
  }

  async #openSession(name: string): Promise<Session> {
    const session = new Session(name, this.catalog, {
      settings: this.settings,
      store: await this.#openStore(name),
      journals: this.journals,
      uploads: this.#uploads,
      handlers: this.handlers,
      rules: serverChangeRules,
    });
    if (this.settings.deliver.length > 0) (await loadDeliveries()).startDeliveries(session);
    return session;
  }

  async #openStore(name: string): Promise<Store> {
    const { store, history } = this.settings;
    if (!store) return new MemoryStore(history, { budget: this.histories });
    this.#storeChecked ??= checkStore(store, this.catalog);
    await this.#storeChecked.catch((error: unknown) => {
      this.#storeChecked = undefined;
      throw error;
    });
    return this.#openLogStore(store, { session: name, budget: this.histories });
  }

  async #openLogStore(
    store: MockStore,
    { session, budget }: { readonly session: string; readonly budget?: MemoryBudget },
  ): Promise<LogStore> {
    const { LogStore } = await loadLogStore();
    const loadOrigin = async (origin: VersionReference): Promise<Version | undefined> =>
      (this.#ready.get(origin.session) ?? (await this.#openLogStore(store, { session: origin.session }))).loadVersion(origin.sequence);
    return new LogStore(store.openLog(session), this.settings.history, { session, loadOrigin, budget });
  }

  /**
   * Restores the initial state, with the clock that a seed sets and the settings of the session. `isKept`: a session that the store contains
   * keeps its state, apart from the settings. `isDeleted`: a fork can then replace the session.
   */
  async #restoreInitialState(session: Session, { isKept = false, isDeleted = false } = {}): Promise<void> {
    await (this.#keysHashed ??= this.#hashSeedKeys());
    const clock = getSeededClock(this.#seeds);
    const ignored = this.#settingsByName.get(session.name)?.ignored;
    await session.change(
      (state) => {
        const { controls, transaction } = state;
        const { sequence } = session.version;
        if (!isKept || sequence === 0) {
          const numbers = listProjectNumbers(transaction);
          state.restoreVersion(this.#initialStore.version);
          // Clients have seen them.
          for (const [key, project] of numbers) transaction.put(key, project);
          if (clock) controls.setClock(Date.parse(clock.now), clock.frozen);
          if (isDeleted) transaction.put(deletionKey, sequence + 1);
        }
        if (ignored !== undefined && ignored !== controls.values.ignored) controls.change({ ignored });
      },
      { control: isKept ? 'start' : 'reset' },
    );
  }
}

function createExistsError(name: string): HttpError {
  const message = `The session '${name}' already exists. Delete it first, or choose another name.`;
  return new HttpError('alreadyExists', { message, location: 'name', rule: 'session' });
}

/** Returns the clock of the last seed that sets one. */
function getSeededClock(seeds: readonly SeedDocument[]): SeedDocument['clock'] {
  return seeds.flatMap(({ clock }) => clock ?? []).at(-1);
}
