/** One attempt: a request out, an answer in. */
import { apiError, NetworkError, unreadable } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { credentials, mergeHeaders, plainHeaders } from './headers.js';
import { tell } from './hooks.js';
import type { AttemptSummary } from './hooks.js';
import type { CallOptions, ClientOptions, Clock, Fetch, FetchInit, FetchResponse, PreparedRequest } from './types.js';

/** One call: its request, its options and its client's. */
export interface Undertaking {
  readonly request: PreparedRequest;
  readonly url: string;
  readonly options: CallOptions;
  readonly shared: ClientOptions;
  readonly clock: Clock;
}

/** Redirects that are followed for one request, at most. */
const mostHops = 5;

/** Sends once and reads the whole answer, of a failure too, so that its connection is free again. Throws `ApiError` and `NetworkError`. */
export async function exchange(
  { request, shared, options, url: address }: Undertaking,
  summary: AttemptSummary,
  signal: AbortSignal | undefined,
): Promise<ApiResponse> {
  const { id, httpMethod, body: sent, secrets = [] } = request;
  const own = { accept: 'application/json', 'content-type': sent && 'application/json', 'user-agent': agentOf(shared) };
  const headers = mergeHeaders(own, shared.headers, options.headers, request.headers);
  const outgoing = { url: address, method: httpMethod as string, headers, ...(sent !== undefined && { body: sent }) };
  await tell(shared, (hooks) => hooks.onRequest?.(outgoing, summary));
  const { url, ...rest } = outgoing;
  const init: FetchInit = {
    ...rest,
    headers: mergeHeaders(await credentials(shared.auth, url), options.headers, outgoing.headers),
    redirect: 'manual',
    ...(signal && { signal }),
  };
  const [{ status, headers: received }, text] = await receive(shared.fetch ?? ((...args) => fetch(...args)), url, init).catch(
    (error: unknown) => {
      const [, query] = url.split('?');
      // Some platforms name the address, and a key may stand in its query.
      throw new NetworkError(id, query && String(error).includes(query) ? undefined : error);
    },
  );
  const success = status > 199 && status < 300;
  let shown = text;
  // What the service says of a failure may repeat what was sent.
  if (!success)
    for (const secret of [...secrets, init.headers['authorization']?.split(' ')[1]])
      if (secret && secret.length > 7) shown = shown.replaceAll(secret, '[hidden]');
  // An empty body counts as `{}`: some services answer a deletion with 204, others with 200 and `{}`.
  let body: unknown = shown || {};
  let fault: unknown;
  try {
    if (shown) body = JSON.parse(shown);
  } catch (error) {
    fault = error;
  }
  const response: ApiResponse = { status, headers: plainHeaders(received), body };
  await tell(shared, (hooks) => hooks.onResponse?.(response, summary));
  if (!success) throw apiError(id, response);
  // Half an answer is no answer, even where nothing said how long it would be.
  if (fault) throw response.headers['content-type']?.includes('json') ? new NetworkError(id, fault) : unreadable(id, response);
  return response;
}

/** The answer, and its text, after redirects that stay on the same origin: credentials go nowhere else. */
async function receive(fetch: Fetch, url: string, init: FetchInit): Promise<readonly [FetchResponse, string]> {
  for (let target = url, hops = mostHops; ; hops -= 1) {
    const response = await fetch(target, init);
    const text = await response.text();
    // Only where the same request is to be sent on.
    const kept = /^30([78]|[12](GET|HEAD)$)/.test(response.status + init.method);
    const location = kept && hops > 0 && response.headers.get('location');
    if (!location || !URL.canParse(location, target)) return [response, text];
    const next = new URL(location, target);
    if (next.origin !== new URL(url).origin) return [response, text];
    target = next.href.split('#')[0] as string;
  }
}

/** Browsers set the header themselves, and setting it makes some of them ask the server's leave first. */
function agentOf({ userAgent }: ClientOptions): string | undefined {
  return (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent?.startsWith('Mozilla/') ? undefined : userAgent;
}
