/** What happens in a session: statistics of its requests, the rules that rejected them, and subscriptions to changes. */
import type { Statistics } from '../types/control.js';
import type { RecordedExchange } from './journal.js';

/** The number of durations that percentiles are computed from. */
const maxDurations = 1000;
/** The number of seconds that rates are kept for. */
const keptSeconds = 60;

/** The requests of one second of real time. */
interface SecondCount {
  readonly second: number;
  requests: number;
  errors: number;
}

/** What statistics are computed from, of one process. */
export interface Measurements {
  readonly requests: number;
  readonly errors: readonly (readonly [reason: string, count: number])[];
  /** The last durations in milliseconds. */
  readonly durations: readonly number[];
  /** The last seconds with requests, oldest first. */
  readonly seconds: readonly Readonly<SecondCount>[];
}

/** The number of requests of a method that a rule rejected or answered. */
export type RuleCount = readonly [methodId: string, rule: string, count: number];

/** Told when something may have changed in a session. */
export interface ActivityListener {
  onChange(): void;
  /** The session was deleted. */
  onEnd(): void;
}

export class Activity {
  #calls = 0;
  #requests = 0;
  #errors = new Map<string, number>();
  /** A ring buffer of the last durations in milliseconds. */
  #durations: number[] = [];
  /** The last seconds with requests, oldest first. */
  #seconds: SecondCount[] = [];
  #ruleCounts = new Map<string, Map<string, number>>();
  readonly #listeners = new Set<ActivityListener>();

  /** Returns the number of a request that begins. */
  startCall(): number {
    return this.#calls++;
  }

  /** `realTime`: milliseconds since 1970. */
  record(exchange: RecordedExchange, realTime: number): void {
    const { methodId, durationMs, note } = exchange;
    this.#durations[this.#requests % maxDurations] = durationMs;
    this.#requests += 1;
    const reason = getErrorReason(exchange);
    if (reason !== undefined) increment(this.#errors, reason);
    const rule = note?.replayed ? 'requestId' : note?.rejection?.rule;
    if (rule !== undefined && methodId !== undefined) {
      const counts = this.#ruleCounts.get(methodId) ?? new Map<string, number>();
      this.#ruleCounts.set(methodId, counts);
      increment(counts, rule);
    }
    this.#countSecond(Math.floor(realTime / 1000), reason !== undefined);
    this.notify();
  }

  #countSecond(second: number, isError: boolean): void {
    let last = this.#seconds.at(-1);
    if (last?.second !== second) {
      last = { second, requests: 0, errors: 0 };
      this.#seconds.push(last);
      if (this.#seconds.length > keptSeconds) this.#seconds.shift();
    }
    last.requests += 1;
    if (isError) last.errors += 1;
  }

  get ruleCounts(): readonly RuleCount[] {
    return [...this.#ruleCounts].flatMap(([methodId, counts]) => [...counts].map(([rule, count]): RuleCount => [methodId, rule, count]));
  }

  get measurements(): Measurements {
    return { requests: this.#requests, errors: [...this.#errors], durations: this.#durations, seconds: this.#seconds };
  }

  /** Returns a function that ends the subscription. */
  subscribe(listener: ActivityListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(): void {
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener.onChange();
  }

  reset(): void {
    this.#requests = 0;
    this.#errors = new Map();
    this.#durations = [];
    this.#seconds = [];
    this.#ruleCounts = new Map();
  }

  close(): void {
    for (const listener of this.#listeners) listener.onEnd();
  }
}

/** Returns `undefined` for a request that succeeded. */
export function getErrorReason({ status, note }: Pick<RecordedExchange, 'status' | 'note'>): string | undefined {
  if (status === 0) return 'dropped';
  return status < 400 ? undefined : (note?.rejection?.reason ?? 'internalError');
}

/** Computes the statistics of all processes. `realTime`: milliseconds since 1970. */
export function computeStatistics(measurements: readonly Measurements[], realTime: number): Statistics {
  const sorted = measurements.flatMap(({ durations }) => durations).sort((one, other) => one - other);
  const getPercentile = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  const errors = new Map<string, number>();
  for (const [reason, count] of measurements.flatMap((each) => each.errors)) errors.set(reason, (errors.get(reason) ?? 0) + count);
  const current = Math.floor(realTime / 1000);
  const seconds = measurements.flatMap((each) => each.seconds);
  return {
    requests: sum(measurements.map(({ requests }) => requests)),
    errorsByReason: Object.fromEntries([...errors].sort()),
    latency: { p50: getPercentile(0.5), p90: getPercentile(0.9), p99: getPercentile(0.99) },
    perSecond: Array.from({ length: keptSeconds }, (_, index) => {
      const second = current - keptSeconds + 1 + index;
      const counts = seconds.filter((each) => each.second === second);
      return {
        time: new Date(second * 1000).toISOString(),
        requests: sum(counts.map(({ requests }) => requests)),
        errors: sum(counts.map((each) => each.errors)),
      };
    }),
  };
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
