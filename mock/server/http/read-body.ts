/** Reads the bodies of requests from connections, within the budget for bodies in flight. */
import type { Reservation } from '../../lib/byte-budget.js';
import { HttpError } from '../../lib/http-error.js';

/** A request of Node. */
export interface BodyStream {
  readonly destroyed: boolean;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  off(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  once(event: 'end' | 'error' | 'aborted', listener: (error?: Error) => void): unknown;
  resume(): unknown;
}

export interface BodyReading {
  /** The maximum size in bytes. One more byte is read to detect a larger body. */
  readonly limit: number;
  /** The size that the client announced, if any. */
  readonly announced?: number | undefined;
  /** Receives the bytes that the body takes. */
  readonly reservation: Reservation;
  /** The time in milliseconds after which a body without a further byte is rejected. Default: 30 seconds. */
  readonly timeout?: number;
}

const defaultTimeout = 30_000;

/** Rejects with `HttpError` if the budget is used up (503), or if the body stops arriving (408). Drops the rest of the body, so that the client can read the response. */
export function readBodyBytes(request: BodyStream, options: BodyReading): Promise<Uint8Array> {
  const { limit, announced, reservation, timeout = defaultTimeout } = options;
  if (request.destroyed) return Promise.reject(new Error('the request was aborted'));
  return new Promise((resolve, reject) => {
    const content = new BodyBuffer(Math.min(limit + 1, announced ?? Infinity));
    const stop = (): void => {
      clearTimeout(timer);
      request.off('data', addChunk);
      // Without a listener, the stream would keep the rest.
      request.resume();
    };
    const fail = (error: Error): void => {
      stop();
      reject(error);
    };
    const finish = (): void => {
      stop();
      resolve(content.bytes);
    };
    const addChunk = (chunk: Uint8Array): void => {
      if (!reservation.tryReserve(chunk.length)) return fail(createFullError(reservation.limit));
      content.add(chunk);
      isWaiting = false;
      timer.refresh();
      if (content.size > limit) finish();
    };
    let isWaiting = false;
    const timer = setTimeout(() => {
      isWaiting = true;
      // A process that was busy reads first what has arrived in the meantime.
      setImmediate(() => void (isWaiting && fail(createTimeoutError(timeout))));
    }, timeout);
    request.on('data', addChunk);
    request.once('end', finish);
    const abort = (error = new Error('the request was aborted')): void => fail(error);
    request.once('error', abort);
    request.once('aborted', () => abort());
  });
}

const minCapacity = 64 * 1024;
const noBytes = new Uint8Array();

/** Joins chunks in one buffer, which grows. The system takes large buffers back at once, but not thousands of small chunks. */
class BodyBuffer {
  readonly #maxSize: number;
  #buffer: Uint8Array = noBytes;
  #size = 0;

  /** Drops bytes beyond `maxSize`. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size);
  }

  add(chunk: Uint8Array): void {
    const size = Math.min(this.#size + chunk.length, this.#maxSize);
    if (size > this.#buffer.length) this.#grow(size);
    this.#buffer.set(chunk.subarray(0, size - this.#size), this.#size);
    this.#size = size;
  }

  #grow(size: number): void {
    const capacity = Math.min(Math.max(size, 2 * this.#buffer.length, minCapacity), this.#maxSize);
    const larger = new Uint8Array(capacity);
    larger.set(this.bytes);
    this.#buffer = larger;
  }
}

/** Rejects a body because the bodies in flight take too many bytes. */
export function createFullError(limit: number): HttpError {
  const message = `The mock can't receive the request body: the bodies of all requests in progress can have at most ${limit} bytes in total. Send fewer requests at once, or raise the limit (--max-bodies, or maxBodies in code).`;
  return new HttpError('backendError', { message, rule: 'maxBodies', headers: { 'retry-after': '1' } });
}

function createTimeoutError(timeout: number): HttpError {
  return new HttpError('invalid', {
    code: 408,
    status: 'DEADLINE_EXCEEDED',
    message: `The request body is incomplete: no part of it arrived for ${timeout / 1000} seconds.`,
    location: 'requestBody',
    rule: 'bodyTimeout',
  });
}
