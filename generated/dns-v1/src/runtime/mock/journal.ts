/** The journal of requests and responses, and the counts of responses by method and status. */
import { formatInstant } from './instants.js';
import { toText } from './http-request.js';
import type { Json, JournalEntry, MockResponse } from './mock-types.js';

/** The most bytes of a body that are kept. */
const maxBodyBytes = 1024 * 1024;
/** About what an entry takes beside its texts, in bytes. */
const entryOverhead = 512;

/** The beginning of a body, and how many bytes the whole of it has. */
interface TruncatedBody {
  readonly start: Uint8Array;
  readonly bytes: number;
}

type Body = string | Uint8Array | undefined;
type StoredBody = Body | TruncatedBody;

/** A request with its response in a compact form, because thousands are kept and few are read. */
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

export type ExchangeNote = Pick<JournalEntry, 'rejection' | 'replayed' | 'handler' | 'fault' | 'failure' | 'ignored'>;

/** What is kept of an exchange: all of it, unless a body is long. */
interface StoredExchange extends Omit<RecordedExchange, 'body' | 'response'> {
  readonly body: StoredBody;
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly body: StoredBody };
}

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

/** A request or response whose body is parsed on first access. */
function toMessage(headers: Readonly<Record<string, string>>, body: StoredBody): JournalEntry['request'] {
  let parsed: { readonly body: Json | undefined } | undefined;
  const beginning = isTruncated(body) ? body : undefined;
  return {
    headers: { ...headers },
    get body() {
      return (parsed ??= { body: isTruncated(body) ? new TextDecoder().decode(body.start, { stream: true }) : parseBody(body) }).body;
    },
    ...(beginning && { truncated: { bytes: beginning.bytes } }),
  };
}

function isTruncated(body: StoredBody): body is TruncatedBody {
  return typeof body === 'object' && 'start' in body;
}

/** A body as JSON where it is, else as text. */
function parseBody(body: Body): Json | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const text = toText(body);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** A copy of the beginning where a body is long: a part of the body itself would hold on to all of it. */
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

/** About how many bytes it takes. */
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

/** The bytes that the journals of all sessions together may take. */
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

  /** Takes bytes. Beyond the limit, the largest journals lose their oldest entries. */
  reserve(bytes: number): void {
    this.#used += bytes;
    if (this.#used <= this.#limit) return;
    // Somewhat more than needed, so that not every request has to look for the largest.
    const target = this.#limit * 0.9;
    for (let largest = this.#largest(); largest && this.#used > target; largest = this.#largest()) largest.shrink(this.#used - target);
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }

  #largest(): Journal | undefined {
    let largest: Journal | undefined;
    for (const journal of this.#journals) if (journal.size > (largest?.size ?? 0)) largest = journal;
    return largest;
  }
}

export class Journal {
  readonly #capacity: number;
  #budget: JournalBudget | undefined;
  /** A ring: what is dropped is overwritten. */
  #kept: (StoredExchange | undefined)[] = [];
  /** Their sizes beside them: nobody has to look for what was last touched thousands of requests ago. */
  #sizes: number[] = [];
  /** Where the oldest stands. */
  #first = 0;
  #count = 0;
  /** All sizes together. */
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

  #keep(kept: StoredExchange): void {
    if (this.#count === this.#capacity) this.#drop();
    const at = (this.#first + this.#count) % this.#capacity;
    const size = estimateSize(kept);
    this.#kept[at] = kept;
    this.#sizes[at] = size;
    this.#count += 1;
    this.#size += size;
    this.#budget?.reserve(size);
  }

  /** Drops the oldest entries until so many bytes are free, but no more than half of what is there. */
  shrink(bytes: number): void {
    const target = this.#size - Math.min(bytes, this.#size / 2);
    while (this.#count > 0 && this.#size > target) this.#drop();
  }

  #drop(): void {
    const size = this.#sizes[this.#first] ?? 0;
    this.#kept[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.#capacity;
    this.#count -= 1;
    this.#size -= size;
    this.#budget?.release(size);
  }

  /** Copies of the entries, oldest first. */
  get entries(): readonly JournalEntry[] {
    return Array.from({ length: this.#count }, (_, index) => toEntry(this.#kept[(this.#first + index) % this.#capacity] as StoredExchange));
  }

  /** The number of responses by method and status. */
  get counts(): ReadonlyMap<string, ReadonlyMap<number, number>> {
    return this.#counts;
  }

  clear(): void {
    this.#budget?.release(this.#size);
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

  /** Gives its bytes back: its session is gone, and it goes with the last request that is under way there. */
  close(): void {
    this.clear();
    this.#budget?.removeJournal(this);
    this.#budget = undefined;
  }
}
