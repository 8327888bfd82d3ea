/** What decides responses besides resources: the clock, the faults, the generator of ids, and settings. They are one row of the state. */
import type { Json } from '../lib/json.js';
import { Random } from '../lib/random.js';
import type { Transaction } from '../store/store.js';
import type { FaultState } from './faults.js';
import { createKey } from './keys.js';
import type { IgnoredMode } from '../types/settings.js';

/** The clock of a session: real time with an offset, or frozen at a time. Times are milliseconds since 1970. */
interface ClockState {
  readonly offset?: number;
  readonly frozen?: number;
}

export interface ControlValues {
  readonly clock: ClockState;
  readonly faults: FaultState;
  /** The state of the generator of ids. */
  readonly ids: readonly number[];
  /** Which ignored parts of a request are rejected. */
  readonly ignored: IgnoredMode;
}

/** The values of an empty state. `now` returns the real time in milliseconds since 1970. */
export interface ControlDefaults {
  readonly now: () => number;
  readonly randomSeed: number;
  readonly ignored: IgnoredMode;
}

export function readClock({ offset = 0, frozen }: ClockState, realTime: number): number {
  return frozen ?? Math.trunc(realTime + offset);
}

const controlsKey = createKey('control');

export function readControls(reader: Pick<Transaction, 'get'>, { randomSeed, ignored }: ControlDefaults): ControlValues {
  // A stored value is valid, because only `Controls` writes it.
  const stored = reader.get(controlsKey) as unknown as (Partial<ControlValues> & Omit<ControlValues, 'ignored'>) | undefined;
  if (stored?.ignored !== undefined) return stored as ControlValues;
  // A store of an earlier version lacks the setting.
  return { clock: {}, faults: { rules: [], random: randomSeed }, ids: new Random(randomSeed).state, ...stored, ignored };
}

export class Controls {
  readonly #transaction: Transaction;
  readonly #defaults: ControlDefaults;
  #values: ControlValues;
  #random: Random | undefined;

  /** `values`: the current values, which a caller may have at hand. Default: reads them. */
  constructor(transaction: Transaction, defaults: ControlDefaults, values: ControlValues = readControls(transaction, defaults)) {
    this.#transaction = transaction;
    this.#defaults = defaults;
    this.#values = values;
  }

  get values(): ControlValues {
    return this.#values;
  }

  now(): number {
    return readClock(this.#values.clock, this.#defaults.now());
  }

  /** Generates ids. `saveIds` stores its state. */
  get random(): Random {
    return (this.#random ??= new Random(this.#values.ids));
  }

  saveIds(): void {
    if (this.#random) this.change({ ids: this.#random.state });
  }

  /** Continues the generation of ids from a state. */
  restoreIds(ids: readonly number[]): void {
    this.#random = undefined;
    this.change({ ids });
  }

  /** Sets the time. Default: a frozen clock stays frozen. */
  setClock(time: number, isFrozen: boolean = this.#values.clock.frozen !== undefined): void {
    this.change({ clock: isFrozen ? { frozen: time } : { offset: time - this.#defaults.now() } });
  }

  /** Reads the values again after the transaction has restored a version. */
  reload(): void {
    this.#random = undefined;
    this.#values = readControls(this.#transaction, this.#defaults);
  }

  change(changes: Partial<ControlValues>): void {
    this.#values = { ...this.#values, ...changes };
    this.#transaction.put(controlsKey, this.#values as unknown as Json);
  }
}
