/** Makes one attempt: sends a request and reads the response. */
import {
  createInvalidResponseError,
  describeNetworkFailure,
  findReportedError,
  NetworkError,
  toApiError,
  toReportedError,
  type ApiResponse,
} from '../errors.js';
import type { AttemptSummary, FetchInit, HeadersLike, Hooks, OutgoingRequest } from './call-options.js';
import type { CallContext, PreparedRequest, ReplacedResponse } from './client-types.js';
import { getCredentials, mergeHeaders } from './prepare-request.js';
import { readText } from './read-body.js';
import { describeFailedRequest, redact } from './redaction.js';

/** The request and at most five redirects. */
const maxRequests = 6;

/**
 * Sends a request once. Reads the whole response, also that of a failure, so that the connection can be reused.
 *
 * @throws ApiError If the service responds with an error, or with more bytes than `maxResponseBytes`.
 * @throws NetworkError If the request fails or the response is incomplete.
 */
export async function sendAttempt(call: CallContext, summary: AttemptSummary, signal: AbortSignal | undefined): Promise<ApiResponse> {
  const { request, clientOptions, options, maxResponseBytes } = call;
  const { auth, hooks, onRequest = hooks, onResponse = hooks, fetch: send = fetch } = clientOptions;
  let { url } = call;
  let { httpMethod: method, body }: Pick<PreparedRequest, 'body'> & { readonly httpMethod: string } = request;
  let headers = mergeHeaders(call.headers, options.headers, request.headers);
  if (onRequest) {
    // Hooks get a separate object, which they may keep. Credentials are never added to it.
    const outgoing = { url, method, headers, body } as OutgoingRequest;
    await callHooks(clientOptions, 'onRequest', outgoing, summary);
    ({ url, method, headers, body } = outgoing);
  }
  if (onRequest || auth !== undefined) {
    // Remove the headers that the call sets to `undefined`, and validate the headers that hooks changed.
    const removedHeaders: HeadersLike = {
      forEach(add) {
        for (const name in options.headers) if (options.headers[name] === undefined) add(undefined as never, name);
      },
    };
    headers = mergeHeaders({}, auth === undefined ? undefined : await getCredentials(auth, url), removedHeaders, headers);
  }
  const init = { url, method, headers, body, redirect: 'manual', signal } as FetchInit & OutgoingRequest;
  let received: ReplacedResponse | undefined;
  let text: string | undefined;
  try {
    for (let left = maxRequests, target: string | false | null = url; target && left--;) {
      const incoming = await send(target, init);
      const replaced = request.transformResponse?.(incoming, maxResponseBytes, (data) => redact(data, init, request));
      received = replaced ?? incoming;
      text = await (replaced ? replaced.text() : readText(incoming, maxResponseBytes));
      target = resolveRedirect(received, method, target);
    }
  } catch (error) {
    const failure = redact(describeNetworkFailure(error), init, request);
    throw new NetworkError(describeFailedRequest(request, init), Object.assign(new Error(failure.message), failure));
  }
  let content: unknown = text;
  let isInvalid = text === undefined;
  try {
    // An empty body and `null` count as `{}`: some services respond to a deletion with 204, others with 200 and `{}`.
    content = JSON.parse(text || '{}') ?? {};
  } catch {
    isInvalid = true;
  }
  let response = toResponse(received as ReplacedResponse, content);
  const isSuccess = response.status > 199 && response.status < 300;
  // A stream that fails after its first messages ends with its error.
  const reported = isSuccess && Array.isArray(content) && findReportedError(content);
  // The error of a response or of an operation may repeat parts of the request.
  if (isInvalid || !isSuccess || reported || (content as { error?: unknown }).error) response = redact(response, init, request);
  if (onResponse) await callHooks(clientOptions, 'onResponse', { ...response }, summary);
  if (isSuccess && !isInvalid && !reported) return response;
  const failedRequest = describeFailedRequest(request, init);
  if (text === undefined) throw createInvalidResponseError(failedRequest, response, maxResponseBytes);
  if (!isSuccess) throw toApiError(failedRequest, response);
  if (reported) throw toReportedError(failedRequest, response, reported);
  // Truncated JSON means that the connection ended early. The message of the platform would quote the response, so it isn't used.
  throw /json/.test(response.headers['content-type'] ?? '')
    ? new NetworkError(failedRequest, new Error('incomplete JSON'))
    : createInvalidResponseError(failedRequest, response, 'JSON');
}

function toResponse({ status, headers }: ReplacedResponse, body: unknown): ApiResponse {
  return {
    status,
    // Computed on demand: listing headers is slow on some platforms, and few callers need them.
    get headers() {
      const plain: Record<string, string> = {};
      headers.forEach((value, name) => {
        // Cookies are credentials, which errors must not contain.
        if (name !== 'set-cookie') plain[name] = value;
      });
      return plain;
    },
    body,
  };
}

/** Returns the URL of a redirect that repeats the request on the same origin. Credentials must not go to another origin. */
function resolveRedirect({ status, headers }: ReplacedResponse, method: string, from: string): string | false | null {
  const location = /^30([78]|[1-3](GET|HEAD)$)/.test(status + method) && headers.get('location');
  const next = location && URL.canParse(location, from) && new URL(location, from);
  return next && next.origin === new URL(from).origin && next.href;
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
