/** The journal of requests and responses, and the counts of responses by method and status. */
import { formatInstant } from '../lib/instants.js';
import { toText } from '../lib/http-request.js';
import type { ExchangeNote } from '../lib/http-result.js';
import type { Json } from '../lib/json.js';
import type { JournalEntry, MockResponse } from '../types/mock.js';

/** The maximum number of bytes to store of a body. */
const maxBodyBytes = 1024 * 1024;
/** The approximate size of an entry without its texts, in bytes. */
const entryOverhead = 512;

/** The beginning of a body, and the size of the whole body in bytes. */
interface TruncatedBody {
  readonly start: Uint8Array;
  readonly bytes: number;
}

type Body = string | Uint8Array | undefined;
type StoredBody = Body | TruncatedBody;

/** A request with its response in a compact form, because the journal stores thousands and few are read. */
export interface RecordedExchange {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly methodId: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly response: MockResponse;
  readonly note: ExchangeNote | undefined;
}

/** The stored form of an exchange. Long bodies are truncated. */
interface StoredExchange extends Omit<RecordedExchange, 'body' | 'response'> {
  readonly body: StoredBody;
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly body: StoredBody };
}

/** A journal entry after the time at which it was recorded, in milliseconds since 1970. The clock of the session doesn't affect it. */
export type TimedEntry = readonly [time: number, entry: JournalEntry];
/** The number of responses of a method with a status. */
export type CallCount = readonly [methodId: string, status: number, count: number];

function toEntry({ at, methodId, method, path, status, headers, body, response, note }: StoredExchange): JournalEntry {
  return {
    time: formatInstant(at),
    ...(methodId !== undefined && { methodId }),
    method,
    path,
    status,
    request: toMessage(headers, body),
    response: toMessage(response.headers, response.body),
    ...structuredClone(note),
  };
}

/** Creates a request or response whose body is parsed on first access. */
function toMessage(headers: Readonly<Record<string, string>>, body: StoredBody): JournalEntry['request'] {
  let parsed: { readonly body: Json | undefined } | undefined;
  const truncated = isTruncated(body) ? body : undefined;
  return {
    headers: { ...headers },
    get body() {
      return (parsed ??= { body: isTruncated(body) ? new TextDecoder().decode(body.start, { stream: true }) : parseBody(body) }).body;
    },
    ...(truncated && { truncated: { bytes: truncated.bytes } }),
  };
}

function isTruncated(body: StoredBody): body is TruncatedBody {
  return typeof body === 'object' && 'start' in body;
}

/** Parses a body as JSON. Returns it as text if it isn't JSON. */
function parseBody(body: Body): Json | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const text = toText(body);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Copies the beginning of a long body, because a view would keep the whole body in memory. */
function truncate(body: Body): StoredBody {
  if (body === undefined || body.length <= maxBodyBytes) return body;
  if (typeof body !== 'string') return { start: Uint8Array.from(body.subarray(0, maxBodyBytes)), bytes: body.length };
  const encoder = new TextEncoder();
  const start = new Uint8Array(maxBodyBytes);
  const { written } = encoder.encodeInto(body, start);
  return { start: start.subarray(0, written), bytes: encoder.encode(body).length };
}

function toStoredExchange(exchange: RecordedExchange): StoredExchange {
  const { body, response } = exchange;
  if ((body?.length ?? 0) <= maxBodyBytes && response.body.length <= maxBodyBytes && response.bytes === undefined) return exchange;
  return { ...exchange, body: truncate(body), response: { headers: response.headers, body: truncate(response.body) } };
}

/** The approximate size in bytes. */
function estimateSize({ path, headers, body, response }: StoredExchange): number {
  return (
    entryOverhead +
    path.length +
    getHeaderLength(headers) +
    getBodySize(body) +
    getHeaderLength(response.headers) +
    getBodySize(response.body)
  );
}

function getBodySize(body: StoredBody): number {
  return isTruncated(body) ? body.start.length : (body?.length ?? 0);
}

function getHeaderLength(headers: Readonly<Record<string, string>>): number {
  let length = 0;
  for (const name in headers) length += name.length + (headers[name]?.length ?? 0);
  return length;
}

/** The memory budget that the journals of all sessions share. */
export class JournalBudget {
  readonly #limit: number;
  readonly #journals = new Set<Journal>();
  #used = 0;

  constructor(limit: number = 64 * 1024 * 1024) {
    this.#limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  addJournal(journal: Journal): void {
    this.#journals.add(journal);
  }

  removeJournal(journal: Journal): void {
    this.#journals.delete(journal);
  }

  /** Adds bytes. Above the limit, the largest journals drop their oldest entries. */
  reserve(bytes: number): void {
    this.#used += bytes;
    if (this.#used <= this.#limit) return;
    // Freeing more than necessary avoids a search for the largest journal on every request.
    const target = this.#limit * 0.9;
    for (let largest = this.#findLargest(); largest && this.#used > target; largest = this.#findLargest())
      largest.shrink(this.#used - target);
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }

  #findLargest(): Journal | undefined {
    let largest: Journal | undefined;
    for (const journal of this.#journals) if (journal.size > (largest?.size ?? 0)) largest = journal;
    return largest;
  }
}

export class Journal {
  readonly #capacity: number;
  #budget: JournalBudget | undefined;
  /** A ring buffer of the exchanges. */
  #exchanges: (StoredExchange | undefined)[] = [];
  /** The sizes of the exchanges. A separate array avoids access to old exchanges, which are no longer in the CPU cache. */
  #sizes: number[] = [];
  /** The times at which the exchanges were recorded. */
  #times: number[] = [];
  /** The index of the oldest exchange. */
  #first = 0;
  #count = 0;
  /** The sum of all sizes. */
  #size = 0;
  #counts = new Map<string, Map<number, number>>();

  constructor(capacity: number, budget: JournalBudget) {
    this.#capacity = capacity;
    this.#budget = budget;
    budget.addJournal(this);
  }

  /** About how many bytes it takes. */
  get size(): number {
    return this.#size;
  }

  add(exchange: RecordedExchange): void {
    if (this.#capacity > 0) this.#keep(toStoredExchange(exchange));
    const { methodId, status } = exchange;
    if (methodId === undefined) return;
    let counts = this.#counts.get(methodId);
    if (!counts) this.#counts.set(methodId, (counts = new Map()));
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  #keep(exchange: StoredExchange): void {
    if (this.#count === this.#capacity) this.#drop();
    const index = (this.#first + this.#count) % this.#capacity;
    const size = estimateSize(exchange);
    this.#exchanges[index] = exchange;
    this.#sizes[index] = size;
    this.#times[index] = performance.timeOrigin + performance.now();
    this.#count += 1;
    this.#size += size;
    this.#budget?.reserve(size);
  }

  /** Drops the oldest entries until the given number of bytes is free, but at most half of the size. */
  shrink(bytes: number): void {
    const target = this.#size - Math.min(bytes, this.#size / 2);
    while (this.#count > 0 && this.#size > target) this.#drop();
  }

  #drop(): void {
    const size = this.#sizes[this.#first] ?? 0;
    this.#exchanges[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.#capacity;
    this.#count -= 1;
    this.#size -= size;
    this.#budget?.release(size);
  }

  /** Copies of the entries, oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.timedEntries.map(([, entry]) => entry);
  }

  get timedEntries(): readonly TimedEntry[] {
    return Array.from({ length: this.#count }, (_, offset) => {
      const index = (this.#first + offset) % this.#capacity;
      return [this.#times[index] as number, toEntry(this.#exchanges[index] as StoredExchange)];
    });
  }

  /** The number of responses by method and status. */
  get counts(): readonly CallCount[] {
    return [...this.#counts].flatMap(([methodId, counts]) => [...counts].map(([status, count]): CallCount => [methodId, status, count]));
  }

  clear(): void {
    this.#budget?.release(this.#size);
    this.#exchanges = [];
    this.#sizes = [];
    this.#times = [];
    this.#first = 0;
    this.#count = 0;
    this.#size = 0;
  }

  reset(): void {
    this.clear();
    this.#counts = new Map();
  }

  /** Releases the journal's bytes when its session is deleted. A request in progress may still use the journal. */
  close(): void {
    this.clear();
    this.#budget?.removeJournal(this);
    this.#budget = undefined;
  }
}
