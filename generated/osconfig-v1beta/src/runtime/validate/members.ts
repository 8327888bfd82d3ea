/** Members of objects: which are there, which are unknown, and which are of the wrong shape. */
import type { Direction } from './direction.js';
import type { ValidationError } from '../descriptor.js';
import { tellingsOf, type Telling, type Tellings } from './constraints.js';
import { instanceTail, noted, pointerSegment, report, stepsFrom, type Fault, type Faults, type Step } from './report.js';
import { misfits, type Shape } from './shape.js';

export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the object itself; a name such as `constructor` finds nothing in the prototype. */
export function own(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Fields of an object, each with its shape; 0 for those that are judged otherwise. */
export type FieldTable = Readonly<Record<string, Shape | 0>>;

/** Whether all members are fields of the table. */
export function isKnown(object: Members, fields: FieldTable): boolean {
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
  readonly tellings: Tellings;
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

/** Notes the fields that have not the shape that the table says: each has a bit in the marks, in the order of the table's shapes. */
export function wrongFields(faults: Faults, object: Members, site: FieldsSite): Faults {
  const entries = shapesOf(site[1]);
  const marks = site[2];
  // By turns: an entry, and the value that was found there.
  const wrong: unknown[] = [];
  for (let at = 0; at < marks.length; at += 1) {
    for (let rest = marks[at] as number; rest !== 0; rest &= rest - 1) {
      const entry = entries[at * mostMarks + 31 - Math.clz32(rest & -rest)] as Entry;
      // What is wrong is rare: only then it is asked whether the field is the object's own.
      if (Object.hasOwn(object, entry.name)) wrong.push(entry, unchanging(entry, object[entry.name], site));
    }
  }
  return wrong.length === 0 ? faults : noted(faults, { place: '', tell: tellFields, site, found: wrong });
}

/** Errors that were found at once. */
class Misfits {
  readonly errors: ValidationError[] = [];
}

/** The value, or what is wrong with it: a list or map can change until somebody asks for the errors. */
function unchanging({ name, shape }: Entry, value: unknown, site: FieldsSite): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const found = new Misfits();
  const inObject = `/${pointerSegment(name)}`;
  const place = {
    instancePath: instanceTail(site[0], stepsFrom(site, 5)) + inObject,
    schemaPath: `${site[0]}/properties${inObject}`,
    direction: site[3],
    source: shape.source ?? site[4] ?? '',
  };
  misfits(found.errors, { shape, value, place });
  return found;
}

function tellFields(errors: ValidationError[], { place, site, found }: Fault): void {
  const wrong = found as readonly unknown[];
  for (let at = 0; at < wrong.length; at += 2) {
    const value = wrong[at + 1];
    if (value instanceof Misfits) for (const error of value.errors) errors.push({ ...error, instancePath: place + error.instancePath });
    else tellField(errors, { entry: wrong[at] as Entry, value, place, site: site as FieldsSite });
  }
}

interface WrongField {
  readonly entry: Entry;
  readonly value: unknown;
  readonly place: string;
  readonly site: FieldsSite;
}

function tellField(errors: ValidationError[], { entry, value, place, site }: WrongField): void {
  const { instancePath: tail, tellings } = toldAt(entry, site);
  const instancePath = place === '' ? tail : place + tail;
  const isOfType = tellings[0].holds(value as never, site[3]);
  const count = isOfType ? tellings.length : 1;
  for (let at = isOfType ? 1 : 0; at < count; at += 1) {
    const { holds, schemaPath, keyword, message, params } = tellings[at] as Telling;
    // Of what is known to be broken, the only thing that can be is.
    if (isOfType && count > 2 && holds(value as never, site[3])) continue;
    errors.push({ instancePath, schemaPath, keyword, params, message });
  }
}

function toldAt(entry: Entry, site: FieldsSite): TellingPlace {
  const { told, shape } = entry;
  const schemaPath = site[0];
  if (told !== undefined && told.schemaPath === schemaPath && told.source === site[4] && site.length <= 5) return told;
  const inObject = `/${pointerSegment(entry.name)}`;
  return (entry.told = {
    schemaPath,
    source: site[4],
    instancePath: instanceTail(schemaPath, stepsFrom(site, 5)) + inObject,
    tellings: tellingsOf(shape, `${schemaPath}/properties${inObject}`, shape.source ?? site[4] ?? ''),
  });
}

/** Notes the fields that have not the shape that the table says and, where they are refused, the members that are no fields. */
export function wrongMembers(faults: Faults, object: Members, site: FieldsSite): Faults {
  let found = wrongFields(faults, object, site);
  if (!site[3].closed) return found;
  const [schemaPath, fields, , , source = ''] = site;
  for (const name of Object.keys(object)) {
    if (Object.hasOwn(fields, name) || object[name] === undefined) continue;
    found = report(found, [schemaPath, 'additionalProperties', name, source, ...stepsFrom(site, 5)]);
  }
  return found;
}

type RequiredSite = readonly [schemaPath: string, names: readonly string[], source?: string, ...steps: readonly Step[]];

/** Notes each required field that is absent. */
export function missingMembers(faults: Faults, object: Members, site: RequiredSite): Faults {
  const [schemaPath, names, source = ''] = site;
  let found = faults;
  for (const name of names) {
    if (own(object, name) === undefined) found = report(found, [schemaPath, 'required', name, source, ...stepsFrom(site, 3)]);
  }
  return found;
}
