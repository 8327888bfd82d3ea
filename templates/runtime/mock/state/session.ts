/** An isolated state with its own clock, faults, and journal. */
import { Activity } from './activity.js';
import { readClock } from './clock.js';
import { Controls, readControls, type ControlValues } from './controls.js';
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import type { HandlerRegistry } from './handler-registry.js';
import { Journal, type JournalBudget } from './journal.js';
import { State, type StateRules } from './state.js';
import { formatInstant } from '../lib/instants.js';
import { HttpError } from '../lib/http-error.js';
import { Snapshots } from './snapshots.js';
import type { ControlCause } from '../types/control.js';
import type { MockRewind, MockSnapshot } from '../types/versions.js';
import type { EntryChange, Range, Store, Transaction, Version } from '../store/store.js';
import type { MockStore } from '../types/log.js';
import type { World } from '../world/world.js';
import { runDueTasks } from './apply-effects.js';

/** The options of the mock with defaults. */
export interface SessionSettings {
  readonly auth: 'off' | 'on';
  readonly operationDelay: number;
  readonly operationRetention: number;
  readonly now: () => number;
  readonly randomSeed: number;
  readonly maxBody: number;
  readonly maxDepth: number;
  readonly strict: boolean;
  readonly warnings: WarningLog;
  readonly maxSessions: number;
  readonly journal: number;
  readonly history: number;
  readonly parseYaml: ((text: string) => unknown) | undefined;
  readonly adminToken: string | undefined;
  readonly warn: (message: string) => void;
  /** Keeps the state. Absent: the memory of the process does. */
  readonly store?: MockStore | undefined;
}

/** Times are milliseconds. */
export interface ClockChange {
  readonly freeze?: boolean | undefined;
  readonly set?: number | undefined;
  readonly advance?: number | undefined;
}

export interface SessionParts {
  readonly settings: SessionSettings;
  readonly store: Store;
  readonly handlers: HandlerRegistry;
  readonly rules: StateRules;
  /** Shared by the journals of all sessions. */
  readonly budget: JournalBudget;
}

export class Session {
  readonly name: string;
  readonly world: World;
  readonly settings: SessionSettings;
  readonly handlers: HandlerRegistry;
  readonly journal: Journal;
  readonly activity: Activity = new Activity();
  readonly snapshots: Snapshots = new Snapshots();
  /** Whether its state, clock, or faults were set. Deleting such a session causes a warning. */
  isPrepared = false;
  readonly #rules: StateRules;
  readonly #store: Store;
  /** The controls of a version, because most requests read those of the same one. */
  #controls: { readonly version: Version; readonly values: ControlValues } | undefined;

  constructor(name: string, world: World, parts: SessionParts) {
    this.name = name;
    this.world = world;
    this.settings = parts.settings;
    this.handlers = parts.handlers;
    this.journal = new Journal(parts.settings.journal, parts.budget);
    this.#rules = parts.rules;
    this.#store = parts.store;
  }

  /** The committed controls. In a transaction, use those of its state. */
  get controls(): ControlValues {
    const { version } = this.#store;
    if (this.#controls?.version !== version) this.#controls = { version, values: readControls(this.#store, this.settings) };
    return this.#controls.values;
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

  /** The versions that the store keeps, oldest first. */
  get keptVersions(): readonly Version[] {
    const first = this.#store.oldestSequence;
    const sequences = Array.from({ length: this.version.sequence - first + 1 }, (_, index) => first + index);
    return sequences.flatMap((sequence) => this.#store.findVersion(sequence) ?? []);
  }

  /** Returns a transaction on a version, whose writes are lost. */
  open(version: Version): Transaction {
    return this.#store.open(version);
  }

  compare(before: Version, after: Version, range: Range): readonly EntryChange[] {
    return this.#store.compare(before, after, range);
  }

  /** Returns the state of a version, without the due tasks. Its changes are lost. */
  readVersion(version: Version): State {
    const transaction = this.open(version);
    return new State(transaction, { world: this.world, rules: this.#rules, controls: new Controls(transaction, this.settings) });
  }

  createSnapshot(name: string): MockSnapshot {
    const snapshot = this.snapshots.create(name, this.version, formatInstant(this.now()));
    this.isPrepared = true;
    return snapshot;
  }

  /** Returns the version of a snapshot, or the one with a sequence number. Throws 404 or 400. */
  findVersion(at: string | number): Version {
    if (typeof at === 'string') return this.snapshots.get(at).version;
    const version = this.#store.findVersion(at);
    if (version) return version;
    const message = `The session doesn't keep the sequence number ${at}; it keeps ${this.#store.oldestSequence} to ${this.version.sequence}, and its snapshots.`;
    throw new HttpError('invalid', { message, rule: 'history' });
  }

  /** Restores a version of this session or another one, as a new version. `check` can reject it. */
  restoreVersion(version: Version, check?: (state: State, current: Version) => void): MaybePromise<MockRewind> {
    this.isPrepared = true;
    return this.change(
      (state) => {
        const previous = this.version.sequence;
        check?.(state, this.version);
        state.restoreVersion(version);
        return { sequence: previous + 1, previous };
      },
      check ? 'fork' : 'rewind',
    );
  }

  /** Runs `work` in a transaction of its own, after the due tasks. Its changes are committed if it succeeds and rolled back if it fails. */
  run<T>(work: (state: State) => MaybePromise<T>, control?: ControlCause): MaybePromise<T> {
    return this.change((state) => {
      runDueTasks(state, state.controls.now());
      state.cause.endScheduledChanges(state.transaction);
      return work(state);
    }, control);
  }

  /** Runs `work` in a transaction of its own, without the due tasks. `control`: the cause of the change, if it isn't a request. */
  change<T>(work: (state: State) => MaybePromise<T>, control?: ControlCause): MaybePromise<T> {
    const { world, settings } = this;
    return this.#store.transaction((transaction) => {
      const state = new State(transaction, { world, rules: this.#rules, controls: new Controls(transaction, settings, this.controls) });
      return continueWith(work(state), (result) => {
        state.controls.saveIds();
        state.cause.save(transaction, state.controls, control);
        this.activity.notify();
        return result;
      });
    });
  }

  /** Freezes the clock, sets it, starts it again, and advances it, in this order. Runs the tasks that are due then. */
  changeClock({ freeze, set, advance }: ClockChange): MaybePromise<void> {
    this.isPrepared = true;
    return this.change((state) => {
      const { controls } = state;
      if (freeze === true && controls.values.clock.frozen === undefined) controls.setClock(controls.now(), true);
      if (set !== undefined) controls.setClock(set);
      if (set !== undefined) runDueTasks(state, set);
      if (freeze === false && controls.values.clock.frozen !== undefined) controls.setClock(controls.now(), false);
      if (advance === undefined) return;
      controls.setClock(controls.now() + advance);
      runDueTasks(state, controls.now());
    }, 'clock');
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
