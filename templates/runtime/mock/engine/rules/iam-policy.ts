/** Validates access policies (google.iam.v1.Policy) of calls and seeds. */
import { isList, isObject, getMember, type Json, type JsonObject } from '../../lib/json.js';
import { createInvalidFieldError } from './resource-change.js';

/** Throws 400 for the first invalid part. `location` is the location of the policy in the request. */
export function validatePolicy(policy: Json, location: string): asserts policy is JsonObject {
  if (!isObject(policy)) throw createInvalidFieldError(location, 'must be an object', 'policy');
  const { version, bindings, etag } = policy;
  if (version !== undefined && ![0, 1, 3].includes(version as number))
    throw createInvalidFieldError(`${location}.version`, 'must be 0, 1 or 3', 'policy');
  if (etag !== undefined && typeof etag !== 'string') throw createInvalidFieldError(`${location}.etag`, 'must be a string', 'policy');
  if (bindings === undefined) return;
  if (!isList(bindings)) throw createInvalidFieldError(`${location}.bindings`, 'must be an array', 'policy');
  bindings.forEach((binding, index) => {
    const members = getMember(binding, 'members');
    const isValid =
      typeof getMember(binding, 'role') === 'string' &&
      (members === undefined || (isList(members) && members.every((member) => typeof member === 'string')));
    if (!isValid)
      throw createInvalidFieldError(
        `${location}.bindings[${index}]`,
        'must have a role (a string) and members (an array of strings)',
        'policy',
      );
    if (getMember(binding, 'condition') !== undefined && version !== 3)
      throw createInvalidFieldError(`${location}.bindings[${index}].condition`, 'may be set only in a policy of version 3', 'policy');
  });
}
