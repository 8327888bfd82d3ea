/** Keeps what is secret in a request out of what is shown of its failure. */
import { encode } from '../path.js';

/** A request as it was sent. */
interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A text without the secrets. */
export type Hide = (text: string) => string;

/** Hides the query, what admits to the service in it and in the headers, and what is known to be secret in the body. */
export function hiding({ url, headers }: Sent, known: readonly string[] = []): Hide {
  const query = url.split('?')[1] ?? '';
  const found = [query, ...known];
  const note = (value: string, name: string): void => {
    if (/auth|cookie|key|secret|^access_token|upload_id/i.test(name)) found.push(value, encode(value), value.split(' ').pop() as string);
  };
  new URLSearchParams(query).forEach(note);
  for (const name in headers) note(headers[name] as string, name);
  // Short ones are words of every text.
  return (text) => found.reduce((rest, secret) => (secret.length > 3 ? rest.replaceAll(secret, '[hidden]') : rest), text);
}

/** Plain data whose texts are hidden. */
export function hidden<Data>(data: Data, hide: Hide): Data {
  return JSON.parse(JSON.stringify(data), (_, value: unknown) => (typeof value === 'string' ? hide(value) : value)) as Data;
}

/** Whether a secret stands in anything that could be printed of a value; what cannot be looked into counts as if it did. */
export function holds(value: unknown, hide: Hide, seen: Set<unknown> = new Set()): boolean {
  if (typeof value === 'string') return hide(value) !== value;
  if (Object(value) !== value || seen.has(value)) return false;
  seen.add(value);
  return (
    !/ (Array|Error|Object)/.test(Object.prototype.toString.call(value)) ||
    Reflect.ownKeys(value as object).some((key) => holds((value as Record<PropertyKey, unknown>)[key], hide, seen))
  );
}
