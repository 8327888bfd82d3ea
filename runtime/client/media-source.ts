/** Reads the content of an upload in chunks, so that only the current chunk is in memory. */
import { describeValue } from '../error-text.js';
import { DiscogenError, ParameterError } from '../errors.js';
import type { MediaBody } from './media-content.js';
import { joinBytes, readBytes } from './read-body.js';

/** Bytes by position. Reading at a position releases the bytes before it. */
export interface MediaSource {
  /** The total number of bytes. Undefined if unknown until the end. */
  readonly size: number | undefined;
  /** Reads at most `length` bytes from a position. */
  read(from: number, length: number): Promise<MediaChunk>;
  /** Releases the source. */
  close(): void;
}

export interface MediaChunk {
  readonly bytes: ArrayBuffer;
  /** Whether this is the end of the content. */
  readonly last: boolean;
}

/** Creates a source. Throws `ParameterError` for a body of another type. `methodId` is for messages. */
export function createMediaSource(body: MediaBody, size: number | undefined, methodId: string): MediaSource {
  if (typeof body === 'string') return createFixedSource(new Blob([body]));
  if (body instanceof Blob) return createFixedSource(body);
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    const view = ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : new Uint8Array(body);
    return createFixedSource({
      size: view.length,
      slice: (from, to) => ({ arrayBuffer: async () => new Uint8Array(view.subarray(from, to)).buffer }),
    });
  }
  if (typeof body === 'object' && body !== null && ('getReader' in body || Symbol.asyncIterator in body)) {
    return new StreamSource(readBytes(body), size, methodId);
  }
  throw new ParameterError('media.body', 'a string, bytes, a Blob, or a stream', describeValue(body), methodId);
}

/** The part of `Blob` that a source uses. */
interface Sliceable {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

function createFixedSource(content: Sliceable): MediaSource {
  return {
    size: content.size,
    async read(from, length) {
      const to = Math.min(from + length, content.size);
      return { bytes: await content.slice(Math.min(from, to), to).arrayBuffer(), last: to === content.size };
    },
    close: () => undefined,
  };
}

/** A source for a stream, which can be read once. It buffers bytes until later ones are read. */
class StreamSource implements MediaSource {
  readonly size: number | undefined;
  readonly #incoming: AsyncGenerator<Uint8Array, void, undefined>;
  readonly #methodId: string;
  #buffered: Uint8Array[] = [];
  #bufferedLength = 0;
  /** The position of the first buffered byte. */
  #start = 0;
  #isAtEnd = false;

  constructor(incoming: AsyncGenerator<Uint8Array, void, undefined>, size: number | undefined, methodId: string) {
    this.#incoming = incoming;
    this.size = size;
    this.#methodId = methodId;
  }

  async read(from: number, length: number): Promise<MediaChunk> {
    if (from < this.#start)
      throw new DiscogenError(
        `${this.#methodId}: the service requested byte ${from} again, which the stream no longer has; upload a Blob or bytes instead of a stream`,
      );
    // Read one more byte to find out whether this is the end.
    while (!this.#isAtEnd && this.#start + this.#bufferedLength <= from + length) await this.#readMore(from);
    this.#discardBefore(from);
    const whole = joinBytes(this.#buffered);
    this.#buffered = [whole];
    return { bytes: new Uint8Array(whole.subarray(0, length)).buffer, last: this.#isAtEnd && whole.length <= length };
  }

  close(): void {
    // Not awaited: the stream may wait for bytes that never arrive.
    this.#incoming.return().catch(() => undefined);
    this.#buffered = [];
  }

  async #readMore(from: number): Promise<void> {
    const { value, done } = await this.#incoming.next();
    if (done !== true) {
      if (!ArrayBuffer.isView(value))
        throw new ParameterError('media.body', 'a stream of bytes', `a stream with ${describeValue(value)}`, this.#methodId);
      this.#buffered.push(value);
      this.#bufferedLength += value.length;
      if (this.#start + this.#bufferedLength <= from) this.#discardBefore(from);
      return;
    }
    this.#isAtEnd = true;
    const total = this.#start + this.#bufferedLength;
    if (this.size !== undefined && this.size !== total)
      throw new ParameterError('media.size', `${total}, the number of bytes in the body`, describeValue(this.size), this.#methodId);
  }

  #discardBefore(to: number): void {
    while (this.#buffered[0] && this.#start < to) {
      const [first] = this.#buffered;
      const count = Math.min(first.length, to - this.#start);
      this.#start += count;
      this.#bufferedLength -= count;
      if (count === first.length) this.#buffered.shift();
      else this.#buffered[0] = first.subarray(count);
    }
  }
}
