/** What is answered, as it goes over the wire: body, headers, entity tag. */
import { formatHttpDate } from './instants.js';
import { hashHex } from './hashes.js';
import type { ExchangeNote } from './journal.js';
import type { Json } from './json.js';
import { readCallback, getCommonParameter, type ParsedRequest } from './http-request.js';
import type { Session } from './session.js';
import type { MethodResult } from './pipeline.js';
import type { MockResponse } from './mock-types.js';

const json = 'application/json; charset=UTF-8';
const script = 'application/javascript; charset=UTF-8';

export interface HttpResult {
  readonly status: number;
  readonly body: Json;
  /** What goes out instead of it where it is no JSON. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly note?: ExchangeNote;
}

/** How the one who asks wants it. */
export interface ResponseFormat {
  /** Of the page that asks, where one does. */
  readonly origin: string | undefined;
  readonly pretty: boolean;
  /** Whether what is answered can be kept, and be asked for again by its tag. */
  readonly tagged: boolean;
  /** Tags of what the one who asks has. */
  readonly known: string | undefined;
  /** The function that a script gives the answer to, where it is asked for as a script. */
  readonly callback: string | undefined;
}

export function readResponseFormat(incoming: ParsedRequest): ResponseFormat {
  const pretty = getCommonParameter(incoming, 'prettyPrint');
  return {
    origin: incoming.headers['origin'],
    pretty: pretty === undefined || !/^(?:false|0)$/i.test(pretty),
    tagged: incoming.method === 'GET' || incoming.method === 'HEAD',
    known: incoming.headers['if-none-match'],
    callback: readCallback(incoming),
  };
}

/** An answer of success as it goes out: JSON, or content as it is. */
export function toHttpResult({ body, served, replayed, handled }: MethodResult, { headers }: ParsedRequest): HttpResult {
  const note = (replayed ?? handled) && { note: { ...(replayed && { replayed }), ...(handled && { handler: handled }) } };
  return served ? { ...served(headers), body: null, ...note } : { status: 200, body, ...note };
}

/** What is no JSON goes out as it is. */
function replyBytes(session: Session, look: ResponseFormat, { status, headers, bytes = new Uint8Array(0) }: HttpResult): MockResponse {
  const own = { ...commonHeaders(session, look), ...headers, 'content-length': String(bytes.length) };
  return bytes.length === 0 ? { status, headers: own, body: '' } : { status, headers: own, body: new TextDecoder().decode(bytes), bytes };
}

export function toResponse(session: Session, look: ResponseFormat, outcome: HttpResult): MockResponse {
  if (outcome.bytes) return replyBytes(session, look, outcome);
  const empty = outcome.status === 204 || outcome.status === 0;
  if (look.tagged && outcome.status === 200) return replyTagged(session, look, outcome);
  const headers = commonHeaders(session, look);
  if (!empty) headers['content-type'] = typeOf(look);
  if (outcome.headers) Object.assign(headers, outcome.headers);
  return { status: outcome.status, headers, body: empty ? '' : asScript(look, written(outcome.body, look.pretty)) };
}

/** Success that can be asked for again by its tag. */
function replyTagged(session: Session, look: ResponseFormat, { body, headers: own }: HttpResult): MockResponse {
  const made = tagged(body, look.pretty);
  const same = look.known !== undefined && matchesEtag(look.known, made.tag);
  const plain = !same && !own && look.origin === undefined && look.callback === undefined;
  if (plain && made.answer?.headers['date'] === dateOf(session)) return made.answer;
  const headers = commonHeaders(session, look);
  if (!same) headers['content-type'] = typeOf(look);
  headers['etag'] = made.tag;
  if (own) Object.assign(headers, own);
  const answer = { status: same ? 304 : 200, headers, body: same ? '' : asScript(look, made.text) };
  if (plain) made.answer = answer;
  return answer;
}

function typeOf({ callback }: ResponseFormat): string {
  return callback === undefined ? json : script;
}

/** The comment keeps a reader that takes the answer for something else than a script from finding the caller's text at its beginning. */
function asScript({ callback }: ResponseFormat, body: string): string {
  if (callback === undefined || body === '') return body;
  const value = body.trimEnd().replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'));
  return `/**/${callback}(${value});\n`;
}

function commonHeaders(session: Session, { origin }: ResponseFormat): Record<string, string> {
  const headers: Record<string, string> = {
    vary: 'Origin, X-Origin, Referer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private',
    date: dateOf(session),
  };
  return origin === undefined ? headers : Object.assign(headers, crossOrigin);
}

function dateOf({ clock }: Session): string {
  return formatHttpDate(clock.now());
}

interface Written {
  readonly text: string;
  readonly tag: string;
  /** What was last answered with it where nothing but the time came to it: within a second that is the same for all who ask. */
  answer?: MockResponse;
}

function written(body: Json, pretty: boolean): string {
  return pretty ? `${JSON.stringify(body, null, 2)}\n` : JSON.stringify(body);
}

/** What was written last: what is asked for again and again is written once. */
const recent = new Map<Json, Written>();
const remembered = 256;
/** Characters of the longest text that is remembered. */
const longest = 16_384;

/** A body with its entity tag. What is answered never changes once it is made. */
function tagged(body: Json, pretty: boolean): Written {
  const before = pretty ? recent.get(body) : undefined;
  if (before) return before;
  const text = written(body, pretty);
  const made: Written = { text, tag: `"${hashHex(text)}"` };
  if (!pretty || text.length > longest) return made;
  const [oldest] = recent.keys();
  if (recent.size >= remembered && oldest !== undefined) recent.delete(oldest);
  recent.set(body, made);
  return made;
}

/** The tags under which a client may know a resource, however its text was laid out. */
export function computeEtags(body: Json): readonly string[] {
  return [true, false].map((pretty) => `"${hashHex(written(body, pretty))}"`);
}

/** A weak tag is as good as a strong one here. */
export function matchesEtag(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** Any page may ask. */
const crossOrigin: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': '*, Authorization',
  'access-control-expose-headers': '*',
};
