/** What must be gone before a resource can be deleted. */
import type { EmptyToDeleteRule, NotWhileUsedRule } from '../../resource-rules.js';
import type { Call } from '../call.js';
import { Refusal } from '../errors.js';
import { memberAt } from '../json.js';
import { relativePath } from '../links.js';
import type { Member } from '../state/state.js';
import { placeOf } from '../world/resource.js';
import { cameWith, requireNotLasting } from './comes-with.js';
import { linkedPath } from './linked-path.js';
import { allMembers, ofKind } from './siblings.js';

/** Throws 400 where the resource holds others, is used by others, or stays as long as the one above. */
export function requireDeletable(call: Call, found: Member): void {
  requireNotLasting(call, found.place, undefined);
  for (const rule of found.place.resource.rules) {
    if (rule.kind === 'emptyToDelete') requireEmpty(call, found, rule);
    if (rule.kind === 'notWhileUsed') requireUnused(call, found, rule);
  }
}

function requireEmpty(call: Call, { place, entity }: Member, { members }: EmptyToDeleteRule): void {
  const resource = call.state.world.resource(place.resource.api, members);
  const below = resource?.steps[place.segments.length];
  if (!resource || !below || !('literal' in below)) return;
  const owner = { place, body: entity.body };
  for (const found of allMembers(
    call.state,
    placeOf(resource, [...place.segments, below.literal, ...resource.behaviour.idFields.map(() => '-')]),
  )) {
    if (cameWith(call, owner, found.place)) continue;
    const message = `The resource '${relativePath(place.segments)}' cannot be deleted because it is not empty: '${relativePath(found.place.segments)}'`;
    throw new Refusal('containerNotEmpty', { message, rule: 'emptyToDelete' });
  }
}

function requireUnused(call: Call, { place }: Member, { by, field }: NotWhileUsedRule): void {
  const resource = call.state.world.resource(place.resource.api, by);
  if (!resource) return;
  const own = relativePath(place.segments);
  for (const user of ofKind(call.state, resource, place.segments)) {
    if (linkedPath(memberAt(user.entity.body, field), user.place.segments) !== own) continue;
    const message = `The resource '${own}' is already being used by '${relativePath(user.place.segments)}'`;
    throw new Refusal('resourceInUseByAnotherResource', { message, rule: 'notWhileUsed' });
  }
}
