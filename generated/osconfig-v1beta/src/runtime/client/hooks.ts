/** Hooks: functions that see, and may change, what a client sends, and are told what becomes of it. */
import type { HttpMethod } from '../descriptor.js';
import type { ApiResponse } from '../errors.js';

/** Each may be asynchronous and is waited for; what one throws, the call rejects with. */
export interface Hooks {
  /** Before each attempt. Members of the request may be set; credentials come after it, where it has set none, and never show in it. */
  readonly onRequest?: ((request: OutgoingRequest, attempt: AttemptSummary) => void | Promise<void>) | undefined;
  /** After each attempt that was answered, whatever the status. */
  readonly onResponse?: ((response: ApiResponse, attempt: AttemptSummary) => void | Promise<void>) | undefined;
  /** After an attempt that failed and is made again. */
  readonly onRetry?: ((retry: RetrySummary, attempt: AttemptSummary) => void | Promise<void>) | undefined;
  /** After the last attempt of a call that failed. */
  readonly onError?: ((error: unknown, attempt: AttemptSummary) => void | Promise<void>) | undefined;
}

/** A request on its way out. Header names are in lower case. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  /** Bytes of media, else JSON. */
  body?: string | ArrayBuffer;
}

/** What may be written to a log: no header, body or query is in it. The hooks of one attempt are given the same object. */
export interface AttemptSummary {
  readonly methodId: string;
  readonly httpMethod: HttpMethod;
  /** Without the query. */
  readonly url: string;
  /** Template of the path: `dns/v1/projects/{project}`. */
  readonly route: string;
  /** From 1. */
  readonly attempt: number;
}

export interface RetrySummary {
  readonly error: unknown;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/** Calls one hook of each in turn. */
export async function callHooks<Name extends keyof Hooks>(
  shared: Hooks & { readonly hooks?: Hooks | readonly Hooks[] | undefined },
  name: Name,
  ...told: Parameters<NonNullable<Hooks[Name]>>
): Promise<void> {
  for (const hooks of [shared, shared.hooks].flat() as readonly (Hooks | undefined)[])
    await (hooks?.[name] as ((...told: readonly unknown[]) => unknown) | undefined)?.(...told);
}
