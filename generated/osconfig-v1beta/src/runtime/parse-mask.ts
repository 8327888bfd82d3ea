/** Masks of partial answers: `id,selfLink`, `items(name,id)`, `items/name`, `*`. */

/** What is wanted of each member; `null`: all of it. */
export type Mask = ReadonlyMap<string, Mask | null>;

/** Text that is no mask, or a mask that names what is not there. */
export class MaskFault extends Error {}

/** Throws `MaskFault` for what is no mask. */
export function parseMask(text: string): Mask {
  const reader = new Reader(text);
  const mask = reader.list();
  if (reader.at < text.length) throw reader.expected("',' or the end");
  return mask;
}

const name = /[^,/.()\s]+/y;

class Reader {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  expected(what: string): MaskFault {
    return new MaskFault(`${what} is expected at position ${this.at + 1}`);
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
    if (found === undefined) throw this.expected('a field');
    this.at += found.length;
    if (this.#take('/') || this.#take('.')) return [found, new Map([this.#path()])];
    if (!this.#take('(')) return [found, null];
    const inner = this.list();
    if (!this.#take(')')) throw this.expected("')'");
    return [found, inner];
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}
