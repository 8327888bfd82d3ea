/** An isolated state with its own clock, faults, and journal. */
import type { RejectionLog } from './rejection-log.js';
import { Activity } from './activity.js';
import { Controls, readClock, readControls, type ControlValues } from './controls.js';
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import type { HandlerRegistry } from './handler-registry.js';
import { Journal } from './journal.js';
import type { MemoryBudget } from '../lib/memory-budget.js';
import { measureUploads, type UploadBudget, type UploadShare } from './upload-budget.js';
import { State, type ServerChangeRules } from './state.js';
import type { SigningKey } from './signing-key.js';
import { formatInstant } from '../lib/instants.js';
import { HttpError } from '../lib/http-error.js';
import { requireSnapshotName, Snapshots } from './snapshots.js';
import type { ControlCause } from '../types/control.js';
import type { MockRewind, MockSnapshot } from '../types/versions.js';
import type { EntryChange, Range, Store, Transaction, TransactionOptions, Version } from '../store/store.js';
import type { MockSettingValues } from '../types/mock.js';
import type { MockStore } from '../types/store.js';
import type { TokenAttempts } from './token-attempts.js';
import type { Peers } from '../types/peers.js';
import type { Catalog } from '../catalog/catalog.js';
import { runDueTasks } from './apply-effects.js';

/** The options of the mock with defaults. */
export interface SessionSettings extends MockSettingValues {
  readonly now: () => number;
  /** The maximum size of the body of a control request in bytes. */
  readonly maxControlBody: number;
  readonly warnings: WarningLog;
  /** Absent: such requests aren't reported. */
  readonly rejections?: RejectionLog;
  readonly parseYaml: ((text: string) => unknown) | undefined;
  readonly adminToken: string | undefined;
  readonly tokenAttempts: TokenAttempts;
  readonly warn: (message: string) => void;
  readonly reportError: (message: string) => void;
  readonly signingKey: SigningKey;
  /** The hosts to which the mock sends requests. */
  readonly deliver: readonly string[];
  /** Keeps the state. Absent: the memory of the process does. */
  readonly store?: MockStore | undefined;
  /** The other processes that serve the mock from the same port. */
  readonly peers?: Peers | undefined;
}

/** Times are milliseconds. */
export interface ClockChange {
  readonly freeze?: boolean | undefined;
  readonly set?: number | undefined;
  readonly advance?: number | undefined;
}

export interface ChangeOptions extends TransactionOptions {
  /** The cause of the change, if it isn't a request. */
  readonly control?: ControlCause;
}

export interface SessionParts {
  readonly settings: SessionSettings;
  readonly store: Store;
  readonly handlers: HandlerRegistry;
  readonly rules: ServerChangeRules;
  /** Shared by the journals of all sessions. */
  readonly journals: MemoryBudget;
  /** Shared by the uploads of all sessions. */
  readonly uploads: UploadBudget;
}

export class Session {
  readonly name: string;
  readonly catalog: Catalog;
  readonly settings: SessionSettings;
  readonly handlers: HandlerRegistry;
  readonly journal: Journal;
  readonly activity: Activity = new Activity();
  readonly snapshots: Snapshots;
  /** Whether its state, clock, or faults were set. Deleting such a session causes a warning. */
  isPrepared = false;
  readonly #rules: ServerChangeRules;
  readonly #store: Store;
  readonly #uploads: UploadShare;
  /** The size of the uploads in a version. */
  #uploadBytes: { readonly version: Version; readonly bytes: number } | undefined;
  /** The controls of a version, because most requests read those of the same one. */
  #controls: { readonly version: Version; readonly values: ControlValues } | undefined;

  constructor(name: string, catalog: Catalog, parts: SessionParts) {
    this.name = name;
    this.catalog = catalog;
    this.settings = parts.settings;
    this.handlers = parts.handlers;
    this.journal = new Journal(parts.settings.journal, parts.journals, parts.settings.peers?.createIndex);
    this.#rules = parts.rules;
    this.#store = parts.store;
    this.#uploads = parts.uploads.add(this);
    this.snapshots = new Snapshots(parts.store, () => this.activity.notify());
  }

  /** The committed controls. In a transaction, use those of its state. */
  get controls(): ControlValues {
    const { version } = this.#store;
    if (this.#controls?.version !== version) this.#controls = { version, values: readControls(this.#store, this.settings) };
    return this.#controls.values;
  }

  /** About how many bytes the uploads take. */
  get uploadBytes(): number {
    const { version } = this.#store;
    if (this.#uploadBytes?.version !== version)
      this.#uploadBytes = { version, bytes: measureUploads(this.readVersion(version).listRows('upload')) };
    return this.#uploadBytes.bytes;
  }

  now(): number {
    return readClock(this.controls.clock, this.settings.now());
  }

  /** Applies what other processes have committed. */
  catchUp(): MaybePromise<void> {
    return this.#store.catchUp();
  }

  get version(): Version {
    return this.#store.version;
  }

  /** The last versions that are in memory, oldest first. */
  get heldVersions(): readonly Version[] {
    return this.#store.heldVersions;
  }

  /** Returns a transaction on a version, whose writes are lost. */
  open(version: Version): Transaction {
    return this.#store.open(version);
  }

  compare(before: Version, after: Version, range: Range): readonly EntryChange[] {
    return this.#store.compare(before, after, range);
  }

  /** Returns the state of a version (default: the current one), without the due tasks. Its changes are lost. */
  readVersion(version: Version = this.version): State {
    const transaction = this.open(version);
    return new State(transaction, { catalog: this.catalog, rules: this.#rules, controls: new Controls(transaction, this.settings) });
  }

  /** Forgets the requests, and that the session was prepared. */
  markAsNew(): void {
    this.journal.reset();
    this.activity.reset();
    this.isPrepared = false;
  }

  /** Names the current version. Rejects with 400 for an invalid name, and as `Snapshots.add` does. */
  async createSnapshot(name: string): Promise<MockSnapshot> {
    requireSnapshotName(name);
    for (;;) {
      await this.catchUp();
      const snapshot: MockSnapshot = { name, sequence: this.version.sequence, time: formatInstant(this.now()) };
      const isAdded = await this.snapshots.add(snapshot);
      this.isPrepared = true;
      if (isAdded) return snapshot;
    }
  }

  /** Returns the version of a snapshot, or the one with a sequence number. Rejects with 404 or 400. */
  async findVersion(at: string | number): Promise<Version> {
    const sequence = typeof at === 'string' ? (await this.snapshots.get(at)).sequence : at;
    const version = await this.loadVersion(sequence);
    if (version) return version;
    const oldest = await this.#store.findOldestSequence();
    const message = `The session doesn't keep the sequence number ${sequence}; it keeps ${oldest} to ${this.version.sequence}, and its snapshots.`;
    throw new HttpError('invalid', { message, rule: 'history' });
  }

  loadVersion(sequence: number): Promise<Version | undefined> {
    return this.#store.loadVersion(sequence);
  }

  /** Restores a version as a new one. */
  async restoreVersion(version: Version): Promise<MockRewind> {
    this.isPrepared = true;
    return this.change(
      (state) => {
        const previous = this.version.sequence;
        state.restoreVersion(version);
        return { sequence: previous + 1, previous };
      },
      { control: 'rewind' },
    );
  }

  /** Releases the memory of the session when it is deleted. A request in progress may still use it. */
  close(): void {
    this.journal.close();
    this.activity.close();
    this.#store.close();
    this.#uploads.close();
  }

  /** Deletes the earlier versions that no snapshot and no fork needs from the store of the mock, if it has one. */
  discardHistory(): Promise<void> {
    return this.#store.discardHistory();
  }

  /** Runs `work` in a transaction of its own, after the due tasks. Its changes are committed if it succeeds and rolled back if it fails. */
  run<T>(work: (state: State) => MaybePromise<T>, options?: ChangeOptions): MaybePromise<T> {
    return this.change((state) => {
      runDueTasks(state, state.controls.now());
      state.cause.endScheduledChanges(state.transaction);
      return work(state);
    }, options);
  }

  /** Runs `work` in a transaction of its own, without the due tasks. */
  change<T>(work: (state: State) => MaybePromise<T>, options?: ChangeOptions): MaybePromise<T> {
    const { catalog, settings } = this;
    return this.#store.transaction((transaction) => {
      const controls = new Controls(transaction, settings, this.controls);
      const state = new State(transaction, { catalog, rules: this.#rules, controls, uploads: this.#uploads });
      return continueWith(work(state), (result) => {
        state.controls.saveIds();
        state.cause.save(transaction, state.controls, options?.control);
        this.activity.notify();
        return result;
      });
    }, options);
  }

  /** Freezes the clock, sets it, starts it again, and advances it, in this order. Runs the tasks that are due then. */
  async changeClock({ freeze, set, advance }: ClockChange): Promise<void> {
    this.isPrepared = true;
    await this.change(
      (state) => {
        const { controls } = state;
        if (freeze === true && controls.values.clock.frozen === undefined) controls.setClock(controls.now(), true);
        if (set !== undefined) controls.setClock(set);
        if (set !== undefined) runDueTasks(state, set);
        if (freeze === false && controls.values.clock.frozen !== undefined) controls.setClock(controls.now(), false);
        if (advance === undefined) return;
        controls.setClock(controls.now() + advance);
        runDueTasks(state, controls.now());
      },
      { control: 'clock' },
    );
  }
}

export class WarningLog {
  readonly #write: (message: string) => void;
  readonly #written = new Set<string>();

  constructor(write: (message: string) => void) {
    this.#write = write;
  }

  /** Warns about each ignored name on its first use in a method. */
  reportIgnored(methodId: string, names: readonly string[]): void {
    for (const name of names) {
      const message = `${methodId}: the mock ignores ${name}`;
      if (this.#written.has(message)) continue;
      this.#written.add(message);
      this.#write(message);
    }
  }
}
