/** The entity tags that the headers `If-Match` and `If-None-Match` of a change name. */
import type { EngineCall } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { renderComplete } from '../../catalog/links.js';
import { isEtagMatch, computeEtags } from '../../lib/entity-tags.js';
import type { Member } from '../../state/entity.js';

/** Throws 412 if a resource, which may be missing, doesn't have an entity tag that the headers permit. */
export function requireEntityTag({ headers, origin }: EngineCall, member: Member | undefined): void {
  const [expected, excluded] = [headers['if-match'], headers['if-none-match']];
  if ((expected ?? excluded) === undefined) return;
  const currentTags = member ? computeEtags(renderComplete(member.place, member.entity.body, origin)) : [];
  const isOneOf = (tags: string): boolean => currentTags.some((tag) => isEtagMatch(tags, tag));
  if (expected !== undefined && !isOneOf(expected))
    throw createError('If-Match', 'The resource has changed since it was read: its etag differs from the one in If-Match.');
  if (excluded !== undefined && isOneOf(excluded)) throw createError('If-None-Match', 'The resource has the etag in If-None-Match.');
}

function createError(location: string, problem: string): HttpError {
  const message = `${problem} Read the resource and try again.`;
  return new HttpError('conditionNotMet', { message, location, locationType: 'header', rule: 'ifMatch' });
}
