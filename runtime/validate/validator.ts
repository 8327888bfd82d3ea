/** Creates the exported validators from compiled ones. As in ajv, a failed call sets all errors on the function. */
import { resetCosts } from '../cel/cost.js';
import type { ValidationError } from '../descriptor.js';
import { createRequestMode, getModes, type BodyForm, type ValidationMode } from './validation-mode.js';
import { hasRemovals, isObject, omitRemovals } from './objects.js';
import type { Errors } from './report.js';
import { createStandardSchema, type StandardSchema } from './standard-schema.js';
import { buildErrors } from './value-types.js';

/** A compiled validator. Returns the errors of a value, or `null` if it is valid. */
export type CompiledValidator = (value: unknown, mode: ValidationMode) => Errors;

/**
 * Validates a resource. Output-only fields are allowed and checked. Unknown fields are allowed, unless the option `strict` is set.
 *
 * ```ts
 * if (!validateManagedZone(value)) console.error(validateManagedZone.errors);
 * ```
 */
export interface ResourceValidator<T> extends StandardSchema<T> {
  (value: unknown, options?: ResourceValidateOptions): value is T;
  /** All errors of the last call. `null` if the value was valid. */
  errors: readonly ValidationError[] | null;
}

/** The options of a resource validator. */
export interface ResourceValidateOptions {
  /** Rejects unknown fields, except in objects with any fields. Default: false. */
  readonly strict?: boolean;
}

/** The options of a request or response validator. */
export interface ValidateOptions {
  /**
   * Strict validation rejects unknown fields, unknown enum values, and missing required fields. Lenient validation allows them, but still
   * rejects wrong types, formats, and bounds. A lenient request, and every request to an API that uses ProtoJSON, may also contain numbers
   * in every form that the JSON mapping of protobuf allows: `50` for `"50"`, `"300"` for `300`, `"NaN"`. If the API uses ProtoJSON, the integer of an
   * enum value is always valid. Default: true for requests, false for responses.
   */
  readonly strict?: boolean;
  /** Whether the call sends media, which replaces the body or the required fields that hold the content. Default: false. */
  readonly media?: boolean;
}

/**
 * Validates a request (`{ ...parameters, requestBody }`) or the body of a response.
 *
 * ```ts
 * if (!validateManagedZonesGetRequest({ project: 'p', managedZone: 'z' })) console.error(validateManagedZonesGetRequest.errors);
 * ```
 */
export interface MessageValidator<T> extends StandardSchema<T> {
  (value: unknown, options?: ValidateOptions): value is T;
  /** All errors of the last call. `null` if the value was valid. */
  errors: readonly ValidationError[] | null;
}

/** Creates the validator of a schema. `isProtoJson`: enum values may be integers. */
export function createResourceValidator<T>(compiled: CompiledValidator, isProtoJson = false): ResourceValidator<T> {
  const { resource, strictResource } = getModes(isProtoJson);
  const lastErrors = new LastErrors();
  return lastErrors.addTo((value: unknown, options?: ResourceValidateOptions): value is T =>
    lastErrors.set(validate(compiled, value, options?.strict === true ? strictResource : resource)),
  );
}

/** Creates the validator of the requests of a method. `isProtoJson`: requests may have every form of the JSON mapping of protobuf. */
export function createRequestValidator<T>(compiled: CompiledValidator, form: BodyForm, isProtoJson = false): MessageValidator<T> {
  const flags = { form, anyNumber: isProtoJson, enumNumbers: isProtoJson };
  const { lenientRequest } = getModes(isProtoJson);
  const [strict, strictMedia] = [createRequestMode({ ...flags, media: false }), createRequestMode({ ...flags, media: true })];
  const lastErrors = new LastErrors();
  return lastErrors.addTo((value: unknown, options?: ValidateOptions): value is T => {
    const request = isProtoJson || form === 'mergePatch' ? omitBodyRemovals(value, isProtoJson) : value;
    const mode = options?.strict === false ? lenientRequest : options?.media === true ? strictMedia : strict;
    return lastErrors.set(validate(compiled, request, mode), mode.anyNumber);
  });
}

/** Creates the validator of the responses of a method. `isProtoJson`: enum values may be integers. */
export function createResponseValidator<T>(compiled: CompiledValidator, isProtoJson = false): MessageValidator<T> {
  const { response, strictResponse } = getModes(isProtoJson);
  const lastErrors = new LastErrors();
  return lastErrors.addTo((value: unknown, options?: ValidateOptions): value is T =>
    lastErrors.set(validate(compiled, value, options?.strict === true ? strictResponse : response)),
  );
}

function validate(compiled: CompiledValidator, value: unknown, mode: ValidationMode): Errors {
  resetCosts();
  return compiled(value, mode);
}

/** The errors of the last call of a validator. Most callers never read them, so they are built when they are read. */
class LastErrors {
  #found: Errors = null;
  #anyNumber = false;
  #built: readonly ValidationError[] | null = null;

  /** Sets what the call found and returns whether the value is valid. `anyNumber`: 64-bit integers may be numbers, too. */
  set(found: Errors, anyNumber = false): boolean {
    this.#found = found;
    this.#anyNumber = anyNumber;
    this.#built = null;
    return found === null;
  }

  #read(): readonly ValidationError[] | null {
    if (this.#found !== null) this.#built = buildErrors(this.#found, this.#anyNumber);
    this.#found = null;
    return this.#built;
  }

  /** Adds the property `errors`, which can be assigned as in ajv, and the interface of Standard Schema. */
  addTo<T>(validate: (value: unknown, options?: object) => value is T): ResourceValidator<T> {
    const validator = Object.defineProperties(validate, {
      errors: {
        enumerable: true,
        get: () => this.#read(),
        set: (errors: readonly ValidationError[] | null) => {
          this.set(null);
          this.#built = errors;
        },
      },
      '~standard': { get: () => createStandardSchema<T>(validator) },
    }) as ResourceValidator<T>;
    return validator;
  }
}

/** The compiled validator of a message whose shape is unknown. Accepts everything. */
export function acceptAnyValue(): null {
  return null;
}

/** Omits the members of a body whose value is `null`, which mean absence or removal. Their schemas don't allow `null`. */
function omitBodyRemovals(request: unknown, inLists: boolean): unknown {
  if (!isObject(request) || !isObject(request['requestBody']) || !hasRemovals(request['requestBody'], inLists)) return request;
  return { ...request, requestBody: omitRemovals(request['requestBody'], inLists) };
}
