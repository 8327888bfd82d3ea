/** Handles validation errors of fields that a method ignores. */
import type { ValidationError } from '../../../descriptor.js';
import { messageRules } from '../../../rules/index.js';
import { isObject, getMember, pick, type JsonObject } from '../../lib/json.js';
import { getErrorPath } from '../../lib/request-validation.js';
import { getRule, type Method } from '../../world/method.js';

/**
 * Returns whether an error occurs only because an ignored field was validated together with other fields. Rules between fields apply to the
 * updatable fields, and to each ignored field on its own.
 */
export function isCausedByIgnoredField(method: Method, value: JsonObject, error: ValidationError): boolean {
  const updatable = getRule(method, 'update')?.fields;
  const { validate } = method.behavior;
  const body = getMember(value, 'requestBody');
  if (!updatable || !validate || !isObject(body) || !isRule(error)) return false;
  const [, field = ''] = getErrorPath(error);
  validate({ ...value, requestBody: pick(body, [...updatable, field]) });
  return !validate.errors?.some(({ schemaPath, instancePath }) => schemaPath === error.schemaPath && instancePath === error.instancePath);
}

function isRule({ keyword }: ValidationError): boolean {
  return keyword === 'x-validations' || Object.hasOwn(messageRules, keyword);
}
