/** Decides to which addresses a proxy connects. A name is resolved once, and the connection goes to the address that was checked. */
import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { removeBrackets } from '../../generator/lib/remove-brackets.js';

/** A connection to an address that isn't allowed. */
export class RejectedAddressError extends Error {
  override readonly name = 'RejectedAddressError';
}

/** Loopback, private, link-local, shared, reserved, and multicast networks, and those through which they are reachable (NAT64, 6to4, Teredo, IPv4-compatible). */
const internalNetworks =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 ' +
  '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8';

function createList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const type = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(length ?? (type === 'ipv6' ? 128 : 32)), type);
  }
  return list;
}

const internal = createList(internalNetworks.split(' '));
const isInList = (list: BlockList, address: string): boolean => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Returns all addresses of a name, as `dns.lookup` does. */
export type ResolveName = (
  name: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Rejects connections to internal addresses, except those that are allowed. */
export class AddressGuard {
  readonly #names: ReadonlySet<string>;
  readonly #networks: BlockList;
  readonly #resolve: ResolveName;

  /** `allowed`: host names, and addresses or networks, that may be internal. */
  constructor(allowed: readonly string[], resolve: ResolveName = resolveName) {
    const isNetwork = (text: string): boolean => isIP(text.split('/')[0] ?? '') !== 0;
    this.#names = new Set(allowed.filter((each) => !isNetwork(each)));
    this.#networks = createList(allowed.filter(isNetwork));
    this.#resolve = resolve;
  }

  /** Throws `RejectedAddressError` for an address that isn't allowed. `lookup` checks names when it resolves them. */
  check(host: string): void {
    const address = removeBrackets(host);
    if (isIP(address) !== 0) this.#checkAddress(address, address);
  }

  #checkAddress(address: string, host: string): void {
    if (!isInList(internal, address) || isInList(this.#networks, address) || this.#names.has(host.toLowerCase())) return;
    const resolved = host === address ? '' : ` (${address})`;
    throw new RejectedAddressError(
      `${host}${resolved} is a loopback, link-local, private, or reserved address; to allow it, start the proxy with --allow ${host}`,
    );
  }

  /** Resolves a name for a connection. Fails with `RejectedAddressError` if one of its addresses isn't allowed. */
  readonly lookup: LookupFunction = (name, options, callback) => {
    this.#resolve(name, { all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      try {
        for (const { address } of addresses) this.#checkAddress(address, name);
      } catch (rejection) {
        return callback(rejection as Error, '');
      }
      const wanted = addresses.filter(({ family }) => options.family === undefined || options.family === 0 || family === options.family);
      if (options.all === true) return callback(null, wanted);
      const [first] = wanted;
      return first === undefined ? callback(new Error(`${name} has no address`), '') : callback(null, first.address, first.family);
    });
  };
}
