/**
 * The paths in the addresses of APIs, such as `/_ah/api` of `https://app.example.com/_ah/api/`. Paths of methods and resources are relative
 * to the address of their API, so the mock removes its path from each request, and begins each link with it.
 */
import type { ApiBehavior } from '../../runtime/behavior.js';

/** Returns the path of an address without the slash at its end. Empty if the address has no path or isn't a URL. */
export function getAddressPath(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.replace(/\/+$/, '') : '';
}

/** Returns the path below which the API is, with a leading slash. Empty for most APIs. */
export function getRootPath({ rootUrls: [address = ''] = [] }: Pick<ApiBehavior, 'rootUrls'>): string {
  return getAddressPath(address);
}

/** Lists the paths of all addresses of the APIs, those of locations included. Longer ones come first. */
export function listRootPaths(apis: readonly ApiBehavior[]): readonly string[] {
  const paths = new Set(apis.flatMap(({ rootUrls = [] }) => rootUrls.map(getAddressPath)));
  return [...paths].filter((path) => path !== '').sort((one, other) => other.length - one.length);
}

/** Returns the root path with which a path begins. Empty if there is none: the mock serves the APIs without their root paths, too. */
export function findRootPath(rootPaths: readonly string[], path: string): string {
  return rootPaths.find((rootPath) => path.startsWith(`${rootPath}/`)) ?? '';
}
