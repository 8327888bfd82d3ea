/** Parses `multipart/related` bodies: the metadata, then the content. */
import { HttpError } from '../../lib/http-error.js';
import { decodeBase64 } from '../../lib/hashes.js';
import { findBoundary, parsePartHeaders } from '../../lib/multipart.js';

export interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

function createInvalidPartError(message: string): HttpError {
  return new HttpError('invalid', { message, location: 'requestBody', rule: 'multipart' });
}

/** Returns the two parts. Throws 400 for any other number. */
export function parseRelatedParts(type: string, body: Uint8Array): readonly [metadata: Part, content: Part] {
  const boundary = findBoundary(type, 'related');
  if (boundary === undefined)
    throw createInvalidPartError(`A multipart upload must have the content type multipart/related with a boundary (received '${type}').`);
  const [metadata, content, ...extraParts] = splitParts(body, boundary);
  if (!metadata || !content || extraParts.length > 0)
    throw createInvalidPartError('A multipart upload must have two parts: the metadata and the content.');
  return [metadata, content];
}

function splitParts(body: Uint8Array, boundary: string): readonly Part[] {
  // Latin-1 maps each byte to one character, so that positions in the text are positions in the bytes.
  const text = `\r\n${new TextDecoder('latin1').decode(body)}`;
  const delimiter = `\r\n--${boundary}`;
  const parts: Part[] = [];
  let position = text.indexOf(delimiter);
  for (;;) {
    const start = position + delimiter.length;
    if (position < 0) throw createInvalidPartError('The multipart upload has no closing boundary.');
    if (text.startsWith('--', start)) return parts;
    const next = text.indexOf(delimiter, start);
    if (next < 0) throw createInvalidPartError('The multipart upload has no closing boundary.');
    // The text has two more characters than the body.
    parts.push(parsePart(text.slice(start, next), body.subarray(Math.max(0, start - 2), next - 2)));
    position = next;
  }
}

function parsePart(text: string, bytes: Uint8Array): Part {
  const { headers, bodyStart } = parsePartHeaders(text);
  const content = bytes.subarray(bodyStart);
  return { headers, bytes: headers['content-transfer-encoding'] === 'base64' ? decodePart(content) : content };
}

function decodePart(content: Uint8Array): Uint8Array {
  const bytes = decodeBase64(new TextDecoder().decode(content).replace(/\s+/g, ''));
  if (!bytes) throw createInvalidPartError('A part with Content-Transfer-Encoding: base64 is not valid base64.');
  return bytes;
}
