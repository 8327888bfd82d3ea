/** Calls with retries and time limits. */
import type { ApiDescriptor } from '../descriptor.js';
import { ApiError, ParameterError, describeValue, TimeoutError } from '../errors.js';
import type { ApiResponse } from '../errors.js';
import { describeType } from '../type-text.js';
import { sendAttempt } from './exchange.js';
import type { CallContext } from './exchange.js';
import { createClientHeaders, jsonContentType } from './headers.js';
import { callHooks } from './hooks.js';
import type { AttemptSummary } from './hooks.js';
import { callOptions, checkOptions, clientOptions } from './options.js';
import { prepareRequest } from './prepare-request.js';
import { computeRetryDelay } from './retry.js';
import { describeFailedRequest } from './redaction.js';
import type { TimeLimit } from './timeout.js';
import { sleep, systemClock, withTimeout } from './timeout.js';
import { transportKey } from './client-types.js';
import type { ClientOptions, RequestBuilder, Timeout, Transport } from './client-types.js';
import type { Validate, Validation } from './validation.js';

type Judge = Exclude<Validate, Validation>;

/** A client by itself, good for functions of one method. Throws `ParameterError` where the address is missing or malformed. */
export function createTransport(api: ApiDescriptor, shared: ClientOptions = {}): Transport {
  checkOptions('createClient', shared, clientOptions);
  const { clock = systemClock, validate } = shared;
  const rootUrl = checkedRootUrl(api, shared.rootUrl);
  // They are the same for all requests, without and with a body.
  const bare = createClientHeaders(shared);
  const withBody = createClientHeaders(shared, jsonContentType);
  const call: Transport['call'] = async (method, params, options = {}) => {
    const values: RequestBuilder['values'] = { ...params };
    const draft: RequestBuilder = {
      method,
      transport,
      options,
      shared,
      values,
    };
    if (Array.isArray(values['fields'])) values['fields'] = values['fields'].join().replaceAll('.', '/');
    for (const step of method.steps ?? []) step(draft);
    checkOptions(method.id, options, { ...callOptions, ...draft.method.options });
    return await draft.transport.send(prepareRequest(api, draft), options);
  };
  const transport: Transport = {
    api,
    clock,
    rootUrl,
    call: validate ? ((validate as Partial<Judge>).validators ?? (validate as Validation))(call, validate as Judge) : call,
    send: (request, options = {}) =>
      send({ request, url: rootUrl + request.path, options, shared, clock, headers: request.body === undefined ? bare : withBody }),
    get [transportKey]() {
      return transport;
    },
  };
  return transport;
}

/** One call, within its time. */
function send(call: CallContext): Promise<ApiResponse> {
  const { request, options, shared, clock, url } = call;
  const { id: methodId, httpMethod, route = '' } = request;
  const { timeout = shared.timeout, signal } = options;
  // In plain JavaScript it may be `null`, which is an object, too.
  const { total = Infinity, attempt: each = Infinity }: Exclude<Timeout, number> =
    Object(timeout) === timeout ? (timeout as Exclude<Timeout, number>) : { total: timeout as number };
  if (!(total > 0 && each > 0)) throw new ParameterError('timeout', 'milliseconds above 0', describeValue(timeout), methodId);
  // The attempt under way, and what the one before it failed with.
  let summary: AttemptSummary = { methodId, httpMethod, url: url.split('?')[0] as string, route, attempt: 0 };
  let last: ErrorOptions | undefined;
  const limited = (timeout: number, subject: string, signal?: AbortSignal): TimeLimit => ({
    clock,
    signal,
    timeout,
    expired: () => new TimeoutError({ ...describeFailedRequest(request, call), milliseconds: timeout, subject }, last),
  });

  /** Attempts until one succeeds, no more are to be made, or the signal tells to stop. */
  const attempts = async (limit?: AbortSignal): Promise<ApiResponse> => {
    let renewable = shared.auth && typeof shared.auth !== 'string';
    for (let attempt = 1; ; attempt += 1) {
      summary = { ...summary, attempt: summary.attempt + 1 };
      try {
        return await withTimeout(limited(each, 'an attempt', limit), (signal) => (request.attempt ?? sendAttempt)(call, summary, signal));
      } catch (error) {
        limit?.throwIfAborted();
        last = { cause: error };
        let delay: number | false = 0;
        if (renewable && error instanceof ApiError && error.status === 401) {
          // The token may have run out: its source is asked once more, at once, whatever the policy for retries.
          renewable = false;
          attempt -= 1;
        } else delay = await computeRetryDelay({ ...call, error, attempt });
        limit?.throwIfAborted();
        if (delay === false) throw error;
        await callHooks(shared, 'onRetry', { error, delay }, summary);
        await sleep({ clock, signal: limit }, delay);
      }
    }
  };

  /** Told once, and waited for within the call's time. */
  let told: Promise<void> | undefined;
  const fail = async (error: unknown): Promise<never> => {
    told ??= callHooks(shared, 'onError', error, summary);
    await told;
    throw error;
  };
  return withTimeout(limited(total, 'the call', signal), (own) => attempts(own).catch(fail)).catch((error: unknown) => {
    // Where the time is over nobody waits any more.
    fail(error).catch(() => undefined);
    throw error;
  });
}

function checkedRootUrl({ name, rootUrl }: ApiDescriptor, given: string | undefined): string {
  const text = given ?? rootUrl ?? '';
  if (/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(text) && URL.canParse(text)) return new URL(text).href.replace(/\/*$/, '/');
  // What was given is not shown: it may hold a password.
  throw new ParameterError('rootUrl', 'an http(s) address without query', describeType(given ?? rootUrl), name);
}
