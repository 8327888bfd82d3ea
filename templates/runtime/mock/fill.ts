/** What the server fills in: ids, times, names, fingerprints; by the fields' formats and names. */
import { firstAddress } from './address.js';
import { instant } from './duration.js';
import { fingerprintOf } from './hash.js';
import {
  canonical,
  equal,
  isObject,
  member,
  memberAt,
  textMember,
  withMember,
  withMemberAt,
  withoutMember,
  withoutMemberAt,
  type Json,
  type JsonObject,
} from './json.js';
import { withServerFields } from './rules/filled-in.js';
import { content, input } from './shape.js';
import { escapeSegment, type Place, type Resource } from './world/resource.js';

export interface Filling {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Makes a uint64 as text for a new resource. */
  readonly id: (place: Place) => string;
}

/** For one resource. */
interface Own {
  readonly at: number;
  readonly id: () => string;
}

type Source = (filling: Own, body: JsonObject, format: string | undefined) => Json | undefined;

/** A time of the format that the field has: RFC 3339, or milliseconds since 1970. */
function timeIn({ at }: Pick<Own, 'at'>, format: string | undefined): string {
  return format === 'int64' || format === 'uint64' ? String(Math.trunc(at)) : instant(at);
}

const now: Source = (own, _, format) => timeIn(own, format);

/** Output-only fields that are filled in once, by name. */
const sources: ReadonlyMap<string, Source> = new Map<string, Source>([
  ['id', ({ id }) => id()],
  ['number', ({ id }) => id()],
  ['creationTimestamp', now],
  ['creationTime', now],
  ['createTime', now],
  ['insertTime', now],
  ['gatewayAddress', (_, body) => firstAddress(textMember(body, 'ipCidrRange'))],
]);

/** Renewed by every change. */
const changeTimes = new Set(['updateTime', 'updateTimestamp', 'lastModifiedTime']);

/** What a client may give of a resource: no output-only fields, no fingerprints. */
export function given(resource: Resource, body: JsonObject): JsonObject {
  return resource.fingerprints.reduce((left, { field }) => withoutMemberAt(left, field), input(resource.fields, body));
}

/** A new resource, complete: what `body` gives is kept, what it lacks is filled in. */
export function fillNew(place: Place, body: JsonObject, filling: Filling): JsonObject {
  const { resource } = place;
  const own: Own = { at: filling.at, id: () => filling.id(place) };
  let filled = withNames(place, body);
  for (const [name, field] of Object.entries(resource.fields ?? {})) {
    const source = field.readOnly || changeTimes.has(name) ? (sources.get(name) ?? (changeTimes.has(name) ? now : undefined)) : undefined;
    const value = field.const === undefined && !Object.hasOwn(filled, name) ? source?.(own, filled, field.format) : undefined;
    if (value !== undefined) filled = withMember(filled, name, value);
  }
  // Where operations tell of targets by their ids, every resource has one, its shape shown or not.
  if (!resource.fields && resource.numericId && !Object.hasOwn(filled, 'id')) filled = withMember(filled, 'id', own.id());
  return stamp(place, undefined, nestedFingerprints(resource, withServerFields(resource, filled)));
}

interface Changed {
  readonly before: JsonObject;
  readonly body: JsonObject;
}

/** A changed resource: names as the path has them, fingerprints renewed where what they cover changed. */
export function fillChanged(place: Place, { before, body }: Changed, changed: Pick<Filling, 'at'>): JsonObject {
  const { resource } = place;
  let filled = nestedFingerprints(resource, withNames(place, body));
  const same = equal(content(resource.fields, before), content(resource.fields, filled));
  for (const name of changeTimes) {
    if (!same && resource.fields && Object.hasOwn(resource.fields, name))
      filled = withMember(filled, name, timeIn(changed, resource.fields[name]?.format));
  }
  return stamp(place, before, filled);
}

/** The name that stands in the body: the last segment, or where names are paths the path. */
export function nameIn(place: Place, index: number): string {
  const { nameFrom, behaviour } = place.resource;
  if (nameFrom === undefined || index !== 0) return place.ids[index] ?? '';
  const segments = place.segments.slice(nameFrom);
  const last = segments.at(-1) ?? '';
  const ending = behaviour.spansSegments ? last.split('/') : [last];
  return [...segments.slice(0, -1), ...ending].map(escapeSegment).join('/');
}

function withNames(place: Place, body: JsonObject): JsonObject {
  const { resource } = place;
  const { fields, behaviour } = resource;
  const named = behaviour.idFields.reduce((filled, name, index) => {
    const given = behaviour.implicit ? member(filled, name) : textMember(filled, name);
    // Where names are paths, the path is the name, whatever the body calls it.
    const isPath = resource.nameFrom !== undefined && index === 0;
    if (((given ?? '') !== '' && !isPath) || (fields && !Object.hasOwn(fields, name))) return filled;
    return { [name]: nameIn(place, index), ...withoutMember(filled, name) };
  }, body);
  const own = ownId(place);
  return own === undefined || Object.hasOwn(named, own) ? named : withMember(named, own, place.ids.at(-1) ?? '');
}

/** The output-only field that is called like the last variable of the path: `groupId` for `{groupsId}` and `{group}`, unless it is a number and the name is none. */
function ownId({ resource: { fields, behaviour }, ids }: Place): string | undefined {
  const field = `${(behaviour.idParameters.at(-1) ?? '').replace(/sId$|Id$/, '')}Id`;
  const known = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
  const isNumber = known?.format === 'int64' || known?.format === 'uint64';
  return known?.readOnly && (!isNumber || /^\d+$/.test(ids.at(-1) ?? '')) ? field : undefined;
}

/** Fingerprints of the objects inside, where no rule states them. */
function nestedFingerprints({ fields, fingerprints }: Resource, body: JsonObject): JsonObject {
  let filled = body;
  for (const [name, field] of Object.entries(fields ?? {})) {
    const inner = member(body, name);
    const print = field.fields && Object.hasOwn(field.fields, 'fingerprint') ? field.fields['fingerprint'] : undefined;
    const stated = fingerprints.some(({ field }) => field === `${name}.fingerprint`);
    if (stated || print?.format !== 'byte' || !isObject(inner) || Object.hasOwn(inner, 'fingerprint')) continue;
    filled = withMember(filled, name, withMember(inner, 'fingerprint', fingerprintOf(canonical(inner))));
  }
  return filled;
}

/** A fingerprint depends on all earlier contents, so none ever comes back. */
function stamp({ resource, path }: Place, before: JsonObject | undefined, body: JsonObject): JsonObject {
  let stamped = body;
  for (const { field, covers } of resource.fingerprints) {
    const old = memberAt(before, field);
    if ((before === undefined && typeof memberAt(body, field) === 'string') || !hasOwner(stamped, field)) continue;
    const covered = (object: JsonObject): JsonObject => {
      const whole = withoutFingerprints(resource, content(resource.fields, object));
      return covers ? Object.fromEntries(covers.map((path) => [path, memberAt(whole, path) ?? null])) : whole;
    };
    const same = before !== undefined && old !== undefined && equal(covered(before), covered(body));
    const print = same ? old : fingerprintOf(`${path} ${field} ${typeof old === 'string' ? old : ''} ${canonical(covered(body))}`);
    stamped = withMemberAt(stamped, field, print);
  }
  return stamped;
}

/** A fingerprint inside an object is there as long as the object is. */
function hasOwner(body: JsonObject, field: string): boolean {
  const dot = field.lastIndexOf('.');
  return dot < 0 || isObject(memberAt(body, field.slice(0, dot)));
}

function withoutFingerprints(resource: Resource, body: JsonObject): JsonObject {
  return resource.fingerprints.reduce((left, { field }) => withoutMemberAt(left, field), body);
}
