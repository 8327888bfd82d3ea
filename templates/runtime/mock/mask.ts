/** Partial answers: `id,selfLink`, `items(name,id)`, `items/name`, `*`. */
import { Refusal } from './errors.js';
import { isList, isObject, type Json, type JsonObject } from './json.js';
import { membersOf, type Known, type Shapes } from './shape.js';

/** What is wanted of each member; `null`: all of it. */
export type Mask = ReadonlyMap<string, Mask | null>;

/** Throws 400 for what is no mask. */
export function parseMask(text: string, rule?: string): Mask {
  const reader = new Reader(text, rule);
  const mask = reader.list();
  if (!reader.done) throw refused(text, `',' or the end is expected at position ${reader.at + 1}`, rule);
  return mask;
}

function refused(text: string, why: string, rule = 'fields'): Refusal {
  return new Refusal('invalid', {
    message: `Invalid value for parameter 'fields': '${text}': ${why}.`,
    location: 'fields',
    locationType: 'parameter',
    rule,
  });
}

const name = /[^,/.()\s]+/y;

class Reader {
  readonly #text: string;
  readonly #rule: string | undefined;
  at = 0;

  constructor(text: string, rule: string | undefined) {
    this.#text = text;
    this.#rule = rule;
  }

  get done(): boolean {
    return this.at >= this.#text.length;
  }

  list(): Mask {
    const mask = new Map<string, Mask | null>();
    do {
      const [key, value] = this.#path();
      const before = mask.get(key);
      mask.set(key, before === null || value === null ? null : before ? new Map([...before, ...value]) : value);
    } while (this.#take(','));
    return mask;
  }

  #path(): readonly [string, Mask | null] {
    name.lastIndex = this.at;
    const found = name.exec(this.#text)?.[0];
    if (found === undefined) throw refused(this.#text, `a field is expected at position ${this.at + 1}`, this.#rule);
    this.at += found.length;
    if (this.#take('/') || this.#take('.')) return [found, new Map([this.#path()])];
    if (!this.#take('(')) return [found, null];
    const inner = this.list();
    if (!this.#take(')')) throw refused(this.#text, `')' is expected at position ${this.at + 1}`, this.#rule);
    return [found, inner];
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}

interface At {
  readonly text: string;
  readonly known: Known;
  readonly shapes: Shapes;
  /** Which rule refuses. */
  readonly rule?: string;
}

/** The masked answer. Throws 400 for a field that neither the shape nor the answer has. */
export function applyMask(body: JsonObject, mask: Mask, at: At): JsonObject {
  if (mask.has('*') && mask.size === 1 && mask.get('*') === null) return body;
  for (const wanted of mask.keys()) {
    const sound = wanted === '*' || at.known?.(wanted) !== null || Object.hasOwn(body, wanted);
    if (!sound) throw refused(at.text, `there is no field '${wanted}'`, at.rule);
  }
  const found: [string, Json][] = [];
  for (const [key, value] of Object.entries(body)) {
    const wanted = mask.has(key) ? mask.get(key) : mask.get('*');
    if (wanted === undefined) continue;
    found.push([key, wanted === null ? value : masked(value, wanted, inside(at, key))]);
  }
  for (const [key, wanted] of mask) if (wanted && key !== '*' && !Object.hasOwn(body, key)) checkAbsent(wanted, inside(at, key));
  return Object.fromEntries(found);
}

function inside(at: At, key: string): At {
  return { ...at, known: membersOf(at.known?.(key), at.shapes) };
}

/** Fields inside what the answer lacks are judged by the shape alone. */
function checkAbsent(mask: Mask, at: At): void {
  if (at.known) applyMask({}, mask, at);
}

function masked(value: Json, mask: Mask, at: At): Json {
  if (isList(value)) return value.map((each) => masked(each, mask, at));
  return isObject(value) ? applyMask(value, mask, at) : value;
}
