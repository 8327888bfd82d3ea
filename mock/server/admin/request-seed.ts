/** The seed document of a request in the journal. */
import { findSeedPlace } from '../../engine/seed/check-seed.js';
import { isObject } from '../../lib/json.js';
import { findRequestChanges } from '../../state/history.js';
import type { IndexedEntry } from '../../types/control.js';
import type { SeedDocument } from '../../types/seed.js';
import { renderResourceAt } from '../../catalog/links.js';
import type { AdminCall } from './admin-call.js';

/**
 * Returns the resources that a request created or changed, as they were then, or the one that it read. Returns `undefined` if there is none,
 * or if the mock no longer has the version of the state.
 */
export function createRequestSeed({ session, incoming }: AdminCall, entry: IndexedEntry): SeedDocument | undefined {
  const { catalog } = session;
  const method = catalog.methods.find(({ id }) => id === entry.methodId);
  if (!method?.resource || entry.status >= 400) return undefined;
  if (method.behavior.action.kind === 'get') {
    const place = findSeedPlace(catalog, entry.path.replace(/\?.*/, ''));
    const { body } = entry.response;
    return place && isObject(body) ? { resources: { [`/${place.path}`]: body } } : undefined;
  }
  const bodies = findRequestChanges(session, entry.index).flatMap(({ path, after }) => {
    const place = findSeedPlace(catalog, path);
    return after && place && place.resource === method.resource
      ? [[path, renderResourceAt(place, after.body, incoming.origin)] as const]
      : [];
  });
  return bodies.length > 0 ? { resources: Object.fromEntries(bodies) } : undefined;
}
