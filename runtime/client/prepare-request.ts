/** Builds a request: the URL from a method descriptor and a flat object of parameters, the body, and the headers. */
import type { ApiDescriptor, MethodDescriptor, ParameterDescriptors } from '../descriptor.js';
import { describeType, describeValue } from '../error-text.js';
import { ParameterError, createUnknownNameError } from '../errors.js';
import { percentEncode, encodeParameter, expandPath, getVariableNames } from '../paths/expand.js';
import type { Auth, HeadersLike } from './call-options.js';
import type { ClientOptions, RequestBuilder, PreparedRequest } from './client-types.js';

type ParameterValues = Readonly<Record<string, unknown>>;

/** Query parameters that every service accepts, also with the prefix `$`. */
const commonParameter = /^(\$.*|access_token|alt|fields|key|oauth_token|prettyPrint|quotaUser|userIp)$/;

/**
 * Builds the request of a call.
 *
 * @throws ParameterError If a required parameter is missing, or a parameter is unknown or malformed.
 */
export function prepareRequest(api: ApiDescriptor, { method, values, secrets, replacer, safe }: RequestBuilder): PreparedRequest {
  const { id, httpMethod, path: route, parameters = {} } = method;
  const requireParameter = (parameter: string): void => {
    if (values[parameter] === undefined) throw new ParameterError(parameter, 'set', 'nothing', id);
  };
  // A misspelled parameter is reported before the one that is missing for it.
  const query = formatQuery(api, method, values);
  for (const name in parameters) if (parameters[name]?.required) requireParameter(name);
  if (method.body === 'required') requireParameter('requestBody');
  let body: string | undefined;
  try {
    body = JSON.stringify(values['requestBody'], replacer);
  } catch (cause) {
    const [parameter, value] = findBigInt('requestBody', values['requestBody']) ?? [];
    throw parameter
      ? new ParameterError(parameter, 'text or a number, because JSON has no bigint', describeValue(value), id, { cause })
      : new ParameterError('requestBody', 'valid JSON', describeType(values['requestBody']), id, { cause });
  }
  return {
    id,
    httpMethod,
    route,
    secrets,
    path: expandPath(route, values, id) + query,
    safe: safe || !/^P[OA]/.test(httpMethod),
    retry: method.retry,
    body: body as string,
  };
}

/** Finds the first `bigint` in the body, and its path. */
function findBigInt(path: string, value: unknown, depth = 0): readonly [path: string, value: bigint] | undefined {
  if (typeof value === 'bigint') return [path, value];
  // A body that contains itself has no end.
  if (Object(value) !== value || depth > 100) return undefined;
  for (const [name, member] of Object.entries(value as object)) {
    const found = findBigInt(Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`, member, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** Formats the query with its leading `?` from all values except the body and path parameters. Throws `ParameterError` for unknown parameters. */
function formatQuery(api: ApiDescriptor, { id, path, body, parameters }: MethodDescriptor, values: ParameterValues): string {
  const otherNames = getVariableNames(path);
  if (body) otherNames.push('requestBody');
  let text = '';
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || otherNames.includes(name)) continue;
    const accepted: ParameterDescriptors = { ...api.parameters, ...parameters };
    if (!Object.hasOwn(accepted, name) && !commonParameter.test(name)) {
      throw createUnknownNameError(id, {
        kind: 'parameter',
        name,
        received: describeType(value),
        known: [...otherNames, ...Object.keys(accepted)],
      });
    }
    for (const element of Array.isArray(value) && accepted[name]?.repeated ? value : [value]) {
      text += `${text ? '&' : '?'}${percentEncode(name)}=${encodeParameter(name, element, id)}`;
    }
  }
  return text;
}

/** Returns the parts of a link, relative to the `rootUrl` of the client. Ignores its host. Returns `undefined` if the link isn't a URL. */
export function toRelativeUrl(rootUrl: string, link: string): { readonly path: string; readonly query: string } | undefined {
  if (!URL.canParse(link, rootUrl)) return undefined;
  const { pathname, search } = new URL(link, rootUrl);
  const prefix = new URL(rootUrl).pathname;
  return { path: (pathname.startsWith(prefix) ? pathname.slice(prefix.length) : pathname).replace(/^\/+/, ''), query: search };
}

export const jsonContentType = 'application/json';

/**
 * Merges headers. Later sources override earlier ones, and `undefined` removes a header.
 *
 * @param base Headers that are known to be valid.
 * @throws ParameterError If a header is invalid. The message doesn't contain the value.
 */
export function mergeHeaders(
  base: Readonly<Record<string, string>>,
  ...sources: readonly (HeadersLike | undefined)[]
): Record<string, string> {
  const merged = { ...base };
  const add = (value: unknown, name: string): void => {
    const key = name.toLowerCase();
    if (value === undefined) delete merged[key];
    else if (typeof value === 'string' && /^[!#-'*+.^_`|~\w-]+:[\t -~\x80-\xff]*$/.test(`${key}:${value}`)) merged[key] = value;
    else throw new ParameterError(`headers.${name}`, 'one line of Latin-1 text', describeType(value));
  };
  for (const source of sources) {
    if (typeof source?.forEach === 'function') source.forEach(add);
    else if (source) for (const [name, value] of Object.entries(source)) add(value, name);
  }
  return merged;
}

/** Returns the headers of every request of a client, or of every request with a body of the content type. */
export function createClientHeaders({ headers, userAgent }: ClientOptions, contentType?: string): Record<string, string> {
  // Browsers set the user agent themselves. A custom one causes a CORS preflight request in some of them.
  const isBrowser = /Mozilla/.test(`${(globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent}`);
  return mergeHeaders(
    {},
    { accept: jsonContentType, 'content-type': contentType, 'user-agent': isBrowser ? undefined : userAgent },
    headers,
  );
}

export async function getCredentials(auth: Auth, url: string): Promise<HeadersLike> {
  if (typeof auth === 'object') return auth.getRequestHeaders(url);
  const token: unknown = typeof auth === 'function' ? await auth() : auth;
  if (typeof token === 'string' && token) return { authorization: `Bearer ${token}` };
  throw new ParameterError('auth', 'a non-empty token', describeValue(token));
}
