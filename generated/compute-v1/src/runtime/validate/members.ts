/** Validates the members of objects: missing, unknown, and invalid ones. */
import type { ValidationError } from '../descriptor.js';
import { describeType } from '../describe-type.js';
import type { Direction } from './direction.js';
import { locateConstraints, type LocatedConstraint, type LocatedConstraints } from './constraints.js';
import { appendType } from './value-types.js';
import { append, formatInstancePath, formatPointerSegment, report, readSteps, type Errors, type Step } from './report.js';
import { isUnboundedNumber, reportShapeMismatch, readValue, type Shape } from './shape.js';

export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member of the object, so that a name such as `constructor` doesn't find one of the prototype. */
export function getOwnMember(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The fields of an object with their shapes. 0 marks a field that has its own validation code. */
export type FieldTable = Readonly<Record<string, Shape | 0>>;

/** Whether all members of the object are fields of the table. */
export function hasOnlyKnownMembers(object: Members, fields: FieldTable): boolean {
  for (const name of Object.keys(object)) if (!Object.hasOwn(fields, name) && object[name] !== undefined) return false;
  return true;
}

type FieldsSite = readonly [
  schemaPath: string,
  fields: FieldTable,
  marks: readonly number[],
  direction: Direction,
  source?: string,
  ...steps: readonly Step[],
];

/** A field of a table that has a shape. */
interface Entry {
  readonly name: string;
  readonly shape: Shape;
  /** The constraints at the last reported place. Nearly every table is used in only one place. */
  lastPlace: ConstraintPlace | undefined;
}

interface ConstraintPlace {
  /** The schema path of the object. */
  readonly schemaPath: string;
  readonly source: string | undefined;
  /** The pointer to the field within the validated value. */
  readonly instancePath: string;
  readonly constraints: LocatedConstraints;
}

const entryCache = new WeakMap<FieldTable, readonly Entry[]>();

/** Returns the fields of a table that have shapes. Tables are constants, so the cache can't grow without limit. */
function listEntries(fields: FieldTable): readonly Entry[] {
  let entries = entryCache.get(fields);
  if (entries === undefined) {
    entries = Object.entries(fields).flatMap(([name, shape]) => (shape === 0 ? [] : [{ name, shape, lastPlace: undefined }]));
    entryCache.set(fields, entries);
  }
  return entries;
}

/** The number of fields that one number can mark. */
const bitsPerMark = 31;

/** Reports the fields that don't match their shapes. The marks have one bit for each of them, in the order of the table. */
export function reportWrongFields(errors: Errors, object: Members, site: FieldsSite): Errors {
  const entries = listEntries(site[1]);
  const marks = site[2];
  let found = errors;
  for (let at = 0; at < marks.length; at += 1) {
    for (let rest = marks[at] as number; rest !== 0; rest &= rest - 1) {
      const entry = entries[at * bitsPerMark + 31 - Math.clz32(rest & -rest)] as Entry;
      found = reportWrongField(found, object[entry.name], { entry, site });
    }
  }
  return found;
}

interface EntrySite {
  readonly entry: Entry;
  readonly site: FieldsSite;
}

function reportWrongField(errors: Errors, received: unknown, { entry, site }: EntrySite): Errors {
  const { instancePath, constraints } = locateEntry(entry, site);
  const direction = site[3];
  const { shape } = entry;
  if (isUnboundedNumber(shape, received, direction)) return errors;
  const value = readValue(shape, received, direction);
  if (typeof value === 'object' && value !== null) {
    const schemaPath = `${site[0]}/properties/${formatPointerSegment(entry.name)}`;
    return reportShapeMismatch(errors, {
      shape,
      value,
      place: { instancePath, schemaPath, direction, source: shape.source ?? site[4] ?? '' },
    });
  }
  let found = errors;
  if (!constraints[0].holds(value as never, direction)) return append(errors, createTypeError(constraints[0], instancePath, value));
  const end = constraints.length;
  let hasReported = false;
  for (let at = 1; at < end; at += 1) {
    const { holds, schemaPath, keyword, message, params } = constraints[at] as LocatedConstraint;
    // At least one constraint is violated. If all others hold, the last one is, unless the value was normalized.
    const isImplied = at === end - 1 && !hasReported && value === received;
    if (!isImplied && holds(value as never, direction)) continue;
    hasReported = true;
    found = append(found, { instancePath, schemaPath, keyword, params, message });
  }
  return found;
}

function createTypeError(
  { schemaPath, keyword, params, message, messages }: LocatedConstraint,
  instancePath: string,
  value: unknown,
): ValidationError {
  const type = describeType(value);
  let complete = messages.get(type);
  if (complete === undefined) messages.set(type, (complete = appendType(message, value)));
  return { instancePath, schemaPath, keyword, params, message: complete };
}

function locateEntry(entry: Entry, site: FieldsSite): ConstraintPlace {
  const { lastPlace, shape } = entry;
  const schemaPath = site[0];
  if (lastPlace !== undefined && lastPlace.schemaPath === schemaPath && lastPlace.source === site[4] && site.length <= 5) return lastPlace;
  const inObject = `/${formatPointerSegment(entry.name)}`;
  return (entry.lastPlace = {
    schemaPath,
    source: site[4],
    instancePath: formatInstancePath(schemaPath, readSteps(site, 5)) + inObject,
    constraints: locateConstraints(shape, `${schemaPath}/properties${inObject}`, shape.source ?? site[4] ?? ''),
  });
}

/** Reports the fields that don't match their shapes and, if unknown fields are rejected, the unknown members. */
export function reportWrongMembers(errors: Errors, object: Members, site: FieldsSite): Errors {
  let found = reportWrongFields(errors, object, site);
  if (!site[3].closed) return found;
  const [schemaPath, fields, , , source = ''] = site;
  for (const name of Object.keys(object)) {
    if (Object.hasOwn(fields, name) || object[name] === undefined) continue;
    found = report(found, [schemaPath, 'additionalProperties', name, source, ...readSteps(site, 5)]);
  }
  return found;
}

type RequiredSite = readonly [schemaPath: string, names: readonly string[], source?: string, ...steps: readonly Step[]];

/** Reports each required field that is absent. */
export function reportMissingMembers(errors: Errors, object: Members, site: RequiredSite): Errors {
  const [schemaPath, names, source = ''] = site;
  let found = errors;
  for (const name of names) {
    if (getOwnMember(object, name) === undefined) found = report(found, [schemaPath, 'required', name, source, ...readSteps(site, 3)]);
  }
  return found;
}
