/** Content of resources, as it is asked for. */
import { requireExisting, notImplementedError, type CallContext } from '../call.js';
import { HttpError } from '../http-error.js';
import { toCanonicalPath, type Place } from '../world/resource.js';
import { fromStoredContent, createEmptyContent } from './content.js';
import type { Content } from './support.js';

/** The content of the resource that the path names, or begins with. Throws 404. */
export function findMedia(call: CallContext): Content {
  const isOwn = call.method.behavior.action.kind === 'get';
  const place = isOwn ? requireExisting(call).place : findNearestPlace(call);
  const content = fromStoredContent(call.state.row('media', place.path));
  if (content) return content;
  return createEmptyContent(call.state.entity(place)?.body ?? {});
}

/** Where a method of its own asks for content (`files/{fileId}/export`), that of what its path begins with. */
function findNearestPlace({ state, segments, method }: CallContext): Place {
  for (let length = segments.length; length > 0; length--) {
    const place = state.world.place(`/${toCanonicalPath(segments.slice(0, length))}`);
    if (!place || place.resource.api !== method.api) continue;
    const found = state.locate(place);
    if (found) return found.place;
    throw new HttpError('notFound', { message: `The resource '${place.path}' was not found`, rule: 'exists' });
  }
  throw notImplementedError(method);
}
