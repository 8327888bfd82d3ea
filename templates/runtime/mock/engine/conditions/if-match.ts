/** The `If-Match` header: a change applies only to the version of the resource that it names. */
import { getResourcePlace, type EngineCall } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { renderComplete } from '../../world/links.js';
import { isEtagMatch, computeEtags } from '../../lib/entity-tags.js';
import type { CompiledMethod } from '../../world/method.js';
import { isMissingAndAllowed } from '../actions/update.js';

/** The actions that change or delete the resource in the path. */
const changeActions = new Set<string>(['patch', 'update', 'delete', 'setFields']);

export function canHaveIfMatch({ behavior }: CompiledMethod): boolean {
  return changeActions.has(behavior.action.kind);
}

/** Throws 412 if no tag matches the current entity tag of the resource. Ignores a missing resource, unless the call would create it. */
export function checkIfMatch(call: EngineCall): void {
  const tags = call.headers['if-match'];
  if (tags === undefined || !canHaveIfMatch(call.method)) return;
  const member = call.state.locate(getResourcePlace(call));
  if (!member && !isMissingAndAllowed(call)) return;
  const currentTags = member ? computeEtags(renderComplete(member.place, member.entity.body, call.origin)) : [];
  if (currentTags.some((tag) => isEtagMatch(tags, tag))) return;
  throw new HttpError('conditionNotMet', {
    message: 'The resource has changed since it was read: its etag differs from the one in If-Match. Read the resource and try again.',
    location: 'If-Match',
    locationType: 'header',
    rule: 'ifMatch',
  });
}
