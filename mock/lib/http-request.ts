/** Parses requests: URL, headers, typed parameters, and body. */
import { describeValue } from '../../runtime/error-text.js';
import { systemParameters } from '../../runtime/descriptor.js';
import { HttpError, requireHttpError, type ErrorDetail } from './http-error.js';
import { isObject, type Json, type JsonObject } from './json.js';
import { parseJsonText, describePosition } from './parse-json.js';
import type { MockRequest } from '../types/mock.js';

export interface ParsedRequest {
  readonly method: string;
  /** The address of the mock as the client knows it: `http://127.0.0.1:8787`. Behind a proxy, it can have a path. */
  readonly origin: string;
  /** The path in the address of an API, which the request has before `path` and `target`: `/_ah/api`. Absent without one. */
  readonly rootPath?: string;
  /** Percent-encoded, with a leading slash. */
  readonly path: string;
  /** Path and query as received. */
  readonly target: string;
  /** Present if the request can't be parsed. */
  readonly error?: HttpError;
  /** Names and values, decoded. */
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** A request as received. The journal keeps the headers, so the caller must not change them. */
export interface RawRequest extends MockRequest {
  /** The origin of a `url` that begins with a slash. */
  readonly origin?: string;
  /** The network address of the client. Absent in memory. */
  readonly clientAddress?: string;
  /** Why the body is incomplete. */
  readonly bodyError?: HttpError;
}

/** `maxBody` limits the body of a form that replaces the query. */
export function readRequest(request: RawRequest, maxBody: number = Infinity): ParsedRequest {
  const headers = readHeaders(request.headers ?? {});
  const { origin, path, target, query } = splitUrl(request);
  const override = headers['x-http-method-override'];
  const method = request.method.toUpperCase();
  const { body } = request;
  if (query === '' && override === undefined) return { method, origin, path, target, headers, body, query: [] };
  const isOverridden = override !== undefined && method === 'POST';
  const incoming = { method: isOverridden ? override.toUpperCase() : method, origin, path, target, headers, body };
  // A long GET may be sent as a form whose body is the query.
  const isForm = isOverridden && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  const content = isForm ? { body: undefined, ...readForm(query, body, maxBody) } : readQuery(query);
  return addQueryCredential({ ...incoming, ...content });
}

function readForm(query: string, body: MockRequest['body'], maxBody: number): Pick<ParsedRequest, 'query' | 'error'> {
  try {
    return readQuery([query, decodeText(body, maxBody)].filter(Boolean).join('&'));
  } catch (error) {
    return { query: [], error: requireHttpError(error) };
  }
}

/** The query may carry the token too. The header takes precedence. */
function addQueryCredential(incoming: ParsedRequest): ParsedRequest {
  if (incoming.query.length === 0 || incoming.headers['authorization'] !== undefined) return incoming;
  const token = getCommonParameter(incoming, 'access_token') ?? getCommonParameter(incoming, 'oauth_token');
  return token === undefined ? incoming : { ...incoming, headers: { ...incoming.headers, authorization: `Bearer ${token}` } };
}

/** Normalizes names to lower case, and several values to a comma-separated list. */
export function readHeaders(headers: NonNullable<MockRequest['headers']>): Readonly<Record<string, string>> {
  if (Object.keys(headers).every((name) => typeof headers[name] === 'string' && name === name.toLowerCase()))
    return headers as Readonly<Record<string, string>>;
  const normalized: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) normalized[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return normalized;
}

/** Splits the URL of a request. The path is percent-encoded. */
export function splitUrl({ url, origin }: RawRequest): Pick<ParsedRequest, 'origin' | 'path' | 'target'> & { readonly query: string } {
  if (origin !== undefined && url.startsWith('/')) return { origin, ...splitTarget(url) };
  const scheme = url.indexOf('://');
  const slash = url.indexOf('/', scheme < 0 ? 0 : scheme + 3);
  const target = splitTarget(slash < 0 ? '/' : url.slice(slash));
  return { origin: scheme < 0 ? 'http://localhost' : slash < 0 ? url : url.slice(0, slash), ...target };
}

function splitTarget(text: string): Pick<ParsedRequest, 'path' | 'target'> & { readonly query: string } {
  const hash = text.indexOf('#');
  const target = hash < 0 ? text : text.slice(0, hash);
  const queryStart = target.indexOf('?');
  if (queryStart < 0) return { path: target, target, query: '' };
  const path = target.slice(0, queryStart);
  const query = target.slice(queryStart + 1);
  return { path, target: query === '' ? path : target, query };
}

function readQuery(text: string): Pick<ParsedRequest, 'query' | 'error'> {
  if (text === '') return { query: [] };
  try {
    const parts = text.split('&').filter((part) => part !== '');
    return {
      query: parts.map((part) => {
        const equals = part.indexOf('=');
        return equals < 0 ? [decodeQuery(part), ''] : [decodeQuery(part.slice(0, equals)), decodeQuery(part.slice(equals + 1))];
      }),
    };
  } catch {
    const message = `The query contains malformed percent-encoding: ${text}`;
    return { query: [], error: new HttpError('invalid', { message, location: 'query', locationType: 'parameter', rule: 'query' }) };
  }
}

function decodeQuery(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** Decodes percent-encoded text. Returns malformed text unchanged. */
export function decodeIfValid(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const utf8 = new TextDecoder();
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

export function getBodyText(body: string | Uint8Array | undefined): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : utf8.decode(body);
}

const commonParameters: ReadonlySet<string> = new Set([...systemParameters, '.xgafv']);

/** Returns whether all methods have a parameter. `$` may precede its name. */
export function isCommonParameter(name: string): boolean {
  return commonParameters.has(name.replace(/^\$/, ''));
}

/** The valid values of some common parameters. */
const commonParameterForms = {
  /** JSON, with enum values as numbers if the client reads both, the bytes of media, or events of the methods that return them. */
  alt: { form: /^(?:json(?:;enum-encoding=int)?|media|sse)$/, expected: "'json'" },
  prettyPrint: { form: /^(?:true|false|1|0)$/i, expected: 'true or false' },
  '.xgafv': { form: /^[12]$/, expected: '1 or 2' },
  /** Only the name of a function may enter a script. */
  callback: { form: /^(?=.{1,128}$)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/, expected: 'the name of a function' },
};

/** Returns the function to call in a response that is requested as a script. */
export function readCallback(incoming: ParsedRequest): string | undefined {
  const name = incoming.query.length === 0 ? undefined : getCommonParameter(incoming, 'callback');
  return name !== undefined && commonParameterForms.callback.form.test(name) ? name : undefined;
}

/** Returns the errors of the parameters that all methods have. */
export function findCommonParameterErrors(incoming: ParsedRequest): readonly ErrorDetail[] {
  return Object.entries(commonParameterForms).flatMap(([name, { form, expected }]): readonly ErrorDetail[] => {
    const [location, text] = findCommonParameter(incoming, name) ?? [];
    if (location === undefined || text === undefined || form.test(text)) return [];
    const message = `Invalid value for parameter '${location}': must be ${expected} (received '${text}')`;
    return [{ reason: 'invalid', message, location, locationType: 'parameter' }];
  });
}

/** Returns whether the request asks for enum values as numbers: `$alt=json;enum-encoding=int`. */
export function hasEnumNumbersOption(incoming: ParsedRequest): boolean {
  return incoming.query.length > 0 && getCommonParameter(incoming, 'alt')?.endsWith(';enum-encoding=int') === true;
}

export function getCommonParameter(incoming: ParsedRequest, name: string): string | undefined {
  return findCommonParameter(incoming, name)?.[1];
}

/** Returns the first value of a query parameter. */
export function getQueryParameter({ query }: Pick<ParsedRequest, 'query'>, name: string): string | undefined {
  return query.find(([key]) => key === name)?.[1];
}

/** Returns the parameter with the name under which it was sent. */
function findCommonParameter({ query }: ParsedRequest, name: string): readonly [name: string, text: string] | undefined {
  return query.find(([key]) => key === name || key === `$${name}`);
}

export interface BodyLimits {
  readonly maxBody: number;
  /** How to raise `maxBody`. Default: the option for the body of an API request. */
  readonly option?: string;
  readonly maxDepth: number;
}

/** Returns the body, or `undefined` without one. Throws `HttpError` if it is too large, too deep, or not a JSON object. */
export function readBody(body: string | Uint8Array | undefined, limits: BodyLimits): JsonObject | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const value = readJson(body, limits);
  // Clients generated from protobuf send an empty string to methods without a request body, and others `null`.
  if (value === '' || value === null) return undefined;
  if (!isObject(value))
    throw new HttpError('invalid', {
      message: `The request body must be a JSON object (received ${describeValue(value)}).`,
      location: 'requestBody',
      rule: 'json',
    });
  return value;
}

/** Parses the body as JSON. Throws `HttpError` if it is too large, too deep, or not JSON. */
export function readJson(body: string | Uint8Array | undefined, limits: BodyLimits): Json {
  return parseJsonText(decodeText(body, limits.maxBody, limits.option), limits.maxDepth);
}

/** Decodes the body as text. Throws `HttpError` if it is too large or not UTF-8. */
export function decodeText(body: string | Uint8Array | undefined, maxBody: number, option = '--max-body, or maxBody in code'): string {
  const size = typeof body === 'string' ? countBytes(body, maxBody) : (body?.length ?? 0);
  if (size > maxBody) {
    const message = `The request body is larger than the maximum of ${maxBody} bytes (${option}).`;
    throw new HttpError('uploadTooLarge', { message, rule: 'maxBody' });
  }
  return decodeUtf8(body ?? '');
}

/** Counts the bytes only if the text could exceed the limit. */
function countBytes(text: string, limit: number): number {
  return text.length * 3 <= limit ? text.length : new TextEncoder().encode(text).length;
}

function decodeUtf8(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  try {
    return strictUtf8.decode(body);
  } catch {
    const text = utf8.decode(body);
    const message = `The request body is not valid UTF-8 at ${describePosition(text, text.indexOf('\ufffd'))}.`;
    throw new HttpError('parseError', { message, location: 'requestBody', rule: 'json' });
  }
}
