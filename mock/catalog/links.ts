/** Creates the addresses of resources in responses, and normalizes those in requests. */
import type { ApiBehavior, FieldLink } from '../../runtime/behavior.js';
import type { ResourceFields, Place } from './resource.js';
import { copyJson, getTextMember, isList, mapAt, type Json, type JsonObject } from '../lib/json.js';
import { findProjectIndex } from './projects.js';
import { getField, omitGeneratedFields, toVisibleFields } from './field-tables.js';
import { omitFields } from './omitted-fields.js';
import { omitValues } from './omitted-values.js';

/** Encodes a path segment. Keeps the characters that a path may contain. */
function encodeSegment(segment: string): string {
  if (/^[\w.~:@,;+=$&-]*$/.test(segment)) return segment;
  return encodeURIComponent(segment).replace(/%(?:3A|40|2C|3B|2B|3D|24|26)/g, decodeURIComponent);
}

export function createLink(origin: string, segments: readonly string[]): string {
  return `${origin}/${segments.map(encodeSegment).join('/')}`;
}

/** Returns the link to the scope in the path: `.../regions/r` for `regions`. Returns `undefined` if the path has no such scope. */
function createScopeLink(origin: string, segments: readonly string[], name: string): string | undefined {
  const at = segments.indexOf(name);
  return at < 0 || at + 1 >= segments.length ? undefined : createLink(origin, segments.slice(0, at + 2));
}

/** Returns the path without the prefix of the service: `projects/p/regions/r/subnetworks/s`. */
export function toRelativePath({ nameStart }: ApiBehavior, segments: readonly string[]): string {
  return segments.slice(nameStart).join('/');
}

/** Returns the relative path of a resource, for messages. */
export function formatPlace({ resource, segments }: Place): string {
  return toRelativePath(resource.api, segments);
}

interface RenderedResource {
  readonly path: string;
  readonly origin: string;
  /** With the fields that responses omit. */
  readonly complete: JsonObject;
  /** Absent until a response needs it. */
  visible?: JsonObject;
}

/** Caches rendered resources. Stored bodies are immutable. */
const renderedByBody = new WeakMap<JsonObject, RenderedResource>();

/** Returns the visible form of a resource: with defaults and links, without write-only and omitted fields. `origin` is the address of its API. */
export function renderResource(place: Place, body: JsonObject, origin: string): JsonObject {
  const rendered = render(place, body, origin);
  rendered.visible ??= omitFields(place.resource, rendered.complete, body);
  return rendered.visible;
}

/** Returns the visible form of a resource with the fields that responses omit. */
export function renderComplete(place: Place, body: JsonObject, origin: string): JsonObject {
  return render(place, body, origin).complete;
}

function render(place: Place, body: JsonObject, origin: string): RenderedResource {
  const cached = renderedByBody.get(body);
  if (cached !== undefined && cached.path === place.path && cached.origin === origin) return cached;
  const rendered = { path: place.path, origin, complete: renderUncached(place, body, origin) };
  renderedByBody.set(body, rendered);
  return rendered;
}

/** Returns the visible form of a resource outside of a call. `origin` is the address of the mock. */
export function renderResourceAt(place: Place, body: JsonObject, origin: string): JsonObject {
  return renderResource(place, body, `${origin}${place.resource.rootPath}`);
}

/** Converts the visible form of a resource to the stored form. Removes links of the resource to itself, whatever their origin. */
export function toStoredBody(place: Place, visible: JsonObject): JsonObject {
  return omitGeneratedFields(place.resource.fields, toStoredLinks(place, omitOwnLinks(place, visible)));
}

/** Replaces the links to other resources with their paths, as the rule `resourceUrl` states. */
export function toStoredLinks(place: Place, body: JsonObject): JsonObject {
  const { resource, segments } = place;
  return mapUrls(place, body, (value) => toLinkedPath(value, resource.api, segments) ?? value);
}

function mapUrls({ resource }: Place, body: JsonObject, change: (value: Json) => Json): JsonObject {
  return resource.urlFields.reduce(
    (mapped, field) => mapAt(mapped, field, (value) => (isList(value) ? value.map(change) : change(value))),
    body,
  );
}

/** Returns the link to a resource whose path begins with the project, or is below that of `place`. */
function createResourceUrl({ resource: { api }, segments }: Place, origin: string, value: Json): Json {
  const path = toLinkedPath(value, api, segments) ?? value;
  const { projectCollection } = api;
  const isPath = typeof path === 'string' && projectCollection !== undefined && path.startsWith(`${projectCollection}/`);
  return isPath ? createLink(origin, [...segments.slice(0, api.nameStart), ...path.split('/')]) : path;
}

/** Removes the links that `renderResource` adds. */
export function omitOwnLinks(place: Place, body: JsonObject): JsonObject {
  const links = new Map(listOwnLinks(place, ''));
  const isOwn = ([name, value]: readonly [string, Json]): boolean => {
    const path = links.get(name);
    return (
      path !== undefined && typeof value === 'string' && (value === path || (/^https?:\/\/[^?#]*$/.test(value) && value.endsWith(path)))
    );
  };
  const entries = Object.entries(body);
  return entries.some(isOwn) ? Object.fromEntries(entries.filter((entry) => !isOwn(entry))) : body;
}

/** Lists the links of a resource to itself and its scopes, by field. */
function listOwnLinks({ resource, segments }: Place, origin: string): readonly (readonly [field: string, link: string])[] {
  const links: (readonly [string, string])[] = [];
  for (const [field, target] of listLinks(resource.fields)) {
    const link = target === 'self' ? createLink(origin, segments) : createScopeLink(origin, segments, target);
    if (link !== undefined) links.push([field, link]);
  }
  return links;
}

const linksByFields = new WeakMap<ResourceFields, readonly (readonly [name: string, target: FieldLink])[]>();

function listLinks(fields: ResourceFields = noFields): readonly (readonly [name: string, target: FieldLink])[] {
  let links = linksByFields.get(fields);
  if (links === undefined) {
    links = Object.entries(fields).flatMap(([name, { link }]) => (link === undefined ? [] : [[name, link] as const]));
    linksByFields.set(fields, links);
  }
  return links;
}

const noFields: ResourceFields = {};

function renderUncached(place: Place, body: JsonObject, origin: string): JsonObject {
  const { fields, api } = place.resource;
  const sent = omitValues(toVisibleFields(fields, body), fields, api);
  const visible = mapUrls(place, sent, (path) => createResourceUrl(place, origin, path));
  // A resource with a field table is already a copy.
  const rendered = (visible === body ? { ...visible } : visible) as Record<string, Json>;
  for (const [field, link] of listOwnLinks(place, origin)) {
    const text = getTextMember(body, field);
    // A rule can state a link of another form.
    const isStated = text?.startsWith(`${origin}/`) === true && getField(place.resource.fields, field)?.link === 'self';
    if (text === undefined || (link !== text && !isStated && getLastSegment(text) === getLastSegment(link))) rendered[field] = link;
  }
  for (const compute of place.resource.renderings) {
    for (const [name, value] of Object.entries(compute(copyJson(rendered), { path: `/${place.path}` }) ?? {}) as [string, Json][])
      if (value === null) delete rendered[name];
      else rendered[name] = value;
  }
  return rendered;
}

/** A scope can be set by its name, its path, or a link on another address: only its last segment counts. */
const getLastSegment = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

/**
 * Returns `projects/p/global/networks/n` for a full or partial URL, including one relative to the project in `segments`. Returns any other
 * value unchanged.
 */
export function toLinkedPath(value: Json | undefined, api: ApiBehavior, segments: readonly string[]): Json | undefined {
  const index = findProjectIndex(api, segments);
  if (typeof value !== 'string' || index === undefined) return value;
  const names = value.split('/');
  const start = names.findIndex((name) => name === api.projectCollection);
  if (start >= 0) return names.slice(start).join('/');
  const isRelative = names.length > 1 && names[0] !== '' && !value.includes('://');
  return isRelative ? [...segments.slice(api.nameStart, index + 1), ...names].join('/') : value;
}
