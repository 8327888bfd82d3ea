/** Where the bytes of an upload come from: read in pieces, so that none but those under way are held. */
import { DiscogenError, ParameterError, describeValue } from '../errors.js';
import { readBytes, joinBytes, type MediaBody } from './media-content.js';

/** Bytes that are asked for by their place. Those before an asked place are not needed any more. */
export interface MediaSource {
  /** Of all; undefined where only the end will tell. */
  readonly size: number | undefined;
  /** At most `length` bytes from a place on. */
  read(from: number, length: number): Promise<Piece>;
  /** What is not read by now is not wanted. */
  close(): void;
}

export interface Piece {
  readonly bytes: ArrayBuffer;
  /** Nothing comes after it. */
  readonly last: boolean;
}

/** `where`: a method id. */
export function createMediaSource(body: MediaBody, size: number | undefined, where: string): MediaSource {
  if (typeof body === 'string') return fixedSource(new Blob([body]));
  if (body instanceof Blob) return fixedSource(body);
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    const view = ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : new Uint8Array(body);
    return fixedSource({ size: view.length, slice: (from, to) => ({ arrayBuffer: async () => copied(view.subarray(from, to)) }) });
  }
  if (typeof body === 'object' && body !== null && ('getReader' in body || Symbol.asyncIterator in body)) {
    return new FlowingSource(readBytes(body), size, where);
  }
  throw new ParameterError('media.body', 'text, bytes, a Blob or a stream', describeValue(body), where);
}

/** The part of `Blob` that is used. */
interface Sliced {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

function fixedSource(whole: Sliced): MediaSource {
  return {
    size: whole.size,
    async read(from, length) {
      const to = Math.min(from + length, whole.size);
      return { bytes: await whole.slice(Math.min(from, to), to).arrayBuffer(), last: to === whole.size };
    },
    close: () => undefined,
  };
}

/** What comes once: bytes are held until those after them are asked for. */
class FlowingSource implements MediaSource {
  readonly size: number | undefined;
  readonly #incoming: AsyncGenerator<Uint8Array, void, undefined>;
  readonly #where: string;
  #held: Uint8Array[] = [];
  #heldLength = 0;
  /** Place of the first byte that is held. */
  #start = 0;
  #ended = false;

  constructor(incoming: AsyncGenerator<Uint8Array, void, undefined>, size: number | undefined, where: string) {
    this.#incoming = incoming;
    this.size = size;
    this.#where = where;
  }

  async read(from: number, length: number): Promise<Piece> {
    if (from < this.#start)
      throw new DiscogenError(`${this.#where}: expected a stream that can be read again from byte ${from}, received one that cannot`);
    // One byte more tells whether it is the end.
    while (!this.#ended && this.#start + this.#heldLength <= from + length) await this.#take(from);
    this.#drop(from);
    const whole = joinBytes(this.#held);
    this.#held = [whole];
    return { bytes: copied(whole.subarray(0, length)), last: this.#ended && whole.length <= length };
  }

  close(): void {
    // It may be waiting for bytes that never come.
    this.#incoming.return().catch(() => undefined);
    this.#held = [];
  }

  async #take(from: number): Promise<void> {
    const { value, done } = await this.#incoming.next();
    if (done !== true) {
      if (!ArrayBuffer.isView(value))
        throw new ParameterError('media.body', 'a stream of bytes', `a stream with ${describeValue(value)}`, this.#where);
      this.#held.push(value);
      this.#heldLength += value.length;
      if (this.#start + this.#heldLength <= from) this.#drop(from);
      return;
    }
    this.#ended = true;
    const total = this.#start + this.#heldLength;
    if (this.size !== undefined && this.size !== total)
      throw new ParameterError('media.size', `the ${total} bytes of its body`, describeValue(this.size), this.#where);
  }

  #drop(to: number): void {
    while (this.#held[0] && this.#start < to) {
      const [first] = this.#held;
      const count = Math.min(first.length, to - this.#start);
      this.#start += count;
      this.#heldLength -= count;
      if (count === first.length) this.#held.shift();
      else this.#held[0] = first.subarray(count);
    }
  }
}

function copied(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}
