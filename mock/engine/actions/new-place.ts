/** Chooses the names of new resources. */
import {
  createFillContext,
  createNotImplementedError,
  createRequiredFieldError,
  getSpannedSegments,
  getTextParameter,
  requireResource,
  type EngineCall,
} from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { setProjectNumbers } from '../rule-kinds/project-number.js';
import { isInt64Format } from '../../../runtime/proto-number.js';
import { getMemberAt, getTextMember, withoutMemberAt, type JsonObject } from '../../lib/json.js';
import { expandNameTemplate, isOptionalPart, listNameParts } from '../../../runtime/paths/name-template.js';
import { getPathVariable } from '../../catalog/path-values.js';
import { getField } from '../../catalog/field-tables.js';
import { getErrorPath } from '../../lib/request-validation.js';
import type { ValidationError } from '../../../runtime/descriptor.js';
import { expandSteps, getResourceSegments, readVariables } from '../../catalog/method.js';
import { decodeNameSlash, toCanonicalPath, createPlace, type Place, type CompiledResource } from '../../catalog/resource.js';

/** A collection, by the segments of its path. */
export interface CollectionPlace {
  readonly resource: CompiledResource;
  readonly collection: readonly string[];
}

/** Returns the collection of another resource type. Throws 501 if the path of the call doesn't contain all of its variables. */
export function requireCollection(call: EngineCall, resourcePath: string): CollectionPlace {
  const resource = call.state.catalog.findResource(requireResource(call).api, resourcePath);
  const collection = resource && expandSteps(resource.steps.slice(0, -resource.idCount), readVariables(call.method, call.segments));
  if (!resource || !collection) throw createNotImplementedError(call.method);
  return { resource, collection };
}

/** Returns the place of a new resource. Its name comes from the body, from a parameter, or from the server. */
export function chooseNewPlace(call: EngineCall, { resource, collection, body }: CollectionPlace & { readonly body: JsonObject }): Place {
  const idPrefix = getSpannedSegments(call, collection);
  const memberSegments = idPrefix.length === 0 ? getMemberSegments(call, resource) : undefined;
  if (memberSegments) return createPlace(resource, memberSegments);
  const composed = composeName(call, resource, collection);
  if (composed !== undefined) return createPlace(resource, [...collection, composed]);
  const ids: string[] = [];
  for (const [index, field] of resource.behavior.idFields.entries()) {
    const value = getMemberAt(body, field);
    const name =
      typeof value === 'string' ? value : (getIdParameter(call, resource, index) ?? getTextMember(body, resource.behavior.plainName ?? ''));
    const id = resource.behavior.spansSegments
      ? getNameBelow(resource, [...collection, ...idPrefix], name)
      : getLastSegment(resource, name);
    ids.push([...idPrefix, id ?? generateName(call, { resource, collection, idPrefix }, { field, ids })].join('/'));
  }
  return createPlace(resource, [...collection, ...ids]);
}

/** Returns the ID of a new resource whose action states its form. Throws 400 if the request lacks a part of it that isn't optional. */
function composeName(call: EngineCall, resource: CompiledResource, collection: readonly string[]): string | undefined {
  const { action } = call.method.behavior;
  if (action.kind !== 'create' || action.name === undefined) return undefined;
  const place = createPlace(resource, [...collection, '']);
  const body = setProjectNumbers(resource, call.body, createFillContext(call));
  const resolve = (name: string): string =>
    getPathVariable(place, name) || (getTextParameter(call, name) ?? getTextMember(body, name) ?? '');
  for (const name of listNameParts(action.name)) {
    if (resolve(name) !== '') continue;
    if (isOptionalPart(action.name, name)) return undefined;
    throw createRequiredFieldError(name, 'name');
  }
  const id = expandNameTemplate(action.name, resolve);
  return id.includes('/') ? id : decodeNameSlash(id);
}

/** Returns the ID that a parameter contains. Throws 400 for one that would change the form of a name. */
function getIdParameter(call: EngineCall, { api, behavior }: CompiledResource, index: number): string | undefined {
  const name = listIdParameters(call, index).find((each) => getTextParameter(call, each) !== undefined);
  const id = name === undefined ? undefined : getTextParameter(call, name);
  const isOneSegment = behavior.fullNameFrom !== undefined && !behavior.spansSegments && !api.pathDecides;
  if (!isOneSegment || !id?.includes('/')) return id;
  const message = `Invalid value for parameter '${name}': an ID can't contain a slash (received '${id}')`;
  throw new HttpError('invalid', { message, ...(name !== undefined && { location: name }), locationType: 'parameter', rule: 'name' });
}

/** Omits the names in a body that query parameters set: those take precedence (AIP-133). */
export function omitNamesSetByParameters(call: EngineCall, resource: CompiledResource, body: JsonObject): JsonObject {
  return resource.behavior.idFields.reduce(
    (left, field, index) => (isNameSetByParameter(call, index) ? withoutMemberAt(left, field) : left),
    body,
  );
}

function isNameSetByParameter(call: Pick<EngineCall, 'method' | 'parameters'>, index: number): boolean {
  const { parameters = {} } = call.method.behavior.method;
  return listIdParameters(call, index).some((name) => Object.hasOwn(parameters, name) && getTextParameter(call, name) !== undefined);
}

/** A creation that sets the name in a query parameter needs no name in the body. */
export function isMissingNameSetByParameter(call: Pick<EngineCall, 'method' | 'parameters'>, error: ValidationError): boolean {
  const { resource, behavior } = call.method;
  if (behavior.action.kind !== 'create' || error.keyword !== 'required' || !resource) return false;
  const path = getErrorPath(error).join('.');
  return resource.behavior.idFields.some((field, index) => path === `requestBody.${field}` && isNameSetByParameter(call, index));
}

/** Returns the segments of the path if the method creates the resource at its own path (by PUT). */
function getMemberSegments(call: EngineCall, resource: CompiledResource): readonly string[] | undefined {
  return call.method.steps.length === resource.steps.length ? getResourceSegments(call, resource) : undefined;
}

/** If names are paths, the last segment is the ID. */
function getLastSegment(resource: CompiledResource, name: string | undefined): string | undefined {
  if (name === undefined || name === '') return undefined;
  return resource.behavior.fullNameFrom === undefined ? name : decodeNameSlash(name.slice(name.lastIndexOf('/') + 1));
}

/** If IDs contain slashes, the ID is everything after the collection. */
function getNameBelow({ behavior }: CompiledResource, collection: readonly string[], name: string | undefined): string | undefined {
  if (name === undefined || name === '') return undefined;
  const prefix = `${collection.slice(behavior.fullNameFrom ?? 0).join('/')}/`;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function listIdParameters({ method }: Pick<EngineCall, 'method'>, index: number): readonly string[] {
  return method.behavior.idParameters?.[index] ?? [];
}

/** Generates an ID. Throws 400 if the client must set it. */
function generateName(
  call: EngineCall,
  { resource, collection, idPrefix }: CollectionPlace & { readonly idPrefix: readonly string[] },
  { field, ids }: { readonly field: string; readonly ids: readonly string[] },
): string {
  if (isInt64Format(getField(resource.fields, field)?.format)) return call.state.controls.random.nextId();
  const { generatedIds = [], nameForm } = resource.behavior;
  if (generatedIds.includes(field)) {
    if (nameForm?.kind === 'uuid') return call.state.controls.random.nextUuid();
    const prefix = nameForm?.prefix ?? '';
    const number = call.state.allocateNumber(toCanonicalPath([...collection, ...idPrefix]), (next) =>
      ids.length + 1 === resource.idCount
        ? createPlace(resource, [...collection, ...ids, [...idPrefix, prefix + next].join('/')])
        : undefined,
    );
    return prefix + number;
  }
  throw createRequiredFieldError(field, 'name');
}
