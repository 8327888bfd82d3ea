/**
 * Shapes: what is judged of text, numbers and lists of them, as data. Compiled validators have a check of each shape as code, which
 * only answers yes or no; what a value breaks is found here, once it is known to break something.
 */
import type { Direction } from './direction.js';
import { decodesTo } from './formats.js';
import { instanceTail, pointerSegment, reportAt, stepsFrom, type Broken, type Errors, type ReportedPlace, type Step } from './report.js';
import { codePoints, utf8Bytes } from './text.js';

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
  /** Set by the server: not judged in a request. */
  readonly outputOnly?: true;
  /** Absent while it is empty: empty text in a request is no value. */
  readonly omitEmpty?: true;
  /** The document's section, where it is not that of the object around. */
  readonly source?: string;
}

/** A value and its place. */
export interface Place extends ReportedPlace {
  readonly value: unknown;
  readonly direction: Direction;
}

type ShapeSite = readonly [
  schemaPath: string,
  value: unknown,
  shape: Shape,
  direction: Direction,
  source?: string,
  ...steps: readonly Step[],
];

/** Reports what a value breaks of a shape. */
export function wrongShape(errors: Errors, site: ShapeSite): Errors {
  const [schemaPath, value, shape, direction, source = ''] = site;
  return reportShape(errors, shape, { value, instancePath: instanceTail(schemaPath, stepsFrom(site, 5)), schemaPath, direction, source });
}

/** The errors so far and what the value at a place breaks of a shape. */
export function reportShape(errors: Errors, shape: Shape, place: Place): Errors {
  if (!isOfType(shape.type, place.value)) return reportAt(errors, place, ['type', shape.type]);
  switch (shape.type) {
    case 'string':
      return reportAll(errors, place, brokenByText(shape, place));
    case 'array':
      return reportElements(errors, shape.items, place);
    case 'object':
      return reportValues(errors, shape.values, place);
    default:
      return reportAll(errors, place, brokenByNumber(shape, place.value));
  }
}

function isOfType(type: Shape['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}

function reportAll(errors: Errors, place: Place, broken: readonly Broken[]): Errors {
  return broken.reduce((found, one) => reportAt(found, place, one), errors);
}

function reportElements(errors: Errors, items: Shape | undefined, place: Place): Errors {
  if (items === undefined || !Array.isArray(place.value)) return errors;
  const { direction, instancePath } = place;
  const schemaPath = `${place.schemaPath}/items`;
  return place.value.reduce<Errors>((found, value: unknown, index) => {
    const element = { ...place, value, instancePath: `${instancePath}/${index}`, schemaPath, direction: direction.elements };
    return value !== undefined && items.check(value, element.direction) ? found : reportShape(found, items, element);
  }, errors);
}

function reportValues(errors: Errors, values: Shape | undefined, place: Place): Errors {
  if (values === undefined) return errors;
  const schemaPath = `${place.schemaPath}/additionalProperties`;
  return Object.entries(place.value as object).reduce<Errors>((found, [key, value]: [string, unknown]) => {
    if (value === undefined) return found;
    return reportShape(found, values, { ...place, value, instancePath: `${place.instancePath}/${pointerSegment(key)}`, schemaPath });
  }, errors);
}

function brokenByText(shape: Shape, { value, direction }: Place): Broken[] {
  if (typeof value !== 'string') return [];
  const { const: fixed, enum: values, not, minLength, maxLength, maxBytes, pattern, format, isOfFormat, decodedBytes } = shape;
  const broken: Broken[] = [];
  if (fixed !== undefined && value !== fixed) broken.push(['const', fixed]);
  if (values !== undefined && !direction.lenient && !values.has(value)) broken.push(['enum', values]);
  if (not?.has(value)) broken.push(['not', not]);
  if (minLength !== undefined && codePoints(value) < minLength) broken.push(['minLength', minLength]);
  if (maxLength !== undefined && codePoints(value) > maxLength) broken.push(['maxLength', maxLength]);
  if (maxBytes !== undefined && utf8Bytes(value) > maxBytes) broken.push(['maxBytes', maxBytes]);
  if (pattern !== undefined && !pattern.test(value)) broken.push(['pattern', pattern]);
  if (format !== undefined && isOfFormat?.(value as never) === false) broken.push(['format', format]);
  if (decodedBytes !== undefined && !decodesTo(value, decodedBytes)) broken.push(['decodedBytes', decodedBytes]);
  return broken;
}

function brokenByNumber({ format, isOfFormat, minimum, maximum }: Shape, value: unknown): Broken[] {
  if (typeof value !== 'number') return [];
  const broken: Broken[] = [];
  if (format !== undefined && isOfFormat?.(value as never) === false) broken.push(['format', format]);
  if (minimum !== undefined && value < minimum) broken.push(['minimum', minimum]);
  if (maximum !== undefined && value > maximum) broken.push(['maximum', maximum]);
  return broken;
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
