/** Decompresses request bodies. */
import type { Reservation } from '../../lib/byte-budget.js';
import { HttpError } from '../../lib/http-error.js';
import type { RawRequest } from '../../lib/http-request.js';
import { getEncoding } from '../request-kinds.js';
import { createFullError } from './read-body.js';

export interface Decompression {
  /** The maximum size of the content in bytes. One more byte is decompressed to detect larger content. */
  readonly maxBody: number;
  /** Receives the bytes of the content. */
  readonly reservation: Reservation;
}

/**
 * Decompresses the body. Returns the request itself if it isn't compressed. Rejects with 400 if the body isn't gzip, and with 503 if the
 * budget is used up.
 */
export async function decompress(request: RawRequest, options: Decompression): Promise<RawRequest> {
  const { body } = request;
  const encoding = getEncoding(request);
  if (encoding === 'identity' || !(body instanceof Uint8Array)) return request;
  if (encoding === 'gzip' || encoding === 'x-gzip') return { ...request, body: await inflate(body, options) };
  const message = `Unsupported Content-Encoding '${encoding}'; expected gzip.`;
  throw new HttpError('parseError', { message, location: 'Content-Encoding', locationType: 'header', rule: 'gzip' });
}

async function inflate(body: Uint8Array, { maxBody, reservation }: Decompression): Promise<Uint8Array> {
  const reader = new Blob([Uint8Array.from(body)]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    while (size <= maxBody) {
      const { done, value } = await reader.read();
      if (done) return await concatenate(chunks);
      if (!reservation.tryReserve(value.length)) throw createFullError(reservation.limit);
      chunks.push(value);
      size += value.length;
    }
  } catch (error) {
    if (error instanceof HttpError) {
      await reader.cancel();
      throw error;
    }
    throw new HttpError('parseError', {
      message: 'The request body is not valid gzip, but its Content-Encoding is gzip.',
      location: 'requestBody',
      rule: 'gzip',
    });
  }
  await reader.cancel();
  return (await concatenate(chunks)).subarray(0, maxBody + 1);
}

async function concatenate(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> {
  return new Uint8Array(await new Blob([...chunks]).arrayBuffer());
}
