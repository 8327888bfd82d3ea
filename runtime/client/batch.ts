/** Sends many calls in one request. */
import { ApiError, DiscogenError, ParameterError } from '../errors.js';
import type { Fetch, FetchInit, FetchResponse } from './call-options.js';
import {
  bindKey,
  transportKey,
  wrapSend,
  type Client,
  type RequestBuilder,
  type OptionNames,
  type PreparedRequest,
  type Transport,
} from './client-types.js';
import { sendAttempt } from './exchange.js';
import { checkOptions } from './options.js';
import { readText } from './read-body.js';

/** The options of a batch. */
export interface BatchOptions {
  /** The maximum number of calls in one request. The client splits larger batches. Default: 1,000, the limit of the services. */
  readonly size?: number | undefined;
  /** Aborts all calls that have no signal of their own. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes calls in as few requests as possible. Each call settles with its own result or error. Retries are batched again. Media calls are
 * sent separately.
 *
 * ```ts
 * const [zone, policies] = batch(dns, (dns) => [dns.managedZones.get({ … }), dns.policies.list({ … })]);
 * console.log(await zone, await policies);
 * ```
 *
 * @param createCalls Makes the calls with the client that it receives.
 * @returns The calls that `createCalls` returns.
 * @throws ParameterError If the service doesn't support batches.
 */
export function batch<Bound extends Client, Calls extends readonly PromiseLike<unknown>[] | []>(
  client: Bound,
  createCalls: (client: Bound) => Calls,
  options: BatchOptions = {},
): Calls {
  const { api } = client[transportKey];
  checkOptions(`${api.name}.batch`, options, { signal: 1, size: 1 } satisfies OptionNames<BatchOptions>);
  if (api.batchPath === undefined)
    throw new ParameterError('client', 'the client of a service that supports batches', 'another client', `${api.name}.batch`);
  const transport = new BatchQueue(client[transportKey], options).transport;
  const calls = createCalls((client[bindKey]?.(transport) ?? transport) as Client as Bound);
  // Start lists, which otherwise wait for `then`. The caller may handle failures later, so don't report them as unhandled.
  for (const call of calls) call.then(undefined, () => undefined);
  return calls;
}

/** A call that waits for its response. */
interface PendingCall {
  readonly init: FetchInit;
  /** The path relative to `rootUrl`. */
  readonly path: string;
  resolve(response: FetchResponse): void;
  reject(error: unknown): void;
}

/** Collects calls until all started ones are ready to be sent. */
class BatchQueue {
  readonly transport: Transport;
  readonly #base: Transport;
  readonly #options: BatchOptions;
  /** Calls that have started but aren't ready to be sent. */
  readonly #preparing = new Set<object>();
  #pending: PendingCall[] = [];

  constructor(base: Transport, options: BatchOptions) {
    this.#base = base;
    this.#options = options;
    const call: Transport['call'] = async (method, params, callOptions) => {
      const name = {};
      this.#preparing.add(name);
      const intercept = (builder: RequestBuilder): void => this.#intercept(builder, name);
      try {
        const { signal } = options;
        return await base.call(
          { ...method, steps: [intercept, ...(method.steps ?? [])] },
          params,
          signal ? { signal, ...callOptions } : callOptions,
        );
      } finally {
        this.#leave(name);
      }
    };
    const transport: Transport = {
      ...base,
      call,
      get [transportKey]() {
        return transport;
      },
    };
    this.transport = transport;
  }

  /** Routes the attempts of a call to the queue, except media and requests that are sent in another way. */
  #intercept(builder: RequestBuilder, name: object): void {
    wrapSend(
      builder,
      (send) => (request, options) => send(isUnbatchable(request) ? request : { ...request, attempt: this.#attempt(name) }, options),
    );
  }

  #attempt(name: object): NonNullable<PreparedRequest['attempt']> {
    return (call, summary, signal) => {
      const { attempt: _, ...plain } = call.request;
      const request = { ...plain, headers: { ...plain.headers, 'user-agent': undefined } };
      const fetch: Fetch = (url, init) => this.#enqueue(name, url.slice(this.#base.rootUrl.length), init);
      // The batch request carries the credentials.
      return sendAttempt({ ...call, request, clientOptions: { ...call.clientOptions, auth: undefined, fetch } }, summary, signal);
    };
  }

  #enqueue(name: object, path: string, init: FetchInit): Promise<FetchResponse> {
    return new Promise((resolve, reject) => {
      const wrap =
        <Value>(settle: (value: Value) => void): ((value: Value) => void) =>
        (value) => {
          // The call may be retried, so the batch waits until it ends or is enqueued again.
          this.#preparing.add(name);
          settle(value);
        };
      this.#pending.push({ init, path, resolve: wrap(resolve), reject: wrap(reject) });
      this.#leave(name);
    });
  }

  #leave(name: object): void {
    this.#preparing.delete(name);
    // Wait for the calls that the same tick starts.
    void Promise.resolve().then(() => this.#preparing.size === 0 && this.#flush());
  }

  #flush(): void {
    const calls = this.#pending.filter(({ init }) => !init.signal?.aborted);
    this.#pending = [];
    const { size = 1000 } = this.#options;
    for (let at = 0; at < calls.length; at += size) void this.#send(calls.slice(at, at + size));
  }

  /** Never rejects. If the batch request fails, each of its calls fails and may be retried. */
  async #send(calls: readonly PendingCall[]): Promise<void> {
    let results: readonly (BatchResult | undefined)[] = [];
    let failure: unknown = new DiscogenError('the batch response must contain a response to each call (received fewer)');
    try {
      results = await this.#exchange(calls);
    } catch (error) {
      failure = error;
    }
    calls.forEach(({ resolve, reject }, at) => {
      const result = failure instanceof ApiError ? toBatchResult(failure) : results[at];
      if (result) resolve(toFetchResponse(result));
      else reject(failure instanceof Error ? (failure.cause ?? failure) : failure);
    });
  }

  async #exchange(calls: readonly PendingCall[]): Promise<readonly (BatchResult | undefined)[]> {
    const { api } = this.#base;
    const path = (api.batchPath ?? '').replace(/^\//, '');
    const { text, type } = formatBatch(calls);
    let received = '';
    const request: PreparedRequest = {
      id: `${api.name}.batch`,
      httpMethod: 'POST',
      path,
      route: path,
      body: text,
      safe: false,
      headers: { 'content-type': type, accept: 'multipart/mixed' },
      transformResponse(response, maxBytes) {
        const { status, headers } = response;
        if (status < 200 || status > 299) return undefined;
        const text = async (): Promise<string | undefined> => {
          const all = await readText(response, maxBytes);
          received = all ?? '';
          return all && '';
        };
        return { status, headers, text };
      },
    };
    const { headers } = await this.#base.send(request, { retry: false, signal: this.#options.signal });
    return parseBatchResponse(received, headers['content-type'] ?? '', calls.length);
  }
}

function toFetchResponse({ status, headers, text }: BatchResult): FetchResponse {
  return {
    status,
    headers: {
      get: (name) => headers[name] ?? null,
      forEach(callback) {
        for (const name in headers) callback(headers[name] as string, name);
      },
    },
    text: async () => text as string,
  };
}

/** Whether the request must be sent separately, as media requests are. */
function isUnbatchable({ attempt, transformResponse, body, path }: PreparedRequest): boolean {
  return (attempt ?? transformResponse) !== undefined || typeof body === 'object' || /[?&](?:alt=(?:media|sse)|uploadType=)/.test(path);
}

/** Turns the error of the batch request into the response of each call. */
function toBatchResult({ reason, response: { status, headers, body } }: ApiError): BatchResult {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers, text: reason === 'responseTooLarge' ? undefined : text };
}

interface BatchResult {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Undefined if the response to the batch is too large. */
  readonly text: string | undefined;
}

/** Formats the body of a batch request. Returns it with its content type. */
function formatBatch(calls: readonly PendingCall[]): { readonly text: string; readonly type: string } {
  // No line of JSON starts like this boundary.
  const boundary = 'batch-of-calls';
  const parts = calls.map(({ path, init: { method, headers, body = '' } }, at) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const start = [`--${boundary}`, 'content-type: application/http', `content-id: <${at}>`, '', `${method} /${path} HTTP/1.1`];
    return [...start, ...lines, '', String(body), ''].join('\r\n');
  });
  return { text: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/mixed; boundary=${boundary}` };
}

/** Parses the responses of a batch and returns them in the order of the calls, by content id, or else by position. */
function parseBatchResponse(text: string, type: string, count: number): readonly (BatchResult | undefined)[] {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const results: (BatchResult | undefined)[] = Array.from({ length: count }, () => undefined);
  const parts = `\r\n${text.replace(/\r?\n/g, '\r\n')}`.split(`\r\n--${quoted ?? plain ?? ''}`).slice(1, -1);
  parts.forEach((part, place) => {
    const outer = splitHeaders(part.replace(/^\s+/, ''));
    const id = /response-(\d+)/.exec(outer.headers['content-id'] ?? '')?.[1];
    const code = /^HTTP\/[\d.]+ (\d+)/.exec(outer.rest)?.[1];
    const inner = splitHeaders(outer.rest);
    if (code !== undefined) results[Number(id ?? place)] = { status: Number(code), headers: inner.headers, text: inner.rest.trim() };
  });
  return results;
}

function splitHeaders(text: string): { readonly headers: Record<string, string>; readonly rest: string } {
  const end = text.indexOf('\r\n\r\n');
  const headers = Object.create(null) as Record<string, string>;
  for (const line of text.slice(0, end < 0 ? text.length : end).split('\r\n')) {
    const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = value;
  }
  return { headers, rest: end < 0 ? '' : text.slice(end + 4) };
}
