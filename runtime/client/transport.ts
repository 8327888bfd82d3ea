/** Sends calls with retries and time limits. */
import type { ApiDescriptor } from '../descriptor.js';
import { describeValue, describeType } from '../error-text.js';
import { ApiError, ParameterError, TimeoutError, type ApiResponse } from '../errors.js';
import type { AttemptSummary, Timeout } from './call-options.js';
import {
  transportKey,
  type CallContext,
  type ClientOptions,
  type RequestBuilder,
  type Transport,
  type Validate,
  type Validation,
} from './client-types.js';
import { sendAttempt, callHooks } from './exchange.js';
import { callOptionNames, checkOptions, clientOptionNames } from './options.js';
import { createClientHeaders, jsonContentType, prepareRequest } from './prepare-request.js';
import { describeFailedRequest } from './redaction.js';
import { computeRetryDelay } from './retry.js';
import { sleep, systemClock, withTimeout, type TimeLimit } from './timeout.js';

type ValidatorModule = Exclude<Validate, Validation>;

/**
 * Creates a transport, the smallest client. Pass it to method functions.
 *
 * @throws ParameterError If `rootUrl` is missing or malformed, or an option is unknown.
 */
export function createTransport(api: ApiDescriptor, clientOptions: ClientOptions = {}): Transport {
  checkOptions('createClient', clientOptions, clientOptionNames);
  const { clock = systemClock, validate } = clientOptions;
  const rootUrl = normalizeRootUrl(api, clientOptions.rootUrl);
  // Computed once: the same headers apply to all requests without, and with, a body.
  const headers = createClientHeaders(clientOptions);
  const bodyHeaders = createClientHeaders(clientOptions, jsonContentType);
  const call: Transport['call'] = async (method, params, options = {}) => {
    const values: RequestBuilder['values'] = { ...params };
    const builder: RequestBuilder = {
      method,
      transport,
      options,
      clientOptions,
      values,
    };
    if (Array.isArray(values['fields'])) values['fields'] = values['fields'].join().replaceAll('.', '/');
    for (const step of method.steps ?? []) step(builder);
    checkOptions(method.id, options, { ...callOptionNames, ...builder.method.options });
    return await builder.transport.send(prepareRequest(api, builder), options);
  };
  const transport: Transport = {
    api,
    clock,
    rootUrl,
    call: validate
      ? ((validate as Partial<ValidatorModule>).validators ?? (validate as Validation))(call, validate as ValidatorModule)
      : call,
    send: (request, options = {}) =>
      send({
        request,
        url: rootUrl + request.path,
        options,
        clientOptions,
        clock,
        maxResponseBytes: options.maxResponseBytes ?? clientOptions.maxResponseBytes ?? 2 ** 28,
        headers: request.body === undefined ? headers : bodyHeaders,
      }),
    get [transportKey]() {
      return transport;
    },
  };
  return transport;
}

/** Sends one call within its time limits. */
function send(call: CallContext): Promise<ApiResponse> {
  const { request, options, clientOptions, clock, url, maxResponseBytes } = call;
  const { id: methodId, httpMethod, route = '' } = request;
  const { timeout = clientOptions.timeout, signal } = options;
  // In plain JavaScript the timeout may be `null`, whose type is also `object`.
  const { total = Infinity, attempt: attemptTimeout = Infinity }: Exclude<Timeout, number> =
    Object(timeout) === timeout ? (timeout as Exclude<Timeout, number>) : { total: timeout as number };
  if (!(total > 0 && attemptTimeout > 0)) throw new ParameterError('timeout', 'milliseconds > 0', describeValue(timeout), methodId);
  if (!(maxResponseBytes > 0)) throw new ParameterError('maxResponseBytes', 'bytes > 0', describeValue(maxResponseBytes), methodId);
  // The current attempt, and the failure of the previous one.
  let summary: AttemptSummary = { methodId, httpMethod, url: url.split('?')[0] as string, route, attempt: 0 };
  let lastFailure: ErrorOptions | undefined;
  const createLimit = (timeout: number, subject: string, signal?: AbortSignal): TimeLimit => ({
    clock,
    signal,
    timeout,
    createTimeoutError: () => new TimeoutError({ ...describeFailedRequest(request, call), milliseconds: timeout, subject }, lastFailure),
  });

  /** Repeats the request until an attempt succeeds, the policy allows no retry, or the signal aborts. */
  const sendWithRetries = async (limit?: AbortSignal): Promise<ApiResponse> => {
    let canRenewToken = clientOptions.auth && typeof clientOptions.auth !== 'string';
    for (let attempt = 1; ; attempt += 1) {
      summary = { ...summary, attempt: summary.attempt + 1 };
      try {
        return await withTimeout(createLimit(attemptTimeout, 'an attempt', limit), (signal) =>
          (request.attempt ?? sendAttempt)(call, summary, signal),
        );
      } catch (error) {
        limit?.throwIfAborted();
        lastFailure = { cause: error };
        let delay: number | false = 0;
        if (canRenewToken && error instanceof ApiError && error.status === 401) {
          // The token may have expired. Get a new one and repeat the request once, regardless of the retry policy.
          canRenewToken = false;
          attempt -= 1;
        } else delay = await computeRetryDelay({ ...call, error, attempt });
        limit?.throwIfAborted();
        if (delay === false) throw error;
        await callHooks(clientOptions, 'onRetry', { error, delay }, summary);
        await sleep({ clock, signal: limit }, delay);
      }
    }
  };

  /** The `onError` hooks, which run once and count toward the time limit of the call. */
  let errorHooks: Promise<void> | undefined;
  const fail = async (error: unknown): Promise<never> => {
    errorHooks ??= callHooks(clientOptions, 'onError', error, summary);
    await errorHooks;
    throw error;
  };
  return withTimeout(createLimit(total, 'the call', signal), (own) => sendWithRetries(own).catch(fail)).catch((error: unknown) => {
    // After a timeout, start the hooks but don't wait for them.
    fail(error).catch(() => undefined);
    throw error;
  });
}

function normalizeRootUrl({ name, rootUrl }: ApiDescriptor, option: string | undefined): string {
  const text = option ?? rootUrl ?? '';
  if (/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(text) && URL.canParse(text)) return new URL(text).href.replace(/\/*$/, '/');
  const value = option ?? rootUrl;
  throw new ParameterError(
    'rootUrl',
    'an http or https URL without credentials, a query, or a fragment',
    // The message doesn't contain a password or an API key.
    /[@?]/.test(text) ? describeType(value) : describeValue(value),
    name,
  );
}
