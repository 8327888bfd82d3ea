import { existing, resourceOf, type Call } from '../call.js';
import { Refusal } from '../errors.js';
import { emptyObject } from '../json.js';
import { relativePath, view } from '../links.js';
import { requireDeletable } from '../rules/deletable.js';
import { requireFreshParameters } from '../rules/freshness.js';
import { requireUsable } from '../rules/locked-while.js';
import type { Perform } from './action.js';
import { isAllowedMissing } from './missing.js';

/** Removes the resource, all that is below it, and their access policies. */
export const remove: Perform<'delete'> = (call) => {
  if (isAllowedMissing(call)) return { effects: [], answer: { body: emptyObject }, tracked: true };
  const found = existing(call);
  const { place, entity } = found;
  if (entity.version === 0)
    throw new Refusal('notFound', { message: `The resource '${relativePath(place.segments)}' was not found`, rule: 'exists' });
  requireFreshParameters(call, place.resource.rules, entity.body);
  requireUsable(place, entity.body);
  requireDeletable(call, found);
  return {
    effects: [
      { kind: 'remove', path: place.path, version: entity.version },
      { kind: 'count', path: place.path, by: -1 },
    ],
    answer: { body: showsResource(call) ? view(place, entity.body, call.origin) : emptyObject },
    target: { place, body: entity.body },
  };
};

/** Some services answer what was deleted. */
function showsResource(call: Call): boolean {
  const { schema } = resourceOf(call).behaviour;
  return schema !== undefined && call.method.behaviour.responseShape === schema;
}
