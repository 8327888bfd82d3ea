/** An isolated state with its own clock, faults, and journal. */
import { Clock } from './clock.js';
import type { JsonObject } from '../lib/json.js';
import { attempt, type MaybePromise } from '../lib/maybe-promise.js';
import { ProjectNumbers } from '../world/projects.js';
import type { Place } from '../world/resource.js';
import { Faults } from './faults.js';
import type { HandlerRegistry } from './handler-registry.js';
import { Journal, type JournalBudget } from './journal.js';
import { Random } from '../lib/random.js';
import { State, type StateRules } from './state.js';
import type { Store } from '../store/store.js';
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
  readonly parseYaml: ((text: string) => unknown) | undefined;
  readonly warn: (message: string) => void;
  /** Keeps the state. Absent: the memory of the process does. */
  readonly store?: MockStore | undefined;
}

/** The maximum number of cached bodies. */
const maxImplicitBodies = 1000;

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
  readonly clock: Clock;
  readonly faults: Faults;
  readonly handlers: HandlerRegistry;
  readonly journal: Journal;
  /** Whether its state, clock, or faults were set. Deleting such a session causes a warning. */
  isPrepared = false;
  readonly #rules: StateRules;
  readonly #implicitBodies = new Map<string, JsonObject>();
  readonly #projectNumbers = new ProjectNumbers();
  store: Store;
  random: Random;
  /** Whether a request that carries something the mock ignores is rejected. */
  strict: boolean;

  constructor(name: string, world: World, parts: SessionParts) {
    this.name = name;
    this.world = world;
    this.settings = parts.settings;
    this.handlers = parts.handlers;
    this.#rules = parts.rules;
    this.clock = new Clock(parts.settings.now);
    this.journal = new Journal(parts.settings.journal, parts.budget);
    this.store = parts.store;
    this.random = new Random(parts.settings.randomSeed);
    this.faults = new Faults(parts.settings.randomSeed);
    this.strict = parts.settings.strict;
  }

  /** Runs `work` in a transaction of its own, after the due tasks. Its changes are committed if it succeeds and rolled back if it fails. */
  run<T>(work: (state: State) => MaybePromise<T>): MaybePromise<T> {
    return this.store.transaction((transaction) => {
      const ids = this.random.state;
      const restoreIds = (error: unknown): never => {
        this.random = new Random(ids);
        throw error;
      };
      return attempt(() => {
        const state = new State(transaction, { world: this.world, rules: this.#rules, projectNumbers: this.#projectNumbers });
        runDueTasks(state, this.clock.now());
        return work(state);
      }, restoreIds);
    });
  }

  /** Returns the body of a resource that exists without having been created. It is the same in each run. */
  getImplicitBody(place: Place, origin: string): JsonObject {
    const name = `${origin}/${place.path}`;
    let body = this.#implicitBodies.get(name);
    if (!body) {
      if (this.#implicitBodies.size >= maxImplicitBodies) this.#implicitBodies.clear();
      body = this.#rules.createImplicitBody(place, origin);
      this.#implicitBodies.set(name, body);
      this.#projectNumbers.addProject(place, body);
    }
    return body;
  }

  /** Sets the clock, and runs the tasks that are due then. */
  async setTime(time: number): Promise<void> {
    this.clock.set(time);
    await this.run(() => undefined);
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
