/** What a body says of fields that only some resources can have. */
import type { ValidationError } from '../../descriptor.js';
import { messageRules } from '../../rules/index.js';
import { isObject, getMember, pick, type JsonObject } from '../json.js';
import { getErrorPath } from '../request-validation.js';
import { getRule, type Method } from '../world/method.js';

/**
 * Whether an error of a request stands only because a field that the method ignores was read beside another one. A rule among fields sees
 * those that are taken, later beside what the resource has, and each ignored one by itself.
 */
export function isCausedByIgnoredField(method: Method, value: JsonObject, error: ValidationError): boolean {
  const updatable = getRule(method, 'update')?.fields;
  const { validate } = method.behavior;
  const body = getMember(value, 'requestBody');
  if (!updatable || !validate || !isObject(body) || !isRule(error)) return false;
  const [, head = ''] = getErrorPath(error);
  validate({ ...value, requestBody: pick(body, [...updatable, head]) });
  return !validate.errors?.some(({ schemaPath, instancePath }) => schemaPath === error.schemaPath && instancePath === error.instancePath);
}

function isRule({ keyword }: ValidationError): boolean {
  return keyword === 'x-validations' || Object.hasOwn(messageRules, keyword);
}
