/** Collects the errors of compiled validators. */
import type { ValidationError } from '../descriptor.js';
import { describeType } from '../error-text.js';
import { createErrorDetail, type Keyword, type MessageText } from './messages.js';

/**
 * The errors of a part of the value. They are built when a caller reads them, because most callers only need to know whether a value is
 * valid.
 */
export interface FoundErrors {
  /** A JSON pointer to the part that the validator got. The errors are relative to it. */
  place: string;
  /** Builds the errors, at least one. Keeps no reference to objects and arrays of the value, which can change until then. */
  readonly build: () => readonly BuiltError[];
}

export interface BuiltError {
  readonly error: ValidationError;
  /** For an error about a type: the number, or the type of any other value. */
  readonly received?: number | string | undefined;
}

/** The errors. `null` if there are none. */
export type Errors = FoundErrors[] | null;

/** The maximum number of errors that a validator reports, because each of a million items may be invalid. */
export const maxErrors = 1000;

/** Returns whether further errors are dropped. */
export function isFull(errors: readonly unknown[] | null): boolean {
  return errors !== null && errors.length >= maxErrors;
}

/** Appends an element. Creates the list only when needed, because an empty list reserves space for many elements. */
export function append<T>(found: T[] | null, element: T): T[] {
  if (found === null) return [element];
  found.push(element);
  return found;
}

/** A segment of a JSON pointer that is known only during validation: the index in a list or the key in a map. */
export type PointerStep = string | number;

/** A violation: the schema path, the keyword, its value in the schema, the section of the documentation, and the steps. */
export type ReportedViolation = readonly [
  schemaPath: string,
  keyword: Keyword,
  parameter: unknown,
  source?: string | undefined,
  ...steps: readonly PointerStep[],
];

/** Appends an error of a value within the validated value. `rejected` is the value, if it has the wrong type. */
export function report(errors: Errors, violation: ReportedViolation, rejected?: unknown): FoundErrors[] {
  if (errors !== null && isFull(errors)) return errors;
  const received = describeReceived(rejected);
  const build = (): readonly BuiltError[] => {
    const [schemaPath, keyword, parameter, source = ''] = violation;
    const instancePath = formatInstancePath(schemaPath, readSteps(violation, 4));
    return [{ error: createError({ instancePath, schemaPath }, keyword, createErrorDetail(keyword, parameter, source)), received }];
  };
  return append(errors, { place: '', build });
}

/** Describes a value of the wrong type for `BuiltError`. */
export function describeReceived(value: unknown): number | string | undefined {
  return value === undefined || typeof value === 'number' ? value : describeType(value);
}

/** The place of an error. */
export interface ReportedPlace {
  readonly instancePath: string;
  readonly schemaPath: string;
}

export function createError(
  { instancePath, schemaPath }: ReportedPlace,
  violated: Keyword,
  { message, params }: MessageText,
): ValidationError {
  // To users, a missing etag is a missing required field. `params.rule` distinguishes the two.
  const keyword = violated === 'etag' ? 'required' : violated;
  return { instancePath, schemaPath: `${schemaPath}/${keyword}`, keyword, params, message };
}

/** Returns the steps at the end of a violation. */
export function readSteps(violation: readonly unknown[], start: number): readonly PointerStep[] {
  return violation.slice(start) as PointerStep[];
}

/**
 * Appends the errors of a validator for a part of the value. Their places are relative to that part; this function prepends its place. So
 * a valid value needs no string operations.
 */
export function joinErrors(errors: Errors, added: FoundErrors[], place: string): FoundErrors[] {
  if (errors !== null && isFull(errors)) return errors;
  for (const error of added) error.place = place + error.place;
  if (errors === null) return added;
  for (const error of added) if (!isFull(errors)) errors.push(error);
  return errors;
}

/** Formats the pointer to the value at a schema path. */
export function formatInstancePath(schemaPath: string, steps: readonly PointerStep[]): string {
  if (schemaPath === '#') return '';
  const segments = schemaPath.split('/').slice(1);
  let path = '';
  let next = 0;
  for (let at = 0; at < segments.length; at += 1) {
    if (segments[at] === 'properties') path += `/${segments[(at += 1)]}`;
    else path += `/${formatPointerSegment(steps[next++] ?? '')}`;
  }
  return path;
}

export function formatPointerSegment(name: PointerStep): string {
  if (typeof name === 'number') return String(name);
  return name.includes('~') || name.includes('/') ? name.replace(/~/g, '~0').replace(/\//g, '~1') : name;
}
