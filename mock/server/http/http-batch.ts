/** Batch requests: `multipart/mixed` with an HTTP request in each part. The response has one HTTP response for each. */
import { HttpError, reasonPhrases, toHttpErrorBody } from '../../lib/http-error.js';
import { hashHex } from '../../lib/hashes.js';
import { decodeText, readRequest, type ParsedRequest, type RawRequest } from '../../lib/http-request.js';
import { parseMediaTypeParameters, parseMessage, splitMultipart } from '../../lib/multipart.js';
import type { MaybePromise } from '../../lib/maybe-promise.js';
import type { MockResponse } from '../../types/mock.js';

/** The maximum number of calls in one request. */
const maxCalls = 1000;
/** The size of the responses in characters after which no further call is handled. */
const maxResponseLength = 32 * 1024 * 1024;

export interface BatchContext {
  /** The maximum size of the batch request in bytes. */
  readonly maxBody: number;
  /** Returns whether a batch can't contain this call. */
  readonly isForbidden: (request: ParsedRequest) => boolean;
  /** Handles one call. */
  readonly handle: (request: RawRequest) => MaybePromise<MockResponse>;
}

/** Handles the calls in their order. Rejects with `HttpError` if the batch can't be parsed. */
export async function handleBatch(incoming: ParsedRequest, { maxBody, isForbidden, handle }: BatchContext): Promise<MockResponse> {
  if (incoming.error) throw incoming.error;
  const parts = splitParts(incoming, maxBody);
  const calls = parts.map((part) => readCall(part, incoming));
  for (const { request } of calls)
    if (isForbidden(readRequest(request))) throw createInvalidBatchError(`A batch request can't contain a call to '${request.url}'.`);
  const responses: string[] = [];
  let length = 0;
  for (const { id, request } of calls) {
    const response = formatPart(id, length < maxResponseLength ? await handle(request) : rejectedCall);
    responses.push(response);
    length += response.length;
  }
  const boundary = `batch_${hashHex(responses.join(''))}`;
  return {
    status: 200,
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}`, vary: 'Origin, X-Origin, Referer', 'cache-control': 'private' },
    body: `${responses.map((response) => `--${boundary}\r\n${response}\r\n`).join('')}--${boundary}--\r\n`,
  };
}

/** The response to a call that isn't handled, because the responses before it are too large. */
const rejectedCall: MockResponse = {
  status: 429,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(
    toHttpErrorBody(
      new HttpError('rateLimitExceeded', {
        message: `The mock did not handle this call of the batch: the responses before it have more than ${maxResponseLength / 1024 / 1024} MiB. Send it in another batch.`,
      }),
    ),
  ),
};

function createInvalidBatchError(message: string): HttpError {
  return new HttpError('invalid', { message, location: 'requestBody', rule: 'batch' });
}

/** A part of the batch: its headers, and the text of the HTTP request. */
interface BatchPart {
  readonly headers: Readonly<Record<string, string>>;
  readonly message: string;
}

function splitParts({ headers, body }: ParsedRequest, maxBody: number): readonly BatchPart[] {
  const type = headers['content-type'] ?? '';
  const boundary = /^multipart\/mixed\b/i.test(type) ? parseMediaTypeParameters(type).get('boundary') : undefined;
  if (!boundary)
    throw createInvalidBatchError(`A batch request must have the content type multipart/mixed with a boundary (received '${type}').`);
  const text = decodeText(body, maxBody);
  const parts = splitMultipart(text, boundary, maxCalls);
  if (!parts) throw createInvalidBatchError('The batch request has no closing boundary.');
  if (parts.length > maxCalls) throw createInvalidBatchError(`A batch request can contain at most ${maxCalls} calls.`);
  return parts.map((part) => ({ headers: part.headers, message: text.slice(part.start, part.end).trim() }));
}

interface InnerCall {
  readonly id: string | undefined;
  readonly request: RawRequest;
}

/** Headers of the batch request that describe its body, which calls don't inherit. */
const partOnlyHeaders = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'x-http-method-override',
  'if-none-match',
]);

function readCall({ headers: partHeaders, message }: BatchPart, { origin, headers }: ParsedRequest): InnerCall {
  const [, method, target] = /^([A-Za-z]+) +(\S+)(?: +HTTP\/[\d.]+)?[ \t]*(?:\r?\n|$)/.exec(message) ?? [];
  if (method === undefined || target === undefined) throw createInvalidBatchError('Each part of a batch request must be an HTTP request.');
  const url = target.replace(/^https?:\/\/[^/]+/, '').replace(/^(?!\/)/, '/');
  const lineEnd = message.indexOf('\n');
  const inner = parseMessage(message, lineEnd < 0 ? message.length : lineEnd + 1);
  const inherited = Object.fromEntries(Object.entries(headers).filter(([name]) => !partOnlyHeaders.has(name)));
  const body = message.slice(inner.start);
  return {
    id: partHeaders['content-id'],
    request: { method, origin, url, headers: { ...inherited, ...inner.headers }, ...(body !== '' && { body }) },
  };
}

/** The response to `<x>` has the id `<response-x>`. */
function formatPart(id: string | undefined, { status, headers, body }: MockResponse): string {
  const idHeaders = id === undefined ? [] : [`Content-ID: ${id.startsWith('<') ? `<response-${id.slice(1)}` : `response-${id}`}`];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = ['Content-Type: application/http', ...idHeaders].join('\r\n');
  const phrase = reasonPhrases.get(status) ?? (status < 400 ? 'OK' : 'Error');
  return `${head}\r\n\r\n${[`HTTP/1.1 ${status} ${phrase}`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}
