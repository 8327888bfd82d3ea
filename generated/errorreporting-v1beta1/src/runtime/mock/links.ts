/** Addresses of resources, as answers hold them. */
import { hasField, type Place } from './world/resource.js';
import { textMember, type JsonObject } from './json.js';
import { output } from './shape.js';

/** A segment as it stands in an address; what may stay unencoded there does. */
function encodeSegment(segment: string): string {
  if (/^[\w.~:@,;+=$&-]*$/.test(segment)) return segment;
  return encodeURIComponent(segment).replace(/%(?:3A|40|2C|3B|2B|3D|24|26)/g, decodeURIComponent);
}

export function linkTo(origin: string, segments: readonly string[]): string {
  return `${origin}/${segments.map(encodeSegment).join('/')}`;
}

/** The link to the segment after `name`, where the path has one: `.../regions/r`. */
export function scopeLink(origin: string, segments: readonly string[], name: string): string | undefined {
  const at = segments.indexOf(name);
  return at < 0 || at + 1 >= segments.length ? undefined : linkTo(origin, segments.slice(0, at + 2));
}

/** `projects/p/regions/r/subnetworks/s`: a path without the service's own beginning. */
export function relativePath(segments: readonly string[]): string {
  const at = segments.indexOf('projects');
  return segments.slice(Math.max(0, at)).join('/');
}

const scopes = [
  ['region', 'regions'],
  ['zone', 'zones'],
] as const;

interface Shown {
  readonly path: string;
  readonly origin: string;
  readonly body: JsonObject;
}
/** Bodies never change once they are kept: what was shown of one is shown again. */
const shownOf = new WeakMap<JsonObject, Shown>();

/** A resource as a client sees it. */
export function view(place: Place, body: JsonObject, origin: string): JsonObject {
  const before = shownOf.get(body);
  if (before !== undefined && before.path === place.path && before.origin === origin) return before.body;
  const shown = freshView(place, body, origin);
  shownOf.set(body, { path: place.path, origin, body: shown });
  return shown;
}

function freshView(place: Place, body: JsonObject, origin: string): JsonObject {
  const shown: Record<string, JsonObject[string]> = { ...output(place.resource.fields, body) };
  if (hasField(place.resource, 'selfLink') && textMember(body, 'selfLink') === undefined)
    shown['selfLink'] = linkTo(origin, place.segments);
  for (const [field, collection] of scopes) {
    if (!hasField(place.resource, field) || textMember(body, field) !== undefined) continue;
    const link = scopeLink(origin, place.segments, collection);
    if (link !== undefined) shown[field] = link;
  }
  return shown;
}
