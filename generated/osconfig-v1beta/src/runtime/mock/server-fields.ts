/** What the server fills in: ids, times, names, etags; by the fields' formats and names. */
import type { FieldBehavior } from '../descriptor.js';
import { firstHostAddress } from './gateway-address.js';
import { formatTime } from './instants.js';
import { hashFingerprint } from './hashes.js';
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
} from './json.js';
import { mapByServices } from '../services/index.js';
import { addServerFields } from './rules/server-default.js';
import { withChangeFields } from './rules/server-set.js';
import { getField, toStoredFields } from './field-tables.js';
import { toContent } from './resource-content.js';
import type { ServerValue } from '../descriptor.js';
import { escapeSegment, type Fields, type Place, type Resource } from './world/resource.js';

export interface FillContext {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Makes a uint64 as text for a new resource. */
  readonly id: (place: Place) => string;
  /** Of the request, where one makes it. */
  readonly parameters?: JsonObject;
  /** Makes a UUID. */
  readonly uuid: (place: Place) => string;
}

/** For one resource. */
interface ResourceFill {
  readonly at: number;
  readonly id: () => string;
  readonly uuid: () => string;
}

type Source = (filling: ResourceFill, body: JsonObject, field: FieldBehavior) => Json | undefined;

const now: Source = ({ at }, _, field) => formatTime(at, field);

const serverValues: Readonly<Record<ServerValue, Source>> = {
  id: ({ id }) => id(),
  uuid: ({ uuid }) => uuid(),
  createTime: now,
  updateTime: now,
  // Versions of content are numbered by the time, in microseconds.
  generation: ({ at }) => `${Math.trunc(at)}000`,
  metageneration: () => '1',
};

/** The first address of the range, for a subnetwork's gateway. */
const gateway: Source = (_, body) => firstHostAddress(getTextMember(body, 'ipCidrRange'));

const versionValues: ReadonlySet<ServerValue | undefined> = new Set<ServerValue>(['generation', 'metageneration']);

/** What a client may give of a resource: no output-only fields, no etags, no numbers of versions. */
export function omitServerFields(resource: Resource, body: JsonObject): JsonObject {
  const sent = resource.etags.reduce((left, { field }) => withoutMemberAt(left, field), toStoredFields(resource.fields, body));
  const numbered = Object.entries(resource.fields ?? {}).filter(
    ([name, field]) => versionValues.has(field.serverValue) && Object.hasOwn(sent, name),
  );
  return numbered.reduce((left, [name]) => withoutMember(left, name), sent);
}

/** A new resource, complete: what `body` gives is kept, what it lacks is filled in. */
export function completeNewResource(place: Place, body: JsonObject, filling: FillContext): JsonObject {
  const { resource } = place;
  const own: ResourceFill = { at: filling.at, id: () => filling.id(place), uuid: () => filling.uuid(place) };
  let filled = addServerValues(resource.fields, mapByServices('toStored', resource.rules, addNames(place, body)), own);
  const metadata = getMember(filled, 'metadata');
  const inner = getField(resource.fields, 'metadata');
  // As in Kubernetes, what the server knows of a resource may stand in its metadata.
  if (inner?.type === 'object' && isObject(metadata)) filled = withMember(filled, 'metadata', addServerValues(inner.fields, metadata, own));
  // Where operations tell of targets by their ids, every resource has one, its shape shown or not.
  if (!resource.fields && resource.numericId && !Object.hasOwn(filled, 'id')) filled = withMember(filled, 'id', own.id());
  return addEtags(
    place,
    undefined,
    addNestedEtags(resource, addServerFields({ place, call: filling }, addInitialStates(resource, filled))),
  );
}

/** An output-only state that methods change starts with the first of its values. */
function addInitialStates({ methodStates, fields }: Resource, body: JsonObject): JsonObject {
  return methodStates.reduce((filled, { field, values: [first] }) => {
    if (first === undefined || !fields?.[field]?.readOnly || Object.hasOwn(filled, field)) return filled;
    return withMember(filled, field, first);
  }, body);
}

function addServerValues(fields: Fields | undefined, body: JsonObject, own: ResourceFill): JsonObject {
  let filled = body;
  for (const [name, field] of Object.entries(fields ?? {})) {
    const source = field.serverValue ? serverValues[field.serverValue] : name === 'gatewayAddress' && field.readOnly ? gateway : undefined;
    const value = field.const === undefined && !Object.hasOwn(filled, name) ? source?.(own, filled, field) : undefined;
    if (value !== undefined) filled = withMember(filled, name, value);
  }
  return filled;
}

interface Changed {
  readonly before: JsonObject;
  readonly body: JsonObject;
}

/** A changed resource: names as the path has them, etags renewed if what they cover changed. */
export function completeChangedResource(
  place: Place,
  { before, body }: Changed,
  changed: Pick<FillContext, 'at' | 'parameters'>,
): JsonObject {
  const { resource } = place;
  const named = addNames(place, withChangeFields({ place, call: changed }, { before, body }));
  let filled = addNestedEtags(resource, mapByServices('toStored', resource.rules, named));
  const same = isEqual(toContent(resource, before), toContent(resource, filled));
  for (const [name, field] of Object.entries(resource.fields ?? {})) {
    const { serverValue } = field;
    if (serverValue === undefined) continue;
    const old = getMember(before, name);
    if (!same && serverValue === 'updateTime') filled = withMember(filled, name, formatTime(changed.at, field));
    else if (!same && serverValue === 'metageneration') filled = withMember(filled, name, incrementNumber(old));
    // A replacement that leaves out what the server gave does not take it away.
    else if (old !== undefined && (versionValues.has(serverValue) || !Object.hasOwn(filled, name))) filled = withMember(filled, name, old);
  }
  return addEtags(place, before, filled);
}

function incrementNumber(old: Json | undefined): string {
  return typeof old === 'string' && /^\d{1,30}$/.test(old) ? String(BigInt(old) + 1n) : '1';
}

/** A resource in the place of another of the same name: versions count on. */
export function fillReplacement({ resource }: Place, { before, body }: Changed): JsonObject {
  return Object.entries(resource.fields ?? {}).reduce((filled, [name, { serverValue }]) => {
    const [old, made] = [getMember(before, name), getMember(filled, name)];
    const isLater = typeof old === 'string' && typeof made === 'string' && /^\d{1,30}$/.test(old) && BigInt(made) <= BigInt(old);
    return serverValue === 'generation' && isLater ? withMember(filled, name, incrementNumber(old)) : filled;
  }, body);
}

/** The name that stands in the body: the last segment, or where names are paths the path. */
export function nameFromPlace(place: Place, index: number): string {
  const { nameFrom, behavior } = place.resource;
  if (nameFrom === undefined || index !== 0) return place.ids[index] ?? '';
  const segments = place.segments.slice(nameFrom);
  const last = segments.at(-1) ?? '';
  const ending = behavior.spansSegments ? last.split('/') : [last];
  return [...segments.slice(0, -1), ...ending].map(escapeSegment).join('/');
}

function addNames(place: Place, body: JsonObject): JsonObject {
  const { resource } = place;
  const { fields, behavior } = resource;
  const named = behavior.idFields.reduce((filled, name, index) => {
    const [owner = name, ...inner] = name.split('.');
    if (inner.length > 0) return getField(fields, owner) ? setIfAbsent(filled, name, nameFromPlace(place, index)) : filled;
    const given = behavior.implicit ? getMember(filled, name) : getTextMember(filled, name);
    // Where names are paths, the path is the name, whatever the body calls it.
    const isPath = resource.nameFrom !== undefined && index === 0;
    if (((given ?? '') !== '' && !isPath) || (fields && !Object.hasOwn(fields, name))) return filled;
    return { [name]: nameFromPlace(place, index), ...withoutMember(filled, name) };
  }, body);
  const own = findOwnIdField(place);
  const shown = own === undefined || Object.hasOwn(named, own) ? named : withMember(named, own, place.ids.at(-1) ?? '');
  return Object.entries(behavior.pathFields ?? {}).reduce(
    (filled, [field, template]) =>
      setIfAbsent(
        filled,
        field,
        template.replaceAll(/\{(\w+)\}/g, (_, name: string) => getSegment(place, name)),
      ),
    shown,
  );
}

function getSegment({ resource, segments }: Place, variable: string): string {
  return segments[resource.steps.findIndex((step) => 'variable' in step && step.variable === variable)] ?? '';
}

function setIfAbsent(body: JsonObject, field: string, value: string): JsonObject {
  return getMemberAt(body, field) === undefined ? withMemberAt(body, field, value) : body;
}

/** The output-only field that is called like the last variable of the path: `groupId` for `{groupsId}` and `{group}`, unless it is a number and the name is none. */
function findOwnIdField({ resource: { fields, behavior }, ids }: Place): string | undefined {
  const field = `${(behavior.idParameters.at(-1) ?? '').replace(/sId$|Id$/, '')}Id`;
  const known = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
  const isNumber = known?.format === 'int64' || known?.format === 'uint64';
  return known?.readOnly && (!isNumber || /^\d+$/.test(ids.at(-1) ?? '')) ? field : undefined;
}

/** Fingerprints of the objects inside, where no rule states them. */
function addNestedEtags({ fields, etags }: Resource, body: JsonObject): JsonObject {
  let filled = body;
  for (const [name, field] of Object.entries(fields ?? {})) {
    const inner = getMember(body, name);
    const print = field.fields && Object.hasOwn(field.fields, 'fingerprint') ? field.fields['fingerprint'] : undefined;
    const stated = etags.some(({ field }) => field === `${name}.fingerprint`);
    if (stated || print?.format !== 'byte' || !isObject(inner) || Object.hasOwn(inner, 'fingerprint')) continue;
    filled = withMember(filled, name, withMember(inner, 'fingerprint', hashFingerprint(toCanonicalText(inner))));
  }
  return filled;
}

/** An etag depends on all earlier contents, so no value ever repeats. */
function addEtags({ resource, path }: Place, before: JsonObject | undefined, body: JsonObject): JsonObject {
  let stamped = body;
  for (const { field, covers } of resource.etags) {
    const old = getMemberAt(before, field);
    if ((before === undefined && typeof getMemberAt(body, field) === 'string') || !hasOwner(stamped, field)) continue;
    const covered = (object: JsonObject): JsonObject => {
      const whole = omitEtags(resource, toContent(resource, object));
      return covers ? Object.fromEntries(covers.map((path) => [path, getMemberAt(whole, path) ?? null])) : whole;
    };
    const same = before !== undefined && old !== undefined && isEqual(covered(before), covered(body));
    const print = same ? old : hashFingerprint(`${path} ${field} ${typeof old === 'string' ? old : ''} ${toCanonicalText(covered(body))}`);
    stamped = withMemberAt(stamped, field, print);
  }
  return stamped;
}

/** An etag inside an object exists as long as the object. */
function hasOwner(body: JsonObject, field: string): boolean {
  const dot = field.lastIndexOf('.');
  return dot < 0 || isObject(getMemberAt(body, field.slice(0, dot)));
}

function omitEtags(resource: Resource, body: JsonObject): JsonObject {
  return resource.etags.reduce((left, { field }) => withoutMemberAt(left, field), body);
}
