/** Constraints of shapes, a test for each keyword. They are created once per shape, when a value first violates it. */
import type { Direction } from './direction.js';
import { hasByteLength } from './formats.js';
import { createErrorDetail, type Keyword, type ErrorDetail } from './messages.js';
import type { Shape } from './shape.js';
import { countCodePoints, countUtf8Bytes } from './text.js';

type Test = (value: never, direction: Direction) => boolean;

/** A keyword of a shape with its test. */
export interface Constraint {
  readonly keyword: Keyword;
  readonly parameter: unknown;
  readonly holds: Test;
  /** The error details of a violation, by section of the documentation. */
  readonly details: Map<string, ErrorDetail>;
}

/** The type comes first. The others don't apply to values of another type. */
export type Constraints = readonly [type: Constraint, ...others: Constraint[]];

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

/** Returns the constraints of a shape. */
export function listConstraints(shape: Shape): Constraints {
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
    return [{ keyword, parameter: shown, holds: tests[keyword](parameter as never, shape), details: new Map() }];
  }) as readonly Constraint[] as Constraints;
}

/** Returns the error detail of a violated constraint. */
export function toErrorDetail({ keyword, parameter, details }: Constraint, source: string): ErrorDetail {
  let found = details.get(source);
  if (found === undefined) details.set(source, (found = createErrorDetail(keyword, parameter, source)));
  return found;
}

/** A constraint at a schema path, with the error detail of a violation. */
export interface LocatedConstraint extends ErrorDetail {
  readonly holds: Test;
  readonly schemaPath: string;
  readonly keyword: Keyword;
  /** Of the type: the message by the type of the value. */
  readonly messages: Map<string, string>;
}

export type LocatedConstraints = readonly [type: LocatedConstraint, ...others: LocatedConstraint[]];

/** Returns the constraints of a shape at a schema path. */
export function locateConstraints(shape: Shape, schemaPath: string, source: string): LocatedConstraints {
  return listConstraints(shape).map(({ holds, keyword, parameter }) => ({
    holds,
    schemaPath: `${schemaPath}/${keyword}`,
    keyword,
    messages: new Map<string, string>(),
    ...createErrorDetail(keyword, parameter, source),
  })) as readonly LocatedConstraint[] as LocatedConstraints;
}

function isOfType(type: Shape['type'], value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}
