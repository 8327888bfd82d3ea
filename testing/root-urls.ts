/** The URLs below which clients find the APIs of a mock. */
import type { AnySession } from '../mock/index.js';

/** Returns the given URLs, or those of the APIs, each with a slash at its end. Throws a `TypeError` for a URL that isn't absolute. */
export function listRootUrls({ apis }: Pick<AnySession, 'apis'>, rootUrls?: readonly string[]): readonly string[] {
  return [...new Set((rootUrls ?? listAddresses(apis)).map(normalizeAddress))];
}

/** Returns the URL at which the mock has what is at a URL below a root URL. The mock knows only the paths in the addresses of its APIs. */
export function toMockUrl(url: string, rootUrl: string, { apis }: Pick<AnySession, 'apis'>): string {
  if (listAddresses(apis).some((address) => normalizeAddress(address) === rootUrl)) return url;
  return new URL(url.slice(rootUrl.length), `${new URL(rootUrl).origin}/`).href;
}

const listAddresses = (apis: AnySession['apis']): readonly string[] => apis.flatMap((api) => api.rootUrls);

const normalizeAddress = (url: string): string => new URL(url.endsWith('/') ? url : `${url}/`).href;
