/** What was asked and answered, and how often which method answered what. */
import { textOf } from './request.js';
import type { Json, JournalEntry } from './types.js';

/** Older entries are dropped. */
const capacity = 10_000;
/** Characters of the bodies that are kept, all entries together. */
const characters = 64 * 1024 * 1024;

type Body = string | Uint8Array | undefined;

/** A request or an answer; its body is kept as it went over the wire, and read when somebody looks. */
export function noted(headers: Readonly<Record<string, string>>, body: Body): JournalEntry['request'] {
  return {
    headers,
    get body() {
      return readable(body);
    },
  };
}

/** A body as JSON where it is, else as text. */
function readable(body: Body): Json | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const text = textOf(body);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

interface Kept {
  readonly entry: JournalEntry;
  readonly size: number;
}

export class Journal {
  #kept: Kept[] = [];
  /** Those before it are dropped. */
  #first = 0;
  #size = 0;
  #counts = new Map<string, Map<number, number>>();

  /** `size`: characters of its bodies. */
  add(entry: JournalEntry, size: number): void {
    this.#kept.push({ entry, size });
    this.#size += size;
    this.#trim();
    if (entry.methodId === undefined) return;
    let counts = this.#counts.get(entry.methodId);
    if (!counts) this.#counts.set(entry.methodId, (counts = new Map()));
    counts.set(entry.status, (counts.get(entry.status) ?? 0) + 1);
  }

  /** The newest stays, however large. */
  #trim(): void {
    const last = this.#kept.length - 1;
    while (this.#first < last && (this.#size > characters || this.#kept.length - this.#first > capacity)) {
      this.#size -= this.#kept[this.#first]?.size ?? 0;
      this.#first += 1;
    }
    if (this.#first < capacity) return;
    this.#kept = this.#kept.slice(this.#first);
    this.#first = 0;
  }

  get entries(): readonly JournalEntry[] {
    return this.#kept.slice(this.#first).map(({ entry }) => entry);
  }

  /** Answers by method and status. */
  get counts(): ReadonlyMap<string, ReadonlyMap<number, number>> {
    return this.#counts;
  }

  clear(): void {
    this.#kept = [];
    this.#first = 0;
    this.#size = 0;
  }

  reset(): void {
    this.clear();
    this.#counts = new Map();
  }
}
