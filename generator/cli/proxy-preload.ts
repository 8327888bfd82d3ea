/**
 * A module for `node --import` that makes Node programs use a proxy. Versions that read `NODE_USE_ENV_PROXY` don't need it. For the others, it
 * redirects TLS connections to the hosts. All HTTP clients use these connections: `https`, `fetch`, undici, and libraries on top of them. The
 * proxy finds the host in the handshake.
 *
 * Environment variables: DISCOGEN_PROXY_URL, the address of the proxy; DISCOGEN_PROXY_HOSTS, the hosts, separated by commas, or `*`.
 */
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
import { mergeOptions, type ConnectArguments } from './connect-options.js';

const { DISCOGEN_PROXY_URL: address, DISCOGEN_PROXY_HOSTS: hosts } = process.env;
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
/** `fetch` and `https` read the environment from 24.5 and 22.21 on. */
const readsEnvironment = major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
if (address !== undefined && hosts !== undefined && !readsEnvironment) redirectConnections(new URL(address), new Set(hosts.split(',')));

function redirectConnections({ hostname, port }: URL, names: ReadonlySet<string>): void {
  const proxy = { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) };
  const isProxied = (name: string): boolean => {
    if (names.has(name) || (names.has('*') && !isLocal(name))) return true;
    const dot = name.indexOf('.');
    return dot >= 0 && names.has(`*${name.slice(dot)}`);
  };
  const connect = tls.connect as unknown as (this: unknown, ...args: ConnectArguments) => tls.TLSSocket;
  tls.connect = function connectThroughProxy(this: unknown, ...args: ConnectArguments): tls.TLSSocket {
    const options = mergeOptions(args);
    const { host, socket, port: target } = options;
    // A connection through another proxy has a socket.
    if (socket !== undefined || host === undefined || Number(target) !== 443 || !isProxied(host.toLowerCase()))
      return connect.apply(this, args);
    const callback = args.find((value) => typeof value === 'function');
    return connect.call(this, { ...options, servername: options['servername'] || host, ...proxy, lookup: undefined }, callback);
  } as typeof tls.connect;
  syncBuiltinESMExports();
}

const isLocal = (name: string): boolean => name === 'localhost' || name === '127.0.0.1' || name === '::1';
