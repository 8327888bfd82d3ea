/** Partial answers: `id,selfLink`, `items(name,id)`, `items/name`, `*`. */
import type { Fields } from './world/resource.js';
import { Refusal } from './errors.js';
import type { FieldBehaviour } from '../descriptor.js';
import { isList, isObject, type Json, type JsonObject } from './json.js';
import { fieldOf, membersOf } from './shape.js';

/** What is wanted of each member; `null`: all of it. */
export type Mask = ReadonlyMap<string, Mask | null>;

/** Throws 400 for what is no mask. */
export function parseMask(text: string): Mask {
  const reader = new Reader(text);
  const mask = reader.list();
  if (!reader.done) throw refused(text, `',' or the end is expected at position ${reader.at + 1}`);
  return mask;
}

function refused(text: string, why: string): Refusal {
  return new Refusal('invalid', {
    message: `Invalid value for parameter 'fields': '${text}': ${why}.`,
    location: 'fields',
    locationType: 'parameter',
    rule: 'fields',
  });
}

const name = /[^,/.()\s]+/y;

class Reader {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
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
    if (found === undefined) throw refused(this.#text, `a field is expected at position ${this.at + 1}`);
    this.at += found.length;
    if (this.#take('/') || this.#take('.')) return [found, new Map([this.#path()])];
    if (!this.#take('(')) return [found, null];
    const inner = this.list();
    if (!this.#take(')')) throw refused(this.#text, `')' is expected at position ${this.at + 1}`);
    return [found, inner];
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}

/** `whole`: its `fields` are all that it has. */
export interface KnownField extends FieldBehaviour {
  readonly whole?: true;
}
/** What is known of the answer's fields: a table, or nothing where the shape is not shown. */
export type Known = Readonly<Record<string, KnownField>> | undefined;

/** The masked answer. Throws 400 for a field that neither the table nor the answer has. */
export function applyMask(body: JsonObject, mask: Mask, at: { readonly text: string; readonly known: Known }): JsonObject {
  if (mask.has('*') && mask.size === 1 && mask.get('*') === null) return body;
  for (const wanted of mask.keys()) {
    const sound = wanted === '*' || !at.known || fieldOf(at.known, wanted) !== undefined || Object.hasOwn(body, wanted);
    if (!sound) throw refused(at.text, `there is no field '${wanted}'`);
  }
  const found: [string, Json][] = [];
  for (const [key, value] of Object.entries(body)) {
    const wanted = mask.has(key) ? mask.get(key) : mask.get('*');
    if (wanted === undefined) continue;
    const field: KnownField | undefined = fieldOf(at.known, key);
    found.push([key, wanted === null ? value : masked(value, wanted, { text: at.text, known: innerFields(field) })]);
  }
  checkAbsent(mask, body, at);
  return Object.fromEntries(found);
}

/** The items of a list are whole resources; of other objects inside the names are known, where the shape is shown. */
function innerFields(field: KnownField | undefined): Fields | undefined {
  return field?.whole ? field.fields : membersOf(field);
}

/** Fields inside what the answer lacks are judged by the table alone. */
function checkAbsent(mask: Mask, body: JsonObject, { text, known }: { readonly text: string; readonly known: Known }): void {
  for (const [key, wanted] of mask) {
    const fields = innerFields(fieldOf(known, key));
    if (wanted && fields && !Object.hasOwn(body, key)) applyMask({}, wanted, { text, known: fields });
  }
}

function masked(value: Json, mask: Mask, at: { readonly text: string; readonly known: Known }): Json {
  if (isList(value)) return value.map((each) => masked(each, mask, at));
  return isObject(value) ? applyMask(value, mask, at) : value;
}
