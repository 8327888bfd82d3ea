/**
 * Whether text is a regular expression of RE2, told without the engine: those who only judge filters need not load it. What the
 * engine reads is one here; of what it refuses a few things pass: names of kinds of characters that nobody knows, a name of two
 * groups, repetitions that multiply to too many, a range from an escaped character to a lower one.
 */

/** Characters that are escaped, in lists and outside. */
const escape =
  /\\(?:x(?:[\dA-Fa-f]{2}|\{0*(?:10[\dA-Fa-f]{4}|[\dA-Fa-f]{1,5})\})|0[0-7]{0,2}|[1-7][0-7]{1,2}|[afnrtv]|[\0-/:-@[-`{-\x7f])/y;
/** Kinds of characters, in lists and outside. */
const kind = /\\(?:[dDsSwW]|[pP](?:[CLMNPSZ]|\{\^?\w+\}))/y;
/** Kinds of characters in lists alone. */
const posix = /\[:\^?\w+:\]/y;
/** Between two characters. */
const hyphen = /-(?=[^\]])/y;
const opening = /\((?:\?(?:P?<\w+>|(?:[imsU]*|[imsU]*-[imsU]+)([:)]))|(?!\?))/y;
const repetition = /(?:[*+?]|\{(0|[1-9]\d*)(?:,(0|[1-9]\d*)?)?\})\??/y;
const verbatim = /\\Q([^]*?)(?:\\E|$)/y;
const edge = /\\[AbBz]/y;
/** Of one thing. */
const maxRepetitions = 1000;

export function isRe2(text: string): boolean {
  return new Reader(text).isValid();
}

class Reader {
  readonly #text: string;
  #depth = 0;
  /** Something stands before that can be repeated. */
  #isRepeatable = false;
  #isRepeated = false;
  #next = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isValid(): boolean {
    while (this.#next < this.#text.length) {
      const repeated = this.#take(repetition);
      if (!(repeated ? this.#repeat(repeated) : this.#piece())) return false;
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

  #repeat([, least = '0', bound]: RegExpExecArray): boolean {
    const most = Number(bound || least);
    return this.#isRepeatable && !this.#isRepeated && most >= Number(least) && most <= maxRepetitions;
  }

  #piece(): boolean {
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
    if (this.#takeText('[')) return this.#list();
    return this.#kind() || (this.#text[this.#next] !== '(' && this.#character() !== -1) || this.#take(edge) !== null;
  }

  /** Flags for the rest of the group open none. */
  #open([, end]: RegExpExecArray): void {
    if (end === ')') return;
    this.#depth += 1;
    this.#isRepeatable = false;
  }

  /** The rest of a list of characters. Its first one may be a bracket. */
  #list(): boolean {
    this.#takeText('^');
    for (let isFirst = true; isFirst || !this.#takeText(']'); isFirst = false) {
      if (this.#take(posix) || this.#kind()) continue;
      const least = this.#character();
      const most = least !== -1 && this.#take(hyphen) ? this.#character() : least;
      if (most === -1 || most < least) return false;
    }
    return true;
  }

  #kind(): boolean {
    return this.#take(kind) !== null;
  }

  /** The code of a character, which is not told where it is escaped; -1 where there is none. */
  #character(): number {
    if (this.#take(escape)) return Number.NaN;
    const code = this.#text.codePointAt(this.#next) ?? BACKSLASH;
    if (code === BACKSLASH) return -1;
    this.#next += code > 0xffff ? 2 : 1;
    return code;
  }
}

const BACKSLASH = 92;
