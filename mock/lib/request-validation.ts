/** Converts validation errors to `HttpError`. */
import type { ValidationError, Validator } from '../../runtime/descriptor.js';
import { describeValue } from '../../runtime/error-text.js';
import { isFull, maxErrors } from '../../runtime/validate/report.js';
import { getReasonDefaults, HttpError, maxDetails, type ErrorDetail } from './http-error.js';
import type { ErrorReason } from '../../runtime/behavior.js';
import { isList, isObject, getMember, withMember, type Json, type JsonObject } from './json.js';
import { isSpecialNumber } from '../../runtime/proto-number.js';

export function formatRejection(reason: string, location: string, message: string): string {
  return reason === 'required' ? `Required value '${location}' is missing: ${message}` : `Invalid value for '${location}': ${message}`;
}

/** Formats the message about something that a request lacks. `misspelled` is an unknown name in the request that is similar. */
export function formatMissing(subject: string, misspelled: string | undefined): string {
  return `Required ${subject} is missing${misspelled === undefined ? '.' : `; did you misspell it as '${misspelled}'?`}`;
}

/** Keywords whose errors only repeat other errors. */
const aggregateKeywords = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'not']);

interface RequestValidation {
  /** Whether the request has media, which replaces the body or some required fields. */
  readonly hasMedia: boolean;
  readonly ignore: (error: ValidationError) => boolean;
}

/** Throws 400 with all errors of a request except those that `ignore` selects. */
export function validateRequest(validate: Validator | undefined, value: JsonObject, { hasMedia, ignore }: RequestValidation): void {
  if (!validate) return;
  const errors = collectErrors(validate, value, hasMedia);
  if (errors.length === 0) return;
  const relevant = errors.filter((error) => !ignore(error));
  // Those that the validator dropped may not be ignored.
  throwInvalid(relevant.length === 0 && isFull(errors) ? errors : relevant, (path) => path.length === 1 && path[0] !== 'requestBody');
}

/** Throws 400 with all errors of a resource. */
export function validateBody(validate: Validator, body: JsonObject): void {
  throwInvalidBody(collectErrors(validate, body));
}

/** `NaN` and the infinities are text in JSON: they are validated as numbers that exceed all bounds. */
function collectErrors(validate: Validator, value: JsonObject, media = false): ValidationError[] {
  if (validate(value, { media })) return [];
  const errors = (validate.errors ?? []).map((error) => describeNumberForms(error, value));
  const specialNumberErrors = errors.filter(
    (error) => error.keyword === 'type' && error.params['type'] === 'number' && isSpecialNumber(getValueAt(value, error)),
  );
  if (specialNumberErrors.length === 0) return errors;
  const limitErrors = [Number.MAX_VALUE, -Number.MAX_VALUE].flatMap((limit) => {
    const limited = specialNumberErrors.reduce((body, error) => replaceNumberAt(body, error, limit), value);
    return validate(limited, { media }) ? [] : (validate.errors ?? []);
  });
  const seen = new Set<string>();
  return limitErrors.filter(
    ({ instancePath, schemaPath }) => !seen.has(`${instancePath} ${schemaPath}`) && seen.add(`${instancePath} ${schemaPath}`),
  );
}

/** Numbers are accepted in every form of the JSON mapping of protobuf, so the message names no JSON type. */
function describeNumberForms(error: ValidationError, value: Json): ValidationError {
  const { type, format } = error.params;
  const expected = type === 'integer' || format !== undefined ? 'an integer' : type === 'number' ? 'a number' : undefined;
  if (error.keyword !== 'type' || expected === undefined) return error;
  return { ...error, message: `must be ${expected} (received ${describeValue(getValueAt(value, error))})` };
}

function getValueAt(value: Json, { instancePath }: ValidationError): Json | undefined {
  return parsePointer(instancePath).reduce<Json | undefined>(
    (current, part) => (isList(current) ? current[Number(part)] : getMember(current, part)),
    value,
  );
}

function replaceNumberAt(body: JsonObject, { instancePath }: ValidationError, limit: number): JsonObject {
  const replaceAt = (current: Json, [part, ...rest]: readonly string[]): Json => {
    // An infinity exceeds the bound on its own side only.
    if (part === undefined) return current === 'NaN' ? limit : current === '-Infinity' ? -Number.MAX_VALUE : Number.MAX_VALUE;
    if (isList(current)) return current.map((each, index) => (String(index) === part ? replaceAt(each, rest) : each));
    return isObject(current) ? withMember(current, part, replaceAt(current[part] ?? null, rest)) : current;
  };
  return replaceAt(body, parsePointer(instancePath)) as JsonObject;
}

export function throwInvalidBody(errors: ValidationError[]): void {
  throwInvalid(errors, () => false);
}

function throwInvalid(errors: ValidationError[], isParameter: (path: readonly string[]) => boolean): void {
  if (errors.length === 0) return;
  const specific = errors.filter(({ keyword }) => !aggregateKeywords.has(keyword));
  const reported = specific.length > 0 ? specific : errors;
  const details = reported.slice(0, maxDetails).map((error) => {
    const path = getErrorPath(error);
    const location = formatPath(path[0] === 'requestBody' ? path.slice(1) : path) || 'requestBody';
    return toErrorDetail(error, location, isParameter(path) ? 'parameter' : 'field');
  });
  const [first] = details;
  const detailCount = isFull(errors) ? `${maxErrors} or more` : reported.length;
  if (first) throw new HttpError(first.reason, { details, detailCount, rule: reported[0]?.keyword ?? 'schema' });
}

function toErrorDetail(error: ValidationError, location: string, locationType: 'parameter' | 'field'): ErrorDetail {
  const { keyword, message = keyword, params } = error;
  const { misspelled, suggestion } = params as { readonly misspelled?: string; readonly suggestion?: string };
  const place = { location, locationType };
  if (keyword === 'required') return { reason: 'required', message: formatMissing(`value '${location}'`, misspelled), ...place };
  if (keyword === 'additionalProperties') {
    const hint = suggestion === undefined ? '' : `; did you mean '${suggestion}'?`;
    return { reason: 'invalid', message: `Unknown ${locationType} '${location}'${hint}`, ...place };
  }
  const reason = getReason(error);
  return { reason, message: formatRejection(reason, location, message), ...place };
}

/** Returns the reason that a validation declares. */
function getReason({ keyword, params }: ValidationError): ErrorReason {
  const reason = keyword === 'x-validations' ? params['reason'] : undefined;
  return typeof reason === 'string' && getReasonDefaults(reason) ? (reason as ErrorReason) : 'invalid';
}

/** Returns the path of an error, including a missing or unknown member. */
export function getErrorPath({ instancePath, keyword, params }: ValidationError): readonly string[] {
  const path = parsePointer(instancePath);
  const { missingProperty, additionalProperty } = params;
  const last = keyword === 'required' ? missingProperty : keyword === 'additionalProperties' ? additionalProperty : undefined;
  return typeof last === 'string' && path.at(-1) !== last ? [...path, last] : path;
}

function parsePointer(pointer: string): readonly string[] {
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Formats a path: `secondaryIpRanges[0].rangeName`. */
export function formatPath(path: readonly string[]): string {
  return path.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/** Omits the members that a merge patch removes, so that validators don't see their `null`. */
export function omitNulls(value: JsonObject): JsonObject {
  if (!hasNull(value)) return value;
  const omitInside = (member: Json): Json => (isObject(member) ? omitNulls(member) : member);
  return Object.fromEntries(Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, omitInside(member)]])));
}

function hasNull(value: JsonObject): boolean {
  for (const name in value) {
    const member = value[name] as Json;
    if (member === null || (isObject(member) && hasNull(member))) return true;
  }
  return false;
}
