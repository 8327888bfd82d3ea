/** Request bodies that come compressed. */
import { Refusal } from './errors.js';
import type { MockRequest } from './types.js';

/** The request with its body unpacked, at most one byte more than `maxBody` of it. Throws 400 for what is no gzip. */
export async function unpacked(request: MockRequest, maxBody: number): Promise<MockRequest> {
  const { body, headers = {} } = request;
  const name = Object.keys(headers).find((each) => each.toLowerCase() === 'content-encoding');
  if (name === undefined || !(body instanceof Uint8Array) || String(headers[name]).toLowerCase() !== 'gzip') return request;
  return { ...request, body: await inflate(body, maxBody) };
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
