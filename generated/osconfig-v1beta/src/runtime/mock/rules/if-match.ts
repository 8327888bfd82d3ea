/** A change that names the version that it is meant for (`If-Match`) is made to that one alone. */
import { isAllowedMissing } from '../actions/missing.js';
import { resourcePlace, type CallContext } from '../call.js';
import { HttpError } from '../http-error.js';
import { renderResource } from '../links.js';
import { matchesEtag, computeEtags } from '../http-response.js';
import type { Method } from '../world/method.js';

/** What changes or removes the one resource that its path names. */
const changing = new Set<string>(['patch', 'update', 'delete', 'setFields']);

/** Whether the method takes `If-Match`. */
export function acceptsMatch({ behavior }: Method): boolean {
  return changing.has(behavior.action.kind);
}

/** Throws 412 where none of the tags is the one that a read of the resource would answer now. A resource that is missing is a matter of others, unless the call would create it. */
export function requireMatch(call: CallContext, tags: string | undefined): void {
  if (tags === undefined || !acceptsMatch(call.method)) return;
  const found = call.state.locate(resourcePlace(call));
  if (!found && !isAllowedMissing(call)) return;
  const present = found ? computeEtags(renderResource(found.place, found.entity.body, call.origin)) : [];
  if (present.some((tag) => matchesEtag(tags, tag))) return;
  throw new HttpError('conditionNotMet', {
    message: 'The resource has changed since it was read: its etag differs from the one in If-Match. Read the resource and try again.',
    location: 'If-Match',
    locationType: 'header',
    rule: 'ifMatch',
  });
}
