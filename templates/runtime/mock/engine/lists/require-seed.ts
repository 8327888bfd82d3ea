import { createNotImplementedError, type CallContext } from '../call.js';
import { listResourcesOfKind } from '../../state/list-members.js';
import type { Resource } from '../../world/resource.js';

/** Throws 501 if only a seed can provide the listed resources, and none did in the project. An empty list would be an invention. */
export function requireSeed({ method, state, segments }: CallContext, resources: readonly Resource[]): void {
  const isKnown = !method.behavior.seededOnly || resources.some((resource) => !listResourcesOfKind(state, resource, segments).next().done);
  if (!isKnown) throw createNotImplementedError(method);
}
