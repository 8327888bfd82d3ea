/** Reads media content of requests, and validates its size and media type. */
import { pick } from '../../lib/json.js';
import { HttpError } from '../../lib/http-error.js';
import type { BodyLimits, ParsedRequest } from '../../lib/http-request.js';
import type { CompiledMethod } from '../../catalog/method.js';
import { toContentBody, type Content } from '../../engine/content/content.js';
import { checkDigests, digestHeaders } from './check-digests.js';
import { parseRelatedParts } from './related-parts.js';
import { getAnnouncedType } from './upload-protocol.js';
import type { RequestContent } from '../api-request.js';
import { readJsonBody } from '../parse-call.js';
import type { UploadDescriptor } from '../../../runtime/descriptor.js';

/** Returns content as the body that represents it, or `undefined` if the method takes no content. */
export function readContent(
  { behavior: { method } }: CompiledMethod,
  incoming: ParsedRequest,
  limits: BodyLimits,
): RequestContent | undefined {
  if (method.httpBody !== 'request' && method.httpBody !== 'both') return undefined;
  const bytes = readBytes(incoming, limits);
  return { value: bytes.length === 0 ? undefined : toContentBody({ type: getContentType(incoming), bytes }) };
}

/** Reads an upload in one request, with or without metadata. */
export function readUpload(
  method: CompiledMethod,
  incoming: ParsedRequest,
  { protocol, ...limits }: BodyLimits & { readonly protocol: 'media' | 'multipart' },
): RequestContent {
  const bytes = readBytes(incoming, limits);
  if (protocol === 'media') {
    const type = getAnnouncedType(incoming) ?? getContentType(incoming);
    return requireValidContent(method, { value: undefined, content: { type, bytes } }, { headers: incoming.headers, bodies: [bytes] });
  }
  const [metadata, part] = parseRelatedParts(getContentType(incoming), bytes);
  const content = { type: part.headers['content-type'] ?? 'application/octet-stream', bytes: part.bytes };
  const headers = { ...incoming.headers, ...pick(part.headers, digestHeaders) };
  return requireValidContent(method, { value: readJsonBody(method, metadata.bytes, limits), content }, { headers, bodies: [bytes] });
}

function requireValidContent(
  method: CompiledMethod,
  request: RequestContent & { readonly content: Content },
  sent: Parameters<typeof checkDigests>[2],
): RequestContent {
  const { type, bytes } = request.content;
  validateContent(method.behavior.method.upload ?? {}, { type, size: bytes.length });
  return checkDigests(method, request, sent);
}

export function toBytes(body: ParsedRequest['body']): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array(0));
}

function getContentType({ headers }: ParsedRequest): string {
  return headers['content-type'] ?? 'application/octet-stream';
}

function readBytes({ body }: ParsedRequest, { maxBody }: BodyLimits): Uint8Array {
  const bytes = toBytes(body);
  if (bytes.length > maxBody)
    throw new HttpError('uploadTooLarge', { message: `The request body is larger than the maximum of ${maxBody} bytes.`, rule: 'maxBody' });
  return bytes;
}

/** Throws 413 if the content is too large, and 400 if the method doesn't accept its media type. */
export function validateContent(
  { accept, maxSize = Infinity }: UploadDescriptor,
  { type, size }: { readonly type: string; readonly size: number },
): void {
  if (size > maxSize)
    throw new HttpError('uploadTooLarge', { message: `The content has ${size} bytes; the maximum is ${maxSize} bytes.`, rule: 'maxSize' });
  if (accept === undefined || accept.some((range) => isInMediaRange(type, range))) return;
  const message = `Media type '${type}' is not supported. Valid media types: [${accept.join(', ')}]`;
  throw new HttpError('invalid', { message, location: 'Content-Type', locationType: 'header', rule: 'accept' });
}

function isInMediaRange(type: string, range: string): boolean {
  const [bareType = ''] = type.toLowerCase().split(';');
  const expected = range.toLowerCase();
  return expected.endsWith('/*') ? bareType.trim().startsWith(expected.slice(0, -1)) : bareType.trim() === expected;
}
