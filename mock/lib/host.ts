/** Parses host names and origins from HTTP headers and options. */

/** Returns the name in a `Host` header, in lower case, without port and final dot. Returns undefined for an invalid name. */
export function parseHost(text: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*)\.?(?::\d{0,5})?$/i.exec(text)?.[1]?.toLowerCase();
}

/** Parses a host that an option allows: a name, or `*.example.com` for all its subdomains. Throws a TypeError for anything else. */
export function parseAllowedHost(text: string): string {
  const isWildcard = text.startsWith('*.');
  const name = parseHost(isWildcard ? text.slice(2) : text);
  if (name === undefined) throw new TypeError(`expected a host name such as mock.example.com or *.example.com (received '${text}')`);
  return isWildcard ? `*.${name}` : name;
}

/** Parses a host to which the mock may send requests: `HOST`, for all its ports, or `HOST:PORT`. Throws a TypeError for anything else. */
export function parseDeliveryHost(text: string): string {
  const name = parseHost(text);
  if (name === undefined) throw new TypeError(`expected a host such as localhost or localhost:3000 (received '${text}')`);
  const port = /:(\d+)$/.exec(text.replace(/^\[.*\]/, ''))?.[1];
  return port === undefined ? name : `${name}:${port}`;
}

/** Returns whether the mock may send a request to a URL: over HTTP, to one of the hosts, and not to control routes. */
export function canDeliver(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, pathname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  const isControlRoute = /(?:^|[/\\])__admin(?:$|[/\\])/i.test(decodePath(pathname));
  return !isControlRoute && (hosts.includes(hostname) || hosts.includes(`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`));
}

/** Decodes a path as often as a server could. */
function decodePath(path: string): string {
  for (let current = path; ;) {
    const decoded = current.replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    if (decoded === current) return decoded;
    current = decoded;
  }
}

/** Returns whether a name always resolves to this machine. */
export function isLoopbackHost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(name);
}

/** Returns whether a socket that listens on an IP address is reachable only from this machine. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** Normalizes an origin like browsers do: `https://example.com:8443`, without the default port. Returns undefined for an invalid origin. */
export function parseOrigin(text: string): string | undefined {
  if (text === 'null') return text;
  if (!/^[a-z][\w+.-]*:\/\/[^\s/?#@\\]+$/i.test(text)) return undefined;
  if (!/^https?:/i.test(text)) return text.toLowerCase();
  try {
    return new URL(text).origin;
  } catch {
    return undefined;
  }
}

/** Parses an origin that an option allows. Throws a TypeError for anything else. */
export function parseAllowedOrigin(text: string): string {
  const origin = parseOrigin(text);
  if (origin === undefined)
    throw new TypeError(`expected an origin such as https://app.example.com:8443, without a path (received '${text}')`);
  return origin;
}

/** The networks that `loopback` stands for. */
export const loopbackNetworks: readonly string[] = ['127.0.0.0/8', '::1/128'];

export function isIPv6(address: string): boolean {
  return address.includes(':');
}

/** Parses a proxy that an option trusts: `loopback`, an IP address, or a network such as `10.0.0.0/8`. Throws a TypeError for anything else. */
export function parseTrustedProxy(text: string): string {
  const [address = '', length = '0', ...rest] = text.split('/');
  const isAddress = isIPv6(address)
    ? URL.canParse(`http://[${address}]`)
    : /^\d+(?:\.\d+){3}$/.test(address) && URL.canParse(`http://${address}`);
  const isNetwork = isAddress && rest.length === 0 && /^\d{1,3}$/.test(length) && Number(length) <= (isIPv6(address) ? 128 : 32);
  if (text === 'loopback' || isNetwork) return text;
  throw new TypeError(`expected loopback, an IP address, or a network such as 10.0.0.0/8 (received '${text}')`);
}
