/** Where operations stand: in the collection `operations` that an API shows nearest to what is changed. */
import type { CallContext, Plan } from './call.js';
import { toCanonicalPath, createPlace, type Place } from './world/resource.js';

/** `undefined` where the API shows no collection of operations above, or beside, what is changed. */
export function findOperationPlace(call: CallContext, plan: Plan, name: string): Place | undefined {
  const segments = plan.target?.place.segments ?? call.segments;
  const depths = call.method.api.resources.flatMap(({ path }) => findOwnerDepth(path, segments));
  if (depths.length === 0) return undefined;
  const path = [...segments.slice(0, Math.max(...depths)), 'operations', name];
  const found = call.state.world.place(`/${toCanonicalPath(path)}`);
  return found && createPlace(found.resource, path);
}

/** How many of the segments stand before the operations of this template, where they fit it. */
function findOwnerDepth(template: string, segments: readonly string[]): readonly number[] {
  const owner = /^(.+)\/operations\/\{[^{}/]+\}$/.exec(template)?.[1]?.split('/');
  if (!owner || owner.length > segments.length) return [];
  return owner.every((part, index) => part.startsWith('{') || part === segments[index]) ? [owner.length] : [];
}
