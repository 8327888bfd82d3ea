/** Validates the members of objects: missing, unknown, and invalid ones. */
import { toJsonName } from '../proto-names.js';
import type { ValidationMode } from './validation-mode.js';
import { getOwnMember, isObject, listRemovedNames, renameMembers, type Members } from './objects.js';
import { formatInstancePath, formatPointerSegment, isFull, report, readSteps, type Errors, type PointerStep } from './report.js';
import { reportShapeMismatch, type ValueLocation, type Shape } from './shape.js';

/** The fields of an object with their shapes. `null` marks a field that has its own validation code. */
export type FieldTable = Readonly<Record<string, Shape | null>>;

/** An object type, or the parameters of a method. */
export interface ObjectTable {
  readonly fields: FieldTable;
  /** The section of the documentation. */
  readonly source?: string;
  /** The sections of the fields with a shape that another section describes. */
  readonly sources?: Readonly<Record<string, string>>;
}

/** Whether all members of the object are fields of the table. */
export function hasOnlyKnownMembers(object: Members, fields: FieldTable): boolean {
  for (const name of Object.keys(object)) if (!Object.hasOwn(fields, name) && object[name] !== undefined) return false;
  for (const name of listRemovedNames(object)) if (!Object.hasOwn(fields, name)) return false;
  return true;
}

/** Whether a partial update sets or removes one of the fields. Otherwise it can't violate a rule that reads only these. */
export function mentionsAny(update: Members, names: readonly string[]): boolean {
  const removed = listRemovedNames(update);
  return names.some((name) => update[name] !== undefined || removed.has(name));
}

/** Returns the object of a request with the names of its fields in JSON. A field that has both names keeps them. */
export function convertToJsonNames<Value>(object: Value, fields: FieldTable, { request }: ValidationMode): Value | Members {
  if (!request || !isObject(object) || !Object.keys(object).some((name) => name.includes('_'))) return object;
  const isField = (name: string): boolean => Object.hasOwn(fields, name);
  return renameMembers(object, (name) => {
    const jsonName = toJsonName(name, isField);
    return Object.hasOwn(object, jsonName) ? name : jsonName;
  });
}

type FieldsSite = readonly [
  schemaPath: string,
  table: ObjectTable,
  wrong: readonly string[] | null,
  mode: ValidationMode,
  ...steps: readonly PointerStep[],
];

/** Reports the fields that don't match their shapes: those that `wrong` names. */
export function reportWrongFields(errors: Errors, object: Members, site: FieldsSite): Errors {
  const [, { fields }, wrong, mode] = site;
  let found = errors;
  for (const name of wrong ?? []) {
    const locate = (): ValueLocation => locateField(site, name);
    found = reportShapeMismatch(found, { shape: fields[name] as Shape, value: object[name], mode, locate });
  }
  return found;
}

function locateField(site: FieldsSite, name: string): ValueLocation {
  const [schemaPath, { source = '', sources = {} }] = site;
  const segment = formatPointerSegment(name);
  return {
    instancePath: `${formatInstancePath(schemaPath, readSteps(site, 4))}/${segment}`,
    schemaPath: `${schemaPath}/properties/${segment}`,
    source: Object.hasOwn(sources, name) ? (sources[name] ?? '') : source,
  };
}

/** Reports the fields that don't match their shapes and, if unknown fields are rejected, the unknown members. */
export function reportWrongMembers(errors: Errors, object: Members, site: FieldsSite): Errors {
  let found = reportWrongFields(errors, object, site);
  if (!site[3].closed) return found;
  const [schemaPath, { fields, source }] = site;
  for (const name of [...Object.keys(object), ...listRemovedNames(object)]) {
    if (isFull(found)) break;
    if (Object.hasOwn(fields, name) || (Object.hasOwn(object, name) && object[name] === undefined)) continue;
    found = report(found, [schemaPath, 'additionalProperties', name, source, ...readSteps(site, 4)]);
  }
  return found;
}

type RequiredSite = readonly [schemaPath: string, names: readonly string[], source?: string | undefined, ...steps: readonly PointerStep[]];

/** Reports each required field that is absent. */
export function reportMissingMembers(errors: Errors, object: Members, site: RequiredSite): Errors {
  const [schemaPath, names, source = ''] = site;
  let found = errors;
  for (const name of names) {
    if (getOwnMember(object, name) === undefined) found = report(found, [schemaPath, 'required', name, source, ...readSteps(site, 3)]);
  }
  return found;
}
