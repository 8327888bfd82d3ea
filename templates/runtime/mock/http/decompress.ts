/** Decompresses request bodies. */
import { HttpError } from '../lib/http-error.js';
import type { MaybePromise } from '../lib/maybe-promise.js';
import type { RawRequest } from '../lib/http-request.js';

/** Returns `identity` if the body isn't compressed. */
function getEncoding({ body, headers }: RawRequest): string {
  if (headers === undefined || !(body instanceof Uint8Array)) return 'identity';
  const name = Object.keys(headers).find((header) => header.toLowerCase() === 'content-encoding');
  return (name === undefined ? '' : String(headers[name]).trim().toLowerCase()) || 'identity';
}

/** Decompresses the body, at most one byte more than `maxBody`. Returns the request itself if it isn't compressed. Throws or rejects with 400 if the body isn't gzip. */
export function decompress(request: RawRequest, maxBody: number): MaybePromise<RawRequest> {
  const { body } = request;
  const encoding = getEncoding(request);
  if (encoding === 'identity' || !(body instanceof Uint8Array)) return request;
  if (encoding === 'gzip' || encoding === 'x-gzip') return inflate(body, maxBody).then((inflated) => ({ ...request, body: inflated }));
  const message = `Unsupported Content-Encoding '${encoding}'; expected gzip.`;
  throw new HttpError('parseError', { message, location: 'Content-Encoding', locationType: 'header', rule: 'gzip' });
}

async function inflate(body: Uint8Array, maxBody: number): Promise<Uint8Array> {
  const reader = new Blob([Uint8Array.from(body)]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    while (size <= maxBody) {
      const { done, value } = await reader.read();
      if (done) return await concatenate(chunks);
      chunks.push(value);
      size += value.length;
    }
  } catch {
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
