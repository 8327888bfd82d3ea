/** Members of objects: which are there, which are unknown, and which are of the wrong shape. */
import type { Direction } from './direction.js';
import { pointerSegment, report, type Errors, type Step } from './report.js';
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

/** Reports the fields that have not the shape that the table says. */
export function wrongFields(errors: Errors, instancePath: string, site: FieldsSite): Errors {
  const [schemaPath, object, fields, direction, source = '', ...steps] = site;
  let found = errors;
  for (const name of Object.keys(fields)) {
    const shape = fields[name];
    const value = own(object, name);
    if (shape === undefined || shape === 0 || value === undefined || (shape.outputOnly && direction.request)) continue;
    const path = `${schemaPath}/properties/${pointerSegment(name)}`;
    found = reportShape(found, shape, { value, schemaPath: path, instancePath, direction, source: shape.source ?? source, steps });
  }
  return found;
}

/** Reports the fields that have not the shape that the table says and, where they are refused, the members that are no fields. */
export function wrongMembers(errors: Errors, instancePath: string, site: FieldsSite): Errors {
  const [schemaPath, object, fields, direction, source = '', ...steps] = site;
  let found = wrongFields(errors, instancePath, site);
  if (!direction.closed) return found;
  for (const name of Object.keys(object)) {
    if (Object.hasOwn(fields, name) || object[name] === undefined) continue;
    found = report(found, instancePath, [schemaPath, 'additionalProperties', name, source, ...steps]);
  }
  return found;
}

type RequiredSite = readonly [schemaPath: string, object: Members, names: readonly string[], source?: string, ...steps: readonly Step[]];

/** Reports each required field that is absent. */
export function missingMembers(errors: Errors, instancePath: string, site: RequiredSite): Errors {
  const [schemaPath, object, names, source = '', ...steps] = site;
  let found = errors;
  for (const name of names) {
    if (own(object, name) === undefined) found = report(found, instancePath, [schemaPath, 'required', name, source, ...steps]);
  }
  return found;
}
