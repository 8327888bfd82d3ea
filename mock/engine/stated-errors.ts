/** What a specification states about errors, which replaces the texts and codes of the mock. */
import type { ErrorMessages, ErrorReason, StatedError } from '../../runtime/behavior.js';
import { HttpError } from '../lib/http-error.js';
import { isList, isObject, type Json } from '../lib/json.js';
import { formatPlace } from '../catalog/links.js';
import { getResourceSegments, type CompiledMethod } from '../catalog/method.js';
import { getLocationCollection, getPathValue } from '../catalog/path-values.js';
import { findProjectIndex } from '../catalog/projects.js';
import { createPlace, type Place } from '../catalog/resource.js';

/** Returns the value of a placeholder, or `undefined`. */
type Resolver = (name: string) => string | undefined;

/** Returns what the specification states about an error of a method that concerns a resource. Nothing else changes such an error later. */
export function describeResourceError(
  method: CompiledMethod,
  reason: ErrorReason,
  { place, getProjectNumber }: { readonly place: Place; readonly getProjectNumber: (id: string) => string },
): StatedError {
  const stated = findMethodEntry(method, reason) ?? place.resource.behavior.errorMessages?.[reason];
  if (stated === undefined) return {};
  const projectIndex = findProjectIndex(place.resource.api, place.segments);
  return expandError(stated, (name) => {
    if (name !== 'projectNumber') return resolveInPath(place, name);
    return projectIndex === undefined ? undefined : getProjectNumber(place.segments[projectIndex] ?? '');
  });
}

/** The reasons of errors about a certain resource. */
const resourceReasons: ReadonlySet<string> = new Set<ErrorReason>(['notFound', 'alreadyExists']);

/** Adds what the specification states about any other error of a method. */
export function addStatedError(error: HttpError, method: CompiledMethod, segments: readonly string[]): HttpError {
  if (error.stated !== undefined || error.rule === 'handler') return error;
  const reason = error.reason as ErrorReason;
  const { resource, api } = method;
  const common: ErrorMessages | undefined = resource ? resource.behavior.errorMessages : api.errors?.messages;
  const stated = findMethodEntry(method, reason) ?? (resourceReasons.has(reason) ? undefined : common?.[reason]);
  if (stated === undefined) return error;
  const resourceSegments = resource && getResourceSegments({ method, segments }, resource);
  const place = resource && resourceSegments ? createPlace(resource, resourceSegments) : undefined;
  const { message, rule, code, status, headers, metadata, details } = error;
  return new HttpError(reason, {
    message,
    rule,
    code,
    status,
    headers,
    metadata,
    details: details.map((detail) => ({ ...detail, reason: detail.reason as ErrorReason })),
    stated: expandError(stated, (name) => place && resolveInPath(place, name)),
  });
}

function findMethodEntry({ id, api }: CompiledMethod, reason: ErrorReason): string | StatedError | undefined {
  const { methods } = api.errors ?? {};
  return methods && Object.hasOwn(methods, id) ? methods[id]?.[reason] : undefined;
}

/** `name` and `id` are the name and the ID of the resource. Any other name is a variable of its path. */
function resolveInPath(place: Place, name: string): string | undefined {
  if (name === 'name') return formatPlace(place);
  if (name === 'id') return place.ids.at(-1);
  if (name === 'locationCollection') return getLocationCollection(place);
  return getPathValue(place, name.startsWith('path.') ? name.slice('path.'.length) : name);
}

function expandError(stated: string | StatedError, resolve: Resolver): StatedError {
  return expandValue((typeof stated === 'string' ? { message: stated } : stated) as unknown as Json, resolve) as unknown as StatedError;
}

/** Replaces the placeholders in all texts. Unknown ones stay. */
function expandValue(value: Json, resolve: Resolver): Json {
  if (typeof value === 'string') return value.replace(/\{([\w.]+)\}/g, (all, name: string) => resolve(name) ?? all);
  if (isList(value)) return value.map((item) => expandValue(item, resolve));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, expandValue(item, resolve)]));
}
