/** Sets the fields that the server generates, by format and name: IDs, times, names, and etags. */
import type { FieldBehavior, ServerValue } from '../../runtime/behavior.js';
import type { FillContext } from './call.js';
import { formatTime } from '../lib/instants.js';
import { hashFingerprint } from '../lib/hashes.js';
import {
  toCanonicalText,
  isEqual,
  isObject,
  getMember,
  getMemberAt,
  getTextMember,
  withMember,
  withMemberAt,
  withoutMember,
  withoutMemberAt,
  type Json,
  type JsonObject,
} from '../lib/json.js';
import { isInt64Format } from '../../runtime/proto-number.js';
import { completeByServices, mapByServices } from './service-modules.js';
import { setProjectNumbers } from './rule-kinds/project-number.js';
import { addServerFields, setUpdateFields } from './rule-kinds/server-default.js';
import { getField, toStoredFields, toChangeableFields } from '../catalog/field-tables.js';
import { toStoredLinks } from '../catalog/links.js';
import { restoreNulls } from '../catalog/protojson.js';
import { getPathVariable } from '../catalog/path-values.js';
import { encodeNameSlash, isPlaceName, type ResourceFields, type Place, type CompiledResource } from '../catalog/resource.js';
import { parseAddressRange } from '../../runtime/validate/cidr.js';

interface ResourceFill extends Pick<FillContext, 'at' | 'getRandom'> {
  readonly createId: () => string;
}

type FieldGenerator = (fillContext: ResourceFill, body: JsonObject, field: FieldBehavior) => Json | undefined;

const getCurrentTime: FieldGenerator = ({ at }, _, field) => formatTime(at, field);

const generators: Readonly<Record<ServerValue, FieldGenerator>> = {
  id: ({ createId }) => createId(),
  uuid: ({ getRandom }) => getRandom().nextUuid(),
  createTime: getCurrentTime,
  updateTime: getCurrentTime,
  // Generations are timestamps in microseconds.
  generation: ({ at }) => `${Math.trunc(at)}000`,
  metageneration: () => '1',
  gatewayAddress: (_, body) => getFirstHostAddress(getTextMember(body, 'ipCidrRange')),
};

const versionValues: ReadonlySet<ServerValue | undefined> = new Set<ServerValue>(['generation', 'metageneration']);

/** Returns the fields that a client can set: without output-only fields, states of the life cycle, etags, and version numbers. */
export function omitServerFields(resource: CompiledResource, body: JsonObject): JsonObject {
  return resource.generatedFields.reduce(
    (remaining, [name, { serverValue, creationStates }]) =>
      creationStates || versionValues.has(serverValue) ? withoutMember(remaining, name) : remaining,
    omitEtags(resource, toStoredFields(resource.fields, body)),
  );
}

/** Completes a new resource: sets the server-generated fields that `body` doesn't have. */
export function completeNewResource(place: Place, body: JsonObject, fillContext: FillContext): JsonObject {
  const { resource } = place;
  const resourceContext: ResourceFill = { ...fillContext, createId: () => fillContext.createId(place) };
  let filled = addServerValues(
    resource.generatedFields,
    mapByServices('toStored', resource, addNames(place, toStoredLinks(place, restoreNulls(resource, body)))),
    resourceContext,
  );
  const { metadataField } = resource.behavior;
  const metadata = metadataField === undefined ? undefined : getMember(filled, metadataField);
  if (metadataField !== undefined && isObject(metadata))
    filled = withMember(filled, metadataField, addServerValues(resource.generatedMetadata, metadata, resourceContext));
  // If operations refer to their targets by ID, every resource has an ID, even with an unknown schema.
  if (!resource.fields && resource.behavior.numericId && !Object.hasOwn(filled, 'id'))
    filled = withMember(filled, 'id', resourceContext.createId());
  const complete = completeByServices(
    place,
    addServerFields({ place, call: fillContext }, addInitialStates(resource, filled)),
    fillContext,
  );
  return addEtags(place, undefined, addNestedEtags(resource, setProjectNumbers(resource, complete, fillContext)));
}

/** Sets the states of a new resource that works, and output-only states that methods change to their first value. */
function addInitialStates({ methodStates, generatedFields, fields }: CompiledResource, body: JsonObject): JsonObject {
  const started = generatedFields.reduce((filled, [name, { creationStates }]) => {
    return creationStates && !Object.hasOwn(filled, name) ? withMember(filled, name, creationStates.ready) : filled;
  }, body);
  return methodStates.reduce((filled, { field, values: [first] }) => {
    if (first === undefined || !fields?.[field]?.readOnly || Object.hasOwn(filled, field)) return filled;
    return withMember(filled, field, first);
  }, started);
}

function addServerValues(fields: CompiledResource['generatedFields'], body: JsonObject, fillContext: ResourceFill): JsonObject {
  let filled = body;
  for (const [name, field] of fields) {
    const { serverValue } = field;
    if (serverValue === undefined || field.const !== undefined || Object.hasOwn(filled, name)) continue;
    const value = generators[serverValue](fillContext, filled, field);
    if (value !== undefined) filled = withMember(filled, name, value);
  }
  return filled;
}

/**
 * Completes a resource that a handler replaces: like a changed one, with the output-only fields that the handler omits. They keep their
 * values, or get those of a new resource.
 */
export function completeReplacedResource(place: Place, { before, body }: ChangedBody, fillContext: FillContext): JsonObject {
  const kept = restoreFields(place.resource.fields, { before, body }, ({ readOnly }) => readOnly === true);
  const changed = completeChangedResource(place, { before, body: kept }, fillContext);
  return completeNewResource(place, changed, { ...fillContext, previous: before });
}

/** Restores the fields that a replacement omits, at every depth, if they meet the condition. */
export function restoreFields(
  fields: ResourceFields | undefined,
  { before, body }: ChangedBody,
  isRestored: (field: FieldBehavior) => boolean,
): JsonObject {
  let restored = body;
  for (const [name, field] of Object.entries(fields ?? {})) {
    const [stored, sent] = [getMember(before, name), getMember(body, name)];
    if (stored === undefined) continue;
    if (sent === undefined && isRestored(field)) restored = withMember(restored, name, stored);
    else if (isObject(sent) && isObject(stored) && field.fields && field.type !== 'map')
      restored = withMember(restored, name, restoreFields(field.fields, { before: stored, body: sent }, isRestored));
  }
  return restored;
}

interface ChangedBody {
  readonly before: JsonObject;
  readonly body: JsonObject;
}

/**
 * Completes a changed resource: sets its names, restores the generated fields that a replacement omits, and renews times and etags if the
 * content changed.
 */
export function completeChangedResource(place: Place, { before, body }: ChangedBody, context: Omit<FillContext, 'createId'>): JsonObject {
  const { resource } = place;
  const named = addNames(
    place,
    setUpdateFields({ place, call: context }, { before, body: toStoredLinks(place, restoreNulls(resource, body)) }),
  );
  const inStoredForm = mapByServices('toStored', resource, named);
  const hasCompletions = resource.completions.length > 0;
  const stored = hasCompletions ? completeByServices(place, inStoredForm, { ...context, previous: before }) : inStoredForm;
  let filled = addNestedEtags(resource, setProjectNumbers(resource, stored, context));
  const { generatedFields } = resource;
  const isUnchanged =
    !generatedFields.some(([, { serverValue }]) => serverValue === 'updateTime' || serverValue === 'metageneration') ||
    isEqual(toChangeableFields(resource, before), toChangeableFields(resource, filled));
  for (const [name, field] of generatedFields) {
    const { serverValue } = field;
    const previous = getMember(before, name);
    if (!isUnchanged && serverValue === 'updateTime') filled = withMember(filled, name, formatTime(context.at, field));
    else if (!isUnchanged && serverValue === 'metageneration') filled = withMember(filled, name, incrementNumber(previous));
    // A replacement that omits generated fields doesn't remove them.
    else if (previous !== undefined && (versionValues.has(serverValue) || !Object.hasOwn(filled, name)))
      filled = withMember(filled, name, previous);
  }
  return addEtags(place, before, filled);
}

function incrementNumber(value: Json | undefined): string {
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? String(BigInt(value) + 1n) : '1';
}

/** Continues the generation numbers of a replaced resource of the same name. */
export function continueGenerations({ resource }: Place, { before, body }: ChangedBody): JsonObject {
  return resource.generatedFields.reduce((filled, [name, { serverValue }]) => {
    const [previous, generated] = [getMember(before, name), getMember(filled, name)];
    const isLater =
      typeof previous === 'string' && typeof generated === 'string' && /^\d{1,30}$/.test(previous) && BigInt(generated) <= BigInt(previous);
    return serverValue === 'generation' && isLater ? withMember(filled, name, incrementNumber(previous)) : filled;
  }, body);
}

/** Returns the name of a resource in its body: the last segment, or the path if names are paths. */
export function getResourceName(place: Place, index: number): string {
  const { fullNameFrom, spansSegments } = place.resource.behavior;
  if (fullNameFrom === undefined || index !== 0) return place.ids[index] ?? '';
  const segments = place.segments.slice(fullNameFrom);
  const last = segments.at(-1) ?? '';
  const lastSegments = spansSegments ? last.split('/') : [last];
  return [...segments.slice(0, -1), ...lastSegments].map(encodeNameSlash).join('/');
}

/** Returns whether a value in a body names the resource of the place. */
export function isResourceName(place: Place, index: number, value: Json | undefined): boolean {
  return value === getResourceName(place, index) || (typeof value === 'string' && isPlaceName(place, index, value));
}

function addNames(place: Place, body: JsonObject): JsonObject {
  const { fields, behavior } = place.resource;
  const named = behavior.idFields.reduce((filled, field, index) => {
    const [container = field, ...nestedPath] = field.split('.');
    if (nestedPath.length > 0) return getField(fields, container) ? setIfAbsent(filled, field, getResourceName(place, index)) : filled;
    const value = getMember(filled, field);
    const name = behavior.implicit || typeof value === 'number' ? value : getTextMember(filled, field);
    // If names are paths, the path is the name, whatever the body contains.
    const isPath = behavior.fullNameFrom !== undefined && index === 0;
    if (((name ?? '') !== '' && !isPath) || (fields && !Object.hasOwn(fields, field))) return filled;
    return { [field]: toNameValue(getResourceName(place, index), getField(fields, field)), ...withoutMember(filled, field) };
  }, body);
  return Object.entries(behavior.pathFields ?? {}).reduce((filled, [field, template]) => {
    const text = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => getPathVariable(place, name) ?? '');
    const fieldBehavior = getField(fields, field);
    const isNumber = fieldBehavior?.type === 'integer' || isInt64Format(fieldBehavior?.format);
    return isNumber && !/^\d+$/.test(text) ? filled : setIfAbsent(filled, field, toNameValue(text, fieldBehavior));
  }, named);
}

/** Returns a name as the value of its field, which can be a number. */
function toNameValue(name: string, field: FieldBehavior | undefined): Json {
  return field?.type === 'integer' && /^\d{1,15}$/.test(name) ? Number(name) : name;
}

function setIfAbsent(body: JsonObject, field: string, value: Json): JsonObject {
  return getMemberAt(body, field) === undefined ? withMemberAt(body, field, value) : body;
}

/** Sets the fingerprints of nested objects. */
function addNestedEtags({ nestedEtags }: CompiledResource, body: JsonObject): JsonObject {
  let filled = body;
  for (const [name, etag] of nestedEtags) {
    const nested = getMember(body, name);
    if (isObject(nested) && !Object.hasOwn(nested, etag))
      filled = withMember(filled, name, withMember(nested, etag, hashFingerprint(toCanonicalText(nested))));
  }
  return filled;
}

/** An etag depends on all earlier contents, so no value ever repeats. */
function addEtags({ resource, path }: Place, before: JsonObject | undefined, body: JsonObject): JsonObject {
  if (resource.etags.length === 0) return body;
  const contentBefore = before && omitEtags(resource, toChangeableFields(resource, before));
  const content = omitEtags(resource, toChangeableFields(resource, body));
  let tagged = body;
  for (const { field, covers } of resource.etags) {
    const previous = getMemberAt(before, field);
    const stated = getMemberAt(body, field);
    // A seed or a service module has set it.
    if ((typeof stated === 'string' && stated !== previous) || !hasOwner(tagged, field)) continue;
    const covered = selectCoveredFields(content, covers);
    const isUnchanged =
      contentBefore !== undefined && previous !== undefined && isEqual(selectCoveredFields(contentBefore, covers), covered);
    const etag = isUnchanged
      ? previous
      : hashFingerprint(`${path} ${field} ${typeof previous === 'string' ? previous : ''} ${toCanonicalText(covered)}`);
    tagged = withMemberAt(tagged, field, etag);
  }
  return tagged;
}

/** Returns the fields that an etag covers. Default: all. */
function selectCoveredFields(content: JsonObject, covers: readonly string[] | undefined): JsonObject {
  return covers ? Object.fromEntries(covers.map((path) => [path, getMemberAt(content, path) ?? null])) : content;
}

/** An etag inside an object exists as long as the object. */
function hasOwner(body: JsonObject, field: string): boolean {
  const dot = field.lastIndexOf('.');
  return dot < 0 || isObject(getMemberAt(body, field.slice(0, dot)));
}

export function omitEtags(resource: CompiledResource, body: JsonObject): JsonObject {
  return resource.etags.reduce((remaining, { field }) => withoutMemberAt(remaining, field), body);
}

/** Returns the first host address of a range, which is the address of its gateway. */
function getFirstHostAddress(text: string | undefined): string | undefined {
  const range = text === undefined ? undefined : parseAddressRange(text);
  if (!range) return undefined;
  const address = Math.min(range.first + 1, range.last);
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}
