/** Requests below the path in the address of an API. */
import type { ParsedRequest } from '../lib/http-request.js';
import type { CompiledMethod } from '../catalog/method.js';
import { findRootPath } from '../catalog/root-paths.js';
import type { Catalog } from '../catalog/catalog.js';

/** Removes the path in the address of an API from the path of a request. */
export function omitRootPath(incoming: ParsedRequest, { rootPaths }: Catalog): ParsedRequest {
  const rootPath = findRootPath(rootPaths, incoming.path);
  if (rootPath === '') return incoming;
  return { ...incoming, rootPath, path: incoming.path.slice(rootPath.length), target: incoming.target.slice(rootPath.length) };
}

/** Adds the path in the address of an API to the origin, so that links begin with the whole address. */
export function addRootPath(incoming: ParsedRequest, { rootPath }: CompiledMethod): ParsedRequest {
  return rootPath === '' ? incoming : { ...incoming, origin: `${incoming.origin}${rootPath}` };
}
