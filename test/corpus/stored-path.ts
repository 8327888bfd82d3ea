/** Finds the path at which the mock stores a new resource. */
import type { Resource } from '../../generator/model/model.js';
import type { Mock } from '../../mock/index.js';
import { matchPath } from '../../runtime/paths/match.js';

/** The requested collection and ID of a new resource. */
export interface Placement {
  readonly collection: string;
  readonly id: string;
}

/** Finds the path of a new resource in the state of the mock: the requested path, or else the last path of its collection. */
export async function findStoredPath(mock: Mock, { path }: Resource, { collection, id }: Placement): Promise<string> {
  const { resources = {} } = await mock.state();
  const paths = Object.keys(resources).map((key) => encodeSegments(key.replace(/^\//, '')));
  const candidates = paths.filter((each) => each.startsWith(`${encodeSegments(collection)}/`) && matchPath(path, each) !== undefined);
  const expected = encodeSegments(`${collection}/${id}`);
  const stored = candidates.includes(expected) ? expected : candidates.at(-1);
  if (stored === undefined) throw new Error(`expected a resource in /${collection}, found ${paths.join(', ')}`);
  return stored;
}

/** Encodes the segments of a path as the client does. */
function encodeSegments(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join('/');
}
