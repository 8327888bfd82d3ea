/** Parses JSON text with a maximum depth, and reports the position of an error. */
import { HttpError } from './http-error.js';
import type { Json } from './json.js';

/** Throws `HttpError` if the text is too deep or not JSON. */
export function parseJsonText(text: string, maxDepth: number): Json {
  const depthPosition = findExcessiveDepth(text, maxDepth);
  if (depthPosition >= 0) {
    const message = `The request body is nested more than ${maxDepth} levels deep at ${describePosition(text, depthPosition)}.`;
    throw new HttpError('invalid', { message, location: 'requestBody', rule: 'maxDepth' });
  }
  try {
    return parseExactly(text);
  } catch {
    const scan = new SyntaxScanner(text);
    const position = scan.findError();
    const message = `The request body is not valid JSON: expected ${scan.expected} at ${describePosition(text, position)}.`;
    throw new HttpError('parseError', { message, location: 'requestBody', rule: 'json' });
  }
}

/** The digits of integers that a number can't represent, by the object or array that contains them. */
const exactIntegers = new WeakMap<object, Map<string, string>>();

/** Returns the digits of an integer as sent if a number can't represent it. */
export function getExactDigits(holder: object, name: string): string | undefined {
  return exactIntegers.get(holder)?.get(name);
}

/** Matches numbers, and what begins, ends, and is escaped in strings. A pattern of whole strings would exhaust the stack for long ones. */
const quoteOrNumber = /\\[^]|"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function parseExactly(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (!/\d{16}/.test(text)) return value;
  // A second pass parses large integers as strings with a mark that doesn't occur in the body.
  let marker = 'integer';
  while (text.includes(marker)) marker += '-';
  let isInString = false;
  const marked = text.replace(quoteOrNumber, (token) => {
    if (token === '"') isInString = !isInString;
    return !isInString && /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${marker}${token}"` : token;
  });
  return JSON.parse(marked, function (this: object, name: string, value: Json) {
    if (typeof value !== 'string' || !value.startsWith(marker)) return value;
    const digits = value.slice(marker.length);
    const digitsByName = exactIntegers.get(this) ?? new Map<string, string>();
    exactIntegers.set(this, digitsByName.set(name, digits));
    return Number(digits);
  }) as Json;
}

export function describePosition(text: string, position: number): string {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  return `line ${line}, column ${position - before.lastIndexOf('\n')}`;
}

/** Returns the position at which the nesting exceeds the maximum, or -1. Brackets in strings don't count. */
function findExcessiveDepth(text: string, maxDepth: number): number {
  let depth = 0;
  for (let position = 0; position < text.length; position++) {
    const unit = text.charCodeAt(position);
    if (unit === 0x22) {
      position = findStringEnd(text, position + 1);
      if (position < 0) return -1;
    } else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > maxDepth) return position;
    } else if (unit === 0x7d || unit === 0x5d) depth -= 1;
  }
  return -1;
}

/** Returns the position of the quote that ends a string, or -1. */
function findStringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c && end - 1 - backslashes >= start) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return -1;
}

const scalarPattern = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** The length is limited, because a longer match can exhaust the stack. */
const plainCharacters = /[^"\\\u0000-\u001f]{1,1000}/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const spacePattern = /[ \t\n\r]*/y;

/** Finds the first syntax error. The text is known to be invalid and not too deep. */
class SyntaxScanner {
  readonly #text: string;
  #position = 0;
  expected = 'a value';

  constructor(text: string) {
    this.#text = text;
  }

  findError(): number {
    if (this.#scanValue()) this.#fail('the end');
    return this.#position;
  }

  #skipPattern(pattern: RegExp): boolean {
    pattern.lastIndex = this.#position;
    if (!pattern.test(this.#text)) return false;
    this.#position = pattern.lastIndex;
    return true;
  }

  #takeToken(text: string): boolean {
    this.#skipPattern(spacePattern);
    if (this.#text[this.#position] !== text) return false;
    this.#position += 1;
    return true;
  }

  #fail(expected: string): false {
    this.#skipPattern(spacePattern);
    this.expected = expected;
    return false;
  }

  #scanValue(): boolean {
    if (this.#takeToken('{')) return this.#scanMembers('}', () => this.#scanMember());
    if (this.#takeToken('[')) return this.#scanMembers(']', () => this.#scanValue());
    return this.#scanString() || this.#skipPattern(scalarPattern) ? this.#skipPattern(spacePattern) : this.#fail('a value');
  }

  /** Returns to the start of a string that is invalid. */
  #scanString(): boolean {
    const start = this.#position;
    if (this.#text[start] !== '"') return false;
    this.#position += 1;
    while (this.#skipPattern(plainCharacters) || this.#skipPattern(escapeSequence));
    const isClosed = this.#text[this.#position] === '"';
    this.#position = isClosed ? this.#position + 1 : start;
    return isClosed;
  }

  #scanMember(): boolean {
    this.#skipPattern(spacePattern);
    if (!this.#scanString()) return this.#fail('a name in double quotes');
    return this.#takeToken(':') ? this.#scanValue() : this.#fail('`:`');
  }

  #scanMembers(end: string, scanItem: () => boolean): boolean {
    if (this.#takeToken(end)) return this.#skipPattern(spacePattern);
    do {
      if (!scanItem()) return false;
    } while (this.#takeToken(','));
    return this.#takeToken(end) ? this.#skipPattern(spacePattern) : this.#fail(`\`,\` or \`${end}\``);
  }
}
