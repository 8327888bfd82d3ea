/** Validates the members of objects: missing, unknown, and invalid ones. */
import { toJsonName } from '../proto-names.js';
import type { Direction } from './direction.js';
import { getOwnMember, isObject, listRemovedNames, renameMembers, type Members } from './objects.js';
import { formatPointerSegment, isFull, report, readSteps, type Errors, type Step } from './report.js';
import { reportShapeMismatch, type Shape } from './shape.js';

/** The fields of an object with their shapes. 0 marks a field that has its own validation code. */
export type FieldTable = Readonly<Record<string, Shape | 0>>;

/** Whether all members of the object are fields of the table. */
export function hasOnlyKnownMembers(object: Members, fields: FieldTable): boolean {
  for (const name of Object.keys(object)) if (!Object.hasOwn(fields, name) && object[name] !== undefined) return false;
  for (const name of listRemovedNames(object)) if (!Object.hasOwn(fields, name)) return false;
  return true;
}

/** Returns the object of a request with the names of its fields in JSON. A field that has both names keeps them. */
export function convertToJsonNames<Value>(object: Value, fields: FieldTable, { request }: Direction): Value | Members {
  if (!request || !isObject(object) || !Object.keys(object).some((name) => name.includes('_'))) return object;
  const isField = (name: string): boolean => Object.hasOwn(fields, name);
  return renameMembers(object, (name) => {
    const jsonName = toJsonName(name, isField);
    return Object.hasOwn(object, jsonName) ? name : jsonName;
  });
}

type FieldsSite = readonly [
  schemaPath: string,
  fields: FieldTable,
  marks: readonly number[],
  direction: Direction,
  source?: string,
  ...steps: readonly Step[],
];

/** The fields with a shape, in the order of the table. */
const shapesByTable = /* @__PURE__ */ new WeakMap<FieldTable, readonly (readonly [name: string, shape: Shape])[]>();

function listShapes(fields: FieldTable): readonly (readonly [name: string, shape: Shape])[] {
  const known = shapesByTable.get(fields);
  if (known !== undefined) return known;
  const shapes = Object.entries(fields).filter((entry): entry is [string, Shape] => entry[1] !== 0);
  shapesByTable.set(fields, shapes);
  return shapes;
}

/** The number of fields that one number can mark. */
const bitsPerMark = 31;

/** Reports the fields that don't match their shapes. The marks have one bit for each field with a shape, in the order of the table. */
export function reportWrongFields(errors: Errors, object: Members, site: FieldsSite): Errors {
  const [schemaPath, fields, marks, direction, source = ''] = site;
  const shapes = listShapes(fields);
  const steps = readSteps(site, 5);
  let found = errors;
  marks.forEach((mark, at) => {
    for (let rest = mark; rest !== 0; rest &= rest - 1) {
      const [name, shape] = shapes[at * bitsPerMark + 31 - Math.clz32(rest & -rest)] as readonly [string, Shape];
      const segment = formatPointerSegment(name);
      found = reportShapeMismatch(found, {
        shape,
        value: object[name],
        place: {
          schemaPath,
          steps,
          innerPath: `/${segment}`,
          innerSchemaPath: `/properties/${segment}`,
          direction,
          source: shape.source ?? source,
        },
      });
    }
  });
  return found;
}

/** Reports the fields that don't match their shapes and, if unknown fields are rejected, the unknown members. */
export function reportWrongMembers(errors: Errors, object: Members, site: FieldsSite): Errors {
  let found = reportWrongFields(errors, object, site);
  if (!site[3].closed) return found;
  const [schemaPath, fields, , , source = ''] = site;
  for (const name of [...Object.keys(object), ...listRemovedNames(object)]) {
    if (isFull(found)) break;
    if (Object.hasOwn(fields, name) || (Object.hasOwn(object, name) && object[name] === undefined)) continue;
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
