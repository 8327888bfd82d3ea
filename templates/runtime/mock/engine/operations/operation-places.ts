/** Finds the place of a new operation: in the `operations` collection of the API that is nearest to the changed resource. */
import type { CallContext, Plan } from '../call.js';
import { toCanonicalPath, createPlace, type Place } from '../../world/resource.js';

/** Returns `undefined` if the API has no operations collection at the changed resource or its ancestors. */
export function findOperationPlace(call: CallContext, plan: Plan, name: string): Place | undefined {
  const segments = plan.target?.place.segments ?? call.segments;
  const depths = call.method.api.resources.flatMap(({ path }) => findOwnerDepth(path, segments));
  if (depths.length === 0) return undefined;
  const path = [...segments.slice(0, Math.max(...depths)), 'operations', name];
  const place = call.state.world.findPlace(`/${toCanonicalPath(path)}`);
  return place && createPlace(place.resource, path);
}

/** Returns the number of segments before the operations of a template, if the segments match it. */
function findOwnerDepth(template: string, segments: readonly string[]): readonly number[] {
  const owner = /^(.+)\/operations\/\{[^{}/]+\}$/.exec(template)?.[1]?.split('/');
  if (!owner || owner.length > segments.length) return [];
  return owner.every((part, index) => part.startsWith('{') || part === segments[index]) ? [owner.length] : [];
}
