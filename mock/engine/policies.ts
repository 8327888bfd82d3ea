/** Checks access policies. */
import { HttpError, type ErrorDetail } from '../lib/http-error.js';
import { getMember, isList, isObject, type Json, type JsonObject } from '../lib/json.js';
import { createInvalidFieldError } from './resource-change.js';

export const policyVersionForm = 'must be 0, 1, or 3';

export function isPolicyVersion(value: Json): boolean {
  return [0, 1, 3].includes(value as number);
}

/** Throws 400 with all invalid parts. `location` is the location of the policy in the request. Empty: the policy is the whole value. */
export function validatePolicy(policy: Json, location: string): asserts policy is JsonObject {
  if (!isObject(policy)) throw createInvalidFieldError(location, 'must be an object', 'policy');
  const errors = [...findPolicyErrors(policy, location)];
  const details = errors.flatMap((error) => error.details) as readonly ErrorDetail[];
  if (details.length > 0) throw new HttpError('invalid', { details, rule: 'policy' });
}

function* findPolicyErrors({ version, bindings, etag }: JsonObject, location: string): Iterable<HttpError> {
  const createError = (path: string, message: string): HttpError =>
    createInvalidFieldError(location === '' ? path : `${location}.${path}`, message, 'policy');
  if (version !== undefined && !isPolicyVersion(version)) yield createError('version', policyVersionForm);
  if (etag !== undefined && typeof etag !== 'string') yield createError('etag', 'must be a string');
  if (bindings !== undefined && !isList(bindings)) yield createError('bindings', 'must be an array');
  for (const [index, binding] of isList(bindings) ? bindings.entries() : []) {
    const members = getMember(binding, 'members');
    const isValid =
      typeof getMember(binding, 'role') === 'string' &&
      (members === undefined || (isList(members) && members.every((member) => typeof member === 'string')));
    if (!isValid) yield createError(`bindings[${index}]`, 'must have a role (a string) and members (an array of strings)');
    if (getMember(binding, 'condition') !== undefined && version !== 3)
      yield createError(`bindings[${index}].condition`, 'can be set only in a policy of version 3');
  }
}
