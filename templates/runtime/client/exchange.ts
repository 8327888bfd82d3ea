/** One attempt: a request out, an answer in. */
import { apiError, NetworkError, unreadable } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { credentials, mergeHeaders, plainHeaders } from './headers.js';
import { tell } from './hooks.js';
import type { AttemptSummary, Hooks, OutgoingRequest } from './hooks.js';
import type { CallOptions, ClientOptions, Clock, FetchInit, FetchResponse, PreparedRequest } from './types.js';

/** One call: its request, its options and its client's. */
export interface Undertaking {
  readonly request: PreparedRequest;
  readonly url: string;
  readonly options: CallOptions;
  readonly shared: ClientOptions;
  readonly clock: Clock;
  /** Those of the client. */
  readonly hooks: readonly Hooks[];
  /** What the client sends with a request such as this. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Redirects that are followed for one request, at most. */
const mostHops = 5;

/** Sends once and reads the whole answer, of a failure too, so that its connection is free again. Throws `ApiError` and `NetworkError`. */
export async function exchange(call: Undertaking, summary: AttemptSummary, signal: AbortSignal | undefined): Promise<ApiResponse> {
  const { request, shared, hooks } = call;
  const { id } = request;
  // Each wait costs a turn: only what has something to wait for waits.
  const { url, method, headers, body: sent } = hooks[0] || shared.auth !== undefined ? await signed(call, summary) : unsigned(call);
  const init: FetchInit = { method, headers, redirect: 'manual' };
  if (sent !== undefined) init.body = sent;
  if (signal) init.signal = signal;
  let received: FetchResponse;
  let text: string;
  try {
    const send = shared.fetch ?? fetch;
    received = await send(url, init);
    text = await received.text();
    for (let hops = mostHops, target: string | undefined = url; hops > 0 && (target = movedTo(received, method, target)); hops -= 1) {
      received = await send(target, init);
      text = await received.text();
    }
  } catch (error) {
    const [, query] = url.split('?');
    // Some platforms name the address, and a key may stand in its query.
    throw new NetworkError(id, query && String(error).includes(query) ? undefined : error);
  }
  const { status } = received;
  const success = status > 199 && status < 300;
  // What the service says of a failure may repeat what was sent.
  if (!success) text = withoutSecrets(text, [...(request.secrets ?? []), headers['authorization']?.split(' ')[1]]);
  // An empty body counts as `{}`: some services answer a deletion with 204, others with 200 and `{}`.
  let body: unknown = text || {};
  let fault: unknown;
  try {
    if (text) body = JSON.parse(text);
  } catch (error) {
    fault = error;
  }
  const response = answerOf(received, body);
  if (hooks[0]) await tell(hooks, (each) => each.onResponse?.(response, summary));
  if (!success) throw apiError(id, response);
  // Half an answer is no answer, even where nothing said how long it would be.
  if (fault) throw response.headers['content-type']?.includes('json') ? new NetworkError(id, fault) : unreadable(id, response);
  return response;
}

function unsigned({ request: { httpMethod: method, body, headers: own }, url, options, headers: common }: Undertaking): OutgoingRequest {
  return { url, method, headers: mergeHeaders(common, options.headers, own), ...(body !== undefined && { body }) };
}

/** What hooks make of a request, with credentials. */
async function signed(call: Undertaking, summary: AttemptSummary): Promise<OutgoingRequest> {
  const { hooks, shared, options } = call;
  const outgoing = unsigned(call);
  await tell(hooks, (each) => each.onRequest?.(outgoing, summary));
  return { ...outgoing, headers: mergeHeaders({}, await credentials(shared.auth, outgoing.url), options.headers, outgoing.headers) };
}

/** Headers are looked at when somebody does. */
function answerOf({ status, headers }: FetchResponse, body: unknown): ApiResponse {
  let plain: Record<string, string> | undefined;
  return {
    status,
    get headers() {
      return (plain ??= plainHeaders(headers));
    },
    body,
  };
}

function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  return secrets.reduce<string>((shown, secret) => (secret && secret.length > 7 ? shown.replaceAll(secret, '[hidden]') : shown), text);
}

/** Where an answer sends the same request on to, on the same origin: credentials go nowhere else. */
function movedTo({ status, headers }: FetchResponse, method: string, from: string): string | undefined {
  const location = status > 300 && /^30([78]|[12](GET|HEAD)$)/.test(status + method) && headers.get('location');
  if (!location || !URL.canParse(location, from)) return undefined;
  const next = new URL(location, from);
  return next.origin === new URL(from).origin ? next.href.split('#')[0] : undefined;
}
