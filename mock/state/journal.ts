/** The journal of requests and responses, and the counts of responses by method and status. */
import { formatInstant } from '../lib/instants.js';
import { getBodyText } from '../lib/http-request.js';
import type { MemoryBudget } from '../lib/memory-budget.js';
import type { ExchangeNote } from '../lib/http-result.js';
import type { Json } from '../lib/json.js';
import type { IndexedEntry } from '../types/control.js';
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
type JournalBody = Body | TruncatedBody;

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
  readonly durationMs: number;
  /** The number of the request in this process, in the order in which requests began. */
  readonly call: number;
}

/** The stored form of an exchange. Long bodies are truncated. */
export interface StoredExchange extends Omit<RecordedExchange, 'body' | 'response'> {
  readonly body: JournalBody;
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly body: JournalBody };
}

/** An exchange with its index, which is larger than those of earlier ones, and which no other process uses. */
export type IndexedExchange = readonly [index: number, exchange: StoredExchange];
/** The number of responses of a method with a status. */
export type CallCount = readonly [methodId: string, status: number, count: number];

export function toEntry({ at, methodId, method, path, status, headers, body, response, note }: StoredExchange): JournalEntry {
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

export function toIndexedEntry([index, exchange]: IndexedExchange): IndexedEntry {
  return { index, ...toEntry(exchange), durationMs: exchange.durationMs };
}

/** Creates a request or response whose body is parsed on first access. */
function toMessage(headers: Readonly<Record<string, string>>, body: JournalBody): JournalEntry['request'] {
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

function isTruncated(body: JournalBody): body is TruncatedBody {
  return typeof body === 'object' && 'start' in body;
}

/** Parses a body as JSON. Returns it as text if it isn't JSON. */
function parseBody(body: Body): Json | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const text = getBodyText(body);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Copies the beginning of a long body, because a view would keep the whole body in memory. */
function truncate(body: Body): JournalBody {
  if (body === undefined || body.length <= maxBodyBytes) return body;
  if (typeof body !== 'string') return { start: Uint8Array.from(body.subarray(0, maxBodyBytes)), bytes: body.length };
  const encoder = new TextEncoder();
  const start = new Uint8Array(maxBodyBytes);
  const { read, written } = encoder.encodeInto(body, start);
  return { start: start.subarray(0, written), bytes: written + countBytes(body.slice(read)) };
}

/** Returns the length in bytes of UTF-8, without encoding the whole text at once. */
function countBytes(text: string): number {
  const scratch = new Uint8Array(64 * 1024);
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const { read, written } = new TextEncoder().encodeInto(text.slice(at), scratch);
    at += read;
    bytes += written;
  }
  return bytes;
}

function toStoredExchange(exchange: RecordedExchange): StoredExchange {
  const { body, response } = exchange;
  if ((body?.length ?? 0) <= maxBodyBytes && response.body.length <= maxBodyBytes && response.bytes === undefined) return exchange;
  return { ...exchange, body: truncate(body), response: { headers: response.headers, body: truncate(response.body) } };
}

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

function getBodySize(body: JournalBody): number {
  return isTruncated(body) ? body.start.length : (body?.length ?? 0);
}

function getHeaderLength(headers: Readonly<Record<string, string>>): number {
  let length = 0;
  for (const name in headers) length += name.length + (headers[name]?.length ?? 0);
  return length;
}

export class Journal {
  readonly #capacity: number;
  #budget: MemoryBudget | undefined;
  /** A ring buffer of the exchanges. */
  #exchanges: (StoredExchange | undefined)[] = [];
  /** The sizes of the exchanges. A separate array avoids access to old exchanges, which are no longer in the CPU cache. */
  #sizes: number[] = [];
  #indexes: number[] = [];
  /** The position of the oldest exchange in the ring buffer. */
  #first = 0;
  #count = 0;
  readonly #createIndex: () => number;
  #lastIndex = -1;
  #size = 0;
  #counts = new Map<string, Map<number, number>>();

  /** `createIndex`: returns the index of the next exchange. Default: its number, starting at 0. */
  constructor(capacity: number, budget: MemoryBudget, createIndex?: () => number) {
    this.#capacity = capacity;
    this.#createIndex = createIndex ?? (() => this.#lastIndex + 1);
    this.#budget = budget;
    budget.add(this);
  }

  get size(): number {
    return this.#size;
  }

  add(exchange: RecordedExchange): void {
    this.#lastIndex = this.#createIndex();
    if (this.#capacity > 0) this.#keep(toStoredExchange(exchange));
    const { methodId, status } = exchange;
    if (methodId === undefined) return;
    let counts = this.#counts.get(methodId);
    if (!counts) this.#counts.set(methodId, (counts = new Map()));
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  #keep(exchange: StoredExchange): void {
    if (this.#count === this.#capacity) this.#drop();
    const position = (this.#first + this.#count) % this.#capacity;
    const size = estimateSize(exchange);
    this.#exchanges[position] = exchange;
    this.#sizes[position] = size;
    this.#indexes[position] = this.#lastIndex;
    this.#count += 1;
    this.#size += size;
    this.#budget?.reserve(size);
  }

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
    return this.list().map(([, exchange]) => toEntry(exchange));
  }

  /** The index of the last exchange, whether or not the journal still has it. -1 before the first. */
  get lastIndex(): number {
    return this.#lastIndex;
  }

  /** Returns the exchanges whose index is larger than `after` and smaller than `before`, oldest first. */
  list({ after = -1, before = Infinity }: { readonly after?: number; readonly before?: number } = {}): readonly IndexedExchange[] {
    const start = this.#countUntil(after);
    const length = Math.max(0, this.#countUntil(before - 1) - start);
    return Array.from({ length }, (_, offset) => this.#getAt(start + offset));
  }

  /** Returns the number of exchanges whose index is at most `index`, by binary search. */
  #countUntil(index: number): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#getAt(middle)[0] <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** `offset`: from the oldest exchange. */
  #getAt(offset: number): IndexedExchange {
    const position = (this.#first + offset) % this.#capacity;
    return [this.#indexes[position] as number, this.#exchanges[position] as StoredExchange];
  }

  /** The number of responses by method and status. */
  get counts(): readonly CallCount[] {
    return [...this.#counts].flatMap(([methodId, counts]) => [...counts].map(([status, count]): CallCount => [methodId, status, count]));
  }

  clear(): void {
    this.#budget?.release(this.#size);
    this.#exchanges = [];
    this.#sizes = [];
    this.#indexes = [];
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
    this.#budget?.remove(this);
    this.#budget = undefined;
  }
}
