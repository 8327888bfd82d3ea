/** Keeps what is secret in a request out of what is shown of its failure. */
import type { FailedRequest } from '../errors.js';
import { percentEncode } from '../path-template.js';
import type { PreparedRequest } from './client-types.js';

/** What the request of an answer held that no error may show: what is read of its operation later may repeat it. */
export const redactedValues: WeakMap<object, readonly string[]> = /* @__PURE__ */ new WeakMap();

/** A request as it was sent. */
interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Names of headers and query parameters whose values are secret. */
const secretName = /auth|cookie|key|passw|secret|signature|token|upload.?id/i;

/**
 * Plain data of a failure without what is secret in its request: the query, what admits to the service in it and in the headers, and
 * what is known to be secret in the body.
 */
export function redact<Data>(data: Data, sent: Sent, request: Pick<PreparedRequest, 'secrets'>): Data {
  return withoutSecrets(data, [sent.url.split('?')[1] ?? '', ...secretsIn(sent, request)]);
}

/** The request as an error may show it: as it was sent, or, if it never was, as it was prepared. */
export function describeFailedRequest(request: PreparedRequest, sent: { readonly url: string } & Partial<Sent>): FailedRequest {
  const { url, method = request.httpMethod, headers = {} } = sent;
  const bare = url
    .replace(/\/\/[^/?]*@/, '//')
    .replace(/([?&])([^=&]*)=[^&]*/g, (pair, start: string, name: string) => (secretName.test(name) ? `${start}${name}=[hidden]` : pair));
  const httpMethod = method as FailedRequest['httpMethod'];
  return { methodId: request.id, httpMethod, url: withoutSecrets(bare, secretsIn({ url, method, headers }, request)) };
}

/** Secret values in the query, the headers, and the body. */
function secretsIn({ url, headers }: Sent, { secrets = [] }: Pick<PreparedRequest, 'secrets'>): readonly string[] {
  const found = [...secrets];
  const note = (value: string, name: string): void => {
    if (secretName.test(name)) found.push(percentEncode(value), ...value.split(' '));
  };
  new URLSearchParams(url.split('?')[1]).forEach(note);
  new Headers(headers).forEach(note);
  return found;
}

function withoutSecrets<Data>(data: Data, secrets: readonly string[]): Data {
  // Short ones are words of every text.
  const hide = (text: string, secret: string): string => (secret.length > 6 ? text.replaceAll(secret, '[hidden]') : text);
  return JSON.parse(JSON.stringify(data), (_, value: unknown) => (typeof value === 'string' ? secrets.reduce(hide, value) : value)) as Data;
}
