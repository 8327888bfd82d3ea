/** The origin under which a client knows the mock behind a proxy. */
import { isIPv6, loopbackNetworks, parseTrustedProxy } from '../../lib/host.js';

/** Returns whether the mock trusts the headers of a sender with this address. */
export type ProxyCheck = (address: string) => boolean;

/** The `BlockList` of Node. */
interface AddressList {
  addSubnet(address: string, prefixLength: number, type: 'ipv4' | 'ipv6'): void;
  check(address: string, type: 'ipv4' | 'ipv6'): boolean;
}

type ReceivedHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `trusted`: addresses and networks, or whether to trust all. Throws a TypeError for an invalid one. */
export function createProxyCheck(trusted: boolean | readonly string[], list: AddressList): ProxyCheck {
  if (typeof trusted === 'boolean') return () => trusted;
  for (const text of trusted.map(parseTrustedProxy).flatMap((each) => (each === 'loopback' ? loopbackNetworks : each))) {
    const [address = '', length] = text.split('/');
    const isVersion6 = isIPv6(address);
    list.addSubnet(address, Number(length ?? (isVersion6 ? 128 : 32)), isVersion6 ? 'ipv6' : 'ipv4');
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Returns the origin and the path prefix from the proxy's headers: `https://example.com/prefix`. Ignores invalid values. */
export function getForwardedOrigin(headers: ReceivedHeaders, own: { readonly scheme: string; readonly host: string }): string {
  const getFirstValue = (name: string): string =>
    String(headers[name] ?? '')
      .split(',')[0]
      ?.trim() ?? '';
  const scheme = /^https?$/i.exec(getFirstValue('x-forwarded-proto'))?.[0].toLowerCase() ?? own.scheme;
  const host = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(getFirstValue('x-forwarded-host'))?.[0] ?? own.host;
  const prefix = /^(?:\/[\w.~-]+)+(?=\/?$)/.exec(getFirstValue('x-forwarded-prefix'))?.[0] ?? '';
  return `${scheme}://${host}${prefix}`;
}
