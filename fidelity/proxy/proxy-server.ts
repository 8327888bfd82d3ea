/**
 * A proxy for HTTP. With a target, it is a reverse proxy. Otherwise it is a forward proxy, which decrypts connections to described hosts with
 * certificates of its own, and forwards all others unchanged.
 */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { connect, createServer, isIP, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { isLoopbackHost, parseHost } from '../../mock/shared.js';
import type { Authority } from '../../generator/lib/certificates.js';
import { removeBrackets } from '../../generator/lib/remove-brackets.js';
import { type AddressGuard, RejectedAddressError } from './address-guard.js';
import type { DescribedHosts } from './described-hosts.js';
import {
  type Destination,
  Forwarder,
  type ForwarderOptions,
  maxHeaderSize,
  type OutgoingResponse,
  type ReceivedRequest,
  sendError,
} from './forward.js';
import { createGrpcRejection, isGrpc } from './grpc.js';

export interface ProxyOptions extends ForwarderOptions {
  readonly host: string;
  readonly port: number;
  readonly guard: AddressGuard;
  readonly hosts: DescribedHosts;
  /** Hosts whose connections are decrypted, but whose exchanges the observer doesn't receive, such as those for tokens. */
  readonly unobserved?: DescribedHosts;
  /** Whether to reject connections to hosts that aren't described. */
  readonly only: boolean;
  /** The address to which a reverse proxy forwards requests. */
  readonly target?: URL | undefined;
  /** Absent for a reverse proxy. */
  readonly authority?: Authority | undefined;
  /** The address of the mock that responds in place of the described hosts. */
  readonly mock?: URL | undefined;
  /** How long a tunnel stays open without traffic, in milliseconds. Default: 10 minutes. */
  readonly maxIdleTime?: number;
  /** The JSON document of `/__admin/proxy`. */
  readonly describe: () => object;
  readonly warn: (message: string) => void;
}

export interface RunningProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** The path at which a forward proxy describes itself. */
export const descriptionPath = '/__admin/proxy';
/** The first byte of a TLS connection. */
const tlsHandshake = 22;

/** Starts a proxy. Rejects with a system error if it can't listen. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const proxy = new ProxyServer(options);
  return proxy.listen();
}

class ProxyServer {
  readonly #forwarder: Forwarder;
  readonly #sockets = new Set<Socket>();
  readonly #contexts = new Map<string, SecureContext>();
  readonly #plain = createHttpServer({ keepAliveTimeout: 60_000, maxHeaderSize }, (request, response) =>
    this.#handle(request, response, 'http:'),
  );
  readonly #secure = createSecureServer(
    { allowHTTP1: true, SNICallback: (name, callback) => this.#selectCertificate(name, callback) },
    (request, response) => this.#handle(request, response, 'https:'),
  );
  #url = '';
  #hasWarned = false;

  constructor(private readonly options: ProxyOptions) {
    this.#forwarder = new Forwarder(options);
    this.#plain.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => this.#connect(request, { socket, head }));
    // A server of HTTP/2 has no such option, but its connections of HTTP/1.1 read the property.
    Object.assign(this.#secure, { maxHeaderSize });
    this.#secure.on('sessionError', () => undefined);
    this.#secure.on('tlsClientError', (error) => this.#reportTlsError(error));
  }

  async listen(): Promise<RunningProxy> {
    const { host, port } = this.options;
    const server = createServer({ pauseOnConnect: true }, (socket) => {
      this.#track(socket);
      this.#accept(socket);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    const { port: openPort } = server.address() as AddressInfo;
    this.#url = `http://${host.includes(':') ? `[${host}]` : host}:${openPort}`;
    return {
      url: this.#url,
      close: async () => {
        const closed = new Promise((resolve) => void server.close(resolve));
        for (const socket of this.#sockets) socket.destroy();
        this.#forwarder.close();
        await closed;
      },
    };
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Returns a function that removes the limit. */
  #limitIdleTime(socket: Socket): () => void {
    const destroy = (): unknown => socket.destroy();
    socket.setTimeout(this.options.maxIdleTime ?? defaultMaxIdleTime, destroy);
    return () => void socket.setTimeout(0).off('timeout', destroy);
  }

  /** Detects from the first byte of a connection whether it uses TLS. */
  #accept(socket: Socket): void {
    const removeLimit = this.#limitIdleTime(socket);
    socket.once('data', (first: Buffer) => {
      removeLimit();
      socket.pause();
      socket.unshift(first);
      const isSecure = first[0] === tlsHandshake && this.options.authority !== undefined;
      (isSecure ? this.#secure : this.#plain).emit('connection', socket);
      setImmediate(() => socket.resume());
    });
    socket.resume();
  }

  #selectCertificate(serverName: string, callback: (error: Error | null, context?: SecureContext) => void): void {
    const { hosts, authority } = this.options;
    const name = serverName.toLowerCase().replace(/\.$/, '');
    if (authority === undefined || !hosts.has(name)) return callback(new Error(`${name} is not a host of a described API`));
    const cached = this.#contexts.get(name);
    const context = cached ?? createSecureContext({ ...authority.createCertificate(name) });
    if (cached === undefined && this.#contexts.size < maxContexts) this.#contexts.set(name, context);
    callback(null, context);
  }

  /** Opens a tunnel: to this proxy for a described host, and otherwise to the host. */
  #connect({ url = '' }: IncomingMessage, { socket, head }: { readonly socket: Socket; readonly head: Buffer }): void {
    const { hosts, only, guard, target } = this.options;
    const [, host, portText] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(url) ?? [];
    const removeLimit = this.#limitIdleTime(socket);
    const reject = (status: string, message: string): void => {
      socket.end(`HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\ndiscogen proxy: ${message}\n`);
      // The socket closes only when it has read the end of the other direction.
      socket.resume();
    };
    if (host === undefined || Number(portText) > 65_535) return reject('400 Bad Request', 'CONNECT must name a host and a port');
    if (target !== undefined)
      return reject('405 Method Not Allowed', 'a proxy with --target is not a forward proxy, so it does not support CONNECT');
    if (head.length > 0) socket.unshift(head);
    const name = removeBrackets(host);
    const establish = (): boolean => socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (hosts.has(name, Number(portText))) {
      removeLimit();
      establish();
      return this.#accept(socket);
    }
    if (only) return reject('403 Forbidden', `${host} is not a host of a described API, and --only is set`);
    try {
      guard.check(name);
    } catch (error) {
      return reject('403 Forbidden', (error as Error).message);
    }
    // Each side can end its direction, and still receive.
    socket.allowHalfOpen = true;
    const upstream = connect({ host: name, port: Number(portText), lookup: guard.lookup, allowHalfOpen: true });
    this.#track(upstream);
    this.#limitIdleTime(upstream);
    const rejectConnection = (error: Error): void =>
      reject(error instanceof RejectedAddressError ? '403 Forbidden' : '502 Bad Gateway', error.message);
    upstream.once('error', rejectConnection);
    upstream.once('connect', () => {
      upstream.off('error', rejectConnection);
      establish();
      pipeline(upstream, socket, () => undefined);
      pipeline(socket, upstream, () => undefined);
    });
    socket.once('close', () => upstream.destroy());
  }

  #handle(request: ReceivedRequest, response: OutgoingResponse, protocol: 'http:' | 'https:'): void {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const authority = ('authority' in request ? request.authority : undefined) ?? request.headers.host ?? '';
    const rejection = this.#findRejection(request, authority);
    if (rejection !== undefined) {
      request.resume();
      return rejection(response);
    }
    if (isGrpc(request.headers['content-type'])) {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/grpc' });
      (response as ServerResponse).addTrailers(createGrpcRejection(request.headers['user-agent']));
      return void response.end();
    }
    const destination = this.#findDestination(request.url ?? '/', { protocol, authority });
    if (destination === undefined) {
      request.resume();
      const name = parseHost(authority) ?? authority;
      return sendError(response, { status: 421, error: new Error(`${name} is not a host of a described API`) });
    }
    this.#forwarder.forward(request, response, destination);
  }

  /** Returns a function that responds to a request that must not be forwarded. */
  #findRejection({ url = '/' }: ReceivedRequest, authority: string): ((response: OutgoingResponse) => void) | undefined {
    const { target, describe } = this.options;
    const isOwn = this.#isOwnHost(authority);
    if (target !== undefined)
      return isOwn
        ? undefined
        : (response) =>
            sendError(response, {
              status: 421,
              error: new Error(`the header Host must name this proxy (received ${JSON.stringify(authority)})`),
            });
    if (!url.startsWith('/') || !isOwn || this.options.hosts.has(parseHost(authority) ?? '')) return undefined;
    if (url === descriptionPath)
      return (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(describe()));
      };
    const message = `this is a forward proxy; configure clients with \`discogen proxy env --url ${this.#url}\``;
    return (response) => sendError(response, { status: 404, error: new Error(message) });
  }

  /** Web pages must not reach the target through a name of their own that resolves to this machine (DNS rebinding). */
  #isOwnHost(authority: string): boolean {
    const name = parseHost(authority);
    return name !== undefined && (isLoopbackHost(name) || name === parseHost(new URL(this.#url).host) || isIP(removeBrackets(name)) !== 0);
  }

  #findDestination(
    url: string,
    { protocol, authority }: { readonly protocol: 'http:' | 'https:'; readonly authority: string },
  ): { readonly destination: Destination; readonly isObserved: boolean } | undefined {
    const { target, mock, hosts, only } = this.options;
    if (target !== undefined) {
      const base = target.href.replace(/\/$/, '');
      const location: Destination = { ...toAddress(target), path: `${target.pathname.replace(/\/$/, '')}${url}`, url: `${base}${url}` };
      return { destination: { ...location, rewrites: [`${base}/`, `${this.#url}/`] }, isObserved: true };
    }
    const absolute = url.startsWith('/') ? `${protocol}//${authority}${url}` : url;
    const parsed = /^https?:\/\//i.test(absolute) && URL.canParse(absolute) ? new URL(absolute) : undefined;
    if (parsed === undefined) return undefined;
    const address = toAddress(parsed);
    const isDescribed = hosts.has(parsed.hostname, address.port);
    if (!isDescribed && (only || url.startsWith('/'))) return undefined;
    const path = absolute.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?=[^/]|$)/, '/');
    const destination = { ...address, path, url: `${parsed.origin}${path}` };
    if (!isDescribed || mock === undefined) return { destination, isObserved: isDescribed };
    const own = { ...toAddress(mock), host: address.host, headers: { 'x-forwarded-proto': parsed.protocol.slice(0, -1) }, isOwn: true };
    return { destination: { ...destination, ...own }, isObserved: this.options.unobserved?.has(parsed.hostname) !== true };
  }

  #reportTlsError(error: Error): void {
    const code = 'code' in error ? String(error.code) : '';
    const isExpired = code.includes('CERTIFICATE_EXPIRED');
    if (this.#hasWarned || !(isExpired || /UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN/.test(code))) return;
    this.#hasWarned = true;
    this.options.warn(
      isExpired
        ? 'a client rejected the certificate of the proxy, because it has expired; restart the proxy'
        : "a client rejected the certificate of the proxy; set the variables of `discogen proxy env` in the client's environment",
    );
  }
}

const defaultMaxIdleTime = 600_000;

/** The maximum number of cached certificates. With `*.example.com`, clients can use any number of names. */
const maxContexts = 1000;

function toAddress({ protocol, hostname, port, host }: URL): Pick<Destination, 'protocol' | 'hostname' | 'port' | 'host'> {
  const isSecure = protocol === 'https:';
  return {
    protocol: isSecure ? 'https:' : 'http:',
    hostname: removeBrackets(hostname),
    port: Number(port || (isSecure ? 443 : 80)),
    host,
  };
}
