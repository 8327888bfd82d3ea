/**
 * Access control of the control routes, which read, replace, and reset everything. Requests need the admin token of the mock, if it has one.
 * Over HTTP, a web page in a browser on the same machine must not reach them, either by a cross-origin request or by a host name that
 * resolves to this machine (DNS rebinding).
 */
import { adminTokenHeader, hasAdminToken } from '../../lib/admin-token.js';
import { HttpError } from '../../lib/http-error.js';
import { isLoopbackHost, parseAllowedHost, parseAllowedOrigin, parseHost, parseOrigin } from '../../lib/host.js';
import { readHeaders, splitUrl, type RawRequest } from '../../lib/http-request.js';
import { adminPath, isControlRequest } from '../request-kinds.js';
import type { MockOptions } from '../../types/mock.js';
import type { TokenAttempts } from '../../state/token-attempts.js';

/** A request over HTTP. Header names are in lower case. `origin` is the address of the mock as the client knows it. */
export interface ControlRequest extends RawRequest {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface ControlGrant {
  /** Response headers that let a page of an allowed foreign origin read the response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request is a CORS preflight request. */
  readonly isPreflight: boolean;
}

const healthPath = `${adminPath}/health`;
const pagePath = `${adminPath}/ui`;
/** Chromium reads only the first challenge of a header, and reads it only if the others have parameters too. */
const pageChallenges = 'Basic realm="discogen", Bearer realm="discogen"';

export class ControlAccess {
  readonly #hosts: readonly string[];
  readonly #origins: ReadonlySet<string>;
  readonly #tokenSettings: TokenSettings;

  /** Throws a TypeError for an invalid host or origin. */
  constructor({
    allowedHosts = [],
    allowedOrigins = [],
    ...tokenSettings
  }: Pick<MockOptions, 'allowedHosts' | 'allowedOrigins'> & TokenSettings) {
    this.#hosts = allowedHosts.map(parseAllowedHost);
    this.#origins = new Set(allowedOrigins.map(parseAllowedOrigin));
    this.#tokenSettings = tokenSettings;
  }

  check(request: ControlRequest): ControlGrant | HttpError {
    for (const host of listHosts(request)) if (!this.#isAllowedHost(host)) return createForbiddenHostError(host);
    const { origin } = request.headers;
    const isForeign = origin !== undefined && parseOrigin(String(origin)) !== parseOrigin(omitPath(request.origin));
    if (isForeign && !this.#origins.has(parseOrigin(String(origin)) ?? '')) return createForbiddenOriginError(String(origin));
    const isPreflight = isForeign && request.method === 'OPTIONS';
    if (!isPreflight && isWrite(request)) {
      const type = request.headers['content-type'];
      if (type === undefined ? hasBody(request) : !isJsonType(String(type)) && !isYamlType(String(type)))
        return createUnsupportedTypeError(type);
    }
    const headers = isForeign ? createCorsHeaders(String(origin)) : {};
    // Browsers send preflight requests without credentials.
    const error = isPreflight ? undefined : checkAdminToken(request, this.#tokenSettings, headers);
    return error ?? { headers, isPreflight };
  }

  #isAllowedHost(text: string): boolean {
    const name = parseHost(text);
    if (name === undefined) return false;
    return isLoopbackHost(name) || this.#hosts.some((host) => host === name || (host.startsWith('*.') && name.endsWith(host.slice(1))));
  }
}

interface TokenSettings {
  readonly adminToken: string | undefined;
  readonly tokenAttempts: TokenAttempts;
}

/**
 * Returns the error that rejects a control request without the admin token of the mock. The health route needs no token.
 *
 * @param headers - Response headers of the error.
 */
export function checkAdminToken(
  request: RawRequest,
  { adminToken, tokenAttempts }: TokenSettings,
  headers: ControlGrant['headers'] = {},
): HttpError | undefined {
  if (adminToken === undefined || !isControlRequest(request) || splitUrl(request).path === healthPath) return undefined;
  const sent = readHeaders(request.headers ?? {});
  if (hasAdminToken(sent, adminToken)) return undefined;
  const isWrong = sent['authorization'] !== undefined || sent[adminTokenHeader] !== undefined;
  const delay = isWrong && request.clientAddress !== undefined ? tokenAttempts.countWrong(request.clientAddress) : undefined;
  if (delay !== undefined)
    return new HttpError('rateLimitExceeded', {
      message: `Too many wrong admin tokens from this address. Try again in ${delay} s; the right token always works.`,
      rule: 'adminToken',
      headers: { ...headers, 'retry-after': String(delay) },
    });
  return new HttpError('authError', {
    message: `The control routes of this mock require its admin token. Send the header Authorization: Bearer TOKEN, or ${adminTokenHeader}: TOKEN.`,
    location: 'Authorization',
    locationType: 'header',
    rule: 'adminToken',
    // A browser asks for the token when it opens the page.
    headers: { ...headers, 'www-authenticate': splitUrl(request).path === pagePath ? pageChallenges : 'Bearer' },
  });
}

/** Omits the prefix of the paths behind a proxy. */
function omitPath(address: string): string {
  return address.replace(/^(\w+:\/\/[^/]*).*$/, '$1');
}

/** Returns every host name of the request: from its `Host` header, from an absolute request target, and from a trusted proxy. */
function listHosts({ url, origin, headers }: ControlRequest): readonly string[] {
  const authority = /^[a-z][\w+.-]*:\/\/([^/?#]*)/i;
  return [String(headers['host'] ?? ''), authority.exec(url)?.[1], authority.exec(origin)?.[1]].filter((host) => host !== undefined);
}

function isWrite({ method, headers }: ControlRequest): boolean {
  const readMethod = /^(?:GET|HEAD|OPTIONS)$/i;
  return !readMethod.test(method) || !readMethod.test(String(headers['x-http-method-override'] ?? 'GET'));
}

/** Returns whether a body follows the head of a request. */
export function hasBody({ headers }: Pick<ControlRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || String(headers['content-length'] ?? '0') !== '0';
}

function isJsonType(type: string): boolean {
  return /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type);
}

export function isYamlType(type: string): boolean {
  return /^\s*(?:application|text)\/(?:[\w.-]+\+|x-)?yaml\s*(?:;|$)/i.test(type);
}

function createCorsHeaders(origin: string): ControlGrant['headers'] {
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
    'access-control-allow-headers': '*, Authorization',
    'access-control-expose-headers': '*',
  };
}

function createForbiddenHostError(host: string): HttpError {
  const subject = host === '' ? 'a request without a host' : `the host '${host}'`;
  const message = `Control routes don't respond to ${subject}. They expect localhost, a loopback address, or an allowed host.`;
  const fix = describeFix('hosts', 'allowedHosts', parseHost(host));
  return new HttpError('forbidden', { message: message + fix, location: 'Host', locationType: 'header', rule: 'allowedHosts' });
}

function createForbiddenOriginError(received: string): HttpError {
  const message = `Control routes don't respond to pages of the origin '${received}'.`;
  const fix = describeFix('origins', 'allowedOrigins', parseOrigin(received));
  return new HttpError('forbidden', { message: message + fix, location: 'Origin', locationType: 'header', rule: 'allowedOrigins' });
}

function describeFix(kind: 'hosts' | 'origins', option: keyof MockOptions, value: string | undefined): string {
  return value === undefined ? '' : ` To allow it, start the mock with --allowed-${kind} ${value}, or set ${option}: ['${value}'] in code.`;
}

function createUnsupportedTypeError(type: string | readonly string[] | undefined): HttpError {
  const received = type === undefined ? 'received none' : `received '${String(type)}'`;
  return new HttpError('invalid', {
    code: 415,
    message: `Control routes take bodies as JSON or YAML: send the header 'content-type: application/json' (${received}).`,
    location: 'Content-Type',
    locationType: 'header',
    rule: 'contentType',
  });
}
