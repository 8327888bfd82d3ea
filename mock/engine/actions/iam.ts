/** Access policies of resources. */
import { getResourcePlace, planResponse, requireExisting, getParameter, type EngineCall, type PlanAction } from '../call.js';
import { HttpError, type ErrorDetail } from '../../lib/http-error.js';
import { hashFingerprint, isSameBase64 } from '../../lib/hashes.js';
import {
  toCanonicalText,
  isList,
  isObject,
  getMember,
  getMemberAt,
  getTextMember,
  withMember,
  type JsonObject,
  type Json,
} from '../../lib/json.js';
import { createKey } from '../../state/keys.js';
import { createInvalidFieldError } from '../resource-change.js';
import type { Member } from '../../state/entity.js';
import { parseFieldPaths } from '../../../runtime/parse-mask.js';
import { toLowerCamelCase } from '../../../runtime/proto-names.js';
import { applyUpdateMask } from './plan-change.js';

/**
 * Returns the policy of a resource before its first `setIamPolicy`: only an etag. The ID in the etag makes a recreated resource differ from
 * its predecessor.
 */
function createInitialPolicy({ place, entity }: Member): JsonObject {
  return { etag: hashFingerprint(`${place.path} ${getTextMember(entity.body, 'id') ?? ''} policy`) };
}

function getPolicy(call: EngineCall, member: Member): JsonObject {
  const row = call.state.getRow('policy', member.place.path);
  return isObject(row) ? row : createInitialPolicy(member);
}

/**
 * Returns a policy as services do: with version 3 if a binding has a condition and version 1 otherwise, whichever version was set, and
 * without empty lists.
 */
function toVisiblePolicy(policy: JsonObject): JsonObject {
  const { bindings } = policy;
  const isConditional = isList(bindings) && bindings.some((binding) => isObject(getMember(binding, 'condition')));
  const members = Object.entries(policy).filter(([, value]) => !(isList(value) && value.length === 0));
  return { ...Object.fromEntries(members), version: isConditional ? 3 : 1 };
}

export const getIamPolicy: PlanAction<'getIamPolicy'> = (call) => {
  validateRequestedVersion(call);
  const member = requireExisting(call);
  const row = call.state.getRow('policy', member.place.path);
  return planResponse(isObject(row) ? toVisiblePolicy(row) : createInitialPolicy(member));
};

/** The parameters with the version of the policy that a caller understands. A request with a body has it in `options`. */
const requestedVersionNames = ['options.requestedPolicyVersion', 'optionsRequestedPolicyVersion'];

/** Throws 400 for a requested version that doesn't exist. Whichever version is valid, the policy has the one that it needs. */
function validateRequestedVersion(call: EngineCall): void {
  const inBody = getMemberAt(call.body, 'options.requestedPolicyVersion');
  if (inBody !== undefined && inBody !== null && !isPolicyVersion(inBody))
    throw createInvalidFieldError('options.requestedPolicyVersion', policyVersionForm, 'policy');
  for (const name of requestedVersionNames) {
    const value = getParameter(call, name);
    if (value === undefined || isPolicyVersion(value)) continue;
    const message = `Invalid value for parameter '${name}': ${policyVersionForm} (received '${String(value)}')`;
    throw new HttpError('invalid', { message, location: name, locationType: 'parameter', rule: 'policy' });
  }
}

const policyVersionForm = 'must be 0, 1, or 3';

function isPolicyVersion(value: Json): boolean {
  return [0, 1, 3].includes(value as number);
}

export const setIamPolicy: PlanAction<'setIamPolicy'> = (call, { isBare }) => {
  const policy = isBare ? call.body : getMember(call.body, 'policy');
  if (policy === undefined)
    throw new HttpError('required', { message: "Required value 'policy' is missing.", location: 'policy', rule: 'policy' });
  validatePolicy(policy, 'policy');
  const member = requireExisting(call);
  const before = getPolicy(call, member);
  const etag = getTextMember(policy, 'etag');
  if (etag !== undefined && etag !== '' && !isSameBase64(etag, getTextMember(before, 'etag'))) {
    const message = 'The policy was changed by another request: its etag is stale. Read it and try again.';
    throw new HttpError('conditionNotMet', { code: 409, status: 'ABORTED', message, location: 'policy.etag', rule: 'etag' });
  }
  const changed = { ...createInitialPolicy(member), ...(isBare ? policy : applyPolicyMask(call, before, policy)) };
  // Merging by a mask can make the policy invalid.
  validatePolicy(changed, 'policy');
  const stored = withMember(changed, 'etag', hashFingerprint(`${toCanonicalText(before)} ${toCanonicalText(changed)}`));
  call.state.transaction.put(createKey('policy', member.place.path), stored);
  return planResponse(toVisiblePolicy(stored));
};

/** Returns the whole policy, or the fields that `updateMask` selects. Conditions require version 3, so a mask also sets that version. */
function applyPolicyMask(call: EngineCall, before: JsonObject, policy: JsonObject): JsonObject {
  const mask = getMember(call.body, 'updateMask');
  if (typeof mask !== 'string' || mask === '' || mask === '*') return policy;
  const paths = parseFieldPaths(mask).map((path) => path.map(toLowerCamelCase));
  const unknown = paths.find(([name = '']) => ![policy, before, policyFields].some((candidate) => Object.hasOwn(candidate, name)));
  if (unknown !== undefined) throw createInvalidFieldError('updateMask', `there is no field '${unknown.join('.')}'`, 'policy');
  return applyUpdateMask(before, policy, policy['version'] === 3 ? [...paths, ['version']] : paths);
}

/** The fields of google.iam.v1.Policy. */
const policyFields: JsonObject = { version: null, bindings: null, etag: null, auditConfigs: null };

/** With `auth: off`, returns every requested permission. Otherwise returns those that the token grants. */
export const testIamPermissions: PlanAction<'testIamPermissions'> = (call, { acceptsMissing }) => {
  const permissions = getMember(call.body, 'permissions') ?? getParameter(call, 'permissions') ?? [];
  if (!isList(permissions) || !permissions.every((permission) => typeof permission === 'string'))
    throw createInvalidFieldError('permissions', 'must be an array of strings', 'permissions');
  if (acceptsMissing && !call.state.hasResource(getResourcePlace(call))) return planResponse({});
  requireExisting(call);
  const allowsAll = call.session.settings.auth === 'off';
  return planResponse({ permissions: permissions.filter((permission) => allowsAll || call.grant?.permissions.has(permission)) });
};

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
