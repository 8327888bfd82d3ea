/** A state of its own with its clock, faults and journal. */
import { Clock } from './clock.js';
import { completeNewResource } from './server-fields.js';
import { hashNumber } from './hashes.js';
import type { JsonObject } from './json.js';
import { builtInBody } from './rules/built-in-resources.js';
import { ProjectNumbers } from './world/projects.js';
import type { Place } from './world/resource.js';
import { Faults } from './faults.js';
import type { HandlerRegistry } from './handlers.js';
import { Journal, type JournalBudget } from './journal.js';
import { Random } from './random.js';
import { runDueTasks } from './state/run-due-tasks.js';
import { State } from './state/state.js';
import type { WarningLog } from './warning-log.js';
import type { Store } from './store/store.js';
import type { World } from './world/world.js';

/** Limits and switches, defaults filled in. */
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
}

/** When implicit resources were created: before the mock was started, and at the same time in each run. */
const builtInCreateTime = Date.UTC(2020, 0, 1);

/** Of implicit resources. */
const maxImplicitBodies = 1000;

export interface SessionParts {
  readonly settings: SessionSettings;
  readonly store: Store;
  readonly handlers: HandlerRegistry;
  /** Of the journals of all sessions. */
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
  /** Whether somebody set its state, clock, or faults: what a test prepared is not to be lost unnoticed. */
  isPrepared = false;
  readonly #implicit = new Map<string, JsonObject>();
  readonly #projects = new ProjectNumbers();
  store: Store;
  random: Random;
  /** Whether a request that carries something the mock ignores is rejected. */
  strict: boolean;

  constructor(name: string, world: World, parts: SessionParts) {
    this.name = name;
    this.world = world;
    this.settings = parts.settings;
    this.handlers = parts.handlers;
    this.clock = new Clock(parts.settings.now);
    this.journal = new Journal(parts.settings.journal, parts.budget);
    this.store = parts.store;
    this.random = new Random(parts.settings.randomSeed);
    this.faults = new Faults(parts.settings.randomSeed);
    this.strict = parts.settings.strict;
  }

  /** Runs `work` alone on a state where everything due has happened; what it changes is kept when it resolves, and forgotten when it rejects. */
  run<T>(work: (state: State) => T | Promise<T>): T | Promise<T> {
    return this.store.transaction((transaction) => {
      const ids = this.random.state;
      const undo = (error: unknown): never => {
        this.random = new Random(ids);
        throw error;
      };
      try {
        const state = new State(transaction, this.world, this.#projects);
        runDueTasks(state, this.clock.now());
        const result = work(state);
        return result instanceof Promise ? result.catch(undo) : result;
      } catch (error) {
        return undo(error);
      }
    });
  }

  /** What a resource that exists without having been created looks like: always the same. */
  implicitBody(place: Place, origin: string): JsonObject {
    const name = `${origin}/${place.path}`;
    let body = this.#implicit.get(name);
    if (!body) {
      if (this.#implicit.size >= maxImplicitBodies) this.#implicit.clear();
      body = completeNewResource(place, builtInBody(place, origin), {
        at: builtInCreateTime,
        id: () => hashNumber(place.path),
        uuid: () => new Random(Number(BigInt(hashNumber(place.path)) % 0x1fffffffffffffn)).uuid(),
      });
      this.#implicit.set(name, body);
      this.#projects.addProject(place, body);
    }
    return body;
  }

  /** Lets time pass. */
  async advance(milliseconds: number): Promise<void> {
    await this.setTime(this.clock.now() + milliseconds);
  }

  async setTime(time: number): Promise<void> {
    this.clock.set(time);
    await this.run(() => undefined);
  }
}
