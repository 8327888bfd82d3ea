/** Creates the addresses of resources in responses, and normalizes those in requests. */
import type { ApiBehavior, FieldLink } from '../../behavior.js';
import type { Fields, Place } from './resource.js';
import { getMemberAt, getTextMember, isList, type Json, type JsonObject } from '../lib/json.js';
import { findProjectIndex } from './projects.js';
import { getField, isRuleConditionMet, toVisibleFields, omitGeneratedFields } from './field-tables.js';

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
export function toRelativePath({ namesFrom }: ApiBehavior, segments: readonly string[]): string {
  return segments.slice(namesFrom).join('/');
}

/** Returns the relative path of a resource, for messages. */
export function formatPlace({ resource, segments }: Place): string {
  return toRelativePath(resource.api, segments);
}

interface RenderedResource {
  readonly path: string;
  readonly origin: string;
  readonly body: JsonObject;
}
/** Caches rendered resources. Stored bodies are immutable. */
const renderedByBody = new WeakMap<JsonObject, RenderedResource>();

/** Returns the visible form of a resource: with defaults and links, without write-only fields. `origin` is the address of its API. */
export function renderResource(place: Place, body: JsonObject, origin: string): JsonObject {
  const cached = renderedByBody.get(body);
  if (cached !== undefined && cached.path === place.path && cached.origin === origin) return cached.body;
  const rendered = renderUncached(place, body, origin);
  renderedByBody.set(body, { path: place.path, origin, body: rendered });
  return rendered;
}

/** Returns the visible form of a resource outside of a call. `origin` is the address of the mock. */
export function renderResourceAt(place: Place, body: JsonObject, origin: string): JsonObject {
  return renderResource(place, body, `${origin}${place.resource.rootPath}`);
}

/** Converts the visible form of a resource to the stored form. Removes links of the resource to itself, whatever their origin. */
export function toStoredBody(place: Place, visible: JsonObject): JsonObject {
  return omitGeneratedFields(place.resource.fields, omitOwnLinks(place, visible));
}

/** Removes the links that `renderResource` adds. */
export function omitOwnLinks(place: Place, body: JsonObject): JsonObject {
  const links = new Map<string, Link>([...createOwnLinks(place, ''), ...createRuleLinks(place, body, '')]);
  const isSame = (path: string | undefined, value: Json): boolean =>
    path !== undefined && typeof value === 'string' && (value === path || (/^https?:\/\/[^?#]*$/.test(value) && value.endsWith(path)));
  const isOwn = ([name, value]: readonly [string, Json]): boolean => {
    const link = links.get(name);
    if (typeof link !== 'object') return isSame(link, value);
    return isList(value) && value.length === link.length && link.every((path, index) => isSame(path, value[index] ?? null));
  };
  const entries = Object.entries(body);
  return entries.some(isOwn) ? Object.fromEntries(entries.filter((entry) => !isOwn(entry))) : body;
}

/** Returns the links of a resource to itself and its scopes. */
function createOwnLinks({ resource, segments }: Place, origin: string): readonly (readonly [name: string, link: string])[] {
  return listLinks(resource.fields).flatMap(([name, target]) => {
    const link = target === 'self' ? createLink(origin, segments) : createScopeLink(origin, segments, target);
    return link === undefined ? [] : [[name, link] as const];
  });
}

/** The URL in a field, or the URLs in a list field. */
type Link = string | readonly string[];

/** Returns the links that rules state. A link that names an absent field is omitted. */
function createRuleLinks(
  { resource, segments }: Place,
  body: JsonObject,
  origin: string,
): readonly (readonly [name: string, link: Link])[] {
  return resource.rules.flatMap((rule) => {
    if (rule.kind !== 'link' || !isRuleConditionMet(resource, rule.when, body)) return [];
    const references = typeof rule.to === 'string' ? [rule.to] : rule.to;
    const links = references.flatMap((reference) => resolveReference(expandFields(reference, body), segments, origin) ?? []);
    const link = typeof rule.to === 'string' ? links[0] : links;
    return link === undefined ? [] : [[rule.field, link] as const];
  });
}

/** Replaces `{field}` in a text. Returns `undefined` if a field isn't a text or a number. */
function expandFields(text: string, body: JsonObject): string | undefined {
  let isMissing = false;
  const expanded = text.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = getMemberAt(body, path);
    isMissing ||= typeof value !== 'string' && typeof value !== 'number';
    return String(value);
  });
  return isMissing ? undefined : expanded;
}

/** Resolves a reference such as `../networks/n` against the URL of a resource. */
function resolveReference(reference: string | undefined, segments: readonly string[], origin: string): string | undefined {
  if (reference === undefined) return undefined;
  const names = reference.split('/');
  const steps = names.findIndex((name) => name !== '..');
  return createLink(origin, [...segments.slice(0, -1 - Math.max(steps, 0)), ...names.slice(steps)]);
}

const linksByFields = new WeakMap<Fields, readonly (readonly [name: string, target: FieldLink])[]>();

function listLinks(fields: Fields = noFields): readonly (readonly [name: string, target: FieldLink])[] {
  let links = linksByFields.get(fields);
  if (links === undefined) {
    links = Object.entries(fields).flatMap(([name, { link }]) => (link === undefined ? [] : [[name, link] as const]));
    linksByFields.set(fields, links);
  }
  return links;
}

const noFields: Fields = {};

function renderUncached(place: Place, body: JsonObject, origin: string): JsonObject {
  const rendered: Record<string, JsonObject[string]> = { ...toVisibleFields(place.resource.fields, body) };
  for (const [field, link] of createOwnLinks(place, origin)) {
    const stated = getTextMember(body, field);
    // The path, not the body of a request, decides to which region or zone a resource belongs.
    if (stated === undefined || (stated.includes('/') && getField(place.resource.fields, field)?.link !== 'self')) rendered[field] = link;
  }
  for (const [field, link] of createRuleLinks(place, body, origin)) rendered[field] = link;
  return rendered;
}

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
  return isRelative ? [...segments.slice(api.namesFrom, index + 1), ...names].join('/') : value;
}
