/** Where new resources stand. */
import { getSegmentsBelow, getTextParameter, type CallContext } from '../call.js';
import { HttpError } from '../http-error.js';
import { getMemberAt, getTextMember, withoutMemberAt, type JsonObject } from '../json.js';
import { getField } from '../field-tables.js';
import { getErrorPath } from '../request-validation.js';
import type { ValidationError } from '../../descriptor.js';
import { getResourceSegments } from '../world/method.js';
import { toCanonicalPath, createPlace, createSiblingPlace, type Place, type Resource } from '../world/resource.js';

interface NewResource {
  readonly resource: Resource;
  readonly collection: readonly string[];
  readonly body: JsonObject;
}

/** Where a new resource will stand: named by its body or by a parameter, else by the server. */
export function chooseNewPlace(call: CallContext, { resource, collection, body }: NewResource): Place {
  const below = getSegmentsBelow(call, collection);
  const named = below.length === 0 ? getMemberSegments(call, resource) : undefined;
  if (named) return createPlace(resource, named);
  const ids: string[] = [];
  for (const [index, field] of resource.behavior.idFields.entries()) {
    const given = getMemberAt(body, field);
    const name = (typeof given === 'string' ? given : undefined) ?? getIdParameter(call, resource, index) ?? getPlainName(resource, body);
    const last = resource.behavior.spansSegments ? getNameBelow(resource, [...collection, ...below], name) : getLastSegment(resource, name);
    ids.push([...below, last ?? generateName(call, { resource, collection, below, field, ids })].join('/'));
  }
  return createPlace(resource, createSiblingPlace(resource, collection, ids).segments);
}

/** Omits the names in a body that query parameters set: those take precedence (AIP-133). */
export function omitNamesSetByParameters(call: CallContext, resource: Resource, body: JsonObject): JsonObject {
  return resource.behavior.idFields.reduce(
    (left, field, index) => (isNameSetByParameter(call, resource, index) ? withoutMemberAt(left, field) : left),
    body,
  );
}

function isNameSetByParameter(call: CallContext, resource: Resource, index: number): boolean {
  const { query = {} } = call.method.behavior.method;
  return listIdParameters(call, resource, index).some((name) => Object.hasOwn(query, name) && getTextParameter(call, name) !== undefined);
}

/** A creation that sets the name in a query parameter needs no name in the body. */
export function isMissingNameSetByParameter(call: CallContext, error: ValidationError): boolean {
  const { resource, behavior } = call.method;
  if (behavior.action.kind !== 'create' || error.keyword !== 'required' || !resource) return false;
  const path = getErrorPath(error).join('.');
  return resource.behavior.idFields.some((field, index) => path === `requestBody.${field}` && isNameSetByParameter(call, resource, index));
}

/** Where a resource is created at its own path (by PUT), that path says its name. */
function getMemberSegments(call: CallContext, resource: Resource): readonly string[] | undefined {
  return call.method.steps.length === resource.steps.length ? getResourceSegments(call, resource) : undefined;
}

/** Where names are paths only their last segment is the id. */
function getLastSegment(resource: Resource, name: string | undefined): string | undefined {
  if (name === undefined || name === '') return undefined;
  return resource.nameFrom === undefined ? name : name.slice(name.lastIndexOf('/') + 1);
}

/** Where names hold slashes, the id is what stands after the collection. */
function getNameBelow({ nameFrom = 0 }: Resource, collection: readonly string[], name: string | undefined): string | undefined {
  if (name === undefined || name === '') return undefined;
  const stem = `${collection.slice(nameFrom).join('/')}/`;
  return name.startsWith(stem) ? name.slice(stem.length) : name;
}

/** Where the shape is open, what a body calls `name` names the resource too. */
function getPlainName({ fields, idCount }: Resource, body: JsonObject): string | undefined {
  return idCount === 1 && getField(fields, 'name') === undefined ? getTextMember(body, 'name') : undefined;
}

function getIdParameter(call: CallContext, resource: Resource, index: number): string | undefined {
  // A variable of the path names the parent.
  const inPath = new Set(call.method.bindings.map(({ name }) => name));
  const names = listIdParameters(call, resource, index).filter((name) => !inPath.has(name));
  return names.map((name) => getTextParameter(call, name)).find((name) => name !== undefined);
}

/** Lists the parameters that can name a new resource: the stated one, else `managedZoneId` for `{managedZone}` and its like. */
function listIdParameters(call: CallContext, resource: Resource, index: number): readonly string[] {
  const { action } = call.method.behavior;
  if (action.kind === 'create' && action.id !== undefined) return [action.id];
  const parameter = resource.behavior.idParameters[index] ?? '';
  const field = resource.behavior.idFields[index] ?? 'id';
  return [`${parameter.replace(/sId$|Id$/, '')}Id`, parameter, 'id', field];
}

/** Ids that the server gives: output-only ones, those called ids, names that are paths, and what the resource does not show; any other name must be given. */
function generateName(
  call: CallContext,
  at: Pick<NewResource, 'resource' | 'collection'> & {
    readonly below: readonly string[];
    readonly field: string;
    readonly ids: readonly string[];
  },
): string {
  const { resource, collection, below, field, ids } = at;
  const known = getField(resource.fields, field);
  if (known?.format === 'uint64' || known?.format === 'int64') return call.session.random.id();
  const isShown = resource.fields === undefined || known !== undefined;
  if (known?.readOnly || /(?:^|\.)id$|Id$/.test(field) || resource.nameFrom !== undefined || !isShown) {
    const { nameForm } = resource.behavior;
    if (nameForm?.kind === 'uuid') return call.session.random.uuid();
    const prefix = nameForm?.prefix ?? '';
    const number = call.state.allocateNumber(toCanonicalPath([...collection, ...below]), (next) =>
      ids.length + 1 === resource.idCount
        ? createSiblingPlace(resource, collection, [...ids, [...below, prefix + next].join('/')])
        : undefined,
    );
    return prefix + number;
  }
  throw new HttpError('required', { message: `Required value '${field}' is missing.`, location: field, rule: 'name' });
}
