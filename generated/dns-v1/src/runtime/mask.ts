/** Masks of partial answers: `id,selfLink`, `items(name,id)`, `items/name`, `*`. */

/** What is wanted of each member; `null`: all of it. */
export type Mask = ReadonlyMap<string, Mask | null>;

/** Text that is no mask, or a mask that names what is not there. */
export class MaskFault extends Error {}

/** Throws `MaskFault` for what is no mask. */
export function readMask(text: string): Mask {
  const reader = new Reader(text);
  const mask = reader.list();
  if (reader.at < text.length) throw reader.expected("',' or the end");
  return mask;
}

const name = /[^,/.()\s]+/y;
const deepest = 50;

class Reader {
  readonly #text: string;
  #depth = 0;
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
    if (this.#take('/') || this.#take('.')) return [found, this.#inside(() => new Map([this.#path()]))];
    if (!this.#take('(')) return [found, null];
    const inner = this.#inside(() => this.list());
    if (!this.#take(')')) throw this.expected("')'");
    return [found, inner];
  }

  #inside(read: () => Mask): Mask {
    this.#depth += 1;
    if (this.#depth > deepest) throw new MaskFault(`nested more than ${deepest} levels deep`);
    const mask = read();
    this.#depth -= 1;
    return mask;
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}
