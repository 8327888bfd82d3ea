/** Signed URLs, version 4: the query contains the signature of the request. */
import { parseInstant, type RouteCall } from '../../../mock/service.js';
import type { XmlError } from './errors.js';

const algorithm = 'GOOG4-RSA-SHA256';
const maxSeconds = 604_800;

/** Whether a query contains a signature. */
export const hasSignature = (query: URLSearchParams): boolean => findParameter(query, 'x-goog-signature') !== undefined;

/** The names of parameters don't depend on case. */
function findParameter(query: URLSearchParams, name: string): string | undefined {
  for (const [key, value] of query) if (key.toLowerCase() === name) return value;
  return undefined;
}

/**
 * Returns what is wrong with a signed URL: its form, its time, or its signature, which covers the method, the path, the query, and the signed
 * headers. The time is that of the mock. A URL whose time begins later is valid, because the clock of the mock can differ from that of the client.
 */
export async function findSignatureProblem(call: RouteCall): Promise<XmlError | undefined> {
  const url = new URL(call.request.url);
  const get = (name: string): string => findParameter(url.searchParams, name) ?? '';
  const [credential, date, seconds, signedHeaders] = ['credential', 'date', 'expires', 'signedheaders'].map((name) =>
    get(`x-goog-${name}`),
  );
  if (get('x-goog-algorithm') !== algorithm) return createFormError(`X-Goog-Algorithm must be ${algorithm}; the mock knows no other.`, 501);
  const start = parseDate(date ?? '');
  if (start === undefined) return createFormError('X-Goog-Date must have the form YYYYMMDDTHHMMSSZ.');
  const [, scope = ''] = /^[^/]+@[^/]+\/(\d{8}\/[^/]+\/storage\/goog4_request)$/.exec(credential ?? '') ?? [];
  if (scope === '' || !scope.startsWith((date ?? '').slice(0, 8)))
    return createFormError('X-Goog-Credential must have the form ACCOUNT/DATE/LOCATION/storage/goog4_request.');
  const duration = /^\d{1,7}$/.test(seconds ?? '') ? Number(seconds) : 0;
  if (duration < 1 || duration > maxSeconds) return createFormError(`X-Goog-Expires must be a number of seconds from 1 to ${maxSeconds}.`);
  const names = (signedHeaders ?? '').split(';');
  if (!names.includes('host')) return createFormError('X-Goog-SignedHeaders must contain host.');
  const end = start + duration * 1000;
  if (call.now > end)
    return {
      status: 400,
      code: 'ExpiredToken',
      message: 'The provided token has expired.',
      details: `Request signature expired at: ${new Date(end).toISOString().replace('.000Z', '+00:00')}`,
    };
  const canonicalRequest = createCanonicalRequest(call, url, names);
  const stringToSign = [algorithm, date, scope, await hashText(canonicalRequest)].join('\n');
  const signature = parseHex(get('x-goog-signature'));
  if (signature && (await call.verifySignature(new TextEncoder().encode(stringToSign), signature))) return undefined;
  return {
    status: 403,
    code: 'SignatureDoesNotMatch',
    message: 'Access denied.',
    details:
      'The request signature we calculated does not match the signature you provided. Check your Google secret key and signing method.',
    more: { StringToSign: stringToSign, CanonicalRequest: canonicalRequest },
  };
}

function createFormError(details: string, status = 400): XmlError {
  const code = status === 501 ? 'NotImplemented' : 'MalformedSecurityHeader';
  return { status, code, message: 'Your request has a malformed security parameter.', details };
}

function createCanonicalRequest({ request, headers }: RouteCall, url: URL, names: readonly string[]): string {
  const values: Readonly<Record<string, string>> = { ...headers, host: headers['host'] ?? url.host };
  const lines = names.map((name) => `${name}:${(values[name] ?? '').trim().replace(/\s+/g, ' ')}`);
  const query = [...url.searchParams]
    .filter(([name]) => name.toLowerCase() !== 'x-goog-signature')
    .map((pair) => pair.map(encodeStrictly).join('='))
    .sort();
  const payload = names.includes('x-goog-content-sha256') ? values['x-goog-content-sha256'] : 'UNSIGNED-PAYLOAD';
  return [request.method, url.pathname, query.join('&'), ...lines, '', names.join(';'), payload ?? ''].join('\n');
}

/** Encodes all characters that RFC 3986 doesn't call unreserved. */
const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** `20260102T030405Z` -> milliseconds since 1970 */
function parseDate(text: string): number | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return year === undefined
    ? undefined
    : parseInstant(`${year}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`);
}

async function hashText(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function parseHex(text: string): Uint8Array | undefined {
  if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
