/** Members of objects: which are there, which are unknown, and which are of the wrong shape. */
import type { Direction } from './direction.js';
import { instanceTail, pointerSegment, report, stepsFrom, type Errors, type Step } from './report.js';
import { reportShape, type Shape } from './shape.js';

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
  object: Members,
  fields: FieldTable,
  direction: Direction,
  source?: string,
  ...steps: readonly Step[],
];

/** A field of a table that is a shape. */
interface Entry {
  readonly name: string;
  readonly shape: Shape;
  /** Pointers from the object. */
  readonly instance: string;
  readonly schema: string;
}

const entriesOf = new WeakMap<FieldTable, readonly Entry[]>();

/** The shapes of a table; there are as many tables as there are objects in the code, and they do not change. */
function shapesOf(fields: FieldTable): readonly Entry[] {
  let entries = entriesOf.get(fields);
  if (entries === undefined) entriesOf.set(fields, (entries = Object.entries(fields).flatMap(entryOf)));
  return entries;
}

function entryOf([name, shape]: readonly [string, Shape | 0]): Entry[] {
  const segment = pointerSegment(name);
  return shape === 0 ? [] : [{ name, shape, instance: `/${segment}`, schema: `/properties/${segment}` }];
}

/** Reports the fields that have not the shape that the table says. */
export function wrongFields(errors: Errors, site: FieldsSite): Errors {
  const [schemaPath, object, fields, direction, source = ''] = site;
  const entries = shapesOf(fields);
  let found = errors;
  for (let at = 0; at < entries.length; at += 1) {
    const { name, shape, instance, schema } = entries[at] as Entry;
    const value = object[name];
    if (value === undefined || shape.check(value, direction)) continue;
    // What is wrong is rare: only then it is asked whether the field is not sent, or the object's own at all.
    if (isIgnored(shape, value, direction) || !Object.hasOwn(object, name)) continue;
    const instancePath = instanceTail(schemaPath, stepsFrom(site, 5)) + instance;
    found = reportShape(found, shape, { value, instancePath, schemaPath: schemaPath + schema, direction, source: shape.source ?? source });
  }
  return found;
}

/** A request's output-only fields, and empty text for what is absent while it is empty. */
function isIgnored(shape: Shape, value: unknown, { request }: Direction): boolean {
  return request && (shape.outputOnly === true || (shape.omitEmpty === true && value === ''));
}

/** Reports the fields that have not the shape that the table says and, where they are refused, the members that are no fields. */
export function wrongMembers(errors: Errors, site: FieldsSite): Errors {
  const [schemaPath, object, fields, direction, source = ''] = site;
  let found = wrongFields(errors, site);
  if (!direction.closed) return found;
  for (const name of Object.keys(object)) {
    if (Object.hasOwn(fields, name) || object[name] === undefined) continue;
    found = report(found, [schemaPath, 'additionalProperties', name, source, ...stepsFrom(site, 5)]);
  }
  return found;
}

type RequiredSite = readonly [schemaPath: string, object: Members, names: readonly string[], source?: string, ...steps: readonly Step[]];

/** Reports each required field that is absent. */
export function missingMembers(errors: Errors, site: RequiredSite): Errors {
  const [schemaPath, object, names, source = ''] = site;
  let found = errors;
  for (const name of names) {
    if (own(object, name) === undefined) found = report(found, [schemaPath, 'required', name, source, ...stepsFrom(site, 4)]);
  }
  return found;
}
