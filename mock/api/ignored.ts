/**
 * Finds the parts of a request that have no effect: every parameter, body field, and header that the mock neither implements nor rejects.
 */
import { HttpError } from '../lib/http-error.js';
import { emptyObject, isList, isObject, type Json, type JsonObject } from '../lib/json.js';
import { getCommonParameter, hasEnumNumbersOption, type ParsedRequest } from '../lib/http-request.js';
import type { HttpResult } from '../lib/http-result.js';
import type { ApiRequest } from './api-request.js';
import { isParameterOfOtherMethod } from './other-parameters.js';
import { isMediaRequest } from './media/media-support.js';
import { listContradictedParameters, listRepeatableParameters, omitRepeatedParameters } from '../catalog/repeated-parameters.js';
import { splitUnknownFields } from '../catalog/unknown-fields.js';
import { bodyPrefix, enumEncoding, limitNames } from '../lib/ignored-names.js';
import { canHaveIfMatch } from '../engine/conditions/if-match.js';
import type { CompiledMethod } from '../catalog/method.js';

/** The method of a request, with the segments of its path. */
interface RoutedMethod {
  readonly value: CompiledMethod;
  readonly segments: readonly string[];
}

/** Returns the names of the ignored parts of a request: parameters, body fields (`requestBody.x.y`), and headers. */
export function findIgnoredNames(
  method: CompiledMethod,
  incoming: ParsedRequest,
  { read, isUpload }: Pick<ApiRequest, 'read'> & { readonly isUpload: boolean },
): readonly string[] {
  const { ignored } = method.behavior;
  const allHeaders = findIgnoredHeaders(method, incoming);
  const headers = isUpload ? allHeaders.filter((name) => !uploadHeaders.has(name)) : allHeaders;
  if (ignored === undefined && incoming.query.length === 0) return headers;
  const parametersAndFields = ignored === undefined ? [] : findIgnoredByName(method, incoming, read);
  const otherParameters = incoming.query.flatMap(([name]) => (isParameterOfOtherMethod(method, name) ? [name] : []));
  const media = getCommonParameter(incoming, 'alt') === 'media' && !hasContentResponse(method, incoming) ? ['alt'] : [];
  const encoding = method.behavior.namedEnums && hasEnumNumbersOption(incoming) ? [enumEncoding] : [];
  const names = new Set([...parametersAndFields, ...otherParameters, ...media, ...encoding, ...headers]);
  for (const name of Object.keys(method.serviceParameters ?? {})) names.delete(name);
  return [...names];
}

/** Returns the names of the fields that are omitted from a body before anything reads it: unknown ones, and contradictions of the path. */
export function findOmittedNames({ value: method, segments }: RoutedMethod, read: ApiRequest['read']): readonly string[] {
  if (method.api.unknownFields !== 'ignored' && listRepeatableParameters(method).length === 0) return [];
  const body = tryRead(read);
  const { unknown } = splitUnknownFields(method, omitRepeatedParameters(method, body));
  return [...listContradictedParameters(method, segments, body), ...unknown].map((name) => bodyPrefix + name);
}

/** Returns the ignored parameters and body fields in the order of the request. */
function findIgnoredByName(method: CompiledMethod, incoming: ParsedRequest, read: ApiRequest['read']): readonly string[] {
  const { ignored = [] } = method.behavior;
  const received = [...method.bindings.map(({ name }) => name), ...incoming.query.map(([name]) => name)];
  const fields = ignored.filter((name) => name.startsWith(bodyPrefix));
  const names = received.filter((name) => ignored.includes(name));
  if (fields.length > 0) collectFields(tryRead(read), { prefix: bodyPrefix, ignored: fields, names });
  return [...new Set(names)];
}

interface FieldSearch {
  /** The prefix of the field names. */
  readonly prefix: string;
  readonly ignored: readonly string[];
  /** The list to which the names of present fields are added. */
  readonly names: string[];
}

/** Descends into a value only as far as ignored fields are nested. */
function collectFields(value: Json, { prefix, ignored, names }: FieldSearch): void {
  if (isList(value)) for (const element of value) collectFields(element, { prefix, ignored, names });
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    const name = prefix + key;
    const nested = ignored.filter((field) => field.startsWith(`${name}.`));
    if (ignored.includes(name)) names.push(name);
    else if (nested.length > 0) collectFields(member, { prefix: `${name}.`, ignored: nested, names });
  }
}

/** Returns an empty object without a body or with an invalid one. */
function tryRead(read: ApiRequest['read']): JsonObject {
  try {
    return read().value ?? emptyObject;
  } catch (error) {
    if (error instanceof HttpError) return emptyObject;
    throw error;
  }
}

/**
 * Standard headers that change a response, and whether the mock implements one for a request. Other headers, apart from the vendor's, concern
 * the transport.
 */
const conditionalHeaders: Readonly<Record<string, (method: CompiledMethod, incoming: ParsedRequest) => boolean>> = {
  'If-Match': canHaveIfMatch,
  'If-None-Match': (method, incoming) => isReadRequest(method, incoming) || canHaveIfMatch(method),
  'If-Modified-Since': () => false,
  'If-Unmodified-Since': () => false,
  'If-Range': hasContentResponse,
  Range: hasContentResponse,
  Prefer: () => false,
  'Idempotency-Key': () => false,
  'X-HTTP-Method-Override': isOverridden,
};

const headerEntries = Object.entries(conditionalHeaders).map(([name, isImplemented]) => ({
  name,
  lowerCase: name.toLowerCase(),
  isImplemented,
}));

function isReadRequest(_: CompiledMethod, { method }: ParsedRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isOverridden(_: CompiledMethod, { method, headers }: ParsedRequest): boolean {
  return headers['x-http-method-override']?.toUpperCase() === method;
}

/** The prefix of vendor headers, such as those with encryption keys. */
const vendorPrefix = 'x-goog-';

/** Vendor headers that don't change a response, and the field mask header, which the mock implements. */
const transportHeaders: ReadonlySet<string> = new Set(
  [
    'api-client',
    'api-key',
    'authuser',
    'fieldmask',
    'gcs-idempotency-token',
    'quota-user',
    'request-params',
    'request-reason',
    'user-project',
  ].map((name) => vendorPrefix + name),
);

/** Vendor headers that the mock implements for uploads. */
const uploadHeaders: ReadonlySet<string> = new Set(
  [
    'hash',
    ...['protocol', 'command', 'offset', 'content-type', 'header-content-type', 'header-content-length'].map((name) => `upload-${name}`),
  ].map((name) => vendorPrefix + name),
);

function findIgnoredHeaders(method: CompiledMethod, incoming: ParsedRequest): readonly string[] {
  const names: string[] = [];
  for (const { name, lowerCase, isImplemented } of headerEntries)
    if (incoming.headers[lowerCase] !== undefined && !isImplemented(method, incoming)) names.push(name);
  for (const name of Object.keys(incoming.headers)) if (name.startsWith(vendorPrefix) && !transportHeaders.has(name)) names.push(name);
  return names;
}

/** Returns whether the response is media content, which supports ranges. */
function hasContentResponse(method: CompiledMethod, incoming: ParsedRequest): boolean {
  const { httpBody } = method.behavior.method;
  return httpBody === 'response' || httpBody === 'both' || isMediaRequest(method, incoming);
}

/** Adds the names of the ignored parts to a result, as a header and for the journal. */
export function addIgnoredHeader(result: HttpResult, ignored: readonly string[]): HttpResult {
  const names = limitNames(ignored);
  const headers = { ...result.headers, 'x-mock-ignored': formatHeaderNames(names) };
  return { ...result, headers, note: { ...result.note, ignored: names } };
}

/** Formats names as a header value. Percent-encodes characters that are invalid in a header, and commas. */
function formatHeaderNames(names: readonly string[]): string {
  return names.map((name) => name.replace(/[^\x21-\x2b\x2d-\x7e]/gu, encodeURIComponent)).join(', ');
}
