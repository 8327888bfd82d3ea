/**
 * A module for `node --import` that makes Node programs call a mock instead of public services. It redirects the connections to their
 * hosts, below all HTTP clients: `https`, `fetch`, undici, and what is built on them. Requests keep their paths and headers.
 *
 * Environment variables: DISCOGEN_MOCK_URL, the address of the mock; DISCOGEN_MOCK_HOSTS, the hosts, separated by commas. `*` in a host
 * stands for letters, digits, and hyphens.
 */
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import { mergeOptions, type ConnectArguments, type ConnectTarget } from './connect-options.js';

type Callable<Result> = (this: unknown, ...args: ConnectArguments) => Result;

const { DISCOGEN_MOCK_URL: address, DISCOGEN_MOCK_HOSTS: hosts } = process.env;
if (address !== undefined && hosts !== undefined) redirectConnections(new URL(address), toExpression(hosts.split(',')));

/** `hosts`: letters, digits, hyphens, dots, and `*`. */
function toExpression(hosts: readonly string[]): RegExp {
  const alternatives = hosts.map((host) => host.replaceAll(/[^\w*-]/g, '\\$&').replaceAll('*', '[a-z\\d-]+'));
  return new RegExp(`^(?:${alternatives.join('|')})$`);
}

function redirectConnections(mock: URL, publicHosts: RegExp): void {
  const isSecure = mock.protocol === 'https:';
  const mockTarget = { host: mock.hostname.replaceAll(/[[\]]/g, ''), port: Number(mock.port || (isSecure ? 443 : 80)) };
  const isPublic = ({ host, port }: ConnectTarget, expectedPort: number): boolean =>
    host !== undefined && publicHosts.test(host.toLowerCase()) && Number(port) === expectedPort;

  const connectSecurely = tls.connect as unknown as Callable<tls.TLSSocket>;
  tls.connect = function connect(this: unknown, ...args: ConnectArguments): tls.TLSSocket {
    const options = mergeOptions(args);
    // A connection through a proxy has a socket.
    if (options['socket'] !== undefined || !isPublic(options, 443)) return connectSecurely.apply(this, args);
    const callback = args.find((value) => typeof value === 'function') as (() => void) | undefined;
    if (isSecure)
      return connectSecurely.call(
        this,
        { ...options, ...mockTarget, servername: net.isIP(mockTarget.host) ? '' : mockTarget.host },
        callback,
      );
    return connectWithoutTls(mockTarget, callback);
  } as typeof tls.connect;

  // Links in responses of a mock without TLS have the public host and no TLS.
  if (!isSecure) {
    const connectSocket = net.Socket.prototype.connect as unknown as Callable<net.Socket>;
    net.Socket.prototype.connect = function connect(this: net.Socket, ...args: ConnectArguments): net.Socket {
      // Node's own calls pass one list with the options and the callback.
      const given = Array.isArray(args[0]) ? (args[0] as ConnectArguments) : args;
      if (!isPublic(mergeOptions(given), 80)) return connectSocket.apply(this, args);
      return connectSocket.call(
        this,
        { ...mergeOptions(given), ...mockTarget },
        given.find((value) => typeof value === 'function'),
      );
    } as typeof net.Socket.prototype.connect;
  }
  syncBuiltinESMExports();
}

/** Returns a connection that looks to HTTP clients like one with TLS. */
function connectWithoutTls(
  target: { readonly host: string; readonly port: number },
  onSecureConnect: (() => void) | undefined,
): tls.TLSSocket {
  const socket = new net.Socket();
  Object.assign(socket, { encrypted: true, authorized: true, authorizationError: null, alpnProtocol: false });
  if (onSecureConnect) socket.once('secureConnect', onSecureConnect);
  socket.once('connect', () => socket.emit('secureConnect'));
  return socket.connect(target) as tls.TLSSocket;
}
