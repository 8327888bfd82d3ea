/**
 * Shapes: the constraints of text, numbers, and lists of them, as data. Compiled validators check each shape with generated code, which
 * only returns a boolean. If a value is invalid, the functions of this module find out which constraints it violates.
 */
import { isSpecialNumber, normalizeNumber } from '../proto-number.js';
import type { Direction } from './direction.js';
import { hasByteLength } from './formats.js';
import { createErrorDetail, type Keyword } from './messages.js';
import {
  append,
  createError,
  formatInstancePath,
  formatPointerSegment,
  readSteps,
  type Errors,
  type ReportedPlace,
  type Step,
} from './report.js';
import { countCodePoints, countUtf8Bytes } from './text.js';

/** A check of a shape. Returns true for `undefined`, since the member is absent. */
export type ShapeCheck = (value: unknown, direction: Direction) => boolean;

/** The constraints of a value. */
export interface Shape {
  /** The generated code of all constraints. */
  readonly check: ShapeCheck;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  /** The test of the format. */
  readonly isOfFormat?: (value: never) => boolean;
  /** Anchored: `^(?:…)$`. */
  readonly pattern?: RegExp;
  readonly enum?: ReadonlySet<string>;
  readonly const?: string;
  readonly not?: ReadonlySet<string | number>;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxBytes?: number;
  readonly byteLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The shape of the elements of a list. */
  readonly items?: Shape;
  /** The shape of the values of a map. */
  readonly values?: Shape;
  /** The section of the documentation, if it isn't that of the surrounding object. */
  readonly source?: string;
}

export const isOptionalString = (value: unknown): boolean => value === undefined || typeof value === 'string';
export const isOptionalBoolean = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
export const isOptionalNumber = (value: unknown): boolean => value === undefined || Number.isFinite(value);
export const isOptionalInteger = (value: unknown): boolean => value === undefined || Number.isInteger(value);

/** Whether a value is a list of elements that all pass the check. */
export function isListOf(value: unknown, check: ShapeCheck, { elements }: Direction): boolean {
  if (!Array.isArray(value)) return false;
  for (const element of value as readonly unknown[]) if (element === undefined || !check(element, elements)) return false;
  return true;
}

/** Whether a value is an object of members that all pass the check. */
export function isMapOf(value: unknown, check: ShapeCheck, direction: Direction): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const member of Object.values(value)) if (!check(member, direction)) return false;
  return true;
}

type Test = (value: never, direction: Direction) => boolean;

/** A keyword of a shape, and its test. */
interface Constraint {
  readonly keyword: Keyword;
  readonly parameter: unknown;
  readonly holds: Test;
}

/** The type comes first. The others don't apply to values of another type. */
type Constraints = readonly [type: Constraint, ...others: Constraint[]];

type Tests = { readonly [Key in keyof Shape & Keyword]-?: (parameter: never, shape: Shape) => Test };

/** The tests, in the order in which violations are reported. */
const tests: Tests = {
  type: (type: Shape['type']) => (value: unknown) => isOfType(type, value),
  const: (fixed: string) => (value: string) => value === fixed,
  enum: (values: ReadonlySet<string>) => (value: string, direction: Direction) => direction.lenient || values.has(value),
  not: (disallowed: ReadonlySet<string | number>) => (value: string | number) => !disallowed.has(value),
  minLength: (limit: number) => (value: string) => (limit === 1 ? value !== '' : countCodePoints(value) >= limit),
  maxLength: (limit: number) => (value: string) => value.length <= limit || countCodePoints(value) <= limit,
  maxBytes: (limit: number) => (value: string) => countUtf8Bytes(value) <= limit,
  pattern: (pattern: RegExp) => (value: string) => pattern.test(value),
  format:
    (_format: string, { isOfFormat }: Shape) =>
    (value: never) =>
      isOfFormat?.(value) !== false,
  byteLength: (bytes: number) => (value: string) => hasByteLength(value, bytes),
  minimum: (limit: number) => (value: number) => value >= limit,
  maximum: (limit: number) => (value: number) => value <= limit,
};
const keywords = /* @__PURE__ */ Object.keys(tests) as (keyof Tests)[];

const constraintCache = new WeakMap<Shape, Constraints>();

/** Returns the constraints of a shape. They are created when a value first violates it. */
function listConstraints(shape: Shape): Constraints {
  let constraints = constraintCache.get(shape);
  if (constraints === undefined) constraintCache.set(shape, (constraints = createConstraints(shape)));
  return constraints;
}

function createConstraints(shape: Shape): Constraints {
  // Every shape has a type.
  return keywords.flatMap((keyword): Constraint[] => {
    const parameter = shape[keyword];
    if (parameter === undefined) return [];
    const shown = keyword === 'type' && shape.format?.endsWith('int64') ? shape.format : parameter;
    return [{ keyword, parameter: shown, holds: tests[keyword](parameter as never, shape) }];
  }) as readonly Constraint[] as Constraints;
}

function isOfType(type: Shape['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}

interface ShapePlace extends ReportedPlace {
  readonly direction: Direction;
  readonly source: string;
}

type ShapeSite = readonly [schemaPath: string, shape: Shape, direction: Direction, source?: string, ...steps: readonly Step[]];

/** Reports the constraints of a shape that a value violates. */
export function reportWrongShape(errors: Errors, value: unknown, site: ShapeSite): Errors {
  const [schemaPath, shape, direction, source = ''] = site;
  const instancePath = formatInstancePath(schemaPath, readSteps(site, 4));
  return reportShapeMismatch(errors, { shape, value, place: { instancePath, schemaPath, direction, source } });
}

/** A value that doesn't match its shape. */
interface ShapeMismatch {
  readonly shape: Shape;
  readonly value: unknown;
  readonly place: ShapePlace;
}

/** Normalizes a value. Lenient requests may contain numbers in every form that the JSON mapping of protobuf allows. */
function readValue(shape: Shape, value: unknown, { request, lenient }: Direction): unknown {
  return request && lenient ? normalizeNumber(shape, value) : value;
}

/** Whether a value is the text for `NaN` or an infinity, which JSON numbers can't express, and no bound excludes it. */
function isUnboundedNumber({ type, minimum, maximum }: Shape, value: unknown, { request, lenient }: Direction): boolean {
  if (!request || !lenient || type !== 'number' || !isSpecialNumber(value)) return false;
  return (value === 'Infinity' || minimum === undefined) && (value === '-Infinity' || maximum === undefined);
}

/** Appends an error for each constraint of a shape that a value violates. */
export function reportShapeMismatch(errors: Errors, { shape, value: received, place }: ShapeMismatch): Errors {
  if (isUnboundedNumber(shape, received, place.direction)) return errors;
  const value = readValue(shape, received, place.direction);
  const constraints = listConstraints(shape);
  const isOfType = constraints[0].holds(value as never, place.direction);
  const count = isOfType ? constraints.length : 1;
  let found = errors;
  for (let at = isOfType ? 1 : 0; at < count; at += 1) {
    const constraint = constraints[at] as Constraint;
    if (isOfType && constraint.holds(value as never, place.direction)) continue;
    found = append(
      found,
      createError(place, constraint.keyword, createErrorDetail(constraint.keyword, constraint.parameter, place.source)),
    );
  }
  if (!isOfType) return found;
  if (shape.items !== undefined) return reportWrongElements(found, value as readonly unknown[], [shape.items, place]);
  return shape.values === undefined ? found : reportWrongValues(found, value as object, [shape.values, place]);
}

function reportWrongElements(errors: Errors, list: readonly unknown[], [items, place]: readonly [Shape, ShapePlace]): Errors {
  const { elements: direction } = place.direction;
  let found = errors;
  list.forEach((value, index) => {
    if (value !== undefined && items.check(value, direction)) return;
    const instancePath = `${place.instancePath}/${index}`;
    found = reportShapeMismatch(found, {
      shape: items,
      value,
      place: { ...place, instancePath, schemaPath: `${place.schemaPath}/items`, direction },
    });
  });
  return found;
}

function reportWrongValues(errors: Errors, map: object, [values, place]: readonly [Shape, ShapePlace]): Errors {
  const schemaPath = `${place.schemaPath}/additionalProperties`;
  let found = errors;
  for (const [key, value] of Object.entries(map) as [string, unknown][]) {
    const instancePath = `${place.instancePath}/${formatPointerSegment(key)}`;
    if (value !== undefined) found = reportShapeMismatch(found, { shape: values, value, place: { ...place, instancePath, schemaPath } });
  }
  return found;
}
