/** Finds many known values in a text at once. Takes linear time, however many values are known. */

/** The number of characters by which values are found. Shorter values can't be added. */
const prefixLength = 6;
/** Limits the memory for values, and the lengths of values with the same beginning that are compared. */
const maxValues = 100_000;
const maxLengths = 32;

export class KnownValues {
  readonly #values = new Map<string, string>();
  /** The values in the order in which they were added. When there are too many, it is a ring that begins at `#oldest`. */
  readonly #order: string[] = [];
  #oldest = 0;
  /** The lengths of the values by their first characters, the longest first. */
  readonly #lengths = new Map<string, number[]>();
  /** Marks the first characters, and the hashes of some of them. */
  readonly #first = new Uint8Array(128);
  readonly #marks = new Uint8Array(1 << 16);

  get size(): number {
    return this.#values.size;
  }

  /** Lists the last values that were added, at most those that aren't forgotten. */
  listLast(count: number): readonly (readonly [value: string, replacement: string])[] {
    const { length } = this.#order;
    return Array.from({ length: Math.min(count, length) }, (_, index) => {
      const value = this.#order[(this.#oldest + length - Math.min(count, length) + index) % length] as string;
      return [value, this.#values.get(value) ?? value];
    });
  }

  get(value: string): string | undefined {
    return this.#values.get(value);
  }

  /** Returns false if the value is known already, or too short. Forgets the oldest value if there are too many. */
  add(value: string, replacement: string): boolean {
    if (this.#values.has(value) || value.length < prefixLength) return false;
    if (this.#order.length < maxValues) this.#order.push(value);
    else {
      // The first key of a map takes longer to find the more keys before it were deleted.
      this.#values.delete(this.#order[this.#oldest] as string);
      this.#order[this.#oldest] = value;
      this.#oldest = (this.#oldest + 1) % maxValues;
    }
    this.#values.set(value, replacement);
    const prefix = value.slice(0, prefixLength);
    const lengths = this.#lengths.get(prefix);
    if (lengths === undefined) this.#lengths.set(prefix, [value.length]);
    else if (!lengths.includes(value.length) && lengths.length < maxLengths) {
      lengths.push(value.length);
      lengths.sort((one, other) => other - one);
    }
    this.#marks[hash(value, 0)] = 1;
    if (value.charCodeAt(0) < 128) this.#first[value.charCodeAt(0)] = 1;
    return true;
  }

  /** Replaces the values between `start` and `end` that aren't parts of longer words. Percent-encoded characters aren't parts of words. */
  replaceAll(text: string, start: number, end: number): string {
    if (this.#values.size === 0 || end - start < prefixLength) return text.slice(start, end);
    const parts: string[] = [];
    let copied = start;
    let isBefore = isWordEnd(text, start - 1);
    let percent = start - maxEscapeLength;
    for (let at = start; at <= end - prefixLength; at += 1) {
      const code = text.charCodeAt(at);
      const isLetter = code > 127 || letters[code] === 1;
      const isInWord = isBefore && isLetter && (at - percent > maxEscapeLength || !isEscapeEnd(text, at - 1));
      isBefore = isLetter;
      if (code === 37) percent = at;
      if (isInWord || (code < 128 && this.#first[code] === 0) || this.#marks[hash(text, at)] === 0) continue;
      const found = this.#findAt(text, at, end);
      if (found === undefined) continue;
      parts.push(text.slice(copied, at), this.#values.get(found) ?? found);
      copied = at + found.length;
      at = copied - 1;
      isBefore = isLetterOrDigit(text.charCodeAt(at));
    }
    return parts.length === 0 ? text.slice(start, end) : parts.join('') + text.slice(copied, end);
  }

  #findAt(text: string, at: number, end: number): string | undefined {
    for (const length of this.#lengths.get(text.slice(at, at + prefixLength)) ?? []) {
      if (at + length > end) continue;
      const value = text.slice(at, at + length);
      const isInWord = isLetterOrDigit(value.charCodeAt(length - 1)) && isLetterOrDigit(text.charCodeAt(at + length));
      if (!isInWord && this.#values.has(value)) return value;
    }
    return undefined;
  }
}

const hash = (text: string, at: number): number =>
  (text.charCodeAt(at) * 7919 +
    text.charCodeAt(at + 1) * 523 +
    text.charCodeAt(at + 2) * 61 +
    text.charCodeAt(at + 3) * 7 +
    text.charCodeAt(at + 4)) &
  0xffff;

const letters = Uint8Array.from({ length: 128 }, (_, code) => Number(/[A-Za-z\d]/.test(String.fromCharCode(code))));
const isLetterOrDigit = (code: number): boolean => code > 127 || letters[code] === 1;
/** The length of a character that is percent-encoded several times. */
const maxEscapeLength = 12;

const isWordEnd = (text: string, at: number): boolean => at >= 0 && isLetterOrDigit(text.charCodeAt(at)) && !isEscapeEnd(text, at);

/** Whether the character is the last one of a percent-encoded character, which can be encoded again. */
function isEscapeEnd(text: string, at: number): boolean {
  if (at < 2) return false;
  const isNear = text.charCodeAt(at - 2) === 37 || (text.charCodeAt(at - 3) === 50 && text.charCodeAt(at - 2) === 53);
  return isNear && /%(?:25)*[\dA-Fa-f]{2}$/.test(text.slice(Math.max(0, at - 12), at + 1));
}
