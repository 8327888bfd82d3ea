/**
 * Replaces values by others of the same shape: letters by letters of the same case, digits by digits. The same value always gets the same
 * replacement, and two values never get the same one. Nobody can compute a value from its replacement without the key.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { memoizeByText } from '../../../generator/lib/memoize.js';

/** The number of bytes of a key. */
const keyLength = 32;

export const createRandomKey = (): Uint8Array => randomBytes(keyLength);

/** The maximum number of characters that the Feistel network permutes. Longer texts don't collide by chance. */
const maxPermutedLength = 16;
const rounds = 4;
const cacheSize = 20_000;

/** A range of characters that replace each other. */
interface CharacterClass {
  readonly first: number;
  readonly size: number;
}

const digits: CharacterClass = { first: 48, size: 10 };
const digitsWithoutZero: CharacterClass = { first: 49, size: 9 };
const capitals: CharacterClass = { first: 65, size: 26 };
const smallLetters: CharacterClass = { first: 97, size: 26 };

function findClass(code: number): CharacterClass | undefined {
  if (code >= 48 && code <= 57) return digits;
  if (code >= 65 && code <= 90) return capitals;
  return (code >= 97 && code <= 122) || code > 127 ? smallLetters : undefined;
}

/** Replaces values. */
export interface Replacements {
  replace(text: string): string;
  /** Replaces bytes in base64 by as many other ones, in base64. */
  replaceBase64(base64: string): string;
  /** Returns bytes that depend on a text. */
  createBytes(text: string, count: number): Uint8Array;
}

export class Pseudonyms implements Replacements {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Replaces the letters and digits of a text, and keeps all other ASCII characters. A number has a leading zero only if it had one. */
  readonly replace: (text: string) => string = memoizeByText((text) => this.#replace(text), cacheSize);

  /** Replaces bytes in base64 by as many other ones, in base64. */
  replaceBase64(base64: string): string {
    const size = Buffer.from(base64, 'base64').length;
    return Buffer.from(this.createBytes(`base64 ${base64}`, size)).toString('base64');
  }

  /** Returns bytes that depend only on the key and a text. */
  createBytes(text: string, count: number): Uint8Array {
    const seed = createHmac('sha256', this.#key).update(text).digest();
    if (count <= seed.length) return seed.subarray(0, count);
    const parts: Buffer[] = [];
    for (let size = 0; size < count; size += seed.length) parts.push(createHmac('sha256', seed).update(String(parts.length)).digest());
    return Buffer.concat(parts).subarray(0, count);
  }

  #replace(text: string): string {
    const codes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
    const classes = codes.map(findClass);
    if (/^\d\d+$/.test(text)) classes[0] = text.startsWith('0') ? undefined : digitsWithoutZero;
    const places = classes.flatMap((each, index) => (each === undefined ? [] : [index]));
    if (places.length > maxPermutedLength) this.#add({ codes, classes, places }, text);
    else this.#permute({ codes, classes, places });
    return Buffer.from(Uint16Array.from(codes).buffer).toString('utf16le');
  }

  /** Applies a Feistel network: each half changes depending on the other. So two texts of the same shape have different replacements. */
  #permute({ codes, classes, places }: Letters): void {
    const halves = [places.filter((_, index) => index % 2 === 0), places.filter((_, index) => index % 2 === 1)];
    const shape = classes.map((each, index) => (each === undefined ? String.fromCharCode(codes[index] ?? 0) : each.first)).join(',');
    for (let round = 0; round < rounds; round += 1) {
      const [changed = [], other = []] = round % 2 === 0 ? halves : halves.toReversed();
      const content = other.map((index) => codes[index]).join(',');
      this.#add({ codes, classes, places: changed }, `${round} ${shape} ${content}`);
    }
  }

  /** Adds numbers that depend on a text to the characters at some places. */
  #add({ codes, classes, places }: Letters, text: string): void {
    const bytes = this.createBytes(text, 2 * places.length);
    for (const [index, place] of places.entries()) {
      const { first, size } = classes[place] ?? digits;
      const offset = (bytes[2 * index] ?? 0) * 256 + (bytes[2 * index + 1] ?? 0);
      codes[place] = first + (((codes[place] ?? 0) - first + offset) % size);
    }
  }
}

interface Letters {
  readonly codes: number[];
  readonly classes: readonly (CharacterClass | undefined)[];
  readonly places: readonly number[];
}
