/** Lists across parents: `-` in place of a parent's name matches every name (AIP-159). */
import { createNotFoundError, requireParent, type EngineCall } from '../call.js';
import { compareText } from '../../lib/json.js';
import { toSortText } from '../../state/keys.js';
import { listProjectResources } from '../../state/list-members.js';
import type { Member } from '../../state/entity.js';
import { getRule } from '../../catalog/method.js';
import type { Order, Place, CompiledResource } from '../../catalog/resource.js';

/** The segment of a path that stands for any parent. */
export const wildcard = '-';

/** Whether the path of a collection names all parents of a kind: by convention in published documents, or by the rule `allParents`. */
export function isAcrossParents(call: EngineCall, { steps }: CompiledResource, segments: readonly string[]): boolean {
  const isSupported = call.method.behavior.byConvention === true || getRule(call.method, 'allParents') !== undefined;
  return isSupported && segments.some((segment, index) => isWildcard(segment) && 'variable' in (steps[index] ?? {}));
}

function isWildcard(segment: string): boolean {
  return segment === wildcard;
}

/** A collection whose path can name all parents, and the order of its members. Default: by path. */
interface ParentCollections {
  readonly resource: CompiledResource;
  readonly segments: readonly string[];
  readonly order: Order | undefined;
}

/** The members of all matching collections, in an order. */
export function listAcrossParents({ state }: EngineCall, { resource, segments, order }: ParentCollections): readonly Member[] {
  const createCursor = ({ place, entity }: Member): string => (order ? `${toSortText(order, entity.body)}\u0000${place.path}` : place.path);
  const known = segments.slice(0, segments.findIndex(isWildcard));
  return [...listProjectResources(state, resource, known)]
    .filter(({ place }) => segments.every((segment, index) => isWildcard(segment) || segment === place.segments[index]))
    .map((member) => ({ ...member, cursor: createCursor(member) }))
    .sort((one, other) => compareText(one.cursor, other.cursor));
}

/** Throws 404 if the nearest resource that the path of a member names doesn't exist. */
export function requireNamedParent(call: EngineCall, place: Place): void {
  const parent = call.state.getParent(place);
  if (!parent) return;
  if (parent.segments.some(isWildcard)) {
    requireNamedParent(call, parent);
    return;
  }
  requireParent(call, parent);
  if (!call.state.hasResource(parent)) throw createNotFoundError(call, parent);
}
