import { createFillContext, getParameter, requireResource, type EngineCall, type ActionPlan } from '../call.js';
import { parseFieldPaths } from '../../../runtime/parse-mask.js';
import { toJsonName, toLowerCamelCase } from '../../../runtime/proto-names.js';
import { HttpError } from '../../lib/http-error.js';
import { findServiceRecords } from '../service-modules.js';
import { renderComplete, toStoredLinks } from '../../catalog/links.js';
import { completeChangedResource, getResourceName, isResourceName, restoreFields } from '../server-fields.js';
import { hashEncryptionKeys } from '../generated-values/encryption-key.js';
import {
  applyMergePatch,
  emptyObject,
  isEqual,
  isObject,
  getMember,
  withMember,
  withoutMember,
  type Json,
  type JsonObject,
} from '../../lib/json.js';
import { once } from '../../lib/once.js';
import { applyUpdateRules } from '../rule-kinds/index.js';
import { createInvalidFieldError } from '../resource-change.js';
import type { Member } from '../../state/entity.js';
import {
  getField,
  isScalarField,
  createFieldLookup,
  createMemberLookup,
  type FieldLookup,
  type ObjectTypes,
} from '../../catalog/field-tables.js';
import { getRule } from '../../catalog/method.js';
import type { ResourceFields, Place } from '../../catalog/resource.js';

/** The names of fields, and keys of maps, from the resource to a value. `*` stands for all keys of a map. */
type FieldPath = readonly string[];

interface ChangeRequest {
  readonly call: EngineCall;
  readonly member: Member;
  /** The changed resource before its rules apply. */
  readonly next: JsonObject;
  /** The request body, if it is the resource. */
  readonly sent?: JsonObject;
}

/** Plans a change after applying the rules of the resource. Throws 412 or 400 if a rule rejects the change. */
export async function planChange({ call, member, next, sent }: ChangeRequest): Promise<ActionPlan> {
  const { place, entity } = member;
  const changed = await applyUpdateRules({ call, place, before: entity, next, ...(sent && { sent }) });
  const hashed = await hashEncryptionKeys(place.resource, changed.next);
  const body = completeChangedResource(place, { before: entity.body, body: hashed }, createFillContext(call));
  return {
    effects: [
      { kind: 'put', path: place.path, body, version: entity.version },
      ...(findServiceRecords(call.state.catalog)?.planRelatedEffects(call.state, place, body) ?? []),
      ...changed.sideEffects,
    ],
    response: { place },
    target: { place, body: entity.body },
  };
}

/**
 * Returns the fields of the body that differ from the rendered resource, so that a client can send back defaults and links that it read.
 * Throws 400 if the body changes a field that only creation sets, or a name that must repeat the path.
 */
export function omitUnchangedFields(call: EngineCall, { place, entity }: Member, body: JsonObject): JsonObject {
  const sent = toStoredLinks(place, body);
  // Only a field that isn't stored, such as a default or a link, requires the rendered resource.
  const getRendered = once(() => renderComplete(place, entity.body, call.origin));
  const isUnchanged = (name: string, value: Json): boolean =>
    !Object.hasOwn(entity.body, name) && isEqual(value, getMember(getRendered(), name));
  const differing = Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isUnchanged(name, value)));
  const changed = omitConflictingNames(place, differing, entity.body);
  requireSettable(place.resource.fields, { sent: changed, present: entity.body, at: '' });
  return changed;
}

/** Omits other names than those of the path and of the stored resource. Throws 400 if the body must repeat the path. */
export function omitConflictingNames(place: Place, sent: JsonObject, stored?: JsonObject): JsonObject {
  const { fields, behavior, api } = place.resource;
  return behavior.idFields.reduce((left, field, index) => {
    const value = getMember(sent, field);
    if (value === undefined || value === getMember(stored, field) || isResourceName(place, index, value)) return left;
    if (api.pathDecides) return withoutMember(left, field);
    const rule = stored && getField(fields, field)?.immutable ? 'immutable' : 'name';
    throw createInvalidFieldError(field, `must be '${getResourceName(place, index)}', as in the path`, rule);
  }, sent);
}

interface Compared {
  readonly sent: JsonObject;
  readonly present: JsonObject | undefined;
  readonly at: string;
}

/** Throws 400 if the body changes a field that only creation sets, at any depth of nested objects. */
function requireSettable(fields: ResourceFields | undefined, { sent, present, at }: Compared): void {
  for (const [name, field] of Object.entries(fields ?? {})) {
    const value = getMember(sent, name);
    const stored = getMember(present, name);
    if (field.readOnly || value === undefined || isEqual(value, stored)) continue;
    if (field.immutable) throw createInvalidFieldError(`${at}${name}`, 'it can be set only at creation', 'immutable');
    // A new nested object is created with all its fields.
    const isNested = field.type !== 'map' && isObject(value) && isObject(stored);
    if (isNested) requireSettable(field.fields, { sent: value, present: stored, at: `${at}${name}.` });
  }
}

/** Restores the output-only, write-only, and immutable fields that a replacement doesn't send. */
export function keepServerFields(fields: ResourceFields | undefined, before: JsonObject, next: JsonObject): JsonObject {
  return restoreFields(
    fields,
    { before, body: next },
    ({ readOnly, writeOnly, immutable }) => (readOnly ?? writeOnly ?? immutable) === true,
  );
}

/** Returns the name of the parameter with the update mask, if the method has one. A mask in the body, next to the resource, is a parameter too. */
function getUpdateMaskName({ method }: EngineCall): string | undefined {
  return method.behavior.method.updateMask?.name ?? getRule(method, 'update')?.mask;
}

/** Returns whether the update mask is `*`, which replaces the resource (AIP-134). */
export function isReplacement(call: EngineCall): boolean {
  const name = getUpdateMaskName(call);
  return name !== undefined && getParameter(call, name) === '*';
}

/** Returns the field paths of the update mask, or `undefined` without a mask, or with the mask `*`. */
export function getUpdateMaskPaths(call: EngineCall): readonly FieldPath[] | undefined {
  const { updateMask } = call.method.behavior.method;
  const name = getUpdateMaskName(call);
  const value = name === undefined ? undefined : getParameter(call, name);
  const { fields, api } = requireResource(call);
  if (name === undefined || typeof value !== 'string' || value === '' || value === '*') return undefined;
  const members = createFieldLookup(fields);
  const paths = parseFieldPaths(value).map((path) =>
    members ? toJsonPath(members, omitMessageName(call, path, members), api.objectTypes) : path.map(toLowerCamelCase),
  );
  const unknown = paths.find((path) => path.includes('') || (fields && isUnknownPath(members, path, api.objectTypes)));
  // The server ignores output-only fields in a mask.
  if (unknown === undefined) return paths.filter((path) => !isReadOnly(fields, path));
  const message = `Invalid value for ${updateMask?.in ? 'field' : 'parameter'} '${name}': there is no field '${unknown.join('.')}'.`;
  throw new HttpError('invalid', { message, location: name, ...(!updateMask?.in && { locationType: 'parameter' }), rule: 'update' });
}

/**
 * Omits the name of the message at the beginning of a path: `policy.spec` for `spec` of a `Policy`. Services that parse the request into a
 * message that contains the resource accept paths from there.
 */
function omitMessageName({ method }: EngineCall, path: FieldPath, members: FieldLookup): FieldPath {
  const { requestType = '', requestWrap } = method.behavior;
  const [name = '', ...rest] = path;
  const isMessage = members?.(name) === null && (name === requestWrap || isLastWord(requestType, name));
  return method.api.protoJson && isMessage && rest.length > 0 ? rest : path;
}

/** Whether the name of a schema ends with a name: `GoogleCloudOrgV2Policy` with `policy`. */
function isLastWord(schema: string, name: string): boolean {
  const word = name.charAt(0).toUpperCase() + name.slice(1);
  return schema.endsWith(word) && /^$|[a-z\d]$/.test(schema.slice(0, -word.length));
}

/** Returns whether a path names an unknown field, or continues below an array or a scalar, which are replaced as a whole. */
function isUnknownPath(members: FieldLookup, [name = '', ...rest]: FieldPath, objectTypes: ObjectTypes): boolean {
  const field = members?.(name);
  if (field === null || rest.length === 0) return field === null;
  return isScalarField(field) || field?.type === 'array' || isUnknownPath(createMemberLookup(field, objectTypes), rest, objectTypes);
}

function isReadOnly(fields: ResourceFields | undefined, [name = '', ...rest]: FieldPath): boolean {
  const field = getField(fields, name);
  return field?.readOnly === true || (rest.length > 0 && isReadOnly(field?.fields, rest));
}

/** Converts the names of fields to those in JSON. Keeps the keys of maps. */
function toJsonPath(members: FieldLookup, [written = '', ...rest]: FieldPath, objectTypes: ObjectTypes): FieldPath {
  if (!members) return [written, ...rest];
  const name = toJsonName(written, (field) => members(field) !== null);
  return rest.length === 0 ? [name] : [name, ...toJsonPath(createMemberLookup(members(name), objectTypes), rest, objectTypes)];
}

/** Copies the masked fields from `sent`. Removes masked fields that `sent` lacks. */
export function applyUpdateMask(before: JsonObject, sent: JsonObject, paths: readonly FieldPath[]): JsonObject {
  return paths.reduce((next, path) => replaceAt(next, sent, path), before);
}

function replaceAt(target: JsonObject, source: JsonObject | undefined, [name = '', ...rest]: FieldPath): JsonObject {
  // All entries of a map, before and after the update.
  if (name === '*') {
    const keys = new Set([...Object.keys(target), ...Object.keys(source ?? emptyObject)]);
    return [...keys].reduce((next, key) => replaceAt(next, source, [key, ...rest]), target);
  }
  const value = getMember(source, name);
  if (rest.length === 0) {
    if (value === undefined || value === null) return withoutMember(target, name);
    return withMember(target, name, isObject(value) ? applyMergePatch(emptyObject, value) : value);
  }
  const inner = getMember(target, name);
  return withMember(target, name, replaceAt(isObject(inner) ? inner : {}, isObject(value) ? value : undefined, rest));
}
