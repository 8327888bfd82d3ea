/** What an access policy must be, set by a call or seeded: a google.iam.v1.Policy. */
import { isList, isObject, getMember, type Json, type JsonObject } from './json.js';
import { invalidFieldError } from './rules/resource-change.js';

/** Throws 400 at the part that is wrong; `at` is where the policy stands. */
export function validatePolicy(policy: Json, at: string): asserts policy is JsonObject {
  if (!isObject(policy)) throw invalidFieldError(at, 'must be an object', 'policy');
  const { version, bindings, etag } = policy;
  if (version !== undefined && ![0, 1, 3].includes(version as number))
    throw invalidFieldError(`${at}.version`, 'must be 0, 1 or 3', 'policy');
  if (etag !== undefined && typeof etag !== 'string') throw invalidFieldError(`${at}.etag`, 'must be text', 'policy');
  if (bindings === undefined) return;
  if (!isList(bindings)) throw invalidFieldError(`${at}.bindings`, 'must be a list', 'policy');
  bindings.forEach((binding, index) => {
    const members = getMember(binding, 'members');
    const sound =
      typeof getMember(binding, 'role') === 'string' &&
      (members === undefined || (isList(members) && members.every((each) => typeof each === 'string')));
    if (!sound) throw invalidFieldError(`${at}.bindings[${index}]`, 'must hold a role (text) and members (a list of text)', 'policy');
    if (getMember(binding, 'condition') !== undefined && version !== 3)
      throw invalidFieldError(`${at}.bindings[${index}].condition`, 'may be set only in a policy of version 3', 'policy');
  });
}
