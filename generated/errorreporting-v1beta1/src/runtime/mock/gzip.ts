/** Request bodies that come compressed. */
import { Refusal } from './errors.js';
import type { MockRequest } from './types.js';

/** Throws 400 for another compression than gzip, which would only look like a broken body. */
function isPacked({ body, headers }: MockRequest): boolean {
  if (headers === undefined || !(body instanceof Uint8Array)) return false;
  const name = Object.keys(headers).find((each) => each.toLowerCase() === 'content-encoding');
  const encoding = name === undefined ? '' : String(headers[name]).trim().toLowerCase();
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  if (encoding === '' || encoding === 'identity') return false;
  const message = `The body's Content-Encoding is '${encoding}'; gzip is known here.`;
  throw new Refusal('parseError', { message, location: 'Content-Encoding', locationType: 'header', rule: 'gzip' });
}

/** The request with its body unpacked, at most one byte more than `maxBody` of it; at once where there is nothing to unpack. Rejects with 400 for what is no gzip. */
export function unpacked(request: MockRequest, maxBody: number): MockRequest | Promise<MockRequest> {
  const { body } = request;
  if (!isPacked(request) || !(body instanceof Uint8Array)) return request;
  return inflate(body, maxBody).then((whole) => ({ ...request, body: whole }));
}

async function inflate(body: Uint8Array, maxBody: number): Promise<Uint8Array> {
  const reader = new Blob([Uint8Array.from(body)]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    while (size <= maxBody) {
      const { done, value } = await reader.read();
      if (done) return joined(chunks, size);
      chunks.push(value);
      size += value.length;
    }
  } catch {
    throw new Refusal('parseError', {
      message: 'The body is not gzip, though its Content-Encoding says so.',
      location: 'requestBody',
      rule: 'gzip',
    });
  }
  await reader.cancel();
  return joined(chunks, size).subarray(0, maxBody + 1);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
