/** Middleware: functions around each attempt of a call. Programs that use none don't contain this module. */
import type { MethodDescriptor } from '../descriptor.js';
import type { ApiResponse } from '../errors.js';
import type { AttemptSummary, OutgoingRequest } from './call-options.js';
import {
  bindKey,
  transportKey,
  wrapSend,
  type CallableDescriptor,
  type CallContext,
  type Client,
  type PreparedRequest,
  type Transport,
} from './client-types.js';
import { sendAttempt } from './exchange.js';
import { mergeHeaders } from './prepare-request.js';

/**
 * A function around each attempt of a call. It returns the response of `next`, or another one, or throws. It can change the request before it
 * calls `next`, and can call `next` several times, or not at all, except for a download or a stream of events.
 */
export type Middleware = (request: MiddlewareRequest, next: SendRequest) => Promise<ApiResponse>;

/** Passes the request to the next middleware, or sends it. Rejects with the error of the attempt, such as an `ApiError`. */
export type SendRequest = (request: MiddlewareRequest) => Promise<ApiResponse>;

/** The request of one attempt. It has no credentials: the client adds them afterwards, unless a middleware set the header. */
export interface MiddlewareRequest extends OutgoingRequest {
  readonly attempt: AttemptSummary;
  /** The description of the method. Absent if the request has another address, such as that of an operation that a call waits for. */
  readonly descriptor: MethodDescriptor | undefined;
  /** Aborts when the caller aborts the call, and at its time limit. Absent without either. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Returns a client that runs middleware around each attempt of its calls. The first one is the outermost. The client that is passed in stays
 * as it is.
 *
 * ```ts
 * const dns = withMiddleware(createDnsClient(options), async (request, next) => {
 *   const response = await next(request);
 *   console.log(request.attempt.methodId, response.status);
 *   return response;
 * });
 * ```
 */
export function withMiddleware<C extends Client>(client: C, ...middleware: readonly Middleware[]): C {
  const base = client[transportKey];
  const wrap =
    (send: Transport['send'], method?: CallableDescriptor): Transport['send'] =>
    (request, options) =>
      send({ ...request, attempt: wrapAttempt(request.attempt ?? sendAttempt, middleware, method) }, options);
  const transport: Transport = {
    ...base,
    send: wrap(base.send),
    call: (method, params, options) => {
      const intercept: NonNullable<CallableDescriptor['steps']>[number] = (builder) =>
        wrapSend(builder, (send) => wrap(send, builder.method));
      return base.call({ ...method, steps: [intercept, ...(method.steps ?? [])] }, params, options);
    },
    get [transportKey]() {
      return transport;
    },
  };
  return (client[bindKey]?.(transport) ?? transport) as C;
}

type Attempt = NonNullable<PreparedRequest['attempt']>;

/** Returns an attempt that runs middleware around another one. */
function wrapAttempt(inner: Attempt, middleware: readonly Middleware[], descriptor: MethodDescriptor | undefined): Attempt {
  return (call, attempt, signal) => {
    const { request, url, options } = call;
    const headers = mergeHeaders(call.headers, options.headers, request.headers);
    const outgoing = { url, method: request.httpMethod, headers, attempt, descriptor, signal };
    const send: SendRequest = async (changed) => inner(replaceRequest(call, changed), attempt, signal);
    const run = middleware.reduceRight<SendRequest>((next, each) => async (changed) => each(changed, next), send);
    return run(request.body === undefined ? outgoing : { ...outgoing, body: request.body });
  };
}

/** Replaces what middleware can change. What the caller removed from the headers stays removed from those of the credentials. */
function replaceRequest(call: CallContext, { url, method, headers, body }: MiddlewareRequest): CallContext {
  const removed = Object.entries(call.options.headers ?? {}).filter(([, value]) => value === undefined);
  const { body: _, ...request } = call.request;
  return {
    ...call,
    url,
    headers: {},
    options: { ...call.options, headers: Object.fromEntries(removed) },
    request: {
      ...request,
      httpMethod: method as PreparedRequest['httpMethod'],
      headers,
      ...(body !== undefined && { body }),
    },
  };
}
