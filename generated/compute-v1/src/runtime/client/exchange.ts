/** One attempt: a request out, an answer in. */
import { apiError, NetworkError, unreadable } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { plainHeaders } from './headers.js';
import type { Fetch, FetchInit, FetchResponse } from './types.js';

export interface Exchange {
  readonly methodId: string;
  readonly url: string;
  readonly init: FetchInit;
  readonly fetch: Fetch;
}

/** Redirects that are followed for one request, at most. */
const mostHops = 5;

/** Sends once and reads the whole answer, of a failure too, so that its connection is free again. Throws `ApiError` and `NetworkError`. */
export async function exchange(sending: Exchange): Promise<ApiResponse> {
  const { status, headers, text } = await receive(sending);
  const { body, json } = parseBody(text);
  const response: ApiResponse = { status, headers, body };
  if (status < 200 || status > 299) throw apiError(sending.methodId, response);
  if (!json) throw unreadable(sending.methodId, response);
  return response;
}

async function receive({
  methodId,
  url,
  init,
  fetch,
}: Exchange): Promise<{ status: number; headers: Record<string, string>; text: string }> {
  try {
    let target = url;
    for (let hops = 0; ; hops += 1) {
      const response = await fetch(target, init);
      const text = await response.text();
      const next = hops < mostHops ? redirection(response, target, init.method) : undefined;
      if (next === undefined) return { status: response.status, headers: plainHeaders(response.headers), text };
      target = next;
    }
  } catch (error) {
    throw new NetworkError(methodId, error);
  }
}

/** Where the answer sends the same request on, if that is on the same origin: credentials go nowhere else. */
function redirection({ status, headers }: FetchResponse, url: string, method: string): string | undefined {
  const kept = status === 307 || status === 308 || ((status === 301 || status === 302) && (method === 'GET' || method === 'HEAD'));
  const location = kept ? headers.get('location') : null;
  if (location === null || !URL.canParse(location, url)) return undefined;
  const { origin, pathname, search } = new URL(location, url);
  return origin === new URL(url).origin ? origin + pathname + search : undefined;
}

/** An empty body counts as `{}`: some services answer a deletion with 204, others with 200 and `{}`. */
function parseBody(text: string): { body: unknown; json: boolean } {
  if (text === '') return { body: {}, json: true };
  try {
    return { body: JSON.parse(text) as unknown, json: true };
  } catch {
    return { body: text, json: false };
  }
}
