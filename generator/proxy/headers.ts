/** The headers of messages that a proxy passes on. */

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Headers that concern a connection, and not the message (RFC 9110, 7.6.1). */
const connectionHeaders = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|http2-settings|:.*)$/;

/** Returns the headers to pass on from a flat list of names and values. */
export function readHeaders(raw: readonly string[]): HeaderList {
  const headers: [string, string][] = [];
  const named = new Set<string>();
  for (let index = 0; index < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]];
    headers.push([name, value]);
    if (name.toLowerCase() === 'connection') for (const each of value.split(',')) named.add(each.trim().toLowerCase());
  }
  return headers.filter(([name]) => !connectionHeaders.test(name.toLowerCase()) && !named.has(name.toLowerCase()));
}

export const toLowerCase = (headers: HeaderList): HeaderList => headers.map(([name, value]) => [name.toLowerCase(), value] as const);

/** Returns an object as `writeHead` takes it, with a list of values for a name that occurs more than once. */
export function toHeaderObject(headers: HeaderList): Record<string, string | string[]> {
  const values = new Map<string, { readonly name: string; readonly list: string[] }>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const present = values.get(key);
    if (present === undefined) values.set(key, { name, list: [value] });
    else present.list.push(value);
  }
  return Object.fromEntries([...values.values()].map(({ name, list }) => [name, list.length === 1 ? (list[0] as string) : list] as const));
}
