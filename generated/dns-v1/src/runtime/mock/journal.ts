/** What was asked and answered, and how often which method answered what. */
import type { JournalEntry } from './types.js';

/** Older entries are dropped. */
const capacity = 10_000;

export class Journal {
  #entries: JournalEntry[] = [];
  #counts = new Map<string, Map<number, number>>();

  add(entry: JournalEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > capacity * 2) this.#entries = this.#entries.slice(-capacity);
    if (entry.methodId === undefined) return;
    let counts = this.#counts.get(entry.methodId);
    if (!counts) this.#counts.set(entry.methodId, (counts = new Map()));
    counts.set(entry.status, (counts.get(entry.status) ?? 0) + 1);
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries.slice(-capacity);
  }

  /** Answers by method and status. */
  get counts(): ReadonlyMap<string, ReadonlyMap<number, number>> {
    return this.#counts;
  }

  clear(): void {
    this.#entries = [];
  }

  reset(): void {
    this.clear();
    this.#counts = new Map();
  }
}
