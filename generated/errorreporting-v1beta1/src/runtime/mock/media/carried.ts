/** What a request carries: a JSON object, content, or both. */
import type { MethodDescriptor } from '../../descriptor.js';
import { Refusal } from '../errors.js';
import { isObject, member, type JsonObject } from '../json.js';
import { commonParameter, readBody, type BodyLimits, type Incoming } from '../request.js';
import type { Method } from '../world/method.js';
import { asBody, type Content } from './content.js';
import { judgeContent } from './limits.js';
import { relatedParts } from './parts.js';

export interface Carried {
  readonly value: JsonObject | undefined;
  readonly content?: Content;
}

/** Reads a request as its method takes it. Throws a refusal. */
export function carriedBy(method: Method, incoming: Incoming, limits: BodyLimits): Carried {
  const { httpBody } = method.behaviour.method;
  if (takesContent(httpBody)) return { value: contentBody(incoming, limits) };
  return { value: unwrapped(method, readBody(incoming.body, limits)) };
}

function takesContent(httpBody: MethodDescriptor['httpBody']): boolean {
  return httpBody === 'request' || httpBody === 'both';
}

/** Content as it is, as the body that stands for it. */
function contentBody(incoming: Incoming, limits: BodyLimits): JsonObject | undefined {
  const bytes = bytesOf(incoming.body);
  checkSize(bytes, limits);
  return bytes.length === 0 ? undefined : asBody({ type: typeOf(incoming), bytes });
}

/** Content in one request, with its metadata or alone. */
export function uploadBy(method: Method, incoming: Incoming, limits: BodyLimits): Carried {
  const bytes = bytesOf(incoming.body);
  checkSize(bytes, limits);
  const type = typeOf(incoming);
  const way = commonParameter(incoming, 'uploadType') ?? (/^multipart\/related/i.test(type) ? 'multipart' : 'media');
  if (way !== 'multipart') return judged(method, { value: undefined, content: { type, bytes } });
  const [metadata, part] = relatedParts(type, bytes);
  const content = { type: part.headers['content-type'] ?? 'application/octet-stream', bytes: part.bytes };
  return judged(method, { value: unwrapped(method, readBody(metadata.bytes, limits)), content });
}

function judged(method: Method, carried: Carried & { readonly content: Content }): Carried {
  const { type, bytes } = carried.content;
  judgeContent(method.behaviour.method.upload ?? {}, { type, size: bytes.length });
  return carried;
}

/** Services that put their bodies below `data` take them without it, too. */
export function unwrapped({ api }: Method, value: JsonObject | undefined): JsonObject | undefined {
  const inner = api.dataWrapper ? member(value, 'data') : undefined;
  return isObject(inner) ? inner : value;
}

export function bytesOf(body: Incoming['body']): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array(0));
}

function typeOf({ headers }: Incoming): string {
  return headers['content-type'] ?? 'application/octet-stream';
}

function checkSize({ length }: Uint8Array, { maxBody }: BodyLimits): void {
  if (length > maxBody) throw new Refusal('uploadTooLarge', { message: `The body is larger than ${maxBody} bytes.`, rule: 'maxBody' });
}
