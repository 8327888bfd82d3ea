/**
 * Shapes: the constraints of text, numbers, and lists of them, as data. Compiled validators check each shape with generated code, which
 * only returns a boolean. If a value is invalid, the functions of this module find out which constraints it violates.
 */
import { isSpecialNumber, normalizeNumber } from '../proto-number.js';
import type { ValidationMode } from './validation-mode.js';
import { hasByteLength } from './formats.js';
import { createErrorDetail, type Keyword } from './messages.js';
import { listRemovedNames } from './objects.js';
import type { Pattern } from './pattern.js';
import {
  append,
  createError,
  describeReceived,
  formatInstancePath,
  formatPointerSegment,
  isFull,
  readSteps,
  type BuiltError,
  type Errors,
  type ReportedPlace,
  type PointerStep,
} from './report.js';
import { countCodePoints, countUtf8Bytes } from './text.js';

/** A check of a shape. Returns true for `undefined`, since the member is absent. */
export type ShapeCheck = (value: unknown, mode: ValidationMode) => boolean;

/** The constraints of a value. */
export interface Shape {
  /** The generated code of all constraints. */
  readonly check: ShapeCheck;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  readonly isOfFormat?: (value: never) => boolean;
  readonly pattern?: Pattern;
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
}

export const isOptionalString = (value: unknown): boolean => value === undefined || typeof value === 'string';
export const isOptionalBoolean = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
export const isOptionalNumber = (value: unknown): boolean => value === undefined || Number.isFinite(value);
export const isOptionalInteger = (value: unknown): boolean => value === undefined || Number.isInteger(value);

/** Whether a value is a list of elements that all pass the check. */
export function hasValidElements(value: unknown, check: ShapeCheck, { elements }: ValidationMode): boolean {
  if (!Array.isArray(value)) return false;
  for (const element of value as readonly unknown[]) if (element === undefined || !check(element, elements)) return false;
  return true;
}

/** Whether a value is an object of members that all pass the check. */
export function hasValidValues(value: unknown, check: ShapeCheck, mode: ValidationMode): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const member of Object.values(value)) if (!check(member, mode)) return false;
  return mode.partial || listRemovedNames(value).size === 0;
}

/** The shape and the mode for which a constraint is tested. */
interface TestContext {
  readonly shape: Shape;
  readonly mode: ValidationMode;
}

type Tests = {
  readonly [Key in Exclude<keyof Shape & Keyword, 'type'>]-?: (value: never, parameter: never, context: TestContext) => boolean;
};

/** The tests for values of the right type, in the order in which violations are reported. */
const tests: Tests = {
  const: (value: string, fixed: string) => value === fixed,
  enum: (value: string, values: ReadonlySet<string>, { mode }) => mode.lenient || values.has(value),
  not: (value: string | number, disallowed: ReadonlySet<string | number>) => !disallowed.has(value),
  minLength: (value: string, limit: number) => countCodePoints(value) >= limit,
  maxLength: (value: string, limit: number) => value.length <= limit || countCodePoints(value) <= limit,
  maxBytes: (value: string, limit: number) => countUtf8Bytes(value) <= limit,
  pattern: (value: string, pattern: Pattern) => pattern.test(value),
  format: (value: never, _format: string, { shape }) => shape.isOfFormat?.(value) !== false,
  byteLength: (value: string, bytes: number) => hasByteLength(value, bytes),
  minimum: (value: number, limit: number) => value >= limit,
  maximum: (value: number, limit: number) => value <= limit,
};
const testedKeywords = /* @__PURE__ */ Object.keys(tests) as readonly (keyof Tests)[];
const keywordsByShape = /* @__PURE__ */ new WeakMap<Shape, readonly (keyof Tests)[]>();

/** Lists the tested keywords of a shape, in the order of the tests. */
function listKeywords(shape: Shape): readonly (keyof Tests)[] {
  const known = keywordsByShape.get(shape);
  if (known !== undefined) return known;
  const keywords = testedKeywords.filter((keyword) => shape[keyword] !== undefined);
  keywordsByShape.set(shape, keywords);
  return keywords;
}

function isOfType(type: Shape['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}

/** Where a value is, and the section of the documentation. */
export interface ValueLocation extends ReportedPlace {
  readonly source: string;
}

/** A value that doesn't match its shape. */
export interface ShapeMismatch {
  readonly shape: Shape;
  readonly value: unknown;
  readonly mode: ValidationMode;
  /** Builds the location when the errors are read. */
  readonly locate: () => ValueLocation;
}

type ShapeSite = readonly [
  schemaPath: string,
  shape: Shape,
  mode: ValidationMode,
  source?: string | undefined,
  ...steps: readonly PointerStep[],
];

/** Reports the constraints of a shape that a value violates. */
export function reportWrongShape(errors: Errors, value: unknown, site: ShapeSite): Errors {
  const [schemaPath, shape, mode, source = ''] = site;
  const locate = (): ValueLocation => ({ instancePath: formatInstancePath(schemaPath, readSteps(site, 4)), schemaPath, source });
  return reportShapeMismatch(errors, { shape, value, mode, locate });
}

/** Appends the errors of the constraints of a shape that a value violates. */
export function reportShapeMismatch(errors: Errors, mismatch: ShapeMismatch): Errors {
  const { shape, value, mode, locate } = mismatch;
  if (isFull(errors)) return errors;
  if (shape.items !== undefined && Array.isArray(value)) return reportWrongElements(errors, value, mismatch);
  if (shape.values !== undefined && isOfType('object', value)) return reportWrongValues(errors, value as object, mismatch);
  // The generated check of a shape doesn't accept all forms of numbers.
  if (mode.anyNumber && isValidNumber(shape, value, mode)) return errors;
  if (mode.enumNumbers && isEnumNumber(shape, value)) return errors;
  // An object or an array can change until the errors are read. Its type is enough to build them.
  const received = Object(value) === value ? describeReceived(value) : undefined;
  const rejected = received === undefined ? value : undefined;
  const build = (): readonly BuiltError[] => {
    const { instancePath, schemaPath, source } = locate();
    const violations = received === undefined ? listViolations(shape, rejected, mode) : [createTypeViolation(shape, received)];
    return violations.map(([keyword, parameter, type]) => ({
      error: createError({ instancePath, schemaPath }, keyword, createErrorDetail(keyword, parameter, source)),
      received: type,
    }));
  };
  return append(errors, { place: '', build });
}

/** Whether a value is the integer of an enum value, known or not: one of 32 bits. */
function isEnumNumber(shape: Shape, value: unknown): boolean {
  return shape.type === 'string' && shape.enum !== undefined && typeof value === 'number' && (value | 0) === value;
}

/** Whether a value is a number in one of the forms of ProtoJSON that matches the shape. */
function isValidNumber(shape: Shape, value: unknown, mode: ValidationMode): boolean {
  return isUnboundedNumber(shape, value) || listViolations(shape, value, mode).length === 0;
}

/** Whether a value is the text for `NaN` or an infinity, which JSON numbers can't express, and no bound excludes it. */
function isUnboundedNumber({ type, minimum, maximum }: Shape, value: unknown): boolean {
  if (type !== 'number' || !isSpecialNumber(value)) return false;
  return (value === 'Infinity' || minimum === undefined) && (value === '-Infinity' || maximum === undefined);
}

type ViolatedKeyword = readonly [keyword: Keyword, parameter: unknown, received?: number | string | undefined];

/** Lists the keywords of a shape that a value violates. */
function listViolations(shape: Shape, received: unknown, mode: ValidationMode): readonly ViolatedKeyword[] {
  const value = mode.anyNumber ? normalizeNumber(shape, received) : received;
  if (!isOfType(shape.type, value)) return [createTypeViolation(shape, describeReceived(received))];
  const violations: ViolatedKeyword[] = [];
  for (const keyword of listKeywords(shape)) {
    const parameter = shape[keyword];
    if (!tests[keyword](value as never, parameter as never, { shape, mode })) violations.push([keyword, parameter]);
  }
  return violations;
}

function createTypeViolation({ type, format }: Shape, received: number | string | undefined): ViolatedKeyword {
  return ['type', format?.endsWith('int64') ? format : type, received];
}

function reportWrongElements(errors: Errors, list: readonly unknown[], { shape, mode, locate }: ShapeMismatch): Errors {
  const { items: element = shape } = shape;
  const { elements } = mode;
  let found = errors;
  list.forEach((value, index) => {
    if (value !== undefined && element.check(value, elements)) return;
    found = reportShapeMismatch(found, {
      shape: element,
      value,
      mode: elements,
      locate: () => locateInside(locate(), `/${index}`, '/items'),
    });
  });
  return found;
}

function reportWrongValues(errors: Errors, map: object, { shape, mode, locate }: ShapeMismatch): Errors {
  const { values: member = shape } = shape;
  let found = errors;
  // Only an update can remove the entries of a map.
  const nulls = mode.partial ? [] : [...listRemovedNames(map)].map((key) => [key, null] as const);
  for (const [key, value] of [...(Object.entries(map) as [string, unknown][]), ...nulls]) {
    if (value === undefined || member.check(value, mode)) continue;
    found = reportShapeMismatch(found, {
      shape: member,
      value,
      mode,
      locate: () => locateInside(locate(), `/${formatPointerSegment(key)}`, '/additionalProperties'),
    });
  }
  return found;
}

function locateInside({ instancePath, schemaPath, source }: ValueLocation, place: string, schemaPlace: string): ValueLocation {
  return { instancePath: instancePath + place, schemaPath: schemaPath + schemaPlace, source };
}
