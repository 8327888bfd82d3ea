/**
 * Parses masks of partial responses: `id,selfLink`, `items(name, id)`, `items/name`, `*`, and of updates: `a,b.c`. White space around names has no
 * meaning. Backticks quote a key of a map, which can contain any other character (AIP-161).
 */

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

/**
 * Parses the paths of an update mask: `a, b.c`, labels.`my.key`, `a/b`, and `a(b, c.d)`. A malformed path contains an empty name. A mask whose lists
 * in parentheses stand for far more names than it contains is malformed.
 */
export function parseFieldPaths(mask: string): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  const outer: (readonly string[])[] = [];
  let path: string[] = [];
  let text = '';
  let isClosed = false;
  let size = 0;
  for (const token of [...(mask.match(maskToken) ?? []), ',']) {
    if (token === '.' || token === '/') path.push(readName(isClosed ? '' : text));
    else if (token === '(') {
      path.push(readName(isClosed ? '' : text));
      outer.push(path);
      path = [...path];
    } else if (token === ',' || token === ')') {
      if (!isClosed) paths.push([...path, readName(text)]);
      size += path.length + 1;
      const around = token === ')' ? outer.pop() : undefined;
      if ((token === ')' && around === undefined) || (size > maxNames && size > mask.length)) return malformed;
      isClosed = token === ')';
      path = [...(outer.at(-1) ?? [])];
    } else {
      text += token;
      if (isClosed && token.trim() !== '') return malformed;
      continue;
    }
    if (token !== ')') isClosed = false;
    text = '';
  }
  return outer.length === 0 ? paths : malformed;
}

const maskToken = /`[^`]*`|[^,./()`]+|[,./()`]/g;
const maxNames = 10_000;
const malformed: readonly (readonly string[])[] = [['']];

const quotedName = /^`([^`]+)`$/;

function readName(text: string): string {
  const found = text.trim();
  return quotedName.exec(found)?.[1] ?? (found.includes('`') ? '' : found);
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

const name = /`([^`]+)`|[^,/.()\s`]+/y;
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
    const found = this.#read(name).replaceAll('`', '');
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
