/** Rewrites a recorded request for the mock: values that an earlier response contains become those that the mock generated. */
import { isObject, mapMembers, type Json, type JsonObject } from '../../generator/lib/json.js';
import type { RecordedRequest } from '../recordings/exchange.js';
import type { Bindings } from './bindings.js';
import type { PlaceholderValues } from './placeholder-values.js';

export interface RewriteContext {
  readonly bindings: Bindings;
  readonly placeholders: PlaceholderValues;
  readonly isNormalized: boolean;
  /** The recorded path of the resource of the request. */
  readonly resource: string;
  /** The address of the API, for requests without one. */
  readonly origin: string;
  /** The IDs of the resources of the API that existed before the scenario. The mock has them as recorded. */
  readonly existingIds: ReadonlySet<string>;
  /** The names of the fields that hold the version of content. */
  readonly etagFields: ReadonlySet<string>;
}

export interface RewrittenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Headers that describe the connection of the recording, or hold credentials. */
const omittedHeaders =
  /^(?:authorization|cookie|host|content-length|connection|accept-encoding|content-encoding|transfer-encoding|expect|proxy-.*|x-mock-.*|:.*)$/;

export function rewriteRequest(request: RecordedRequest, context: RewriteContext): RewrittenRequest {
  const { method, url, body } = request;
  const [address = '', query = ''] = url.split(/\?(.*)/s);
  const search = rewriteQuery(query, context);
  const content = rewriteBody(body, context);
  return {
    method,
    url: `${rewriteAddress(address, context)}${search === '' ? '' : `?${search}`}`,
    headers: rewriteHeaders(request, context),
    ...(content !== undefined && { body: content }),
  };
}

function rewriteBody(body: RecordedRequest['body'], context: RewriteContext): string | Uint8Array | undefined {
  switch (body?.kind) {
    case undefined:
      return undefined;
    case 'json':
      return JSON.stringify(rewriteValue(body.value, '', context));
    case 'text':
      return context.isNormalized ? context.placeholders.replaceInRequest(body.text) : body.text;
    case 'bytes':
      return new Uint8Array(Buffer.from(body.base64, 'base64'));
  }
}

function rewriteHeaders({ headers }: RecordedRequest, context: RewriteContext): Record<string, string> {
  const kept = headers.filter(([name, value]) => !omittedHeaders.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === 'if-match' || name === 'if-none-match' ? rewriteEtag(value, 'headers.etag', context) : value,
    ]),
  );
}

function rewriteAddress(address: string, context: RewriteContext): string {
  const text = context.isNormalized ? context.placeholders.replaceInRequest(address) : address;
  // A recording without hosts has only paths.
  const [, origin = context.origin, path = text] = /^([a-z]+:\/\/[^/]*)(.*)$/is.exec(text) ?? [];
  return origin + (context.bindings.replaceName(path) ?? rewriteSegments(path, context));
}

/** Replaces IDs after the name of their collection. */
function rewriteSegments(text: string, { bindings, existingIds }: RewriteContext): string {
  const segments = text.split('/');
  return segments
    .map((segment, index) => {
      const [, id = segment, verb = ''] = /^(.*)(:[a-zA-Z]+)$/.exec(segment) ?? [];
      const collection = segments[index - 1] ?? '';
      const own = bindings.findSegment(collection, id) ?? bindings.findUnique(id);
      return own === undefined || existingIds.has(id) ? segment : `${own}${verb}`;
    })
    .join('/');
}

function rewriteQuery(query: string, context: RewriteContext): string {
  return query
    .split('&')
    .map((pair) => {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
      if (name === '') return context.isNormalized ? context.placeholders.replaceInRequest(pair) : pair;
      const decoded = decodeQuery(value);
      const own = rewriteText(decoded, decodeQuery(name), context);
      return own === decoded ? pair : `${name}=${encodeURIComponent(own)}`;
    })
    .join('&');
}

function decodeQuery(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function rewriteValue(value: Json, field: string, context: RewriteContext): Json {
  if (typeof value === 'string') return rewriteText(value, field, context);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => rewriteValue(item, field, context));
  return isObject(value) ? rewriteObject(value, context) : value;
}

function rewriteObject(value: JsonObject, context: RewriteContext): JsonObject {
  const { isNormalized, placeholders } = context;
  const members = mapMembers(value, (member, key) => rewriteValue(member, key, context));
  if (!isNormalized || !Object.keys(members).some((key) => key.includes('${'))) return members;
  return Object.fromEntries(Object.entries(members).map(([key, member]) => [placeholders.replaceInRequest(key), member]));
}

function rewriteText(text: string, field: string, context: RewriteContext): string {
  const { bindings, isNormalized, placeholders, resource, existingIds, etagFields } = context;
  if (etagFields.has(field)) return rewriteEtag(text, field, context);
  const own = bindings.find({ resource, field }, text) ?? bindings.find({ resource: '', field }, text);
  if (own !== undefined && !isNormalized) return own;
  if (isNormalized) return placeholders.replaceInRequest(text);
  if (text.includes('/')) return bindings.replaceName(text) ?? rewriteSegments(text, context);
  return existingIds.has(text) ? text : (bindings.findUnique(text) ?? text);
}

/** Replaces the version of content. All versions have the same text in normalized recordings. */
function rewriteEtag(text: string, field: string, { bindings, isNormalized, resource }: RewriteContext): string {
  const known = bindings.find({ resource, field }, text) ?? (isNormalized ? undefined : bindings.findUnique(text));
  if (known !== undefined) return known;
  return isNormalized ? (bindings.findLatest(field) ?? text) : text;
}
