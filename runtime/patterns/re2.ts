/**
 * Validates RE2 expressions without the engine, which validators needn't load. The names of Unicode classes are those of JavaScript, which also
 * has abbreviations and long names that RE2 lacks, and lacks the scripts of later versions of Unicode.
 */

/** Escaped characters, inside and outside of character classes. */
const escape =
  /\\(?:x([\dA-Fa-f]{2}|\{0*(?:10[\dA-Fa-f]{4}|[\dA-Fa-f]{1,5})\})|(0[0-7]{0,2}|[1-7][0-7]{1,2})|([afnrtv])|[\0-/:-@[-`{-\x7f])/y;
/** Named character classes, inside and outside of brackets. */
const kind = /\\(?:[dDsSwW]|[pP](?:[CLMNPSZ]|\{\^?(\w+)\}))/y;
/** Named character classes that are allowed only in brackets. The group matches unknown ones. */
const posix = /\[:(?:\^?(?:al(?:num|pha)|ascii|blank|cntrl|x?digit|graph|lower|print|punct|space|upper|word):\]|(\]|[^]*?:\]))/y;
const hyphen = /-(?=[^\]])/y;
const opening = /\((?:\?(?:P?<(\w+)>|(?:[imsU]*|[imsU]*-[imsU]+)([:)]))|(?!\?))/y;
const repetition = /(?:[*+?]|\{(0|[1-9]\d*)(?:,(0|[1-9]\d*)?)?\})\??/y;
const verbatim = /\\Q([^]*?)(?:\\E|$)/y;
const edge = /\\[AbBz]/y;
/** The maximum count of a repetition, and of nested ones together. */
const maxRepetitions = 1000;

export function isRe2(text: string): boolean {
  return new PatternReader(text).isValid();
}

class PatternReader {
  readonly #text: string;
  readonly #names = new Set<string>();
  /** For the whole expression and each open group: the maximum number by which repetitions multiply a part of it. */
  readonly #counts = [1];
  /** The same for the previous item. */
  #count = 1;
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
    return this.#counts.length === 1;
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
    if (most > 0) this.#setCount(this.#count * most);
    const isWithinLimit = most <= maxRepetitions && (most < 2 || this.#count <= maxRepetitions);
    return this.#isRepeatable && !this.#isRepeated && most >= Number(least) && isWithinLimit;
  }

  /** Sets the count of the previous item. */
  #setCount(count: number): void {
    this.#count = count;
    this.#counts.push(Math.max(count, this.#counts.pop() ?? 1));
  }

  #takePiece(): boolean {
    const group = this.#take(opening);
    if (group) return this.#open(group);
    this.#count = 1;
    const quoted = this.#take(verbatim);
    if (quoted?.[1] === '') return true;
    this.#isRepeatable = !this.#takeText('|');
    if (!this.#isRepeatable || quoted) return true;
    if (this.#takeText(')')) {
      if (this.#counts.length === 1) return false;
      this.#setCount(this.#counts.pop() ?? 1);
      return true;
    }
    if (this.#takeText('[')) return this.#takeList();
    return this.#takeKind() || (this.#text[this.#next] !== '(' && this.#readCharacter() !== -1) || this.#take(edge) !== null;
  }

  /** Opens a group. Flags for the rest of the group, such as `(?i)`, don't open one. Returns whether its name is unique. */
  #open([, name, end]: RegExpExecArray): boolean {
    if (end === ')') return true;
    this.#counts.push(1);
    this.#isRepeatable = false;
    return name === undefined || this.#names.size < this.#names.add(name).size;
  }

  /** Reads the rest of a character class. Its first character may be a bracket. */
  #takeList(): boolean {
    this.#takeText('^');
    for (let isFirst = true; isFirst || !this.#takeText(']'); isFirst = false) {
      const named = this.#take(posix);
      if (named?.[1] !== undefined) return false;
      if (named || this.#takeKind()) continue;
      const least = this.#readCharacter();
      const most = least !== -1 && this.#take(hyphen) ? this.#readCharacter() : least;
      if (most === -1 || most < least) return false;
    }
    return true;
  }

  #takeKind(): boolean {
    const found = this.#take(kind);
    if (found?.[1] === undefined || isUnicodeClass(found[1])) return found !== null;
    this.#next = found.index;
    return false;
  }

  /** Reads a character. Returns its code, or -1 if there is none. */
  #readCharacter(): number {
    const escaped = this.#take(escape);
    if (escaped) return readEscape(escaped);
    const code = this.#text.codePointAt(this.#next) ?? backslashCode;
    if (code === backslashCode) return -1;
    this.#next += code > 0xffff ? 2 : 1;
    return code;
  }
}

const backslashCode = 92;

function readEscape([text, hex, octal, control]: RegExpExecArray): number {
  if (hex) return Number.parseInt(hex.replace('{', ''), 16);
  if (octal) return Number.parseInt(octal, 8);
  return control ? 'abtnvfr'.indexOf(control) + 7 : text.charCodeAt(1);
}

/** Whether a name is a category, a property, or a script. */
function isUnicodeClass(name: string): boolean {
  return /^(?:Ascii|Lc)$/.test(name) || ['', 'Script='].some((prefix) => canCompile(`\\p{${prefix}${name}}`));
}

function canCompile(source: string): boolean {
  try {
    return RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
