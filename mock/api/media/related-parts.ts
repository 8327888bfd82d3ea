/** Parses `multipart/related` bodies: the metadata, then the content. */
import { HttpError } from '../../lib/http-error.js';
import { decodeBase64 } from '../../lib/hashes.js';
import { parseMediaTypeParameters, splitMultipart, type MessagePart } from '../../lib/multipart.js';

export interface RelatedPart {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

function createInvalidPartError(message: string): HttpError {
  return new HttpError('invalid', { message, location: 'requestBody', rule: 'multipart' });
}

/** Returns the two parts of a multipart body of any subtype, because clients also send `mixed` and `form-data`. Throws 400 for any other number. */
export function parseRelatedParts(type: string, body: Uint8Array): readonly [metadata: RelatedPart, content: RelatedPart] {
  const boundary = /^multipart\//i.test(type) ? parseMediaTypeParameters(type).get('boundary') : undefined;
  if (!boundary)
    throw createInvalidPartError(`A multipart upload must have the content type multipart/related with a boundary (received '${type}').`);
  // Latin-1 maps each byte to one character, so that positions in the text are positions in the bytes.
  const parts = splitMultipart(new TextDecoder('latin1').decode(body), boundary, 2);
  if (!parts) throw createInvalidPartError('The multipart upload has no closing boundary.');
  const [metadata, content, ...extraParts] = parts.map((part) => decodePart(part, body));
  if (!metadata || !content || extraParts.length > 0)
    throw createInvalidPartError('A multipart upload must have two parts: the metadata and the content.');
  return [metadata, content];
}

/** The encodings that leave content as it is. */
const identityEncodings: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary', '']);

function decodePart({ headers, start, end }: MessagePart, body: Uint8Array): RelatedPart {
  const content = body.subarray(start, end);
  const encoding = headers['content-transfer-encoding']?.toLowerCase() ?? '';
  if (identityEncodings.has(encoding)) return { headers, bytes: content };
  const bytes = encoding === 'base64' ? decodeBase64(new TextDecoder().decode(content).replace(/\s+/g, '')) : undefined;
  if (bytes) return { headers, bytes };
  throw createInvalidPartError(
    encoding === 'base64'
      ? 'A part with Content-Transfer-Encoding: base64 is not valid base64.'
      : `Content-Transfer-Encoding must be binary, 7bit, 8bit, or base64 (received '${encoding}').`,
  );
}
