import { createNotFoundError, requireExisting, type PlanAction } from '../call.js';
import { emptyObject } from '../../lib/json.js';
import { renderResource } from '../../world/links.js';
import { requireDeletable } from '../rules/deletable.js';
import { checkEtagParameters } from '../rules/etag.js';
import { isAllowedMissing } from './update.js';
import { requireMutable } from '../rules/resource-states.js';

/** Removes the resource, its descendants, and their access policies. */
export const deleteResource: PlanAction<'delete'> = (call) => {
  if (isAllowedMissing(call)) return { effects: [], response: { body: emptyObject }, startsOperation: true };
  const member = requireExisting(call);
  const { place, entity } = member;
  if (entity.version === 0) throw createNotFoundError(place);
  checkEtagParameters(call, place.resource.rules, entity.body);
  requireMutable(place, entity.body);
  requireDeletable(call, member);
  // Some services return the deleted resource.
  const { schema } = place.resource.behavior;
  const returnsResource = schema !== undefined && call.method.behavior.responseShape === schema;
  return {
    effects: [
      { kind: 'remove', path: place.path, version: entity.version },
      { kind: 'count', path: place.path, by: -1 },
    ],
    response: { body: returnsResource ? renderResource(place, entity.body, call.origin) : emptyObject },
    target: { place, body: entity.body },
  };
};
