/** Content of resources, as it is asked for. */
import { existing, notImplemented, type Call } from '../call.js';
import { Refusal } from '../errors.js';
import { canonicalPath, type Place } from '../world/resource.js';
import { contentOf, emptyContent } from './content.js';
import type { Content } from './support.js';

/** The content of the resource that the path names, or begins with. Throws 404. */
export function mediaOf(call: Call): Content {
  const isOwn = call.method.behaviour.action.kind === 'get';
  const place = isOwn ? existing(call).place : nearest(call);
  const content = contentOf(call.state.row('media', place.path));
  if (content) return content;
  return emptyContent(call.state.entity(place)?.body ?? {});
}

/** Where a method of its own asks for content (`files/{fileId}/export`), that of what its path begins with. */
function nearest({ state, segments, method }: Call): Place {
  for (let length = segments.length; length > 0; length--) {
    const place = state.world.place(`/${canonicalPath(segments.slice(0, length))}`);
    if (!place || place.resource.api !== method.api) continue;
    const found = state.locate(place);
    if (found) return found.place;
    throw new Refusal('notFound', { message: `The resource '${place.path}' was not found`, rule: 'exists' });
  }
  throw notImplemented(method);
}
