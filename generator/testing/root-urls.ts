/** The URLs below which clients find the APIs of a mock. */
import type { AnySession } from '../../templates/runtime/mock/index.js';

/** Returns the given URLs, or those of the APIs, each with a slash at its end. Throws a `TypeError` for a URL that isn't absolute. */
export function listRootUrls({ apis }: Pick<AnySession, 'apis'>, rootUrls?: readonly string[]): readonly string[] {
  const urls = rootUrls ?? apis.flatMap((api) => api.rootUrls);
  return [...new Set(urls.map((url) => new URL(url.endsWith('/') ? url : `${url}/`).href))];
}

/** Removes the path of a root URL from a URL below it, because the paths of the mock don't contain it. */
export function toMockUrl(url: string, rootUrl: string): string {
  return new URL(url.slice(rootUrl.length), `${new URL(rootUrl).origin}/`).href;
}
