/** Calls with credentials, retries and time limits. */
import type { ApiDescriptor } from '../descriptor.js';
import { ApiError, ParameterError, shown, TimeoutError } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { exchange } from './exchange.js';
import { addHeaders, credentials } from './headers.js';
import { prepare } from './request.js';
import { nextDelay } from './retry.js';
import { openScope, sleep, systemClock } from './scope.js';
import type { Scope } from './scope.js';
import { transportKey } from './types.js';
import type { CallOptions, ClientOptions, Clock, Fetch, FetchInit, PreparedRequest, Timeout, Transport } from './types.js';

/** What all calls of a client share. */
interface Session {
  readonly options: ClientOptions;
  readonly rootUrl: string;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

/** One call: its request, its options, and what limits it. */
interface Undertaking {
  readonly session: Session;
  readonly request: PreparedRequest;
  readonly options: CallOptions;
  readonly scope: Scope;
}

/** A client by itself, good for functions of one method. Throws `ParameterError` where the address is missing or malformed. */
export function createTransport(api: ApiDescriptor, options: ClientOptions = {}): Transport {
  const { clock = systemClock, fetch: own } = options;
  const session: Session = {
    options,
    clock,
    rootUrl: checkedRootUrl(api, options.rootUrl),
    fetch: own ?? ((url, init) => fetch(url, init)),
  };
  limits(options.timeout);
  const transport: Transport = {
    api,
    clock,
    rootUrl: session.rootUrl,
    async call(method, params, callOptions = {}) {
      const requestId = callOptions.requestId ?? options.requestId ?? ((): string => crypto.randomUUID());
      return send(session, prepare({ api, method, params, requestId }), callOptions);
    },
    send: (request, callOptions = {}) => send(session, request, callOptions),
    get [transportKey]() {
      return transport;
    },
  };
  return transport;
}

async function send(session: Session, request: PreparedRequest, options: CallOptions): Promise<ApiResponse> {
  const { total } = limits(options.timeout ?? session.options.timeout);
  let cause: unknown;
  const expired = (): Error => timeoutError(request, total, { subject: 'the call', cause });
  const scope = openScope(session.clock, { signal: options.signal, timeout: total, expired });
  try {
    return await attempts({ session, request, options, scope }, (error) => void (cause = error));
  } finally {
    scope.end();
  }
}

async function attempts(call: Undertaking, failed: (error: unknown) => void): Promise<ApiResponse> {
  const { session, request, options, scope } = call;
  const { auth, random = Math.random } = session.options;
  const retry = options.retry ?? session.options.retry;
  let renewable = typeof auth !== 'string' && auth !== undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(call, attempt);
    } catch (error) {
      scope.signal?.throwIfAborted();
      failed(error);
      if (renewable && error instanceof ApiError && error.status === 401) {
        // The token may have run out: the source is asked once more, at once, whatever the policy for retries.
        renewable = false;
        attempt -= 1;
        continue;
      }
      const delay = await scope.run(() => nextDelay({ error, attempt, request, retry }, { clock: session.clock, random }));
      if (delay === undefined) throw error;
      await sleep(session.clock, scope, delay);
    }
  }
}

async function attemptOnce({ session, request, options, scope }: Undertaking, attempt: number): Promise<ApiResponse> {
  const { attempt: timeout } = limits(options.timeout ?? session.options.timeout);
  const expired = (): Error => timeoutError(request, timeout, { subject: `attempt ${attempt}` });
  const limited = openScope(session.clock, { signal: scope.signal, timeout, expired });
  try {
    return await limited.run(async () => {
      const url = session.rootUrl + request.path;
      const init = await initOf({ session, request, options, scope: limited }, url);
      return exchange({ methodId: request.id, url, init, fetch: session.fetch });
    });
  } finally {
    limited.end();
  }
}

async function initOf({ session, request, options, scope }: Undertaking, url: string): Promise<FetchInit> {
  const { auth, headers: always, userAgent } = session.options;
  const headers: Record<string, string> = { accept: 'application/json' };
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  if (userAgent !== undefined && setsUserAgent()) addHeaders(headers, { 'user-agent': userAgent });
  addHeaders(headers, always);
  addHeaders(headers, await credentials(auth, url));
  addHeaders(headers, options.headers);
  return {
    method: request.httpMethod,
    headers,
    redirect: 'manual',
    ...(request.body !== undefined && { body: request.body }),
    ...(scope.signal && { signal: scope.signal }),
  };
}

/** Browsers set the header themselves, and setting it makes some of them ask the server's leave first. */
function setsUserAgent(): boolean {
  return !(globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent?.startsWith('Mozilla/');
}

function limits(timeout: Timeout | undefined): { total: number; attempt: number } {
  const { total = Infinity, attempt = Infinity } = typeof timeout === 'object' ? timeout : { total: timeout };
  for (const value of [total, attempt]) {
    if (!(value > 0)) throw new ParameterError({ parameter: 'timeout', expected: 'milliseconds above 0', received: shown(value) });
  }
  return { total, attempt };
}

function timeoutError(
  request: PreparedRequest,
  milliseconds: number,
  { subject, cause }: { subject: string; cause?: unknown },
): TimeoutError {
  return new TimeoutError({ methodId: request.id, milliseconds, subject }, cause === undefined ? undefined : { cause });
}

function checkedRootUrl(api: ApiDescriptor, given: string | undefined): string {
  const text = given ?? api.rootUrl;
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash)
    return url.href.replace(/\/*$/, '/');
  // What was given is not shown: it may hold a password.
  const received =
    text === undefined ? shown(text) : url ? 'an address with another scheme, credentials, a query or a fragment' : 'something else';
  const expected = 'an absolute http or https address without credentials, query and fragment';
  throw new ParameterError({ parameter: 'rootUrl', expected, received, where: `${api.name}.${api.version}` });
}
