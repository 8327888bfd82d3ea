/** Calls with credentials, retries and time limits. */
import type { ApiDescriptor } from '../descriptor.js';
import { ApiError, ParameterError, shown, TimeoutError } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { exchange } from './exchange.js';
import { addHeaders, credentials } from './headers.js';
import { prepare } from './request.js';
import { nextDelay } from './retry.js';
import { openScope, sleep, systemClock } from './scope.js';
import { transportKey } from './types.js';
import type { CallOptions, ClientOptions, Clock, FetchInit, PreparedRequest, Timeout, Transport } from './types.js';

/** One call: its request, its options and its client's. */
interface Undertaking {
  readonly request: PreparedRequest;
  readonly url: string;
  readonly options: CallOptions;
  readonly shared: ClientOptions;
  readonly clock: Clock;
}

/** A client by itself, good for functions of one method. Throws `ParameterError` where the address is missing or malformed. */
export function createTransport(api: ApiDescriptor, shared: ClientOptions = {}): Transport {
  const { clock = systemClock } = shared;
  const rootUrl = checkedRootUrl(api, shared.rootUrl);
  const transport: Transport = {
    api,
    clock,
    rootUrl,
    async call(method, params, options = {}) {
      const requestId = options.requestId ?? shared.requestId ?? ((): string => crypto.randomUUID());
      return transport.send(prepare({ api, method, params, requestId }), options);
    },
    send: (request, options = {}) => send({ request, url: rootUrl + request.path, options, shared, clock }),
    get [transportKey]() {
      return transport;
    },
  };
  return transport;
}

/** Attempts until one succeeds, no more are to be made, or the call's limits are reached. */
async function send(call: Undertaking): Promise<ApiResponse> {
  const { request, options, shared, clock } = call;
  const { retry = shared.retry, signal } = options;
  const { auth, random = Math.random } = shared;
  const { total, each } = limits(options.timeout ?? shared.timeout);
  let last: ErrorOptions | undefined;
  let renewable = typeof auth !== 'string' && auth !== undefined;
  const scope = openScope(clock, { signal, timeout: total, expired: () => overdue(request, total, { subject: 'the call', last }) });
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce(call, each, scope.signal);
      } catch (error) {
        scope.signal?.throwIfAborted();
        last = { cause: error };
        if (renewable && error instanceof ApiError && error.status === 401) {
          // The token may have run out: its source is asked once more, at once, whatever the policy for retries.
          renewable = false;
          attempt -= 1;
          continue;
        }
        const delay = await scope.run(() => nextDelay({ error, attempt, request, retry }, { clock, random }));
        if (delay === undefined) throw error;
        await sleep(clock, scope, delay);
      }
    }
  } finally {
    scope.end();
  }
}

async function attemptOnce(call: Undertaking, timeout: number, signal: AbortSignal | undefined): Promise<ApiResponse> {
  const { request, url, shared } = call;
  const scope = openScope(call.clock, { signal, timeout, expired: () => overdue(request, timeout, { subject: 'an attempt' }) });
  try {
    return await scope.run(async () => {
      const init = await initOf(call, scope.signal);
      return exchange({ methodId: request.id, url, init, fetch: shared.fetch ?? ((address, how) => fetch(address, how)) });
    });
  } finally {
    scope.end();
  }
}

async function initOf(
  { request: { httpMethod, body }, url, options, shared }: Undertaking,
  signal: AbortSignal | undefined,
): Promise<FetchInit> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (setsUserAgent()) addHeaders(headers, { 'user-agent': shared.userAgent });
  addHeaders(headers, shared.headers);
  addHeaders(headers, await credentials(shared.auth, url));
  addHeaders(headers, options.headers);
  return { method: httpMethod, headers, redirect: 'manual', ...(body !== undefined && { body }), ...(signal && { signal }) };
}

/** Browsers set the header themselves, and setting it makes some of them ask the server's leave first. */
function setsUserAgent(): boolean {
  return !(globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent?.startsWith('Mozilla/');
}

function limits(timeout: Timeout | undefined): { total: number; each: number } {
  const { total = Infinity, attempt: each = Infinity } = typeof timeout === 'object' ? timeout : { total: timeout };
  if (total > 0 && each > 0) return { total, each };
  throw new ParameterError({ parameter: 'timeout', expected: 'milliseconds above 0', received: shown(timeout) });
}

function overdue(
  { id }: PreparedRequest,
  milliseconds: number,
  { subject, last }: { subject: string; last?: ErrorOptions | undefined },
): TimeoutError {
  return new TimeoutError({ methodId: id, milliseconds, subject }, last);
}

function checkedRootUrl({ name, rootUrl }: ApiDescriptor, given: string | undefined): string {
  const text = given ?? rootUrl;
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !(url.username + url.password + url.search + url.hash)) return url.href.replace(/\/*$/, '/');
  // What was given is not shown: it may hold a password.
  const received = text === undefined ? shown(text) : 'something else';
  throw new ParameterError({
    parameter: 'rootUrl',
    expected: 'an http(s) address without credentials, query and fragment',
    received,
    where: name,
  });
}
