/** Parses masks of partial responses: `id,selfLink`, `items(name, id)`, `items/name`, `*`. White space around names has no meaning. */

/** The selected members. `null` selects the whole member. */
export type Mask = ReadonlyMap<string, Mask | null>;

/** A malformed mask, or a mask with an unknown field. */
export class MaskError extends Error {}

/** Parses a mask. Throws `MaskError` if it is malformed. */
export function parseMask(text: string): Mask {
  const reader = new MaskReader(text);
  const mask = reader.readList();
  if (reader.at < text.length) throw reader.createError("',' or the end");
  return mask;
}

/** Creates a mask. Merges the entries with the same name. */
export function createMask(entries: readonly (readonly [name: string, Mask | null])[]): Mask {
  const mask = new Map<string, Mask | null>();
  for (const [name, value] of entries) {
    const before = mask.get(name);
    mask.set(name, before === null || value === null ? null : before ? createMask([...before, ...value]) : value);
  }
  return mask;
}

const name = /[^,/.()\s]+/y;
const space = /\s*/y;

class MaskReader {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  createError(expected: string): MaskError {
    return new MaskError(`${expected} is expected at position ${this.at + 1}`);
  }

  readList(): Mask {
    const entries: (readonly [string, Mask | null])[] = [];
    do entries.push(this.#readPath());
    while (this.#take(','));
    return createMask(entries);
  }

  #readPath(): readonly [string, Mask | null] {
    this.#read(space);
    const found = this.#read(name);
    if (found === '') throw this.createError('a field');
    this.#read(space);
    if (this.#take('/') || this.#take('.')) return [found, new Map([this.#readPath()])];
    if (!this.#take('(')) return [found, null];
    const inner = this.readList();
    if (!this.#take(')')) throw this.createError("')'");
    this.#read(space);
    return [found, inner];
  }

  /** Returns the text that the expression matches at the position, or empty text. */
  #read(expression: RegExp): string {
    expression.lastIndex = this.at;
    const [found = ''] = expression.exec(this.#text) ?? [];
    this.at += found.length;
    return found;
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}
