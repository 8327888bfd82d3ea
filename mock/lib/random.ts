/** A pseudorandom number generator (sfc32), which repeats its numbers for the same seed. */
import { toBase64 } from '../../runtime/values/encoded-values.js';

export class Random {
  #state: [number, number, number, number];

  constructor(seed: number | readonly number[]) {
    if (typeof seed === 'number') {
      this.#state = [0x9e3779b9, seed | 0, Math.trunc(seed / 0x100000000) | 0, 1];
      for (let round = 0; round < 15; round++) this.nextWord();
    } else {
      const [first = 0, second = 0, third = 0, fourth = 1] = seed;
      this.#state = [first | 0, second | 0, third | 0, fourth | 0];
    }
  }

  /** The state from which the constructor can continue. */
  get state(): readonly number[] {
    return [...this.#state];
  }

  /** Returns 32 random bits. */
  nextWord(): number {
    const state = this.#state;
    const sum = (state[0] + state[1] + state[3]) | 0;
    state[3] = (state[3] + 1) | 0;
    state[0] = state[1] ^ (state[1] >>> 9);
    state[1] = (state[2] + (state[2] << 3)) | 0;
    state[2] = ((state[2] << 21) | (state[2] >>> 11)) + sum;
    state[2] |= 0;
    return sum >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  nextFraction(): number {
    return this.nextWord() / 0x100000000;
  }

  /** Returns a uint64 of 19 digits as text, the format of server-generated IDs. */
  nextId(): string {
    const number = ((BigInt(this.nextWord()) << 32n) | BigInt(this.nextWord())) & 0x7fffffffffffffffn;
    return ((number % 8_000_000_000_000_000_000n) + 1_000_000_000_000_000_000n).toString();
  }

  /** Returns a version 4 UUID. */
  nextUuid(): string {
    const text = this.nextHex(32);
    const variant = '89ab'.charAt(parseInt(text.charAt(16), 16) % 4);
    return [text.slice(0, 8), text.slice(8, 12), `4${text.slice(13, 16)}`, variant + text.slice(17, 20), text.slice(20)].join('-');
  }

  nextHex(digits: number): string {
    let text = '';
    while (text.length < digits) text += this.nextWord().toString(16).padStart(8, '0');
    return text.slice(0, digits);
  }

  /** Returns decimal digits. The first one isn't 0. */
  nextDigits(count: number): string {
    let text = String(1 + (this.nextWord() % 9));
    while (text.length < count) text += this.nextWord().toString().padStart(10, '0').slice(-8);
    return text.slice(0, count);
  }

  /** Returns random bytes in base64. */
  nextBase64(byteCount: number): string {
    return toBase64(Uint8Array.from({ length: byteCount }, () => this.nextWord() >>> 24));
  }
}
