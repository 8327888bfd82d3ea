/**
 * The hosts of an API: those of its addresses, and for an API of Google also the others at which the vendor serves it. The mock, the proxy,
 * and the comparison of recordings all use them.
 */

export interface ApiAddresses {
  /** The first label of `NAME.localhost`, in addition to that of its public host. */
  readonly name?: string;
  /** The address of the API, then those of its locations. */
  readonly rootUrls?: readonly string[];
}

/** `own`: a host of the API, or of its service. `common`: a host of all APIs of Google, which has the API if the path is one of its paths. */
export type HostMatch = 'own' | 'common';

/** Returns the host of an address in lower case, with a port that isn't the default. Empty if it isn't an HTTP address. */
export function getHost(address: string): string {
  const [, scheme = '', authority = ''] = /^(https?):\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(address) ?? [];
  const [, name = '', port = ''] = /^(.*?)\.?(?::(\d*))?$/.exec(authority.toLowerCase()) ?? [];
  return port === '' || port === (scheme.toLowerCase() === 'https' ? '443' : '80') ? name : `${name}:${port}`;
}

/** Returns how a host, as `getHost` returns it, belongs to an API. A host with a port also has the APIs whose address has none. */
export function matchHost(api: ApiAddresses, host: string): HostMatch | undefined {
  const own = (api.rootUrls ?? []).map(getHost);
  const name = host.replace(/:\d+$/, '');
  if (own.includes(host) || own.includes(name)) return 'own';
  const service = getServiceName(own[0]);
  if (name.endsWith('.localhost')) return [service, api.name].some((label) => name === `${label}.localhost`) ? 'own' : undefined;
  if (commonHosts.has(name)) return own.some(isGoogleHost) ? 'common' : undefined;
  return service !== undefined && isServiceHost(name, service) ? 'own' : undefined;
}

/** Returns whether a path at a common host belongs to an API, rather than only having the form of its paths, such as `/v1/projects/p`. */
export function isCommonHostPath(servicePath: string, path: string): boolean {
  return servicePath === '' ? !/^\/(?:(?:(?:resumable\/)?upload|download|batch)\/)?v\d/.test(path) : `${path}/`.includes(`/${servicePath}`);
}

/**
 * Lists the hosts of an API as patterns, with ports other than the default. `*` stands for letters, digits, and hyphens.
 *
 * @param rootUrls - The address of the API, then those of its locations.
 */
export function listHostPatterns(rootUrls: readonly string[]): readonly string[] {
  const own = rootUrls.map(getHost).filter((host) => host !== '');
  const service = getServiceName(own[0]);
  const others = service === undefined ? [] : ['mtls', '*.rep'].map((part) => `${service}.${part}.googleapis.com`);
  const located = service === undefined ? [] : [`*-${service}.googleapis.com`];
  return [...new Set([...own, ...others, ...located, ...(own.some(isGoogleHost) ? commonHosts : [])])];
}

/** The hosts of all APIs of Google: the one that older clients use, that of calls from a browser, and that of certificate-bound access. */
const commonHosts: ReadonlySet<string> = new Set(['www.googleapis.com', 'content.googleapis.com', 'www.mtls.googleapis.com']);

const isGoogleHost = (host: string): boolean => /^[\w-]+\.googleapis\.com$/.test(host);

/** Returns the first label of a host of one API of Google. */
function getServiceName(host: string | undefined): string | undefined {
  return host === undefined || commonHosts.has(host) ? undefined : /^([\w-]+)\.googleapis\.com$/.exec(host)?.[1];
}

/**
 * Whether a host is another one of an API of Google: that of a location (`us-central1-NAME.googleapis.com`, `NAME.us-central1.rep.googleapis.com`),
 * of certificate-bound access (`NAME.mtls.googleapis.com`), or of calls from a browser (`content-NAME.googleapis.com`).
 */
function isServiceHost(host: string, service: string): boolean {
  if (host.endsWith(`-${service}.googleapis.com`)) return isGoogleHost(host);
  return host.startsWith(`${service}.`) && /^\.(?:mtls|[a-z\d-]+\.rep)\.googleapis\.com$/.test(host.slice(service.length));
}
