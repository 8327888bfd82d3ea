/** The public type of a fault. */
import type { JsonObject } from '../lib/json.js';

/**
 * A fault to inject. `method` and `path` select the requests; if both are present, both must match. Without either, the rule applies to
 * every request.
 *
 * @typeParam MethodId - The ids of the methods of the mock.
 */
export interface FaultRule<MethodId extends string = string> {
  /** A name for the rule. The journal shows it. */
  readonly id?: string | undefined;
  /** A method id, or a prefix that ends in `*`: `dns.managedZones.*`. */
  readonly method?: MethodId | `${string}*` | undefined;
  /** A URL path, or a prefix that ends in `*`. */
  readonly path?: string | undefined;
  /** The HTTP status of the error, from 400 to 599. Default: the status of `reason`, or 500 if the reason is unknown. */
  readonly status?: number | undefined;
  /** The reason of the error, such as `rateLimitExceeded`. */
  readonly reason?: string | undefined;
  /** The message of the error. */
  readonly message?: string | undefined;
  /** The delay before the mock processes the request, in milliseconds. */
  readonly latencyMs?: number | undefined;
  /** True closes the connection without a response. In memory, `fetch` rejects. */
  readonly drop?: boolean | undefined;
  /** The number of matching requests to which the rule applies. Default: all. */
  readonly times?: number | undefined;
  /** The share of matching requests to which the rule applies, from 0 to 1. Default: 1. */
  readonly probability?: number | undefined;
  /** Accepts the call and fails its operation with these errors. */
  readonly operation?:
    | {
        readonly errors: readonly JsonObject[];
        readonly httpErrorStatusCode?: number | undefined;
        readonly httpErrorMessage?: string | undefined;
      }
    | undefined;
  /** Scopes, such as `regions/r` or `global`, that a list reports as unreachable. */
  readonly unreachable?: readonly string[] | undefined;
}
