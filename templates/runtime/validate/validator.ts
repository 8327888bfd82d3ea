/** The typed surface over compiled validators. As in ajv, a failed call leaves all errors on the function. */
import type { ValidationError } from '../descriptor.js';
import { asLenientRequest, asPartialRequest, asRequest, asResource, asResponse, asStrictResponse, type Direction } from './direction.js';
import { isObject } from './members.js';
import { omitRemovals } from './patch-removals.js';
import type { Errors } from './report.js';
import { addReceivedTypes } from './value-types.js';

/** What compilation leaves: answers what is wrong with a value, `null` where nothing is. */
export type CompiledValidator = (value: unknown, direction: Direction) => Errors;

/** Judges a resource as it stands: output-only fields are checked, unknown fields kept. */
export interface ResourceValidator<T> {
  (value: unknown): value is T;
  /** All errors of the last call; `null` where it passed. */
  errors: readonly ValidationError[] | null;
}

export interface ValidateOptions {
  /**
   * Strict: unknown fields, unknown enum values and missing required fields are refused. Lenient: they pass; wrong types, formats and bounds do not.
   * A lenient request may also hold numbers in every form that the JSON mapping of protobuf admits: `50` for `"50"`, `"300"` for `300`, `"NaN"`.
   * Requests are strict unless told otherwise, responses lenient.
   */
  readonly strict?: boolean;
}

/** Judges a request (`{ ...parameters, requestBody }`) or the body of a response. */
export interface MessageValidator<T> {
  (value: unknown, options?: ValidateOptions): value is T;
  /** All errors of the last call; `null` where it passed. */
  errors: readonly ValidationError[] | null;
}

/** How much of a request's body must be there. */
export type BodyForm = 'whole' | 'partial' | 'mergePatch';

export function createResourceValidator<T>(compiled: CompiledValidator): ResourceValidator<T> {
  const validate = (value: unknown): value is T => (validate.errors = addReceivedTypes(compiled(value, asResource), value)) === null;
  validate.errors = null as ErrorsOfLastCall;
  return validate;
}

export function createRequestValidator<T>(compiled: CompiledValidator, form: BodyForm): MessageValidator<T> {
  const strict = form === 'whole' ? asRequest : asPartialRequest;
  const validate = (value: unknown, options?: ValidateOptions): value is T => {
    const request = form === 'mergePatch' ? omitBodyRemovals(value) : value;
    return (validate.errors = addReceivedTypes(compiled(request, options?.strict === false ? asLenientRequest : strict), request)) === null;
  };
  validate.errors = null as ErrorsOfLastCall;
  return validate;
}

export function createResponseValidator<T>(compiled: CompiledValidator): MessageValidator<T> {
  const validate = (value: unknown, options?: ValidateOptions): value is T =>
    (validate.errors = addReceivedTypes(compiled(value, options?.strict === true ? asStrictResponse : asResponse), value)) === null;
  validate.errors = null as ErrorsOfLastCall;
  return validate;
}

type ErrorsOfLastCall = readonly ValidationError[] | null;

/** For a message whose shape is not known: everything passes. */
export function acceptAnything(): null {
  return null;
}

/** A request without the members that its merge patch removes: `null` is no value of theirs. */
function omitBodyRemovals(request: unknown): unknown {
  if (!isObject(request) || !isObject(request['requestBody'])) return request;
  return { ...request, requestBody: omitRemovals(request['requestBody']) };
}
