/** An HTTP server that passes requests to the mock. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ControlAccess, hasBody, type ControlGrant, type ControlRequest } from '../admin/access.js';
import { Reservation, type ByteBudget } from '../../lib/byte-budget.js';
import { HttpError, requireHttpError } from '../../lib/http-error.js';
import type { TokenAttempts } from '../../state/token-attempts.js';
import { isLoopbackAddress } from '../../lib/host.js';
import { respondWithoutSession } from '../http-response.js';
import { isControlRequest } from '../request-kinds.js';
import { createProxyCheck, getForwardedOrigin, type ProxyCheck } from './forwarded-origin.js';
import { ConnectionQueue, Pipelines } from './pipelining.js';
import { readBodyBytes, type BodyReading } from './read-body.js';
import { OpenStreams } from './send-stream.js';
import type { RawRequest } from '../../lib/http-request.js';
import { continueWith, attempt, type MaybePromise } from '../../lib/maybe-promise.js';
import type { RunningServer, ListenOptions, MockResponse } from '../../types/mock.js';

export interface ListenParts extends ListenOptions {
  /** Handles a request. `access` is the permission of a control request, or the error that rejects it. */
  readonly handle: (sent: RawRequest, access?: ControlGrant | HttpError) => MaybePromise<MockResponse>;
  /** The maximum size of the body of an API request in bytes. */
  readonly maxBody: number;
  /** The maximum size of the body of a control request in bytes. */
  readonly maxControlBody: number;
  /** What the bodies of all requests in progress may take. */
  readonly bodies: ByteBudget;
  readonly adminToken: string | undefined;
  readonly tokenAttempts: TokenAttempts;
  readonly warn: (message: string) => void;
}

/** The time in milliseconds after which `close` cuts open connections. */
const closeTimeout = 3000;

/** Starts the server. Throws a TypeError for an invalid allowed host, origin, or proxy. */
export async function listen(parts: ListenParts): Promise<RunningServer> {
  const { port = 0, host = '127.0.0.1', tls } = parts;
  const state: ServerState = { isClosing: false, streams: new OpenStreams() };
  const respond = createRequestListener(parts, state);
  const handleRequest: RequestListener = (request, response) => {
    getOrCreateQueue(request.socket).start(() => respond(request, response));
  };
  const serverOptions = { keepAliveTimeout: 60_000 };
  const server: Server = tls
    ? process.getBuiltinModule('node:https').createServer({ ...serverOptions, ...tls }, handleRequest)
    : process.getBuiltinModule('node:http').createServer(serverOptions, handleRequest);
  const accepted = trackSockets(server, 'connection', state);
  const sockets = tls ? trackSockets(server, 'secureConnection', state) : accepted;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { address, port: openPort } = server.address() as AddressInfo;
  warnAboutExposure(address, parts);
  let closed: Promise<void> | undefined;
  return {
    url: `${getScheme(parts)}://${host.includes(':') ? `[${host}]` : host}:${openPort}`,
    close() {
      state.isClosing = true;
      state.streams.endAll();
      return (closed ??= close(server, { sockets, accepted }));
    },
  };
}

/** The state of a server, shared by its requests and connections. */
interface ServerState {
  isClosing: boolean;
  readonly streams: OpenStreams;
}

const getScheme = ({ tls }: ListenParts): Network['scheme'] => (tls ? 'https' : 'http');

function createRequestListener(parts: ListenParts, state: ServerState): RequestListener {
  const control = new ControlAccess(parts);
  // Not `import`, which bundlers for browsers can't resolve.
  const { BlockList } = process.getBuiltinModule('node:net');
  const { gzipSync } = process.getBuiltinModule('node:zlib');
  const network: Network = { scheme: getScheme(parts), isTrusted: createProxyCheck(parts.trustProxy ?? false, new BlockList()) };
  const batch = new ResponseBatch((text) => gzipSync(text, { level: 1 }), state.streams);
  const pipelines = new Pipelines();
  return (request, response) => {
    if (state.isClosing) response.setHeader('connection', 'close');
    const received = toRawRequest(request, network);
    const send = (result: MockResponse): void => batch.add({ request, received, response, result });
    if (received.hasSeveralHosts) {
      request.resume();
      // A proxy in front may have used another of the Host headers, so the rest of the connection can't be trusted.
      response.setHeader('connection', 'close');
      send(respondWithoutSession(createSeveralHostsError()));
      return;
    }
    const respond = (): MaybePromise<void> => {
      const access = isControlRequest(received) ? control.check(received) : undefined;
      // Dropping the remaining body lets the client read the response.
      if (access instanceof HttpError) request.resume();
      return continueWith(pipelines.run(request, createHandler(request, { received, access }, parts)), send);
    };
    void attempt(respond, () => void request.socket.destroy());
  };
}

interface CheckedRequest {
  readonly received: ControlRequest;
  readonly access: ControlGrant | HttpError | undefined;
}

/** Returns the function that handles a request. It reads the body first, if there is one and the request isn't rejected. */
function createHandler(
  request: IncomingMessage,
  { received, access }: CheckedRequest,
  { handle, bodies, maxBody, maxControlBody }: ListenParts,
): () => MaybePromise<MockResponse> {
  if (!hasBody(received) || access instanceof HttpError) return () => handle(received, access);
  const limit = access === undefined ? maxBody : maxControlBody;
  return () =>
    handleWithBody(request, {
      limit,
      reservation: new Reservation(bodies),
      handle: (body) => handle({ ...received, ...body }, access),
    });
}

/** Returns the open sockets of a server, and keeps the set current. Destroys sockets that are opened while the server closes. */
function trackSockets(server: Server, event: 'connection' | 'secureConnection', state: ServerState): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on(event, (socket: Socket) => {
    if (state.isClosing) socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function warnAboutExposure(address: string, { adminToken, warn }: ListenParts): void {
  if (adminToken !== undefined || isLoopbackAddress(address)) return;
  warn(
    `the mock listens on ${address} and accepts connections from other machines: anyone who can reach the port can use the control routes (/__admin), which read and replace the whole state; to protect them, set a token (--admin-token, or adminToken in code)`,
  );
}

interface Connections {
  readonly sockets: ReadonlySet<Socket>;
  /** The same without TLS. With TLS, also those whose handshake isn't complete. */
  readonly accepted: ReadonlySet<Socket>;
}

/**
 * Stops accepting connections, completes the calls in progress, and closes. Node doesn't treat a connection without a request as idle, but
 * treats one whose response is still being sent as idle.
 */
async function close(server: Server, { sockets, accepted }: Connections): Promise<void> {
  const cutTimer = setTimeout(() => {
    server.closeAllConnections();
    for (const socket of accepted) socket.destroy();
  }, closeTimeout);
  for (const socket of sockets) if (!lastHeads.has(socket)) socket.destroy();
  while ([...sockets].some(({ writableLength }) => writableLength > 0)) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(cutTimer);
}

interface HttpExchange {
  readonly request: IncomingMessage;
  readonly received: ControlRequest;
  readonly response: ServerResponse;
  readonly result: MockResponse;
}

/**
 * Sends the responses of one event loop turn together at its end. A write that wakes a sleeping client is much slower than a write to a
 * running one.
 */
class ResponseBatch {
  readonly #compress: (text: string) => Uint8Array;
  readonly #streams: OpenStreams;
  #pending: HttpExchange[] = [];

  constructor(compress: (text: string) => Uint8Array, streams: OpenStreams) {
    this.#compress = compress;
    this.#streams = streams;
  }

  add(exchange: HttpExchange): void {
    if (this.#pending.push(exchange) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const exchange of pending) {
      try {
        this.#send(exchange);
      } catch {
        exchange.request.socket.destroy();
      }
    }
    // The next requests of a connection start when the responses of all others were sent.
    for (const { request } of pending) getOrCreateQueue(request.socket).end();
  }

  #send({
    request,
    received: { headers: requestHeaders },
    response,
    result: { status, headers, body, bytes, stream },
  }: HttpExchange): void {
    if (!request.complete || stream) response.setHeader('connection', 'close');
    if (stream) {
      response.writeHead(status, headers);
      void this.#streams.send(stream, response).catch(() => request.socket.destroy());
      return;
    }
    const hasNoBody = status === 204 || status === 304;
    const accepted = requestHeaders['accept-encoding'];
    const isDownloadError = status >= 400 && downloadUrl.test(request.url ?? '');
    const isCompressed =
      bytes === undefined && body !== '' && accepted !== undefined && !isDownloadError && canReceiveGzip(String(accepted));
    const content = isCompressed ? this.#compress(body) : (bytes ?? body);
    const headerLines: string[] = [];
    for (const name of Object.keys(headers)) headerLines.push(name, headers[name] as string);
    if (isCompressed) headerLines.push('content-encoding', 'gzip');
    const size = Buffer.byteLength(content);
    if (!hasNoBody && headers['content-length'] === undefined) headerLines.push('content-length', String(size));
    response.writeHead(status, headerLines);
    // A text with as many bytes as characters is ASCII, which Node writes together with the head.
    response.end(request.method === 'HEAD' || hasNoBody ? undefined : content, size === content.length ? 'latin1' : 'utf8');
  }
}

function createSeveralHostsError(): HttpError {
  return new HttpError('invalid', {
    message: 'The request must have one Host header (received several).',
    location: 'Host',
    locationType: 'header',
    rule: 'host',
  });
}

function toRawRequest(request: IncomingMessage, network: Network): ControlRequest & Pick<RequestHead, 'hasSeveralHosts'> {
  const { method = 'GET', url = '/' } = request;
  const { origin, headers, hasSeveralHosts } = readHead(request, network);
  return { method, origin, url, headers, hasSeveralHosts, clientAddress: request.socket.remoteAddress ?? '' };
}

/** How requests reach the mock. */
interface Network {
  readonly scheme: 'http' | 'https';
  readonly isTrusted: ProxyCheck;
}

interface RequestHead extends Pick<ControlRequest, 'origin' | 'headers'> {
  readonly rawHeaders: readonly string[];
  /** Node keeps only the first one in `headers`. */
  readonly hasSeveralHosts: boolean;
}

/** The last request head of each connection. Most clients repeat their headers, so they are parsed and stored once. */
const lastHeads = new WeakMap<Socket, RequestHead>();

function readHead(request: IncomingMessage, { scheme, isTrusted }: Network): RequestHead {
  const { socket, rawHeaders } = request;
  const cached = lastHeads.get(socket);
  if (cached?.rawHeaders.length === rawHeaders.length && cached.rawHeaders.every((text, index) => text === rawHeaders[index]))
    return cached;
  const { headers } = request;
  const { host = 'localhost' } = headers;
  const origin = isTrusted(socket.remoteAddress ?? '') ? getForwardedOrigin(headers, { scheme, host }) : `${scheme}://${host}`;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  const head: RequestHead = { rawHeaders, headers, origin, hasSeveralHosts: hosts.length > 1 };
  lastHeads.set(socket, head);
  return head;
}

/** Matches the URL of a download. Clients that read its response as bytes don't decompress an error. */
const downloadUrl = /^\/download\/|[?&]\$?alt=media(?:&|$)/;

function canReceiveGzip(accepted: string): boolean {
  return accepted.split(',').some((coding) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding));
}

/** The requests of each connection. */
const queues = new WeakMap<Socket, ConnectionQueue>();

function getOrCreateQueue(socket: Socket): ConnectionQueue {
  let queue = queues.get(socket);
  if (!queue) queues.set(socket, (queue = new ConnectionQueue(socket)));
  return queue;
}

interface BodyHandling extends Pick<BodyReading, 'limit' | 'reservation'> {
  readonly handle: (body: Pick<RawRequest, 'body' | 'bodyError'>) => MaybePromise<MockResponse>;
}

/** Reads the body and handles the request. The bytes of the body are released when the response exists. */
async function handleWithBody(request: IncomingMessage, { handle, limit, reservation }: BodyHandling): Promise<MockResponse> {
  try {
    const announced = request.headers['content-length'];
    const reading = { limit, reservation, announced: announced === undefined ? undefined : Number(announced) };
    const body = await readBodyBytes(request, reading).catch((error: unknown) => ({ bodyError: requireHttpError(error) }));
    return await handle('bodyError' in body ? body : { body });
  } finally {
    reservation.release();
  }
}
