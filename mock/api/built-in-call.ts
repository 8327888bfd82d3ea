/**
 * A request that no method of an API handles: to Discovery, to an endpoint for tokens, or to a further route of a service module. Methods take
 * precedence.
 */
import { HttpError } from '../lib/http-error.js';
import type { ParsedRequest } from '../lib/http-request.js';
import type { HttpResult } from '../lib/http-result.js';

export interface BuiltInCall {
  /** The method ID of the public service, or a similar ID if it has none. */
  readonly methodId: string | undefined;
  /** Returns `undefined` if the request has no such call after all. Rejects with `HttpError`. */
  respond(): Promise<HttpResult | undefined>;
}

/** Throws the error of a request that can't be parsed, or 405 for another HTTP method. */
export function requireMethod({ error, method, path }: ParsedRequest, allowed: readonly string[]): void {
  if (error) throw error;
  if (allowed.includes(method)) return;
  throw new HttpError('methodNotAllowed', {
    message: `${path} doesn't support ${method}; expected ${allowed[0] ?? ''}.`,
    rule: 'route',
    headers: { allow: allowed.join(', ') },
  });
}
