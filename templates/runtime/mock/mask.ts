/** Partial answers: `id,selfLink`, `items(name,id)`, `items/name`, `*`. */
import { Refusal } from './errors.js';
import { isList, isObject, type Json, type JsonObject } from './json.js';
import { isValue, membersOf, type Known, type Shapes } from './shape.js';

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
  requireKnown([body], mask, at);
  return masked(body, mask);
}

/** Of the objects of a list each may lack what another has; inside what all of them lack the shape alone tells. */
function requireKnown(objects: readonly JsonObject[], mask: Mask, at: At): void {
  for (const [key, wanted] of mask) {
    if (key === '*') continue;
    const field = at.known?.(key);
    const values = objects.flatMap((object) => (Object.hasOwn(object, key) ? [object[key] as Json] : []));
    if (field === null && values.length === 0) throw refused(at.text, `there is no field '${key}'`, at.rule);
    if (wanted === null) continue;
    if (isValue(field)) throw refused(at.text, `'${key}' has no fields`, at.rule);
    const known = membersOf(field, at.shapes);
    const inner = values.flatMap(objectsIn);
    if (known || inner.length > 0) requireKnown(inner, wanted, { ...at, known });
  }
}

function objectsIn(value: Json): readonly JsonObject[] {
  if (isList(value)) return value.flatMap(objectsIn);
  return isObject(value) ? [value] : [];
}

function masked(body: JsonObject, mask: Mask): JsonObject {
  const found = Object.entries(body).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    const wanted = mask.has(key) ? mask.get(key) : mask.get('*');
    if (wanted === undefined) return [];
    return [[key, wanted === null ? value : maskedValue(value, wanted)]];
  });
  return Object.fromEntries(found);
}

function maskedValue(value: Json, mask: Mask): Json {
  if (isList(value)) return value.map((each) => maskedValue(each, mask));
  return isObject(value) ? masked(value, mask) : value;
}
