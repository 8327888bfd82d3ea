/** Members of objects: which are there, which are unknown, and which are of the wrong shape. */
import type { ValidationError } from '../descriptor.js';
import { describeType } from '../type-text.js';
import type { Direction } from './direction.js';
import { locateConstraints, type LocatedConstraint, type LocatedConstraints } from './constraints.js';
import { appendType } from './value-types.js';
import { append, formatInstanceTail, formatPointerSegment, report, readSteps, type Errors, type Step } from './report.js';
import { isUnboundedNumber, reportShapeMismatch, readValue, type Shape } from './shape.js';

export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the object itself; a name such as `constructor` finds nothing in the prototype. */
export function getOwnMember(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Fields of an object, each with its shape; 0 for those that are judged otherwise. */
export type FieldTable = Readonly<Record<string, Shape | 0>>;

/** Whether all members are fields of the table. */
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

/** A field of a table that is a shape. */
interface Entry {
  readonly name: string;
  readonly shape: Shape;
  /** What was told of it last, and where: nearly every table stands in one place. */
  told: TellingPlace | undefined;
}

interface TellingPlace {
  /** Of the object, with the source that it was given there. */
  readonly schemaPath: string;
  readonly source: string | undefined;
  /** Of the field, within the value that the validator was given. */
  readonly instancePath: string;
  readonly tellings: LocatedConstraints;
}

const entriesOf = new WeakMap<FieldTable, readonly Entry[]>();

/** The shapes of a table; there are as many tables as there are objects in the code, and they do not change. */
function shapesOf(fields: FieldTable): readonly Entry[] {
  let entries = entriesOf.get(fields);
  if (entries === undefined) {
    entries = Object.entries(fields).flatMap(([name, shape]) => (shape === 0 ? [] : [{ name, shape, told: undefined }]));
    entriesOf.set(fields, entries);
  }
  return entries;
}

/** Fields that one number can mark. */
const mostMarks = 31;

/** Reports the fields that have not the shape that the table says: each has a bit in the marks, in the order of the table's shapes. */
export function reportWrongFields(errors: Errors, object: Members, site: FieldsSite): Errors {
  const entries = shapesOf(site[1]);
  const marks = site[2];
  let found = errors;
  for (let at = 0; at < marks.length; at += 1) {
    for (let rest = marks[at] as number; rest !== 0; rest &= rest - 1) {
      const entry = entries[at * mostMarks + 31 - Math.clz32(rest & -rest)] as Entry;
      found = wrongField(found, object[entry.name], { entry, site });
    }
  }
  return found;
}

interface FieldPlace {
  readonly entry: Entry;
  readonly site: FieldsSite;
}

function wrongField(errors: Errors, given: unknown, { entry, site }: FieldPlace): Errors {
  const { instancePath, tellings } = toldAt(entry, site);
  const direction = site[3];
  const { shape } = entry;
  if (isUnboundedNumber(shape, given, direction)) return errors;
  const value = readValue(shape, given, direction);
  if (typeof value === 'object' && value !== null) {
    const schemaPath = `${site[0]}/properties/${formatPointerSegment(entry.name)}`;
    return reportShapeMismatch(errors, {
      shape,
      value,
      place: { instancePath, schemaPath, direction, source: shape.source ?? site[4] ?? '' },
    });
  }
  let found = errors;
  if (!tellings[0].holds(value as never, direction)) return append(errors, createTypeError(tellings[0], instancePath, value));
  const end = tellings.length;
  let isTold = false;
  for (let at = 1; at < end; at += 1) {
    const { holds, schemaPath, keyword, message, params } = tellings[at] as LocatedConstraint;
    // Something is broken: if nothing else is, the last is. A value in another form may break nothing.
    const isKnown = at === end - 1 && !isTold && value === given;
    if (!isKnown && holds(value as never, direction)) continue;
    isTold = true;
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

function toldAt(entry: Entry, site: FieldsSite): TellingPlace {
  const { told, shape } = entry;
  const schemaPath = site[0];
  if (told !== undefined && told.schemaPath === schemaPath && told.source === site[4] && site.length <= 5) return told;
  const inObject = `/${formatPointerSegment(entry.name)}`;
  return (entry.told = {
    schemaPath,
    source: site[4],
    instancePath: formatInstanceTail(schemaPath, readSteps(site, 5)) + inObject,
    tellings: locateConstraints(shape, `${schemaPath}/properties${inObject}`, shape.source ?? site[4] ?? ''),
  });
}

/** Reports the fields that have not the shape that the table says and, where they are refused, the members that are no fields. */
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
