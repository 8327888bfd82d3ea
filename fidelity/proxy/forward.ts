/** Forwards a request, and returns its response. Both are streamed: neither side sends faster than the other one receives. */
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as sendInsecurely, type ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { Agent as HttpsAgent, request as sendSecurely, type AgentOptions } from 'node:https';
import { pipeline } from 'node:stream';
import { type AddressGuard, RejectedAddressError } from './address-guard.js';
import { BodyCapture, type CaptureLimits, type SentExchange } from './capture.js';
import { type HeaderList, toHeaderList, toHeaderObject, toLowerCaseNames } from './headers.js';

export type ReceivedRequest = IncomingMessage | Http2ServerRequest;
export type OutgoingResponse = ServerResponse | Http2ServerResponse;

/** Where a request goes. */
export interface Destination {
  readonly protocol: 'http:' | 'https:';
  /** A name, or an address without brackets. */
  readonly hostname: string;
  readonly port: number;
  /** The path with the query, as it was sent. */
  readonly path: string;
  /** The value of the header `Host`. */
  readonly host: string;
  /** Headers to add, or to send in place of those of the client. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The public URL of the request, for the observer. */
  readonly url: string;
  /** The beginning of redirections to the destination, and what replaces it, so that clients stay on the proxy. */
  readonly rewrites?: readonly [from: string, to: string];
  /** Whether it is a mock of this process, whose address needs no check. */
  readonly isOwn?: boolean;
}

/** The maximum size of the headers of a message, in bytes. Signed URLs and lists of fields can exceed the 16 KiB that Node accepts by default. */
export const maxHeaderSize: number = 256 * 1024;

/** How long a connection without a request is kept, in milliseconds. */
const unusedConnectionTime = 60_000;

export interface ForwarderOptions {
  readonly guard: AddressGuard;
  readonly now: () => number;
  readonly limits: CaptureLimits;
  /** Called once for each exchange, when its response has ended. */
  readonly observe?: ((exchange: SentExchange) => void) | undefined;
  /** Returns a promise for which the next observed request waits, if there is no space for its exchange. */
  readonly waitForSpace?: (() => Promise<void> | undefined) | undefined;
  /** The certificates of authorities to trust in addition to the default ones. */
  readonly ca?: readonly string[] | undefined;
}

/** Forwards requests, and reuses connections. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly #agents: Readonly<Record<'http:' | 'https:' | 'own', HttpAgent>>;

  constructor(options: ForwarderOptions) {
    this.#options = options;
    const shared: AgentOptions = { keepAlive: true, scheduling: 'lifo', timeout: unusedConnectionTime };
    const checked = { ...shared, lookup: options.guard.lookup };
    this.#agents = {
      'http:': new HttpAgent(checked),
      'https:': new HttpsAgent({ ...checked, ...(options.ca && { ca: [...options.ca] }) }),
      own: new HttpAgent(shared),
    };
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** `isObserved`: whether the observer receives the exchange. */
  forward(request: ReceivedRequest, response: OutgoingResponse, forwarding: Forwarding): void {
    const space = forwarding.isObserved ? this.#options.waitForSpace?.() : undefined;
    if (space === undefined) return this.#forward(request, response, forwarding);
    // The socket isn't read meanwhile.
    void space.then(() => request.destroyed || this.forward(request, response, forwarding));
  }

  #forward(request: ReceivedRequest, response: OutgoingResponse, { destination, isObserved }: Forwarding): void {
    const { observe, now } = this.#options;
    const time = now();
    try {
      if (destination.isOwn !== true) this.#options.guard.check(destination.hostname);
    } catch (error) {
      request.resume();
      return sendError(response, { status: 403, error });
    }
    const hasBody = 'stream' in request ? !request.stream.endAfterHeaders : hasContent(request.headers);
    const collector =
      isObserved && observe
        ? new ExchangeCollector(request, { destination, time, observe, limits: this.#options.limits, hasBody })
        : undefined;
    this.#send(new ForwardedRequest(request, response, { destination, collector, hasBody }));
  }

  #send(forwarded: ForwardedRequest, isRetry = false): void {
    const { destination, request, response, collector } = forwarded;
    const { protocol, hostname, port, path, isOwn } = destination;
    const send = protocol === 'https:' ? sendSecurely : sendInsecurely;
    const sent = send({
      protocol,
      hostname,
      port,
      path,
      method: request.method ?? 'GET',
      headers: forwarded.headers.flat(),
      maxHeaderSize,
      agent: this.#agents[isOwn === true ? 'own' : protocol],
      ...(protocol === 'https:' && { servername: hostname }),
    });
    sent.on('response', (received) => forwarded.receive(received));
    sent.on('upgrade', (_received, socket) => {
      socket.destroy();
      forwarded.fail(new Error('the service switched protocols, which the request did not ask for'));
    });
    sent.on('error', (error) => {
      // What follows a complete response doesn't concern the client.
      if (forwarded.hasCompleteResponse) return;
      // The server may have closed an idle connection just before.
      if (sent.reusedSocket && !isRetry && !forwarded.hasBody && !forwarded.hasResponse) return this.#send(forwarded, true);
      forwarded.fail(error);
    });
    forwarded.sent = sent;
    if (!forwarded.hasBody) return void sent.end();
    if (collector) request.on('data', collector.request.add);
    forwardTrailers(request, sent);
    pipeline(request, sent, (error) => {
      if (error && !response.writableFinished && !forwarded.hasResponse) forwarded.fail(error);
    });
  }
}

interface Forwarding {
  readonly destination: Destination;
  readonly isObserved: boolean;
}

interface ForwardingContext {
  readonly destination: Destination;
  readonly collector: ExchangeCollector | undefined;
  /** Whether the request has a body. */
  readonly hasBody: boolean;
}

/** A request that is forwarded, and its response. */
class ForwardedRequest {
  readonly hasBody: boolean;
  readonly headers: HeaderList;
  readonly destination: Destination;
  readonly collector: ExchangeCollector | undefined;
  sent: ClientRequest | undefined;
  #received: IncomingMessage | undefined;

  constructor(
    readonly request: ReceivedRequest,
    readonly response: OutgoingResponse,
    { destination, collector, hasBody }: ForwardingContext,
  ) {
    this.destination = destination;
    this.collector = collector;
    this.hasBody = hasBody;
    this.headers = this.#createHeaders();
    response.on('close', () => {
      if (!response.writableFinished) this.sent?.destroy();
      collector?.end(this.#received?.complete ?? false);
    });
  }

  #createHeaders(): HeaderList {
    const { headers = {}, host } = this.destination;
    const kept = toHeaderList(this.request.rawHeaders).filter(
      ([name]) => !/^(?:host|expect)$/i.test(name) && !(name.toLowerCase() in headers),
    );
    const hasLength = kept.some(([name]) => name.toLowerCase() === 'content-length');
    // Some servers reject these methods without a length.
    const isLengthRequired = !this.hasBody && !hasLength && /^(?:POST|PUT|PATCH)$/.test(this.request.method ?? '');
    return [
      ['Host', host],
      ...kept,
      ...Object.entries(headers),
      ...(this.hasBody && !hasLength ? ([['Transfer-Encoding', 'chunked']] as const) : []),
      ...(isLengthRequired ? ([['Content-Length', '0']] as const) : []),
    ];
  }

  get hasResponse(): boolean {
    return this.#received !== undefined;
  }

  get hasCompleteResponse(): boolean {
    return this.#received?.complete ?? false;
  }

  receive(received: IncomingMessage): void {
    this.#received = received;
    // The parser then has read what arrived with the headers, so a malformed chunk there is still answered with an error.
    setImmediate(() => this.#startResponse(received));
  }

  #startResponse(received: IncomingMessage): void {
    if (this.response.headersSent || this.response.destroyed) return;
    try {
      if (received.destroyed && !received.complete) throw new Error('the service closed the connection before the end of its response');
      this.#respond(received);
    } catch (error) {
      received.destroy();
      this.fail(error as Error);
    }
  }

  #respond(received: IncomingMessage): void {
    const { response, collector } = this;
    const { statusCode: status = 0 } = received;
    if (status < 200 || status > 599) throw new Error(`the service responded with the invalid status ${String(status).padStart(3, '0')}`);
    const hasContent = !/^(?:204|205|304)$/.test(String(status));
    const headers = toHeaderList(received.rawHeaders).filter(([name]) => hasContent || status === 304 || !/^content-length$/i.test(name));
    response.writeHead(status, toHeaderObject(headers.map((header) => this.#rewriteHeader(header))) as Record<string, string>);
    collector?.receive(status, headers);
    if (collector) {
      if (hasContent) received.on('data', collector.response.add);
      // Before the client has the whole response, so that a program that ends then is on the tape.
      received.once('end', () => collector.end(received.complete));
    }
    if (!hasContent) {
      received.resume();
      return void response.end();
    }
    // Without a length, it may be a stream of events, whose reader waits for the start.
    if (received.headers['content-length'] === undefined && 'flushHeaders' in response) response.flushHeaders();
    forwardTrailers(received, response);
    pipeline(received, response as ServerResponse, () => collector?.end(received.complete));
  }

  /** Redirections to the target must pass through the proxy, too. */
  #rewriteHeader([name, value]: HeaderList[number]): HeaderList[number] {
    const [from, to] = this.destination.rewrites ?? [];
    const isRedirection =
      from !== undefined && /^(?:content-)?location$|^x-goog-upload-(?:control-)?url$/i.test(name) && value.startsWith(from);
    return isRedirection ? [name, `${to}${value.slice(from.length)}`] : [name, value];
  }

  fail(error: Error): void {
    const { response } = this;
    this.request.resume();
    if (response.headersSent) return void response.destroy();
    sendError(response, { status: error instanceof RejectedAddressError ? 403 : 502, error });
  }
}

/** Adds the trailers of a message, which follow its body, to the other message before it ends. */
function forwardTrailers(from: ReceivedRequest, to: ClientRequest | OutgoingResponse): void {
  from.once('end', () => {
    if (from.rawTrailers.length > 0)
      (to as ServerResponse).addTrailers(toHeaderObject(toHeaderList(from.rawTrailers)) as Record<string, string>);
  });
}

const hasContent = (headers: ReceivedRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] !== undefined && headers['content-length'] !== '0');

/** Sends an error of the proxy itself, in the form of errors of Google APIs. */
export function sendError(response: OutgoingResponse, { status, error }: { readonly status: number; readonly error: unknown }): void {
  const message = `discogen proxy: ${error instanceof Error ? error.message : String(error)}`;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(`${JSON.stringify({ error: { code: status, message } })}\n`);
}

/** Collects one exchange for the observer. */
class ExchangeCollector {
  readonly request: BodyCapture;
  readonly response: BodyCapture;
  readonly #head: { readonly time: number; readonly method: string; readonly url: string; readonly headers: HeaderList };
  readonly #observe: (exchange: SentExchange) => void;
  readonly #isRequestComplete: () => boolean;
  #received: { readonly status: number; readonly headers: HeaderList } | undefined;
  #isEnded = false;

  constructor(request: ReceivedRequest, { destination, time, observe, limits, hasBody }: CollectorContext) {
    this.request = new BodyCapture(limits);
    this.response = new BodyCapture(limits);
    this.#head = {
      time,
      method: request.method ?? 'GET',
      url: destination.url,
      headers: toLowerCaseNames(toHeaderList(request.rawHeaders)).filter(([name]) => name !== 'host'),
    };
    this.#observe = observe;
    this.#isRequestComplete = () => !hasBody || request.complete;
  }

  receive(status: number, headers: HeaderList): void {
    this.#received = { status, headers: toLowerCaseNames(headers) };
  }

  /** `isComplete`: whether the whole response was received. */
  end(isComplete: boolean): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const { time, method, url, headers } = this.#head;
    const [sent, content] = [this.request.take(), this.response.take()];
    // A service can respond before it has received everything.
    const body = this.#isRequestComplete() ? sent : undefined;
    const response = isComplete && this.#received ? { ...this.#received, ...(content && { body: content }) } : undefined;
    this.#observe({ time, request: { method, url, headers, ...(body && { body }) }, ...(response && { response }) });
  }
}

interface CollectorContext {
  readonly destination: Destination;
  readonly time: number;
  readonly observe: (exchange: SentExchange) => void;
  readonly limits: CaptureLimits;
  readonly hasBody: boolean;
}
