/** Finds the content that a call requests. */
import { requireExisting, createNotImplementedError, type CallContext } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { toCanonicalPath, type Place } from '../../world/resource.js';
import { fromStoredContent, createEmptyContent, type Content } from './content.js';

/** Returns the content of the resource in the path, or of the resource that the path begins with. Throws 404. */
export function findContent(call: CallContext): Content {
  const isOwn = call.method.behavior.action.kind === 'get';
  const place = isOwn ? requireExisting(call).place : findNearestPlace(call);
  const content = fromStoredContent(call.state.getRow('media', place.path));
  if (content) return content;
  return createEmptyContent(call.state.findEntity(place)?.body ?? {});
}

/** Returns the resource that the path begins with, for a method that only exports content (`files/{fileId}/export`). */
function findNearestPlace({ state, segments, method }: CallContext): Place {
  for (let length = segments.length; length > 0; length--) {
    const place = state.world.findPlace(`/${toCanonicalPath(segments.slice(0, length))}`);
    if (!place || place.resource.api !== method.api) continue;
    const member = state.locate(place);
    if (member) return member.place;
    throw new HttpError('notFound', { message: `The resource '${place.path}' was not found`, rule: 'exists' });
  }
  throw createNotImplementedError(method);
}
