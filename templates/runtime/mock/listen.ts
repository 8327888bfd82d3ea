/** node:http over the core. */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ControlAccess, maxControlBody, type ControlGrant } from './admin/access.js';
import { HttpError } from './http-error.js';
import { isLoopbackAddress } from './host.js';
import { Pipelines } from './pipelining.js';
import { isControlRequest, type RawRequest } from './http-request.js';
import type { RunningServer, ListenOptions, MockResponse } from './mock-types.js';

/** `access`: whether a control request may pass. */
type Handle = (sent: RawRequest, access?: ControlGrant | HttpError) => MockResponse | Promise<MockResponse>;

export interface ListenParts extends ListenOptions {
  readonly handle: Handle;
  /** Bytes of a body that are read; one more tells that it is too large. */
  readonly maxBody: number;
  readonly warn: (message: string) => void;
}

/** Connections that are still open after so long are cut. */
const closeTimeout = 3000;

/** Throws a TypeError for an allowed host or origin that is none. */
export async function listen(parts: ListenParts): Promise<RunningServer> {
  const { handle, maxBody, port = 0, host = '127.0.0.1', trustProxy = false } = parts;
  const control = new ControlAccess(parts);
  const { createServer } = await import('node:http');
  const { gzipSync } = await import('node:zlib');
  const batch = new ResponseBatch((text) => gzipSync(text, { level: 1 }));
  let closing = false;
  const sockets = new Set<Socket>();
  const pipelines = new Pipelines();
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (closing) response.setHeader('connection', 'close');
    const cut = (): unknown => request.socket.destroy();
    const sent = toRawRequest(request, trustProxy);
    try {
      const access = isControlRequest(sent) ? control.check(sent) : undefined;
      const isRefused = access instanceof HttpError;
      // What is left of it is dropped, so that the sender gets to see the answer.
      if (isRefused) request.resume();
      const limit = access === undefined ? maxBody : maxControlBody;
      const work =
        hasBody(sent) && !isRefused
          ? () => readBody(request, limit).then((body) => handle({ ...sent, body }, access))
          : () => handle(sent, access);
      const answer = pipelines.next(request, work);
      if (answer instanceof Promise) answer.then((given) => batch.add({ request, received: sent, response, result: given }), cut);
      else batch.add({ request, received: sent, response, result: answer });
    } catch {
      cut();
    }
  });
  server.on('connection', (socket: Socket) => {
    if (closing) socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const url = getUrl(server, host);
  warnIfExposed(server, parts);
  let closed: Promise<void> | undefined;
  return {
    url,
    close() {
      closing = true;
      return (closed ??= close(server, sockets));
    },
  };
}

function getUrl(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function warnIfExposed(server: Server, { warn }: ListenParts): void {
  const address = server.address();
  if (typeof address !== 'object' || !address || isLoopbackAddress(address.address)) return;
  warn(
    `the mock listens on ${address.address}, beyond this machine: anyone who can reach the port can use the control routes (/__admin), which read and replace the whole state`,
  );
}

/**
 * Takes no new connection, answers what is under way, then closes. Node does not count a connection that has asked nothing yet as idle,
 * but one whose answer is still being sent.
 */
async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), closeTimeout);
  for (const socket of sockets) if (!lastHeads.has(socket)) socket.destroy();
  while ([...sockets].some(({ writableLength }) => writableLength > 0)) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(cut);
}

interface HttpRequest extends RawRequest {
  readonly origin: string;
  readonly headers: IncomingHttpHeaders;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly received: HttpRequest;
  readonly response: ServerResponse;
  readonly result: MockResponse;
}

/** Answers of one turn of the event loop go out one after the other at its end: a write to a peer that sleeps costs more than all the rest, one to a peer that is awake next to nothing. */
class ResponseBatch {
  readonly #zip: (text: string) => Uint8Array;
  #waiting: Exchange[] = [];

  constructor(zip: (text: string) => Uint8Array) {
    this.#zip = zip;
  }

  add(exchange: Exchange): void {
    if (this.#waiting.push(exchange) === 1) setImmediate(() => this.#end());
  }

  #end(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const exchange of waiting) {
      try {
        this.#send(exchange);
      } catch {
        exchange.request.socket.destroy();
      }
    }
  }

  #send({ request, received: { headers: asked }, response, result: { status, headers, body, bytes } }: Exchange): void {
    if (!request.complete) response.setHeader('connection', 'close');
    const bodiless = status === 204 || status === 304;
    const accepted = asked['accept-encoding'];
    const zipped = bytes === undefined && body !== '' && accepted !== undefined && acceptsGzip(String(accepted));
    const content = zipped ? this.#zip(body) : (bytes ?? body);
    const sent: string[] = [];
    for (const name of Object.keys(headers)) sent.push(name, headers[name] as string);
    if (zipped) sent.push('content-encoding', 'gzip');
    const size = Buffer.byteLength(content);
    if (!bodiless && headers['content-length'] === undefined) sent.push('content-length', String(size));
    response.writeHead(status, sent);
    // Text of as many bytes as characters is ASCII, which node writes in one piece with the head.
    response.end(request.method === 'HEAD' || bodiless ? undefined : content, size === content.length ? 'latin1' : 'utf8');
  }
}

function toRawRequest(request: IncomingMessage, trustProxy: boolean): HttpRequest {
  const { method = 'GET', url = '/' } = request;
  const { origin, headers } = readHead(request, trustProxy);
  return { method, origin, url, headers };
}

interface RequestHead {
  readonly raw: readonly string[];
  readonly headers: IncomingHttpHeaders;
  /** The address under which the client knows the server. */
  readonly origin: string;
}
/** What was last sent on a connection: most clients send the same headers again and again, which are read once then, and kept once. */
const lastHeads = new WeakMap<Socket, RequestHead>();

function readHead(request: IncomingMessage, trustProxy: boolean): RequestHead {
  const { socket, rawHeaders: raw } = request;
  const before = lastHeads.get(socket);
  if (before?.raw.length === raw.length && before.raw.every((text, index) => text === raw[index])) return before;
  const { headers } = request;
  const head: RequestHead = { raw, headers, origin: (trustProxy && forwardedOrigin(headers)) || `http://${headers.host ?? 'localhost'}` };
  lastHeads.set(socket, head);
  return head;
}

/** The address that a client asked a proxy for, as far as the proxy tells; what is no scheme or no host is ignored. */
function forwardedOrigin(headers: IncomingHttpHeaders): string {
  const first = (name: string): string =>
    String(headers[name] ?? '')
      .split(',')[0]
      ?.trim() ?? '';
  const scheme = /^https?$/i.exec(first('x-forwarded-proto'))?.[0].toLowerCase() ?? 'http';
  const host = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(first('x-forwarded-host'))?.[0] ?? headers.host ?? 'localhost';
  return `${scheme}://${host}`;
}

function acceptsGzip(accepted: string): boolean {
  return accepted.split(',').some((each) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(each));
}

function hasBody({ headers }: HttpRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Reads at most one byte more than `limit`. */
function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (request.destroyed) return Promise.reject(new Error('the request was aborted'));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      request.off('data', take);
      resolve(Buffer.concat(chunks).subarray(0, limit + 1));
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      done();
      // The rest is read and dropped, so that the sender gets to see the answer.
      request.resume();
    };
    request.on('data', take);
    request.once('end', done);
    request.once('error', reject);
    request.once('aborted', () => reject(new Error('the request was aborted')));
  });
}
