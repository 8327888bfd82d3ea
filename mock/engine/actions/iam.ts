/** Access policies of resources. */
import { getResourcePlace, planResponse, requireExisting, getParameter, type EngineCall, type PlanAction } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { hashFingerprint, isSameBase64 } from '../../lib/hashes.js';
import { toCanonicalText, isList, isObject, getMember, getMemberAt, getTextMember, withMember, type JsonObject } from '../../lib/json.js';
import { createKey } from '../../state/keys.js';
import { createInvalidFieldError } from '../resource-change.js';
import type { Member } from '../../state/entity.js';
import { parseFieldPaths } from '../../../runtime/parse-mask.js';
import { toLowerCamelCase } from '../../../runtime/proto-names.js';
import { isPolicyVersion, policyVersionForm, validatePolicy } from '../policies.js';
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
