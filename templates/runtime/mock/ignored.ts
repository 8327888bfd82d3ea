/** What a request carries without an effect: every parameter, field of the body, and header that the mock neither implements nor rejects. */
import { HttpError, type ErrorDetail } from './http-error.js';
import { emptyObject, isList, isObject, type Json, type JsonObject } from './json.js';
import { getMediaSupport, isMediaRequest } from './media/support.js';
import { getCommonParameter, readBody, type BodyLimits, type ParsedRequest } from './http-request.js';
import { acceptsMatch } from './rules/if-match.js';
import type { Method } from './world/method.js';
import { unwrapData } from './unwrap-data.js';

const bodyPrefix = 'requestBody.';

/** Names of what the mock ignores in a request: parameters, fields of the body (`requestBody.x.y`), headers. */
export function findIgnored(method: Method, incoming: ParsedRequest, limits: BodyLimits): readonly string[] {
  const { ignored } = method.behavior;
  const headers = findIgnoredHeaders(method, incoming);
  if (ignored === undefined && incoming.query.length === 0) return headers;
  const named = ignored === undefined ? [] : findIgnoredByName(method, ignored, { incoming, limits });
  const media = getCommonParameter(incoming, 'alt') === 'media' && !hasContentResponse(method, incoming) ? ['alt'] : [];
  return [...named, ...media, ...headers];
}

interface RequestSource {
  readonly incoming: ParsedRequest;
  readonly limits: BodyLimits;
}

/** In the order in which the request has them. */
function findIgnoredByName(method: Method, ignored: readonly string[], { incoming, limits }: RequestSource): readonly string[] {
  const sent = [...method.bindings.map(({ name }) => name), ...incoming.query.map(([name]) => name)];
  const fields = ignored.filter((name) => name.startsWith(bodyPrefix));
  const found = sent.filter((name) => ignored.includes(name));
  if (fields.length > 0) collectFields(tryReadBody(method, incoming, limits), { prefix: bodyPrefix, ignored: fields, found });
  return [...new Set(found)];
}

interface FieldSearch {
  /** Of the names of the fields. */
  readonly prefix: string;
  readonly ignored: readonly string[];
  /** Takes the names of those that are there. */
  readonly found: string[];
}

/** Looks into a value only as far as ignored fields are nested. */
function collectFields(value: Json, { prefix, ignored, found }: FieldSearch): void {
  if (isList(value)) for (const element of value) collectFields(element, { prefix, ignored, found });
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix + key;
    const nested = ignored.filter((each) => each.startsWith(`${name}.`));
    if (ignored.includes(name)) found.push(name);
    else if (nested.length > 0) collectFields(inner, { prefix: `${name}.`, ignored: nested, found });
  }
}

/** Empty where the request has no body, or one that is rejected. */
function tryReadBody(method: Method, incoming: ParsedRequest, limits: BodyLimits): JsonObject {
  try {
    const carried = getMediaSupport(method.api)?.readContent(method, incoming, limits);
    return (carried ? carried.value : unwrapData(method, readBody(incoming.body, limits))) ?? emptyObject;
  } catch (error) {
    if (error instanceof HttpError) return emptyObject;
    throw error;
  }
}

type IsImplemented = (method: Method, incoming: ParsedRequest) => boolean;

interface ConditionalHeader {
  readonly name: string;
  readonly isImplemented: IsImplemented;
}

/** Headers with a standard meaning that changes a response, by their names in lower case. All others but the vendor's are about the transport. */
const conditionalHeaders: ReadonlyMap<string, ConditionalHeader> = new Map(
  [
    { name: 'If-Match', isImplemented: acceptsMatch },
    { name: 'If-None-Match', isImplemented: isReadRequest },
    { name: 'If-Modified-Since', isImplemented: isNeverImplemented },
    { name: 'If-Unmodified-Since', isImplemented: isNeverImplemented },
    { name: 'If-Range', isImplemented: hasContentResponse },
    { name: 'Range', isImplemented: hasContentResponse },
    { name: 'Prefer', isImplemented: isNeverImplemented },
    { name: 'Idempotency-Key', isImplemented: isNeverImplemented },
    { name: 'X-HTTP-Method-Override', isImplemented: isOverridden },
  ].map((header) => [header.name.toLowerCase(), header]),
);

function isNeverImplemented(): boolean {
  return false;
}

function isReadRequest(_: Method, { method }: ParsedRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isOverridden(_: Method, { method, headers }: ParsedRequest): boolean {
  return headers['x-http-method-override']?.toUpperCase() === method;
}

/** Begins the names of headers of the vendor, such as those with encryption keys. */
const vendorPrefix = 'x-goog-';

/** Those that change no response, and the mask of fields, which the mock implements. */
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

function findIgnoredHeaders(method: Method, incoming: ParsedRequest): readonly string[] {
  const found: string[] = [];
  for (const [lowerCase, { name, isImplemented }] of conditionalHeaders)
    if (incoming.headers[lowerCase] !== undefined && !isImplemented(method, incoming)) found.push(name);
  for (const name of Object.keys(incoming.headers)) if (name.startsWith(vendorPrefix) && !transportHeaders.has(name)) found.push(name);
  return found;
}

/** Whether the response is content, which can be asked for in ranges. */
function hasContentResponse(method: Method, incoming: ParsedRequest): boolean {
  const { httpBody } = method.behavior.method;
  return httpBody === 'response' || httpBody === 'both' || isMediaRequest(method, incoming);
}

/** Throws 501, naming everything that the mock would ignore. */
export function requireNoneIgnored({ id }: Method, ignored: readonly string[]): void {
  if (ignored.length === 0) return;
  const details = ignored.map((name): ErrorDetail => {
    const location = name.startsWith(bodyPrefix) ? name.slice(bodyPrefix.length) : name;
    return {
      reason: 'notImplemented',
      message: `The mock ignores ${name} of ${id}, which strict mode rejects.`,
      location,
      locationType: getLocationType(name),
    };
  });
  throw new HttpError('notImplemented', {
    message: `The mock ignores ${ignored.join(', ')} of ${id}, which strict mode rejects.`,
    details,
    rule: 'strict',
  });
}

function getLocationType(name: string): 'parameter' | 'field' | 'header' {
  if (name.startsWith(bodyPrefix)) return 'field';
  return name.startsWith(vendorPrefix) || conditionalHeaders.get(name.toLowerCase())?.name === name ? 'header' : 'parameter';
}

/** Names as the value of a header: what cannot stand in one, or would separate names, is percent-encoded. */
export function toHeaderText(names: readonly string[]): string {
  return names.map((name) => name.replace(/[^\x21-\x2b\x2d-\x7e]/gu, encodeURIComponent)).join(', ');
}
