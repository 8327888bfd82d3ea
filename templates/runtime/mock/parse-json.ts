/** Parses JSON text with a maximum depth, and reports the position of an error. */
import type { Json } from './mock-types.js';

export interface JsonError {
  readonly kind: 'syntax' | 'depth';
  readonly message: string;
}
export type JsonResult = { readonly value: Json; readonly error?: undefined } | { readonly error: JsonError };

export function parseJsonText(text: string, maxDepth: number): JsonResult {
  const deep = findExcessiveDepth(text, maxDepth);
  if (deep >= 0)
    return {
      error: { kind: 'depth', message: `The request body is nested more than ${maxDepth} levels deep at ${describePosition(text, deep)}.` },
    };
  try {
    return { value: parseExactly(text) };
  } catch {
    const scan = new SyntaxScanner(text);
    const at = scan.findError();
    return {
      error: { kind: 'syntax', message: `The request body is not valid JSON: expected ${scan.expected} at ${describePosition(text, at)}.` },
    };
  }
}

/** The digits of integers that a number can't represent, by the object or array that contains them. */
const exactIntegers = new WeakMap<object, Map<string, string>>();

/** Returns the digits of an integer as sent if a number can't represent it. */
export function getExactDigits(holder: object, name: string): string | undefined {
  return exactIntegers.get(holder)?.get(name);
}

/** Matches strings, to skip them, and numbers. */
const stringOrNumber = /"(?:[^"\\]|\\[^])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function parseExactly(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (!/\d{16}/.test(text)) return value;
  // A second pass parses large integers as strings with a mark that doesn't occur in the body.
  let mark = 'integer';
  while (text.includes(mark)) mark += '-';
  const marked = text.replace(stringOrNumber, (found) =>
    /^-?\d{16,}$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${mark}${found}"` : found,
  );
  return JSON.parse(marked, function (this: object, name: string, held: Json) {
    if (typeof held !== 'string' || !held.startsWith(mark)) return held;
    const digits = held.slice(mark.length);
    const known = exactIntegers.get(this) ?? new Map<string, string>();
    exactIntegers.set(this, known.set(name, digits));
    return Number(digits);
  }) as Json;
}

export function describePosition(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return `line ${line}, column ${at - before.lastIndexOf('\n')}`;
}

/** Returns the position at which the nesting exceeds the maximum, or -1. Brackets in strings don't count. */
function findExcessiveDepth(text: string, maxDepth: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (quoted) {
      if (unit === 0x5c) at += 1;
      else if (unit === 0x22) quoted = false;
    } else if (unit === 0x22) quoted = true;
    else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > maxDepth) return at;
    } else if (unit === 0x7d || unit === 0x5d) depth -= 1;
  }
  return -1;
}

const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const space = /[ \t\n\r]*/y;

/** Finds the first syntax error. The text is known to be invalid and not too deep. */
class SyntaxScanner {
  readonly #text: string;
  #at = 0;
  expected = 'a value';

  constructor(text: string) {
    this.#text = text;
  }

  findError(): number {
    if (this.#value()) this.#fail('the end');
    return this.#at;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #take(text: string): boolean {
    this.#skip(space);
    if (this.#text[this.#at] !== text) return false;
    this.#at += 1;
    return true;
  }

  #fail(expected: string): false {
    this.#skip(space);
    this.expected = expected;
    return false;
  }

  #value(): boolean {
    if (this.#take('{')) return this.#members('}', () => this.#member());
    if (this.#take('[')) return this.#members(']', () => this.#value());
    return this.#skip(string) || this.#skip(scalar) ? this.#skip(space) : this.#fail('a value');
  }

  #member(): boolean {
    this.#skip(space);
    if (!this.#skip(string)) return this.#fail('a name in double quotes');
    return this.#take(':') ? this.#value() : this.#fail('`:`');
  }

  #members(end: string, one: () => boolean): boolean {
    if (this.#take(end)) return this.#skip(space);
    do {
      if (!one()) return false;
    } while (this.#take(','));
    return this.#take(end) ? this.#skip(space) : this.#fail(`\`,\` or \`${end}\``);
  }
}
