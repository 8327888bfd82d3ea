/**
 * Validates RE2 expressions without the engine, which validators needn't load. Every valid expression passes. These invalid ones pass, too:
 * unknown names of character classes, duplicate group names, nested repetitions that multiply to too many, and ranges from an escaped
 * character to a lower one.
 */

/** Escaped characters, inside and outside of character classes. */
const escape =
  /\\(?:x(?:[\dA-Fa-f]{2}|\{0*(?:10[\dA-Fa-f]{4}|[\dA-Fa-f]{1,5})\})|0[0-7]{0,2}|[1-7][0-7]{1,2}|[afnrtv]|[\0-/:-@[-`{-\x7f])/y;
/** Named character classes, inside and outside of brackets. */
const kind = /\\(?:[dDsSwW]|[pP](?:[CLMNPSZ]|\{\^?\w+\}))/y;
/** Named character classes that are allowed only in brackets. */
const posix = /\[:\^?\w+:\]/y;
const hyphen = /-(?=[^\]])/y;
const opening = /\((?:\?(?:P?<\w+>|(?:[imsU]*|[imsU]*-[imsU]+)([:)]))|(?!\?))/y;
const repetition = /(?:[*+?]|\{(0|[1-9]\d*)(?:,(0|[1-9]\d*)?)?\})\??/y;
const verbatim = /\\Q([^]*?)(?:\\E|$)/y;
const edge = /\\[AbBz]/y;
/** The maximum count of a repetition. */
const maxRepetitions = 1000;

export function isRe2(text: string): boolean {
  return new PatternReader(text).isValid();
}

class PatternReader {
  readonly #text: string;
  #depth = 0;
  /** Whether the previous item can be repeated. */
  #isRepeatable = false;
  #isRepeated = false;
  #next = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isValid(): boolean {
    while (this.#next < this.#text.length) {
      const repeated = this.#take(repetition);
      if (!(repeated ? this.#canRepeat(repeated) : this.#takePiece())) return false;
      this.#isRepeated = repeated !== null;
    }
    return this.#depth === 0;
  }

  #take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#next;
    const found = form.exec(this.#text);
    if (found) this.#next = form.lastIndex;
    return found;
  }

  #takeText(text: string): boolean {
    if (!this.#text.startsWith(text, this.#next)) return false;
    this.#next += text.length;
    return true;
  }

  #canRepeat([, least = '0', bound]: RegExpExecArray): boolean {
    const most = Number(bound || least);
    return this.#isRepeatable && !this.#isRepeated && most >= Number(least) && most <= maxRepetitions;
  }

  #takePiece(): boolean {
    const group = this.#take(opening);
    if (group) {
      this.#open(group);
      return true;
    }
    const quoted = this.#take(verbatim);
    if (quoted?.[1] === '') return true;
    this.#isRepeatable = !this.#takeText('|');
    if (!this.#isRepeatable || quoted) return true;
    if (this.#takeText(')')) return (this.#depth -= 1) >= 0;
    if (this.#takeText('[')) return this.#takeList();
    return this.#takeKind() || (this.#text[this.#next] !== '(' && this.#readCharacter() !== -1) || this.#take(edge) !== null;
  }

  /** Opens a group. Flags for the rest of the group, such as `(?i)`, don't open one. */
  #open([, end]: RegExpExecArray): void {
    if (end === ')') return;
    this.#depth += 1;
    this.#isRepeatable = false;
  }

  /** Reads the rest of a character class. Its first character may be a bracket. */
  #takeList(): boolean {
    this.#takeText('^');
    for (let isFirst = true; isFirst || !this.#takeText(']'); isFirst = false) {
      if (this.#take(posix) || this.#takeKind()) continue;
      const least = this.#readCharacter();
      const most = least !== -1 && this.#take(hyphen) ? this.#readCharacter() : least;
      if (most === -1 || most < least) return false;
    }
    return true;
  }

  #takeKind(): boolean {
    return this.#take(kind) !== null;
  }

  /** Reads a character. Returns its code, NaN if it is escaped, or -1 if there is none. */
  #readCharacter(): number {
    if (this.#take(escape)) return Number.NaN;
    const code = this.#text.codePointAt(this.#next) ?? backslashCode;
    if (code === backslashCode) return -1;
    this.#next += code > 0xffff ? 2 : 1;
    return code;
  }
}

const backslashCode = 92;
