/** Validates the parameters and the body of a call. */
import type { ValidationError } from '../../runtime/descriptor.js';
import type { MessageRule } from '../../runtime/rule.js';
import { isMissingNameSetByParameter } from '../engine/actions/new-place.js';
import type { EngineCall } from '../engine/call.js';
import { validateRequestId, readRequestId } from '../engine/operations/request-ids.js';
import { HttpError } from '../lib/http-error.js';
import { emptyObject, isObject, getMember, pick, withMember, type JsonObject } from '../lib/json.js';
import { getErrorPath, omitNulls, validateRequest } from '../lib/request-validation.js';
import { getRule, type CompiledMethod } from '../catalog/method.js';
import type { ApiRequest, RequestContent } from './api-request.js';
import { isParameterOfOtherMethod } from './other-parameters.js';
import { readParameters } from '../catalog/read-parameters.js';
import { isValidationRequest } from './validate-only.js';

/** What validation returns: the parameters, and the body with the names that the path sets, or the resource that it wraps. */
export type ValidatedParts = Pick<EngineCall, 'parameters' | 'body' | 'validatesOnly'>;

/** The parts of a call that are validated. */
type RequestParts = Pick<EngineCall, 'method' | 'parameters' | 'body'>;

/** Throws 400 if the request is invalid. */
export function validate(
  { method, incoming, isDryRun = false }: ApiRequest,
  segments: readonly string[],
  { value: sentObject, plain: plainBody, content }: RequestContent,
): ValidatedParts {
  const call: RequestParts = { method, parameters: readParameters(method, segments, incoming), body: sentObject ?? emptyObject };
  const { httpMethod, body: bodyMode } = method.behavior.method;
  const takesNoBody = bodyMode === undefined || httpMethod === 'GET';
  // Services accept the empty object that generic clients send in place of no body.
  const isEmptyObject = plainBody === undefined && Object.keys(call.body).length === 0;
  const requestBody = takesNoBody && method.api.pathDecides && isEmptyObject ? undefined : (plainBody ?? sentObject);
  if (requestBody !== undefined && takesNoBody) {
    throw new HttpError('invalid', {
      message: `${method.id} takes no request body. Send the request without one.`,
      location: 'requestBody',
      rule: 'body',
    });
  }
  if (requestBody === undefined && bodyMode === 'required') {
    throw new HttpError('required', { message: `${method.id}: requestBody is required.`, location: 'requestBody', rule: 'body' });
  }
  const requestIdRule = getRule(method, 'requestId');
  const requestId = readRequestId(call, requestIdRule);
  if (requestIdRule && requestId !== undefined) validateRequestId(method, requestIdRule, requestId);
  const body = bindPathFields(call);
  const isMerge = method.behavior.action.kind === 'patch' || getRule(method, 'update')?.merge === true;
  // The validators of an API that uses ProtoJSON know what `null` means.
  const validatedBody = plainBody ?? (isMerge && !method.api.protoJson ? omitNulls(body) : body);
  const value =
    requestBody === undefined && Object.keys(body).length === 0 ? call.parameters : { ...call.parameters, requestBody: validatedBody };
  const isCausedByIgnoredField = createIgnoredFieldCheck(method, value);
  validateRequest(method.behavior.validate, value, {
    hasMedia: content !== undefined,
    ignore: (error) =>
      isExpressionError(error) ||
      isOtherParameterError(method, error) ||
      isMissingEtag(call, error) ||
      isMissingNameSetByParameter(call, error) ||
      isCausedByIgnoredField(error),
  });
  const validatesOnly = isValidationRequest({ method, parameters: call.parameters, body }) || isDryRun;
  const { parameters, body: resource } = unwrapResource(method, call.parameters, body);
  return { parameters, body: resource, validatesOnly };
}

/** Extracts the resource from a body that wraps it or mixes it with other fields. The other fields become parameters. */
function unwrapResource(method: CompiledMethod, parameters: JsonObject, body: JsonObject): Omit<ValidatedParts, 'validatesOnly'> {
  const { requestWrap, requestFields } = method.behavior;
  if (requestFields) return { body: pick(body, requestFields), parameters: { ...body, ...parameters } };
  if (requestWrap === undefined) return { body, parameters };
  const { [requestWrap]: resource, ...otherFields } = body;
  return { body: isObject(resource) ? resource : emptyObject, parameters: { ...otherFields, ...parameters } };
}

/** `{group.name=...}` sets `name` in the body. A body with another name is rejected unless the path decides. */
function bindPathFields(call: RequestParts): JsonObject {
  return call.method.bindings.reduce((body, { name }) => {
    const dot = name.indexOf('.');
    const value = call.parameters[name];
    if (dot < 0 || value === undefined) return body;
    const field = name.slice(dot + 1);
    const sent = getMember(body, field);
    if (sent !== undefined && sent !== value && !call.method.api.pathDecides) {
      throw new HttpError('invalid', {
        message: `Invalid value for '${field}': must be '${String(value)}', as in the path`,
        location: field,
        rule: 'path',
      });
    }
    return withMember(body, field, value);
  }, call.body);
}

/** The action validates expressions itself, because a mask may name a field that only the response has. */
function isExpressionError({ keyword }: ValidationError): boolean {
  return keyword === 'filter' || keyword === 'fieldMask';
}

/** A parameter of another method is reported as ignored. */
function isOtherParameterError(method: CompiledMethod, error: ValidationError): boolean {
  const [name = '', ...rest] = getErrorPath(error);
  return error.keyword === 'additionalProperties' && rest.length === 0 && isParameterOfOtherMethod(method, name);
}

/** A missing or `null` etag is a failed precondition (412), not an invalid request. */
function isMissingEtag({ method, body: requestBody }: RequestParts, error: ValidationError): boolean {
  const { action } = method.behavior;
  const fields = (method.resource?.etags ?? []).map(({ field }) => field);
  if (action.kind === 'setFields' && action.fingerprint !== undefined) fields.push(action.fingerprint);
  const [body, field, ...rest] = getErrorPath(error);
  if (body !== 'requestBody' || rest.length > 0 || field === undefined || !fields.includes(field)) return false;
  return error.keyword === 'required' || getMember(requestBody, field) === null;
}

/**
 * Creates a function that returns whether an error occurs only because an ignored field was validated together with other fields. Rules
 * between fields apply to the updatable fields, and to each ignored field on its own.
 */
function createIgnoredFieldCheck(method: CompiledMethod, value: JsonObject): (error: ValidationError) => boolean {
  const updatable = getRule(method, 'update')?.fields;
  const { validate } = method.behavior;
  const body = getMember(value, 'requestBody');
  if (!updatable || !validate || !isObject(body)) return () => false;
  /** The places of the errors with the updatable fields and one other field, by its name. */
  const placesByField = new Map<string, ReadonlySet<string>>();
  const listPlaces = (field: string): ReadonlySet<string> => {
    validate({ ...value, requestBody: pick(body, [...updatable, field]) });
    const places = new Set(validate.errors?.map(getPlace));
    placesByField.set(field, places);
    return places;
  };
  return (error) => {
    if (!isRule(error)) return false;
    const [, field = ''] = getErrorPath(error);
    return !(placesByField.get(field) ?? listPlaces(field)).has(getPlace(error));
  };
}

function getPlace({ schemaPath, instancePath }: ValidationError): string {
  return `${schemaPath} ${instancePath}`;
}

function isRule({ keyword }: ValidationError): boolean {
  return ruleKeywords.has(keyword);
}

const ruleKeywords: ReadonlySet<string> = new Set<'x-validations' | MessageRule['kind']>(['x-validations', 'nonOverlapping', 'service']);
