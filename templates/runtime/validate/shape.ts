/**
 * Shapes: what is judged of text, numbers and lists of them, as data. Compiled validators have a check of each shape as code, which
 * only answers yes or no; what a value breaks is found here, once it is known to break something.
 */
import type { ValidationError } from '../descriptor.js';
import type { Direction } from './direction.js';
import { constraintsOf, toldOf, type Constraint } from './constraints.js';
import {
  errorAt,
  instanceTail,
  noted,
  pointerSegment,
  stepsFrom,
  type Fault,
  type Faults,
  type ReportedPlace,
  type Step,
} from './report.js';

export interface Shape {
  /** The same as code. */
  readonly check: ShapeCheck;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  /** The function that judges the format, of text or of numbers. */
  readonly isOfFormat?: (value: never) => boolean;
  /** Anchored: `^(?:…)$`. */
  readonly pattern?: RegExp;
  readonly enum?: ReadonlySet<string>;
  readonly const?: string;
  readonly not?: ReadonlySet<string>;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxBytes?: number;
  readonly decodedBytes?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of the elements of a list. */
  readonly items?: Shape;
  /** Of the members of a map. */
  readonly values?: Shape;
  /** The document's section, where it is not that of the object around. */
  readonly source?: string;
}

export interface ShapePlace extends ReportedPlace {
  readonly direction: Direction;
  readonly source: string;
}

type ShapeSite = readonly [schemaPath: string, shape: Shape, direction: Direction, source?: string, ...steps: readonly Step[]];

/** Notes what a value breaks of a shape. */
export function wrongShape(faults: Faults, value: unknown, site: ShapeSite): Fault[] {
  return notedMisfit(faults, { place: '', tell: tellShape, site, found: value });
}

function tellShape(errors: ValidationError[], { place, site, found }: Fault): void {
  const of = site as ShapeSite;
  const schemaPath = of[0];
  const instancePath = place + instanceTail(schemaPath, stepsFrom(of, 4));
  misfits(errors, { shape: of[1], value: found, place: { instancePath, schemaPath, direction: of[2], source: of[3] ?? '' } });
}

/** The faults so far and one more. A list or map can change until somebody asks for the errors: it is looked through at once. */
export function notedMisfit(faults: Faults, fault: Fault): Fault[] {
  if (typeof fault.found !== 'object' || fault.found === null) return noted(faults, fault);
  const found: ValidationError[] = [];
  fault.tell(found, fault);
  return noted(faults, { place: '', tell: tellAgain, site: undefined, found });
}

function tellAgain(errors: ValidationError[], { place, found }: Fault): void {
  for (const error of found as readonly ValidationError[]) errors.push({ ...error, instancePath: place + error.instancePath });
}

/** A value that has not its shape. */
export interface Misfit {
  readonly shape: Shape;
  readonly value: unknown;
  readonly place: ShapePlace;
}

/** Adds what a value at a place breaks of a shape. */
export function misfits(errors: ValidationError[], { shape, value, place }: Misfit): void {
  const constraints = constraintsOf(shape);
  const isOfType = constraints[0].holds(value as never, place.direction);
  const count = isOfType ? constraints.length : 1;
  for (let at = isOfType ? 1 : 0; at < count; at += 1) {
    const constraint = constraints[at] as Constraint;
    if (isOfType && constraint.holds(value as never, place.direction)) continue;
    errors.push(errorAt(place, constraint.keyword, toldOf(constraint, place.source)));
  }
  if (!isOfType) return;
  if (shape.items !== undefined) addElements(errors, value as readonly unknown[], { items: shape.items, place });
  if (shape.values !== undefined) addValues(errors, value as object, { values: shape.values, place });
}

interface Elements {
  readonly items: Shape;
  readonly place: ShapePlace;
}

function addElements(errors: ValidationError[], list: readonly unknown[], { items, place }: Elements): void {
  const { elements: direction } = place.direction;
  list.forEach((value, index) => {
    if (value !== undefined && items.check(value, direction)) return;
    const instancePath = `${place.instancePath}/${index}`;
    misfits(errors, { shape: items, value, place: { ...place, instancePath, schemaPath: `${place.schemaPath}/items`, direction } });
  });
}

interface Values {
  readonly values: Shape;
  readonly place: ShapePlace;
}

function addValues(errors: ValidationError[], map: object, { values, place }: Values): void {
  const schemaPath = `${place.schemaPath}/additionalProperties`;
  for (const [key, value] of Object.entries(map) as [string, unknown][]) {
    const instancePath = `${place.instancePath}/${pointerSegment(key)}`;
    if (value !== undefined) misfits(errors, { shape: values, value, place: { ...place, instancePath, schemaPath } });
  }
}

export const maybeString = (value: unknown): boolean => value === undefined || typeof value === 'string';
export const maybeBoolean = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
export const maybeNumber = (value: unknown): boolean => value === undefined || Number.isFinite(value);
export const maybeInteger = (value: unknown): boolean => value === undefined || Number.isInteger(value);

/** A check of a shape: `undefined` passes, since an absent member has no shape. */
export type ShapeCheck = (value: unknown, direction: Direction) => boolean;

/** Whether a value is a list whose elements all pass. */
export function areElements(value: unknown, check: ShapeCheck, { elements }: Direction): boolean {
  if (!Array.isArray(value)) return false;
  for (const element of value as readonly unknown[]) if (element === undefined || !check(element, elements)) return false;
  return true;
}

/** Whether a value is an object whose members all pass. */
export function areValues(value: unknown, check: ShapeCheck, direction: Direction): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const member of Object.values(value)) if (!check(member, direction)) return false;
  return true;
}
