/** Splits a batch of calls into its calls, which services handle in their order. */
import { parseMediaTypeParameters, parseMessage, splitMultipart } from '../../mock/shared.js';
import { getHeader, readTextBody } from './body.js';
import type { Exchange, RecordedBody, RecordedHeaders, RecordedResponse } from './exchange.js';
import { isMethod, isUrl } from './message-parts.js';
import type { ReadContext } from './reader.js';

/** The maximum number of calls in a batch. */
const maxCalls = 1000;
const batchUrl = /^((?:https?:\/\/[^/?#]+)?)\/batch(?:\/[^/?#]+){0,2}\/?(?:\?|$)/i;
const requestLine = /^([A-Za-z]+) +(\S+)(?: +HTTP\/[\d.]+)?[ \t]*(?:\r?\n|$)/;
const statusLine = /^HTTP\/[\d.]+ +([1-5]\d\d)\b[^\n]*(?:\n|$)/;

interface BatchPart {
  readonly id: string | undefined;
  readonly message: string;
}

/** Returns the calls of a batch with their responses. Returns any other exchange, and a batch that can't be parsed, as it is. */
export function splitBatch(exchange: Exchange, context: ReadContext): readonly Exchange[] {
  const { at, request, response, ...rest } = exchange;
  const [, origin] = (request.method === 'POST' && batchUrl.exec(request.url)) || [];
  const requests = origin === undefined ? undefined : splitParts(request.headers, request.body);
  if (requests === undefined || origin === undefined || requests.length === 0) return [exchange];
  const responses = response && splitParts(response.headers, response.body);
  const body = (text: string, headers: RecordedHeaders) =>
    readTextBody(text, headers, { context, at, name: 'the body of a call in the batch' });
  const calls = requests.map(({ id, message }, index): Exchange | undefined => {
    const [, method, target] = requestLine.exec(message) ?? [];
    if (method === undefined || target === undefined) return undefined;
    const url = /^https?:\/\//i.test(target) ? target : `${origin}${target.replace(/^(?!\/)/, '/')}`;
    if (!isUrl(url) || !isMethod(method)) return undefined;
    const inner = readMessage(message);
    const requestBody = body(inner.text, inner.headers);
    const answer = responses?.find((part) => id !== undefined && part.id === `response-${id}`) ?? responses?.[index];
    return {
      ...rest,
      at,
      request: {
        method: method.toUpperCase(),
        url,
        headers: inner.headers,
        ...(requestBody && { body: requestBody }),
      },
      ...(response && answer && readResponse(answer.message, response, body)),
    };
  });
  return calls.every((call) => call !== undefined) ? calls : [exchange];
}

function readResponse(
  message: string,
  { at }: RecordedResponse,
  readBody: (text: string, headers: RecordedHeaders) => RecordedBody | undefined,
): Pick<Exchange, 'response'> {
  const [, status] = statusLine.exec(message) ?? [];
  if (status === undefined) return {};
  const { headers, text } = readMessage(message);
  const body = readBody(text, headers);
  return { response: { at, status: Number(status), headers, ...(body && { body }) } };
}

/** Returns the headers and the body of an HTTP message. */
function readMessage(message: string): { readonly headers: RecordedHeaders; readonly text: string } {
  const lineEnd = message.indexOf('\n');
  const { headers, start } = parseMessage(message, lineEnd < 0 ? message.length : lineEnd + 1);
  return { headers: Object.entries(headers), text: message.slice(start).trim() };
}

/** Returns the HTTP messages of a multipart body, or `undefined` for any other body. Brackets around their IDs are removed. */
function splitParts(headers: RecordedHeaders, body: RecordedBody | undefined): readonly BatchPart[] | undefined {
  const type = getHeader(headers, 'content-type') ?? '';
  const boundary = /^multipart\/mixed\b/i.test(type) ? parseMediaTypeParameters(type).get('boundary') : undefined;
  if (boundary === undefined || boundary === '' || body === undefined || body.kind === 'bytes') return undefined;
  const parts = splitMultipart(body.text, boundary, maxCalls);
  if (parts === undefined || parts.length > maxCalls) return undefined;
  return parts.map((part) => ({
    id: part.headers['content-id']?.replace(/^<|>$/g, ''),
    message: body.text.slice(part.start, part.end).trim(),
  }));
}
