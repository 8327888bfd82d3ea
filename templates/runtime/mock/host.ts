/** Names of hosts and origins, as HTTP headers and options give them. */

/** The name in a `Host` header, in lower case, without port and final dot. Returns undefined for what is no name of a host. */
export function parseHost(text: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*)\.?(?::\d{0,5})?$/i.exec(text)?.[1]?.toLowerCase();
}

/** A host that an option allows: a name, or `*.example.com` for all names below one. Throws a TypeError for anything else. */
export function parseAllowedHost(text: string): string {
  const below = text.startsWith('*.');
  const name = parseHost(below ? text.slice(2) : text);
  if (name === undefined) throw new TypeError(`expected a host name such as mock.example.com or *.example.com (received '${text}')`);
  return below ? `*.${name}` : name;
}

/** Whether a name leads to this machine wherever it is looked up. */
export function isLoopbackHost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(name);
}

/** Whether a socket that listens on an IP address can be reached from this machine alone. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** An origin as browsers write it: `https://example.com:8443`, without the scheme's own port. Returns undefined for what is none. */
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

/** An origin that an option allows. Throws a TypeError for anything else. */
export function parseAllowedOrigin(text: string): string {
  const origin = parseOrigin(text);
  if (origin === undefined)
    throw new TypeError(`expected an origin such as https://app.example.com:8443, without a path (received '${text}')`);
  return origin;
}
