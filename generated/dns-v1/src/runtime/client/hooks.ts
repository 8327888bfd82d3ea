/** Hooks: functions that observe the attempts of a client and can change its requests. */
import type { HttpMethod } from '../descriptor.js';
import type { ApiResponse } from '../errors.js';

/** Functions that the client calls and awaits. If one throws, the call rejects with that error. */
export interface Hooks {
  /** Called before each attempt. It may change the request. The client adds credentials afterwards, unless the hook set them. */
  readonly onRequest?: ((request: OutgoingRequest, attempt: AttemptSummary) => void | Promise<void>) | undefined;
  /** Called after each attempt that received a response, whatever its status. */
  readonly onResponse?: ((response: ApiResponse, attempt: AttemptSummary) => void | Promise<void>) | undefined;
  /** Called after a failed attempt that the client retries. */
  readonly onRetry?: ((retry: RetrySummary, attempt: AttemptSummary) => void | Promise<void>) | undefined;
  /** Called after the last attempt of a failed call. */
  readonly onError?: ((error: unknown, attempt: AttemptSummary) => void | Promise<void>) | undefined;
}

/** The request of one attempt. Header names are in lower case. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** JSON text, or the bytes of media. */
  body?: string | ArrayBuffer;
}

/** An attempt, without headers, body, and query, so that it can be logged. All hooks of one attempt receive the same object. */
export interface AttemptSummary {
  readonly methodId: string;
  readonly httpMethod: HttpMethod;
  /** The URL without the query. */
  readonly url: string;
  /** The path template: `dns/v1/projects/{project}`. */
  readonly route: string;
  /** The number of the attempt, starting with 1. */
  readonly attempt: number;
}

/** Why and when the client retries. */
export interface RetrySummary {
  readonly error: unknown;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/** Calls the hook `name` of the client options, then of each object in `hooks`. */
export async function callHooks<Name extends keyof Hooks>(
  clientOptions: Hooks & { readonly hooks?: Hooks | readonly Hooks[] | undefined },
  name: Name,
  ...args: Parameters<NonNullable<Hooks[Name]>>
): Promise<void> {
  for (const hooks of [clientOptions, clientOptions.hooks].flat() as readonly (Hooks | undefined)[])
    await (hooks?.[name] as ((...args: readonly unknown[]) => unknown) | undefined)?.(...args);
}
