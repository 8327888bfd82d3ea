/** One attempt: a request out, an answer in. */
import { toApiError, NetworkError, describeNetworkFailure, invalidJsonError } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { getCredentials, mergeHeaders } from './headers.js';
import { callHooks } from './hooks.js';
import type { AttemptSummary, OutgoingRequest } from './hooks.js';
import { describeFailedRequest, redact } from './redaction.js';
import type { CallOptions, ClientOptions, Clock, FetchInit, FetchResponse, HeadersLike, PreparedRequest } from './client-types.js';

/** One call: its request, its options and its client's. */
export interface CallContext {
  readonly request: PreparedRequest;
  readonly url: string;
  readonly options: CallOptions;
  readonly shared: ClientOptions;
  readonly clock: Clock;
  /** What the client sends with a request such as this. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests that are made of one, at most: it and five redirects. */
const mostRequests = 6;

/** Sends once and reads the whole answer, of a failure too, so that its connection is free again. Throws `ApiError` and `NetworkError`. */
export async function sendAttempt(call: CallContext, summary: AttemptSummary, signal: AbortSignal | undefined): Promise<ApiResponse> {
  const { request, shared, options } = call;
  const { auth, hooks, onRequest = hooks, onResponse = hooks, fetch: send = fetch } = shared;
  let { url } = call;
  let { httpMethod: method, body }: Pick<PreparedRequest, 'body'> & { readonly httpMethod: string } = request;
  let headers = mergeHeaders(call.headers, options.headers, request.headers);
  if (onRequest) {
    // An object of their own: what hooks keep of it must not come to hold credentials.
    const outgoing = { url, method, headers, body } as OutgoingRequest;
    await callHooks(shared, 'onRequest', outgoing, summary);
    ({ url, method, headers, body } = outgoing);
  }
  if (onRequest || auth !== undefined) {
    // What the call leaves out; what hooks made of the headers is looked at, too.
    const out: HeadersLike = {
      forEach(add) {
        for (const name in options.headers) if (options.headers[name] === undefined) add(undefined as never, name);
      },
    };
    headers = mergeHeaders({}, auth === undefined ? undefined : await getCredentials(auth, url), out, headers);
  }
  const init = { url, method, headers, body, redirect: 'manual', signal } as FetchInit & OutgoingRequest;
  let received: FetchResponse | undefined;
  let text: unknown;
  try {
    for (let left = mostRequests, target: string | false | null = url; target && left--;) {
      received = await send(target, init);
      text = await received.text();
      target = movedTo(received, method, target);
    }
  } catch (error) {
    const fault = redact(describeNetworkFailure(error), init, request);
    throw new NetworkError(describeFailedRequest(request, init), Object.assign(new Error(fault.message), fault));
  }
  const { status, headers: listed } = received as FetchResponse;
  const success = status > 199 && status < 300;
  let broken;
  try {
    // An empty body counts as `{}`: some services answer a deletion with 204, others with 200 and `{}`. So does `null`.
    text = JSON.parse((text as string) || '{}') ?? {};
  } catch {
    broken = true;
  }
  let response: ApiResponse = {
    status,
    // Few ask for them, and a platform may take its time to list them.
    get headers() {
      const plain: Record<string, string> = {};
      listed.forEach((value, name) => {
        // Cookies are left out: they are credentials, and errors carry this.
        if (name !== 'set-cookie') plain[name] = value;
      });
      return plain;
    },
    body: text,
  };
  // What the service says of a failure, of an operation's too, may repeat what was sent.
  if (broken || !success || (text as { error?: unknown }).error) response = redact(response, init, request);
  if (onResponse) await callHooks(shared, 'onResponse', { ...response }, summary);
  if (!success) throw toApiError(describeFailedRequest(request, init), response);
  // Half an answer is no answer, even where nothing said how long it would be. What a platform says of it quotes it.
  if (broken)
    throw /json/.test(response.headers['content-type'] ?? '')
      ? new NetworkError(describeFailedRequest(request, init), new Error('broken JSON'))
      : invalidJsonError(describeFailedRequest(request, init), response);
  return response;
}

/** Where an answer sends the same request on to, on the same origin: credentials go nowhere else. */
function movedTo({ status, headers }: FetchResponse, method: string, from: string): string | false | null {
  const location = /^30([78]|[1-3](GET|HEAD)$)/.test(status + method) && headers.get('location');
  const next = location && URL.canParse(location, from) && new URL(location, from);
  return next && next.origin === new URL(from).origin && next.href;
}
