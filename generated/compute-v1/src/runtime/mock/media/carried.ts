/** What requests carry beside JSON. */
import { Refusal } from '../errors.js';
import { commonParameter, readBody, type BodyLimits, type Incoming } from '../request.js';
import type { Method } from '../world/method.js';
import { unwrapped } from '../wrapper.js';
import { asBody } from './content.js';
import { judgeContent } from './limits.js';
import { relatedParts } from './parts.js';
import type { Carried, Content } from './support.js';

/** Content as it is, as the body that stands for it; `undefined` where the method takes none. */
export function contentCarried({ behaviour: { method } }: Method, incoming: Incoming, limits: BodyLimits): Carried | undefined {
  if (method.httpBody !== 'request' && method.httpBody !== 'both') return undefined;
  const bytes = bytesOf(incoming.body);
  checkSize(bytes, limits);
  return { value: bytes.length === 0 ? undefined : asBody({ type: typeOf(incoming), bytes }) };
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

export function bytesOf(body: Incoming['body']): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array(0));
}

function typeOf({ headers }: Incoming): string {
  return headers['content-type'] ?? 'application/octet-stream';
}

function checkSize({ length }: Uint8Array, { maxBody }: BodyLimits): void {
  if (length > maxBody) throw new Refusal('uploadTooLarge', { message: `The body is larger than ${maxBody} bytes.`, rule: 'maxBody' });
}
