/** Finds the members of seeded values that requests with them would be rejected for. */
import type { ValidationError, Validator } from '../../../runtime/descriptor.js';
import { findNearest } from '../../../runtime/error-text.js';
import { HttpError, type ErrorDetail } from '../../lib/http-error.js';
import type { JsonObject } from '../../lib/json.js';
import { formatPath, getErrorPath } from '../../lib/request-validation.js';
import { listMemberNames } from '../../catalog/field-tables.js';
import type { CompiledMethod } from '../../catalog/method.js';
import type { ResourceFields, Place } from '../../catalog/resource.js';

/** The rule that errors about unknown fields name. */
export const unknownFieldRule = 'unknownField';

/** Throws 400 with the unknown fields of a resource, at all depths. */
export function requireKnownFields({ resource: { behavior, fields, api } }: Place, body: JsonObject): void {
  const errors = listErrors(behavior.validate, body, { strict: true });
  throwUnknownFields(errors.flatMap((error) => describeUnknownField(error, { fields, objectTypes: api.objectTypes, prefix: [] })));
}

/** Throws 400 with the unknown fields of a value that the method accepts at a path of its request. */
export function requireKnownRequestFields(
  { behavior: { validate, requestType }, api: { objectTypes } }: CompiledMethod,
  request: JsonObject,
  path: readonly string[],
): void {
  const fields = requestType === undefined ? undefined : objectTypes?.[requestType];
  const errors = listErrors(validate, request);
  throwUnknownFields(errors.flatMap((error) => describeUnknownField(error, { fields, objectTypes, prefix: path })));
}

function listErrors(
  validate: Validator | undefined,
  value: JsonObject,
  options?: { readonly strict: boolean },
): readonly ValidationError[] {
  return !validate || validate(value, options) ? [] : (validate.errors ?? []);
}

interface FieldScope {
  /** The fields of the object that the errors' paths begin at, without `requestBody`. */
  readonly fields: ResourceFields | undefined;
  readonly objectTypes: CompiledMethod['api']['objectTypes'];
  /** The path of the value, which locations omit. */
  readonly prefix: readonly string[];
}

/** Returns the detail of an error about an unknown field below the prefix, or nothing. */
function describeUnknownField(error: ValidationError, { fields, objectTypes, prefix }: FieldScope): readonly ErrorDetail[] {
  const path = getErrorPath(error);
  if (error.keyword !== 'additionalProperties' || !prefix.every((part, index) => part === path[index])) return [];
  const pathInObject = path[0] === 'requestBody' ? path.slice(1) : path;
  const nearest = findNearest(path.at(-1) ?? '', listMemberNames(fields, objectTypes, pathInObject.slice(0, -1)));
  const location = formatPath(path.slice(prefix.length));
  const suggestion = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
  return [{ reason: 'invalid', message: `Unknown field '${location}'${suggestion}`, location, locationType: 'field' }];
}

function throwUnknownFields(details: readonly ErrorDetail[]): void {
  if (details.length > 0) throw new HttpError('invalid', { details, rule: unknownFieldRule });
}
