/**
 * Shapes: the constraints of text, numbers, and lists of them, as data. Compiled validators check each shape with generated code, which
 * only returns a boolean. If a value is invalid, the functions of this module find out which constraints it violates.
 */
import type { ValidationError } from '../descriptor.js';
import { isSpecialNumber, normalizeNumber } from '../proto-number.js';
import type { ValidationMode } from './validation-mode.js';
import { hasByteLength } from './formats.js';
import { createErrorDetail, type Keyword } from './messages.js';
import { listRemovedNames } from './objects.js';
import {
  append,
  createError,
  describeReceived,
  formatInstancePath,
  formatPointerSegment,
  isFull,
  readSteps,
  type Errors,
  type Step,
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
}

export const isOptionalString = (value: unknown): boolean => value === undefined || typeof value === 'string';
export const isOptionalBoolean = (value: unknown): boolean => value === undefined || typeof value === 'boolean';
export const isOptionalNumber = (value: unknown): boolean => value === undefined || Number.isFinite(value);
export const isOptionalInteger = (value: unknown): boolean => value === undefined || Number.isInteger(value);

/** Whether a value is a list of elements that all pass the check. */
export function isListOf(value: unknown, check: ShapeCheck, { elements }: ValidationMode): boolean {
  if (!Array.isArray(value)) return false;
  for (const element of value as readonly unknown[]) if (element === undefined || !check(element, elements)) return false;
  return true;
}

/** Whether a value is an object of members that all pass the check. */
export function isMapOf(value: unknown, check: ShapeCheck, mode: ValidationMode): boolean {
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
  pattern: (value: string, pattern: RegExp) => pattern.test(value),
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

/** Where a value with a shape is. The paths are built only if the errors are read. */
interface ShapePlace {
  readonly schemaPath: string;
  /** The steps of the surrounding value at `schemaPath`. */
  readonly steps: readonly Step[];
  /** The path from the surrounding value to this one, in the value and in the schema. */
  readonly innerPath: string;
  readonly innerSchemaPath: string;
  readonly mode: ValidationMode;
  readonly source: string;
}

type ShapeSite = readonly [schemaPath: string, shape: Shape, mode: ValidationMode, source?: string | undefined, ...steps: readonly Step[]];

/** Reports the constraints of a shape that a value violates. */
export function reportWrongShape(errors: Errors, value: unknown, site: ShapeSite): Errors {
  const [schemaPath, shape, mode, source = ''] = site;
  const place = { schemaPath, steps: readSteps(site, 4), innerPath: '', innerSchemaPath: '', mode, source };
  return reportShapeMismatch(errors, { shape, value, place });
}

/** A value that doesn't match its shape. */
interface ShapeMismatch {
  readonly shape: Shape;
  readonly value: unknown;
  readonly place: ShapePlace;
}

/** Normalizes a number. */
function readValue(shape: Shape, value: unknown, { anyNumber }: ValidationMode): unknown {
  return anyNumber ? normalizeNumber(shape, value) : value;
}

/** Whether a value is the text for `NaN` or an infinity, which JSON numbers can't express, and no bound excludes it. */
function isUnboundedNumber({ type, minimum, maximum }: Shape, value: unknown, { anyNumber }: ValidationMode): boolean {
  if (!anyNumber || type !== 'number' || !isSpecialNumber(value)) return false;
  return (value === 'Infinity' || minimum === undefined) && (value === '-Infinity' || maximum === undefined);
}

/** Appends an error for each constraint of a shape that a value violates. */
export function reportShapeMismatch(errors: Errors, { shape, value: received, place }: ShapeMismatch): Errors {
  if (isFull(errors) || isUnboundedNumber(shape, received, place.mode)) return errors;
  const value = readValue(shape, received, place.mode);
  if (!isOfType(shape.type, value))
    return reportKeyword(errors, place, ['type', shape.format?.endsWith('int64') ? shape.format : shape.type, describeReceived(received)]);
  let found = errors;
  for (const keyword of listKeywords(shape)) {
    const parameter = shape[keyword];
    const holds = tests[keyword](value as never, parameter as never, { shape, mode: place.mode });
    if (!holds) found = reportKeyword(found, place, [keyword, parameter]);
  }
  if (shape.items !== undefined) return reportWrongElements(found, value as readonly unknown[], [shape.items, place]);
  return shape.values === undefined ? found : reportWrongValues(found, value as object, [shape.values, place]);
}

type ViolatedKeyword = readonly [keyword: Keyword, parameter: unknown, received?: number | string | undefined];

function reportKeyword(errors: Errors, place: ShapePlace, [keyword, parameter, received]: ViolatedKeyword): Errors {
  const build = (): ValidationError => {
    const instancePath = formatInstancePath(place.schemaPath, place.steps) + place.innerPath;
    const schemaPath = place.schemaPath + place.innerSchemaPath;
    return createError({ instancePath, schemaPath }, keyword, createErrorDetail(keyword, parameter, place.source));
  };
  return append(errors, { place: '', build, received });
}

function reportWrongElements(errors: Errors, list: readonly unknown[], [items, place]: readonly [Shape, ShapePlace]): Errors {
  const { elements: mode } = place.mode;
  let found = errors;
  list.forEach((value, index) => {
    if (value !== undefined && items.check(value, mode)) return;
    const inner = { ...place, innerPath: `${place.innerPath}/${index}`, innerSchemaPath: `${place.innerSchemaPath}/items`, mode };
    found = reportShapeMismatch(found, { shape: items, value, place: inner });
  });
  return found;
}

function reportWrongValues(errors: Errors, map: object, [values, place]: readonly [Shape, ShapePlace]): Errors {
  const innerSchemaPath = `${place.innerSchemaPath}/additionalProperties`;
  let found = errors;
  // Only an update can remove the entries of a map.
  const nulls = place.mode.partial ? [] : [...listRemovedNames(map)].map((key) => [key, null] as const);
  for (const [key, value] of [...(Object.entries(map) as [string, unknown][]), ...nulls]) {
    const innerPath = `${place.innerPath}/${formatPointerSegment(key)}`;
    if (value !== undefined) found = reportShapeMismatch(found, { shape: values, value, place: { ...place, innerPath, innerSchemaPath } });
  }
  return found;
}
