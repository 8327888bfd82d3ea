/** Members of objects: which are there, which are unknown, and which are of the wrong shape. */
import type { Direction } from './direction.js';
import { instanceTail, pointerSegment, report, stepsFrom, type Fault, type Faults, type Step } from './report.js';
import { misfits, notedMisfit, type Shape } from './shape.js';

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
  readonly tell: Fault['tell'];
}

const entriesOf = new WeakMap<FieldTable, readonly Entry[]>();

/** The shapes of a table; there are as many tables as there are objects in the code, and they do not change. */
function shapesOf(fields: FieldTable): readonly Entry[] {
  let entries = entriesOf.get(fields);
  if (entries === undefined) entriesOf.set(fields, (entries = Object.entries(fields).flatMap(entryOf)));
  return entries;
}

function entryOf([name, shape]: readonly [string, Shape | 0]): Entry[] {
  if (shape === 0) return [];
  const inObject = `/${pointerSegment(name)}`;
  const inSchema = `/properties${inObject}`;
  const tell: Fault['tell'] = (errors, fault) => {
    const site = fault.site as FieldsSite;
    const instancePath = fault.place + instanceTail(site[0], stepsFrom(site, 5)) + inObject;
    const place = { instancePath, schemaPath: site[0] + inSchema, direction: site[3], source: shape.source ?? site[4] ?? '' };
    misfits(errors, { shape, value: fault.found, place });
  };
  return [{ name, tell }];
}

/** Fields that one number can mark. */
const mostMarks = 31;

/** Notes the fields that have not the shape that the table says: each has a bit in the marks, in the order of the table's shapes. */
export function wrongFields(faults: Faults, object: Members, site: FieldsSite): Faults {
  const entries = shapesOf(site[1]);
  const marks = site[2];
  let noted = faults;
  for (let at = 0; at < marks.length; at += 1) {
    for (let rest = marks[at] as number; rest !== 0; rest &= rest - 1) {
      const entry = entries[at * mostMarks + 31 - Math.clz32(rest & -rest)] as Entry;
      // What is wrong is rare: only then it is asked whether the field is the object's own.
      if (!Object.hasOwn(object, entry.name)) continue;
      noted = notedMisfit(noted, { place: '', tell: entry.tell, site, found: object[entry.name] });
    }
  }
  return noted;
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
