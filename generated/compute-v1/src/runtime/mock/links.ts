/** Addresses of resources, as answers hold them. */
import { hasField, type Place } from './world/resource.js';
import { getTextMember, type Json, type JsonObject } from './json.js';
import { toShownFields, omitAdded } from './field-tables.js';

/** A segment as it stands in an address; what may stay unencoded there does. */
function encodeSegment(segment: string): string {
  if (/^[\w.~:@,;+=$&-]*$/.test(segment)) return segment;
  return encodeURIComponent(segment).replace(/%(?:3A|40|2C|3B|2B|3D|24|26)/g, decodeURIComponent);
}

export function createLink(origin: string, segments: readonly string[]): string {
  return `${origin}/${segments.map(encodeSegment).join('/')}`;
}

/** The link to the segment after `name`, where the path has one: `.../regions/r`. */
export function createScopeLink(origin: string, segments: readonly string[], name: string): string | undefined {
  const at = segments.indexOf(name);
  return at < 0 || at + 1 >= segments.length ? undefined : createLink(origin, segments.slice(0, at + 2));
}

/** `projects/p/regions/r/subnetworks/s`: a path without the service's own beginning. */
export function toRelativePath(segments: readonly string[]): string {
  const at = segments.indexOf('projects');
  return segments.slice(Math.max(0, at)).join('/');
}

const scopes = [
  ['region', 'regions'],
  ['zone', 'zones'],
] as const;

interface RenderedResource {
  readonly path: string;
  readonly origin: string;
  readonly body: JsonObject;
}
/** Bodies never change once they are kept: what was shown of one is shown again. */
const renderedByBody = new WeakMap<JsonObject, RenderedResource>();

/** A resource as a client sees it. */
export function renderResource(place: Place, body: JsonObject, origin: string): JsonObject {
  const before = renderedByBody.get(body);
  if (before !== undefined && before.path === place.path && before.origin === origin) return before.body;
  const shown = renderUncached(place, body, origin);
  renderedByBody.set(body, { path: place.path, origin, body: shown });
  return shown;
}

/** A resource as it is stored if a client sees it so: without what `view` adds. Links to itself count whatever their origin. */
export function toStoredBody(place: Place, shown: JsonObject): JsonObject {
  return omitAdded(place.resource.fields, omitOwnLinks(place, shown));
}

/** A resource without the links that `view` gives it. */
export function omitOwnLinks(place: Place, body: JsonObject): JsonObject {
  const links = new Map(Object.entries(createOwnLinks(place, '')));
  const isOwn = ([name, value]: readonly [string, Json]): boolean => {
    const path = links.get(name);
    return path !== undefined && typeof value === 'string' && value.replace(/^https?:\/\/[^/]*/, '') === path;
  };
  const entries = Object.entries(body);
  return entries.some(isOwn) ? Object.fromEntries(entries.filter((entry) => !isOwn(entry))) : body;
}

/** The links that a resource shows of itself and its scopes. */
function createOwnLinks({ resource, segments }: Place, origin: string): Readonly<Record<string, string>> {
  const links: Record<string, string> = {};
  if (hasField(resource, 'selfLink')) links['selfLink'] = createLink(origin, segments);
  for (const [field, collection] of scopes) {
    const link = hasField(resource, field) ? createScopeLink(origin, segments, collection) : undefined;
    if (link !== undefined) links[field] = link;
  }
  return links;
}

function renderUncached(place: Place, body: JsonObject, origin: string): JsonObject {
  const shown: Record<string, JsonObject[string]> = { ...toShownFields(place.resource.fields, body) };
  for (const [field, link] of Object.entries(createOwnLinks(place, origin))) {
    if (getTextMember(body, field) === undefined) shown[field] = link;
  }
  return shown;
}
