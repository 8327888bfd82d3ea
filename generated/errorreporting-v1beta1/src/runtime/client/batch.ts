/** Many calls in one request. */
import { ApiError, DiscogenError, ParameterError } from '../errors.js';
import { parseBatchResponse, formatBatch, type BatchResult } from './batch-format.js';
import { sendAttempt } from './exchange.js';
import { observeResponses } from './media-content.js';
import { checkOptions } from './options.js';
import { bindKey, transportKey } from './client-types.js';
import type { Client, RequestBuilder, Fetch, FetchInit, FetchResponse, OptionNames, PreparedRequest, Transport } from './client-types.js';

export interface BatchOptions {
  /** Calls in one request, at most; more go in several. Default 1,000, which is the most that services take. */
  readonly size?: number | undefined;
  /** Ends all calls that have none of their own. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the calls that `loadApi` makes of the client it is given, and packs them into as few requests as they need. Each call settles by itself, with its own
 * answer or error; calls that are tried again go together again. Media go by themselves. Answers what `loadApi` answers:
 * `const [zone, policies] = batch(dns, (dns) => [dns.managedZones.get({ … }), dns.policies.list({ … })])`.
 */
export function batch<Bound extends Client, Calls extends readonly PromiseLike<unknown>[] | []>(
  client: Bound,
  describe: (client: Bound) => Calls,
  options: BatchOptions = {},
): Calls {
  const { api } = client[transportKey];
  checkOptions(`${api.name}.batch`, options, { signal: 1, size: 1 } satisfies OptionNames<BatchOptions>);
  if (api.batchPath === undefined)
    throw new ParameterError('client', 'one of a service that takes batches', 'another', `${api.name}.batch`);
  const transport = new Gathering(client[transportKey], options).transport;
  const calls = describe((client[bindKey]?.(transport) ?? transport) as Client as Bound);
  // Lists begin when they are looked at. A failure is for whoever looks at the call, now or later.
  for (const call of calls) call.then(undefined, () => undefined);
  return calls;
}

/** A call that waits for its part of the answer. */
interface Waiting {
  readonly init: FetchInit;
  /** Below the client's address. */
  readonly path: string;
  settle(answer: FetchResponse): void;
  fail(error: unknown): void;
}

/** Lets calls wait until all that are under way have come. */
class Gathering {
  readonly transport: Transport;
  readonly #inner: Transport;
  readonly #options: BatchOptions;
  /** Calls that are on their way here. */
  readonly #coming = new Set<object>();
  #waiting: Waiting[] = [];

  constructor(inner: Transport, options: BatchOptions) {
    this.#inner = inner;
    this.#options = options;
    const call: Transport['call'] = async (method, params, given) => {
      const name = {};
      this.#coming.add(name);
      const step = (draft: RequestBuilder): void => this.#divert(draft, name);
      try {
        const { signal } = options;
        return await inner.call({ ...method, steps: [step, ...(method.steps ?? [])] }, params, signal ? { signal, ...given } : given);
      } finally {
        this.#left(name);
      }
    };
    const transport: Transport = {
      ...inner,
      call,
      get [transportKey]() {
        return transport;
      },
    };
    this.transport = transport;
  }

  /** Attempts of the call come here, but for those that go another way already. */
  #divert(draft: RequestBuilder, name: object): void {
    const { transport } = draft;
    draft.transport = {
      ...transport,
      send: (request, options) => transport.send(isAlone(request) ? request : { ...request, attempt: this.#attempt(name) }, options),
    };
  }

  #attempt(name: object): NonNullable<PreparedRequest['attempt']> {
    return (call, summary, signal) => {
      const { attempt: _, ...plain } = call.request;
      const request = { ...plain, headers: { ...plain.headers, 'user-agent': undefined } };
      const fetch: Fetch = (url, init) => this.#wait(name, url.slice(this.#inner.rootUrl.length), init);
      // The whole carries the credentials.
      return sendAttempt({ ...call, request, shared: { ...call.shared, auth: undefined, fetch } }, summary, signal);
    };
  }

  #wait(name: object, path: string, init: FetchInit): Promise<FetchResponse> {
    return new Promise((resolve, reject) => {
      const back =
        <Value>(settle: (value: Value) => void): ((value: Value) => void) =>
        (value) => {
          // Until it ends, or comes again.
          this.#coming.add(name);
          settle(value);
        };
      this.#waiting.push({ init, path, settle: back(resolve), fail: back(reject) });
      this.#left(name);
    });
  }

  #left(name: object): void {
    this.#coming.delete(name);
    // Calls that begin at the same time begin one after another.
    void Promise.resolve().then(() => this.#coming.size === 0 && this.#flush());
  }

  #flush(): void {
    const calls = this.#waiting.filter(({ init }) => !init.signal?.aborted);
    this.#waiting = [];
    const { size = 1000 } = this.#options;
    for (let at = 0; at < calls.length; at += size) void this.#send(calls.slice(at, at + size));
  }

  /** Never rejects: what goes wrong with the whole goes wrong with each call, which then may try again. */
  async #send(calls: readonly Waiting[]): Promise<void> {
    let answers: readonly (BatchResult | undefined)[] = [];
    let fault: unknown = new DiscogenError('the response of the batch must answer each call (received fewer answers)');
    try {
      answers = await this.#exchange(calls);
    } catch (error) {
      fault = error;
    }
    calls.forEach(({ settle, fail }, at) => {
      const answer = fault instanceof ApiError ? answerOf(fault) : answers[at];
      if (answer) settle(responseOf(answer));
      else fail(fault instanceof Error ? (fault.cause ?? fault) : fault);
    });
  }

  async #exchange(calls: readonly Waiting[]): Promise<readonly (BatchResult | undefined)[]> {
    const { api } = this.#inner;
    const path = (api.batchPath ?? '').replace(/^\//, '');
    const { text, type } = formatBatch(calls.map(({ path: target, init }) => ({ path: target, init })));
    let received = '';
    const request: PreparedRequest = {
      id: `${api.name}.batch`,
      httpMethod: 'POST',
      path,
      route: path,
      body: text,
      safe: false,
      headers: { 'content-type': type, accept: 'multipart/mixed' },
      async attempt(call, summary, signal) {
        const fetch = observeResponses(call.shared.fetch, (response) => {
          const { status, headers } = response;
          if (status < 200 || status > 299) return response;
          return { status, headers, text: () => response.text().then((all) => ((received = all), '')) };
        });
        const { attempt: _, ...plain } = call.request;
        return sendAttempt({ ...call, request: plain, shared: { ...call.shared, fetch } }, summary, signal);
      },
    };
    const { headers } = await this.#inner.send(request, { retry: false, signal: this.#options.signal });
    return parseBatchResponse(received, headers['content-type'] ?? '', calls.length);
  }
}

function responseOf({ status, headers, text }: BatchResult): FetchResponse {
  return {
    status,
    headers: {
      get: (name) => headers[name] ?? null,
      forEach(callback) {
        for (const name in headers) callback(headers[name] as string, name);
      },
    },
    text: async () => text,
  };
}

/** Media are no part of a batch. */
function isAlone({ attempt, body, path }: PreparedRequest): boolean {
  return attempt !== undefined || typeof body === 'object' || /[?&](?:alt=media|uploadType=)/.test(path);
}

/** The refusal of the whole, for each of its calls. */
function answerOf({ response: { status, headers, body } }: ApiError): BatchResult {
  return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
}
