/** Removes the secrets of a request from its errors. */
import type { FailedRequest } from '../errors.js';
import { percentEncode } from '../paths/expand.js';
import type { PreparedRequest } from './client-types.js';

/** The secrets of the request, by response body. A later read of the operation in the response may repeat them. */
export const redactedValues: WeakMap<object, readonly string[]> = /* @__PURE__ */ new WeakMap();

/** A request as the client sent it. */
interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Names of headers and query parameters whose values are secret. */
const secretName = /auth|cookie|key|passw|secret|signature|token|upload.?id/i;

/** Removes the secrets of the request from the data of a failure: the query, credentials in headers, and secret fields of the body. */
export function redact<Data>(data: Data, sent: SentRequest, request: Pick<PreparedRequest, 'secrets'>): Data {
  return replaceSecrets(data, [sent.url.split('?')[1] ?? '', ...collectSecretValues(sent, request)]);
}

/** Returns the members of an error that describe its request, without secrets. Uses the prepared request if the client didn't send it. */
export function describeFailedRequest(
  request: PreparedRequest,
  { url, method = request.httpMethod, headers = {} }: Partial<SentRequest> & { readonly url: string; readonly method?: string },
): FailedRequest {
  const visibleUrl = url
    .replace(/\/\/[^/?]*@/, '//')
    .replace(/([?&])([^=&]*)=[^&]*/g, (pair, start: string, name: string) => (secretName.test(name) ? `${start}${name}=[hidden]` : pair));
  const visible = replaceSecrets(visibleUrl, collectSecretValues({ url, headers }, request));
  return { methodId: request.id, httpMethod: method as FailedRequest['httpMethod'], url: visible };
}

/** Collects the secret values in the query, the headers, and the body. */
function collectSecretValues({ url, headers }: SentRequest, { secrets = [] }: Pick<PreparedRequest, 'secrets'>): readonly string[] {
  const secretValues = [...secrets];
  const addSecret = (value: string, name: string): void => {
    if (secretName.test(name)) secretValues.push(percentEncode(value), ...value.split(' '));
  };
  new URLSearchParams(url.split('?')[1]).forEach(addSecret);
  new Headers(headers).forEach(addSecret);
  return secretValues;
}

/** The depth of the data of an error. Deeper values would overflow the stack of a program that copies or logs the error. */
const maxDepth = 100;

/** Copies plain data without the secrets, and without values below the maximum depth. */
function replaceSecrets<Data>(data: Data, secrets: readonly string[], depth = 0): Data {
  // Short values would match ordinary words.
  const hide = (text: string, secret: string): string => (secret.length > 6 ? text.replaceAll(secret, '[hidden]') : text);
  const copy = (value: unknown): unknown => replaceSecrets(value, secrets, depth + 1);
  if (typeof data === 'string') return secrets.reduce(hide, data) as Data;
  if (Object(data) !== data) return data;
  if (depth > maxDepth) return '[too deep]' as Data;
  return (
    Array.isArray(data) ? data.map(copy) : Object.fromEntries(Object.entries(data as object).map(([name, value]) => [name, copy(value)]))
  ) as Data;
}
