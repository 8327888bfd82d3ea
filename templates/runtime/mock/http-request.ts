/** Reads requests: address, headers, parameters with their types, body. */
import { isSpecialNumber, normalizeNumber, toWholeDigits } from '../proto-number.js';
import { systemParameters } from '../system-parameters.js';
import { HttpError, type ErrorDetail } from './http-error.js';
import { isList, isObject, getMember, setMember, type Json, type JsonObject } from './json.js';
import { parseJsonText, describePosition } from './parse-json.js';
import type { MockRequest } from './mock-types.js';
import { readPathParameters, type Method } from './world/method.js';

export interface ParsedRequest {
  readonly method: string;
  /** `http://127.0.0.1:8787` */
  readonly origin: string;
  /** Percent-encoded, with a leading slash. */
  readonly path: string;
  /** Path and query as they came. */
  readonly target: string;
  /** Why the request cannot be read, where it cannot. */
  readonly error?: HttpError;
  /** Names and values, decoded. */
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

/** A request as it came. Its headers are kept, so nobody else may change them. */
export interface RawRequest extends MockRequest {
  /** Where a `url` that begins with a slash was asked for. */
  readonly origin?: string;
}

/** `maxBody` bounds a body that is read here: of a form, which stands for a query. */
export function readRequest(request: RawRequest, maxBody: number = Infinity): ParsedRequest {
  const headers = readHeaders(request.headers ?? {});
  const { origin, path, target, query } = splitUrl(request);
  const override = headers['x-http-method-override'];
  const method = request.method.toUpperCase();
  const { body } = request;
  if (query === '' && override === undefined) return { method, origin, path, target, headers, body, query: [] };
  const incoming = { method, origin, path, target, headers, body };
  if (override === undefined || method !== 'POST') return addQueryCredential({ ...incoming, ...readQuery(query) });
  const overridden = { ...incoming, method: override.toUpperCase() };
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    return addQueryCredential({ ...overridden, ...readQuery(query) });
  // A long GET may travel as a form: its body is the query then.
  return addQueryCredential({ ...overridden, body: undefined, ...readForm(query, body, maxBody) });
}

function readForm(query: string, body: MockRequest['body'], maxBody: number): Pick<ParsedRequest, 'query' | 'error'> {
  try {
    return readQuery([query, decodeText(body, maxBody)].filter(Boolean).join('&'));
  } catch (error) {
    if (error instanceof HttpError) return { query: [], error: error };
    throw error;
  }
}

/** A token may travel in the query, too; the header counts where both are there. */
function addQueryCredential(incoming: ParsedRequest): ParsedRequest {
  if (incoming.query.length === 0 || incoming.headers['authorization'] !== undefined) return incoming;
  const token = getCommonParameter(incoming, 'access_token') ?? getCommonParameter(incoming, 'oauth_token');
  return token === undefined ? incoming : { ...incoming, headers: { ...incoming.headers, authorization: `Bearer ${token}` } };
}

function readHeaders(given: NonNullable<MockRequest['headers']>): Readonly<Record<string, string>> {
  if (Object.keys(given).every((name) => typeof given[name] === 'string' && name === name.toLowerCase()))
    return given as Readonly<Record<string, string>>;
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (value !== undefined) found[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return found;
}

function splitUrl({ url, origin }: RawRequest): Pick<ParsedRequest, 'origin' | 'path' | 'target'> & { readonly query: string } {
  if (origin !== undefined && url.startsWith('/')) return { origin, ...splitTarget(url) };
  const scheme = url.indexOf('://');
  const slash = url.indexOf('/', scheme < 0 ? 0 : scheme + 3);
  const target = splitTarget(slash < 0 ? '/' : url.slice(slash));
  return { origin: scheme < 0 ? 'http://localhost' : slash < 0 ? url : url.slice(0, slash), ...target };
}

const adminPath = '/__admin';

/** Whether a path, percent-encoded, is one of a control route. */
export function isControlPath(path: string): boolean {
  return path === adminPath || path.startsWith(`${adminPath}/`);
}

export function isControlRequest(sent: RawRequest): boolean {
  return sent.url.includes(adminPath) && isControlPath(splitUrl(sent).path);
}

function splitTarget(given: string): Pick<ParsedRequest, 'path' | 'target'> & { readonly query: string } {
  const hash = given.indexOf('#');
  const whole = hash < 0 ? given : given.slice(0, hash);
  const mark = whole.indexOf('?');
  if (mark < 0) return { path: whole, target: whole, query: '' };
  const path = whole.slice(0, mark);
  const query = whole.slice(mark + 1);
  return { path, target: query === '' ? path : whole, query };
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
    const message = `The query holds a malformed percent-encoding: ${text}`;
    return { query: [], error: new HttpError('invalid', { message, location: 'query', locationType: 'parameter', rule: 'query' }) };
  }
}

function decodeQuery(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

export function toText(body: string | Uint8Array | undefined): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

/** Parameters common to all methods, but for those of a description; one is known by its `$` alone. */
const commonParameters: ReadonlySet<string> = new Set([...systemParameters, '.xgafv']);

/** What some of them hold. */
const commonParameterForms = {
  /** JSON, with numbers of enum values where the one who asks reads both, or the bytes of media. */
  alt: { form: /^(?:json(?:;enum-encoding=int)?|media)$/, wanted: "'json'" },
  prettyPrint: { form: /^(?:true|false|1|0)$/i, wanted: 'true or false' },
  '.xgafv': { form: /^[12]$/, wanted: '1 or 2' },
  /** A name of a function that a page may have: nothing else gets into a script. */
  callback: { form: /^(?=.{1,128}$)[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/, wanted: 'the name of a function' },
};

/** The function that the answer is given to, where it is asked for as a script. */
export function readCallback(incoming: ParsedRequest): string | undefined {
  const name = incoming.query.length === 0 ? undefined : getCommonParameter(incoming, 'callback');
  return name !== undefined && commonParameterForms.callback.form.test(name) ? name : undefined;
}

/** Faults of the parameters that all methods have. */
function findCommonParameterErrors(incoming: ParsedRequest): readonly ErrorDetail[] {
  return Object.entries(commonParameterForms).flatMap(([name, { form, wanted }]): readonly ErrorDetail[] => {
    const [location, text] = findCommonParameter(incoming, name) ?? [];
    if (location === undefined || text === undefined || form.test(text)) return [];
    const message = `Invalid value for parameter '${location}': expected ${wanted}, received '${text}'.`;
    return [{ reason: 'invalid', message, location, locationType: 'parameter' }];
  });
}

export function getCommonParameter(incoming: ParsedRequest, name: string): string | undefined {
  return findCommonParameter(incoming, name)?.[1];
}

/** With the name that it was given by. */
function findCommonParameter({ query }: ParsedRequest, name: string): readonly [name: string, text: string] | undefined {
  return query.find(([given]) => given === name || given === `$${name}`);
}

/** Path and query parameters, as their types have them; defaults in their places. */
export function readParameters(method: Method, segments: readonly string[], incoming: ParsedRequest): JsonObject {
  const { behavior } = method;
  const { query } = incoming;
  const found: Record<string, Json> = { ...(behavior.defaults as JsonObject | undefined) };
  const seen = new Set<string>();
  const errors: ErrorDetail[] = query.length === 0 ? [] : [...findCommonParameterErrors(incoming)];
  const convert = (name: string, text: string): Json => {
    const value = convertParameter(behavior.parameterTypes, name, text);
    if (value !== undefined) return value;
    const message = `Invalid value for parameter '${name}': expected ${describeParameterType(behavior.parameterTypes, name)}, received '${text}'.`;
    errors.push({ reason: 'invalid', message, location: name, locationType: 'parameter' });
    return text;
  };
  for (const [name, text] of readPathParameters(method, segments)) setMember(found, name, convert(name, text));
  for (const [name, text] of query) {
    const known = Object.hasOwn(behavior.method.query ?? {}, name);
    if (!known && commonParameters.has(name.replace(/^\$/, ''))) continue;
    if (behavior.method.query?.[name] === 1) {
      const before = seen.has(name) ? getMember(found, name) : undefined;
      setMember(found, name, [...(isList(before) ? before : []), convert(name, text)]);
    } else if (seen.has(name))
      errors.push({ reason: 'invalid', message: `Parameter '${name}' may be given once.`, location: name, locationType: 'parameter' });
    else setMember(found, name, convert(name, text));
    seen.add(name);
  }
  for (const name of behavior.method.required ?? []) {
    if (!Object.hasOwn(found, name))
      errors.push({ reason: 'required', message: `Required parameter '${name}' is missing.`, location: name, locationType: 'parameter' });
  }
  const [first] = errors;
  if (first) throw new HttpError(first.reason, { details: errors, rule: 'parameters' });
  return found;
}

type ParameterTypes = Method['behavior']['parameterTypes'];

function getParameterType(types: ParameterTypes, name: string): 'integer' | 'int64' | 'number' | 'boolean' | undefined {
  return types && Object.hasOwn(types, name) ? types[name] : undefined;
}

function convertParameter(types: ParameterTypes, name: string, text: string): Json | undefined {
  switch (getParameterType(types, name)) {
    case undefined:
      return text;
    case 'boolean':
      return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined;
    case 'int64':
      return toWholeDigits(text) ?? text;
    case 'integer': {
      const number = normalizeNumber({ type: 'integer' }, text);
      return Number.isSafeInteger(number) ? (number as number) : undefined;
    }
    case 'number': {
      const number = normalizeNumber({ type: 'number' }, text);
      return typeof number === 'number' || isSpecialNumber(text) ? (number as Json) : undefined;
    }
  }
}

function describeParameterType(types: ParameterTypes, name: string): string {
  const type = getParameterType(types, name);
  return type === 'boolean' ? 'true or false' : type === 'integer' ? 'a whole number of at most 53 bits' : 'a number';
}

export interface BodyLimits {
  readonly maxBody: number;
  readonly maxDepth: number;
}

/** The body as an object; `undefined` where there is none. Throws a refusal where it is too large, too deep or no JSON object. */
export function readBody(body: string | Uint8Array | undefined, limits: BodyLimits): JsonObject | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const value = readJson(body, limits);
  // Clients that are made of protobuf descriptions send an empty text where a method takes no body.
  if (value === '') return undefined;
  if (!isObject(value))
    throw new HttpError('invalid', { message: 'The body must be a JSON object.', location: 'requestBody', rule: 'json' });
  return value;
}

/** The body as JSON. Throws a refusal where it is too large, too deep or no JSON. */
export function readJson(body: string | Uint8Array | undefined, limits: BodyLimits): Json {
  const result = parseJsonText(decodeText(body, limits.maxBody), limits.maxDepth);
  if (!result.error) return result.value;
  const deep = result.error.kind === 'depth';
  throw new HttpError(deep ? 'invalid' : 'parseError', {
    message: result.error.message,
    location: 'requestBody',
    rule: deep ? 'maxDepth' : 'json',
  });
}

/** A body as text. Throws a refusal where it is too large or no UTF-8. */
export function decodeText(body: string | Uint8Array | undefined, maxBody: number): string {
  const size = typeof body === 'string' ? countBytes(body, maxBody) : (body?.length ?? 0);
  if (size > maxBody) throw new HttpError('uploadTooLarge', { message: `The body is larger than ${maxBody} bytes.`, rule: 'maxBody' });
  return decodeUtf8(body ?? '');
}

/** Counts only where the text could exceed the limit. */
function countBytes(text: string, limit: number): number {
  return text.length * 3 <= limit ? text.length : new TextEncoder().encode(text).length;
}

function decodeUtf8(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    const text = new TextDecoder().decode(body);
    const message = `The body is not UTF-8 at ${describePosition(text, text.indexOf('\ufffd'))}.`;
    throw new HttpError('parseError', { message, location: 'requestBody', rule: 'json' });
  }
}
