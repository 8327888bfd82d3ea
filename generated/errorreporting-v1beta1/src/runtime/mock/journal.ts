/** What was asked and answered, and how often which method answered what. */
import { formatInstant } from './instants.js';
import { toText } from './http-request.js';
import type { Json, JournalEntry, MockResponse } from './mock-types.js';

/** The most bytes of a body that are kept. */
const longestBody = 1024 * 1024;
/** About what an entry takes beside its texts, in bytes. */
const overhead = 512;

/** The beginning of a body, and how many bytes the whole of it has. */
interface Beginning {
  readonly start: Uint8Array;
  readonly bytes: number;
}

type Body = string | Uint8Array | undefined;
type KeptBody = Body | Beginning;

/** A request with its answer, as little as tells of it: thousands are kept, and few are ever looked at. */
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

export type ExchangeNote = Pick<JournalEntry, 'refused' | 'replayed' | 'handler' | 'fault' | 'failure' | 'ignored'>;

/** What is kept of an exchange: all of it, unless a body is long. */
interface Kept extends Omit<RecordedExchange, 'body' | 'response'> {
  readonly body: KeptBody;
  readonly response: { readonly headers: Readonly<Record<string, string>>; readonly body: KeptBody };
}

function entryOf({ at, methodId, method, path, status, headers, body, response, note }: Kept): JournalEntry {
  return {
    time: formatInstant(at),
    ...(methodId !== undefined && { methodId }),
    method,
    path,
    status,
    request: noted(headers, body),
    response: noted(response.headers, response.body),
    ...structuredClone(note),
  };
}

/** A request or an answer; its body is kept as it went over the wire, and read when somebody looks. */
function noted(headers: Readonly<Record<string, string>>, body: KeptBody): JournalEntry['request'] {
  let parsed: { readonly body: Json | undefined } | undefined;
  const beginning = isBeginning(body) ? body : undefined;
  return {
    headers: { ...headers },
    get body() {
      return (parsed ??= { body: isBeginning(body) ? new TextDecoder().decode(body.start, { stream: true }) : readable(body) }).body;
    },
    ...(beginning && { truncated: { bytes: beginning.bytes } }),
  };
}

function isBeginning(body: KeptBody): body is Beginning {
  return typeof body === 'object' && 'start' in body;
}

/** A body as JSON where it is, else as text. */
function readable(body: Body): Json | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const text = toText(body);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** A copy of the beginning where a body is long: a part of the body itself would hold on to all of it. */
function shortened(body: Body): KeptBody {
  if (body === undefined || body.length <= longestBody) return body;
  if (typeof body !== 'string') return { start: Uint8Array.from(body.subarray(0, longestBody)), bytes: body.length };
  const encoder = new TextEncoder();
  const start = new Uint8Array(longestBody);
  const { written } = encoder.encodeInto(body, start);
  return { start: start.subarray(0, written), bytes: encoder.encode(body).length };
}

function keptOf(exchange: RecordedExchange): Kept {
  const { body, response } = exchange;
  if ((body?.length ?? 0) <= longestBody && response.body.length <= longestBody && response.bytes === undefined) return exchange;
  return { ...exchange, body: shortened(body), response: { headers: response.headers, body: shortened(response.body) } };
}

/** About how many bytes it takes. */
function weigh({ path, headers, body, response }: Kept): number {
  return overhead + path.length + lengthOf(headers) + sizeOf(body) + lengthOf(response.headers) + sizeOf(response.body);
}

function sizeOf(body: KeptBody): number {
  return isBeginning(body) ? body.start.length : (body?.length ?? 0);
}

function lengthOf(headers: Readonly<Record<string, string>>): number {
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

  join(journal: Journal): void {
    this.#journals.add(journal);
  }

  leave(journal: Journal): void {
    this.#journals.delete(journal);
  }

  /** Takes bytes. Beyond the limit, the largest journals lose their oldest entries. */
  take(bytes: number): void {
    this.#used += bytes;
    if (this.#used <= this.#limit) return;
    // Somewhat more than needed, so that not every request has to look for the largest.
    const target = this.#limit * 0.9;
    for (let largest = this.#largest(); largest && this.#used > target; largest = this.#largest()) largest.shrink(this.#used - target);
  }

  give(bytes: number): void {
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
  #kept: (Kept | undefined)[] = [];
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
    budget.join(this);
  }

  /** About how many bytes it takes. */
  get size(): number {
    return this.#size;
  }

  add(exchange: RecordedExchange): void {
    if (this.#capacity > 0) this.#keep(keptOf(exchange));
    const { methodId, status } = exchange;
    if (methodId === undefined) return;
    let counts = this.#counts.get(methodId);
    if (!counts) this.#counts.set(methodId, (counts = new Map()));
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  #keep(kept: Kept): void {
    if (this.#count === this.#capacity) this.#drop();
    const at = (this.#first + this.#count) % this.#capacity;
    const size = weigh(kept);
    this.#kept[at] = kept;
    this.#sizes[at] = size;
    this.#count += 1;
    this.#size += size;
    this.#budget?.take(size);
  }

  /** Drops the oldest entries until so many bytes are free, but no more than half of what is there. */
  shrink(bytes: number): void {
    const least = this.#size - Math.min(bytes, this.#size / 2);
    while (this.#count > 0 && this.#size > least) this.#drop();
  }

  #drop(): void {
    const size = this.#sizes[this.#first] ?? 0;
    this.#kept[this.#first] = undefined;
    this.#first = (this.#first + 1) % this.#capacity;
    this.#count -= 1;
    this.#size -= size;
    this.#budget?.give(size);
  }

  /** Copies of the entries, oldest first. */
  get entries(): readonly JournalEntry[] {
    return Array.from({ length: this.#count }, (_, index) => entryOf(this.#kept[(this.#first + index) % this.#capacity] as Kept));
  }

  /** Answers by method and status. */
  get counts(): ReadonlyMap<string, ReadonlyMap<number, number>> {
    return this.#counts;
  }

  clear(): void {
    this.#budget?.give(this.#size);
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
    this.#budget?.leave(this);
    this.#budget = undefined;
  }
}
