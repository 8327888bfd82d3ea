/** What was asked and answered, and how often which method answered what. */
import { instant } from './duration.js';
import { textOf } from './request.js';
import type { Json, JournalEntry, MockResponse } from './types.js';

/** Older entries are dropped. */
const capacity = 10_000;
/** Characters of the bodies that are kept, all entries together. */
const characters = 64 * 1024 * 1024;

type Body = string | Uint8Array | undefined;

/** A request with its answer, as little as tells of it: thousands are kept, and few are ever looked at. */
export interface Exchange {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly methodId: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly response: MockResponse;
  readonly note: Note | undefined;
}

export type Note = Pick<JournalEntry, 'refused' | 'replayed' | 'handled' | 'fault' | 'failure' | 'ignored'>;

function entryOf({ at, methodId, method, path, status, headers, body, response, note }: Exchange): JournalEntry {
  return {
    time: instant(at),
    ...(methodId !== undefined && { methodId }),
    method,
    path,
    status,
    request: noted(headers, body),
    response: noted(response.headers, response.body),
    ...structuredClone(note),
  };
}

/** A copy of a request or a response. Its body is kept as it went over the wire, and parsed once somebody reads it. */
function noted(headers: Readonly<Record<string, string>>, body: Body): JournalEntry['request'] {
  let parsed: { readonly body: Json | undefined } | undefined;
  return {
    headers: { ...headers },
    get body() {
      return (parsed ??= { body: readable(body) }).body;
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

/** Characters of its bodies. */
function sizeOf({ body, response }: Exchange): number {
  return response.body.length + (body?.length ?? 0);
}

export class Journal {
  /** A ring: what is dropped is overwritten. */
  #kept: (Exchange | undefined)[] = [];
  /** Their sizes beside them: nobody has to look for what was last touched thousands of requests ago. */
  #sizes: number[] = [];
  /** Where the oldest stands. */
  #first = 0;
  #count = 0;
  /** All sizes together. */
  #size = 0;
  #counts = new Map<string, Map<number, number>>();

  add(exchange: Exchange): void {
    const { methodId, status } = exchange;
    if (this.#count === capacity) this.#drop();
    const at = (this.#first + this.#count) % capacity;
    const size = sizeOf(exchange);
    this.#kept[at] = exchange;
    this.#sizes[at] = size;
    this.#count += 1;
    this.#size += size;
    while (this.#size > characters && this.#count > 1) this.#drop();
    if (methodId === undefined) return;
    let counts = this.#counts.get(methodId);
    if (!counts) this.#counts.set(methodId, (counts = new Map()));
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  /** The newest stays, however large. */
  #drop(): void {
    this.#size -= this.#sizes[this.#first] ?? 0;
    this.#kept[this.#first] = undefined;
    this.#first = (this.#first + 1) % capacity;
    this.#count -= 1;
  }

  /** Copies of the entries, oldest first. */
  get entries(): readonly JournalEntry[] {
    return Array.from({ length: this.#count }, (_, index) => entryOf(this.#kept[(this.#first + index) % capacity] as Exchange));
  }

  /** Answers by method and status. */
  get counts(): ReadonlyMap<string, ReadonlyMap<number, number>> {
    return this.#counts;
  }

  clear(): void {
    this.#kept = [];
    this.#sizes = [];
    this.#first = 0;
    this.#count = 0;
    this.#size = 0;
  }

  reset(): void {
    this.clear();
    this.#counts = new Map();
  }
}
