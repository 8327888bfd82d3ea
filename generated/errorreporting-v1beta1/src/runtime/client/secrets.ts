/** Keeps what is secret in a request out of what is shown of its failure. */
import { encode } from '../path.js';
import type { PreparedRequest } from './types.js';

/** What the request of an answer held that no error may show: what is read of its operation later may repeat it. */
export const secretsBehind: WeakMap<object, readonly string[]> = /* @__PURE__ */ new WeakMap();

/** A request as it was sent. */
interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Plain data of a failure without what is secret in its request: the query, what admits to the service in it and in the headers, and
 * what is known to be secret in the body.
 */
export function hidden<Data>(data: Data, { url, headers }: Sent, { secrets = [] }: Pick<PreparedRequest, 'secrets'>): Data {
  const query = url.split('?')[1] ?? '';
  const found = [query, ...secrets];
  const note = (value: string, name: string): void => {
    if (/auth|cookie|key|secret|token/i.test(name)) found.push(encode(value), ...value.split(' '));
  };
  new URLSearchParams(query).forEach(note);
  new Headers(headers).forEach(note);
  // Short ones are words of every text.
  const hide = (text: string, secret: string): string => (secret.length > 6 ? text.replaceAll(secret, '[hidden]') : text);
  return JSON.parse(JSON.stringify(data), (_, value: unknown) => (typeof value === 'string' ? found.reduce(hide, value) : value)) as Data;
}
