/** Converts results to HTTP responses: body, headers, and entity tag. */
import { formatHttpDate } from '../lib/instants.js';
import { hashHex } from '../lib/hashes.js';
import { requireHttpError } from '../lib/http-error.js';
import { toErrorResult, type HttpResult } from '../lib/http-result.js';
import { getBodyEtag, isEtagMatch, serializeBody } from '../lib/entity-tags.js';
import { getTextMember, type Json } from '../lib/json.js';
import { readCallback, getCommonParameter, type ParsedRequest } from '../lib/http-request.js';
import type { Session } from '../state/session.js';
import type { MockResponse } from '../types/mock.js';

const jsonType = 'application/json; charset=UTF-8';
const scriptType = 'application/javascript; charset=UTF-8';

/** The response format that the request selects. */
export interface ResponseFormat {
  /** The origin of the page that sent the request. */
  readonly origin: string | undefined;
  readonly pretty: boolean;
  /** Whether the response has an entity tag. */
  readonly hasEtag: boolean;
  /** The entity tags that the client has. */
  readonly ifNoneMatch: string | undefined;
  /** The function to call in a response that is requested as a script. */
  readonly callback: string | undefined;
}

export function readResponseFormat(incoming: ParsedRequest): ResponseFormat {
  const pretty = getCommonParameter(incoming, 'prettyPrint');
  return {
    origin: incoming.headers['origin'],
    pretty: pretty === undefined || !/^(?:false|0)$/i.test(pretty),
    hasEtag: incoming.method === 'GET' || incoming.method === 'HEAD',
    ifNoneMatch: incoming.headers['if-none-match'],
    callback: readCallback(incoming),
  };
}

/** Sends content that isn't JSON: media content, which stays unchanged, other text, or a stream. */
function toContentResponse(
  session: Session,
  format: ResponseFormat,
  { status, headers, bytes, text = '', stream }: HttpResult,
): MockResponse {
  const allHeaders = { ...createCommonHeaders(session, format), ...headers };
  if (!bytes || status === 304) return { status, headers: allHeaders, body: text, ...(stream && { stream }) };
  const body = new TextDecoder().decode(bytes);
  return { status, headers: { ...allHeaders, 'content-length': String(bytes.length) }, body, ...(bytes.length > 0 && { bytes }) };
}

export function toResponse(session: Session, format: ResponseFormat, result: HttpResult): MockResponse {
  if (result.bytes || result.stream || result.text !== undefined) return toContentResponse(session, format, result);
  const hasNoBody = result.status === 204 || result.status === 0;
  if ((format.hasEtag && result.status === 200) || result.isUnchanged) return toTaggedResponse(session, format, result);
  const headers = createCommonHeaders(session, format);
  if (!hasNoBody) headers['content-type'] = getContentType(format);
  const etag = result.status === 200 ? findResourceEtag(result.body) : undefined;
  if (etag !== undefined) headers['etag'] = etag;
  if (result.headers) Object.assign(headers, result.headers);
  return { status: result.status, headers, body: hasNoBody ? '' : wrapInCallback(format, serializeBody(result.body, format.pretty)) };
}

/** Creates a response with an entity tag, or 304 if the client has it. */
function toTaggedResponse(
  session: Session,
  format: ResponseFormat,
  { body, headers: resultHeaders, isUnchanged: meetsCondition }: HttpResult,
): MockResponse {
  const serialized = serializeWithEtag(body, format.pretty);
  const { ifNoneMatch } = format;
  const isKnown = ifNoneMatch !== undefined && [serialized.tag, ...getBodyEtag(body)].some((tag) => isEtagMatch(ifNoneMatch, tag));
  const isUnchanged = isKnown || meetsCondition === true;
  const isCacheable = !isUnchanged && !resultHeaders && format.origin === undefined && format.callback === undefined;
  if (isCacheable && serialized.response?.headers['date'] === getDate(session)) return serialized.response;
  const headers = createCommonHeaders(session, format);
  if (!isUnchanged) headers['content-type'] = getContentType(format);
  headers['etag'] = serialized.tag;
  if (resultHeaders) Object.assign(headers, resultHeaders);
  const response = { status: isUnchanged ? 304 : 200, headers, body: isUnchanged ? '' : wrapInCallback(format, serialized.text) };
  if (isCacheable) serialized.response = response;
  return response;
}

/** Returns the etag of a resource with a kind, which its responses have as a header, too. */
function findResourceEtag(body: Json): string | undefined {
  const etag = getTextMember(body, 'etag');
  return etag !== undefined && getTextMember(body, 'kind') !== undefined && /^[\x20-\x7e]+$/.test(etag) ? etag : undefined;
}

function getContentType({ callback }: ResponseFormat): string {
  return callback === undefined ? jsonType : scriptType;
}

/** The leading comment prevents content sniffing from interpreting the callback as another file format. */
function wrapInCallback({ callback }: ResponseFormat, body: string): string {
  if (callback === undefined || body === '') return body;
  const value = body.trimEnd().replace(/[\u2028\u2029]/g, (separator) => (separator === '\u2028' ? '\\u2028' : '\\u2029'));
  return `/**/${callback}(${value});\n`;
}

function createCommonHeaders(session: Session, { origin }: ResponseFormat): Record<string, string> {
  const headers: Record<string, string> = {
    vary: 'Origin, X-Origin, Referer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private',
    date: getDate(session),
  };
  return origin === undefined ? headers : Object.assign(headers, corsHeaders);
}

function getDate(session: Session): string {
  return formatHttpDate(session.now());
}

interface SerializedBody {
  readonly text: string;
  readonly tag: string;
  /** The last plain response with this body. Only its date differs, so it is reused within a second. */
  response?: MockResponse;
}

/** Caches serialized bodies of frequent requests. */
const recentBodies = new Map<Json, SerializedBody>();
const maxRecentBodies = 256;
/** The length of the longest cached text in characters. */
const maxRecentLength = 65_536;

/** Serializes a body with its entity tag. Bodies are immutable, so the result can be cached. */
function serializeWithEtag(body: Json, pretty: boolean): SerializedBody {
  const cached = pretty ? recentBodies.get(body) : undefined;
  if (cached) return cached;
  const text = serializeBody(body, pretty);
  const serialized: SerializedBody = { text, tag: findResourceEtag(body) ?? `"${hashHex(text)}"` };
  if (!pretty || text.length > maxRecentLength) return serialized;
  const [oldest] = recentBodies.keys();
  if (recentBodies.size >= maxRecentBodies && oldest !== undefined) recentBodies.delete(oldest);
  recentBodies.set(body, serialized);
  return serialized;
}

/** Pages of any origin may call the APIs. */
const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': '*, Authorization',
  'access-control-expose-headers': '*',
};

/** Responds with an error that belongs to no session, such as a store that is not available. */
export function respondWithoutSession(error: unknown): MockResponse {
  const { status, body, headers } = toErrorResult(requireHttpError(error));
  return { status, headers: { 'content-type': jsonType, ...headers }, body: JSON.stringify(body) };
}
