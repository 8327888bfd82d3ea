/** The headers of messages that a proxy forwards. */

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Headers that concern a connection, and not the message (RFC 9110, 7.6.1). */
const connectionHeaders = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|http2-settings|:.*)$/;

/** Returns the headers to forward. `raw`: a flat list of names and values, such as `rawHeaders`. */
export function toHeaderList(raw: readonly string[]): HeaderList {
  const headers: [string, string][] = [];
  // The header `Connection` lists further headers that concern only the connection.
  const connectionOptions = new Set<string>();
  for (let index = 0; index < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]];
    headers.push([name, value]);
    if (name.toLowerCase() === 'connection') for (const each of value.split(',')) connectionOptions.add(each.trim().toLowerCase());
  }
  return headers.filter(([name]) => !connectionHeaders.test(name.toLowerCase()) && !connectionOptions.has(name.toLowerCase()));
}

/** Converts names to lower case. */
export const toLowerCaseNames = (headers: HeaderList): HeaderList => headers.map(([name, value]) => [name.toLowerCase(), value] as const);

/** Headers with one value. Of several, the first one counts. */
const singleValueHeaders = new Set(
  (
    'access-control-allow-credentials access-control-max-age access-control-request-method age authorization content-length content-location ' +
    'content-md5 content-range content-type date dnt etag expires from host if-modified-since if-range if-unmodified-since last-modified ' +
    'location max-forwards range referer retry-after tk upgrade-insecure-requests user-agent x-content-type-options'
  ).split(' '),
);
/** Headers with one line, which contains a list of values. */
const listHeaders = new Set(['content-encoding', 'content-language', 'if-match', 'if-none-match']);

/** Returns headers for `writeHead`: a name that may occur more than once, and does so, has a list of values. */
export function toHeaderObject(headers: HeaderList): Record<string, string | string[]> {
  const values = new Map<string, { readonly name: string; readonly list: string[] }>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const present = values.get(key);
    if (present === undefined) values.set(key, { name, list: [value] });
    else if (!singleValueHeaders.has(key)) present.list.push(value);
  }
  return Object.fromEntries(
    [...values].map(([key, { name, list }]) => [name, list.length === 1 || listHeaders.has(key) ? list.join(', ') : list] as const),
  );
}
