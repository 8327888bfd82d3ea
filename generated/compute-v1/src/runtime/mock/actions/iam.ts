/** Access policies of resources. */
import { planResponse, requireExisting, getParameter, resourcePlace, type CallContext } from '../call.js';
import { HttpError } from '../http-error.js';
import { hashFingerprint, isSameBytes } from '../hashes.js';
import { toCanonicalText, isList, isObject, getMember, getTextMember, withMember, type JsonObject } from '../json.js';
import { createKey } from '../state/keys.js';
import { validatePolicy } from '../iam-policy.js';
import { invalidFieldError } from '../rules/resource-change.js';
import type { Member } from '../state/state.js';
import type { PlanAction } from './action.js';
import { applyUpdateMask, parseUpdateMask } from './plan-change.js';

/** The policy of a resource that never got one. A resource that is created where another one stood has another etag. */
function createInitialPolicy({ place, entity }: Member): JsonObject {
  return { version: 1, bindings: [], etag: hashFingerprint(`${place.path} ${getTextMember(entity.body, 'id') ?? ''} policy`) };
}

function getPolicy(call: CallContext, found: Member): JsonObject {
  const row = call.state.row('policy', found.place.path);
  return isObject(row) ? row : createInitialPolicy(found);
}

export const getIamPolicy: PlanAction<'getIamPolicy'> = (call) => planResponse(getPolicy(call, requireExisting(call)));

export const setIamPolicy: PlanAction<'setIamPolicy'> = (call, { isBare }) => {
  const policy = isBare ? call.body : getMember(call.body, 'policy');
  if (policy === undefined)
    throw new HttpError('required', { message: "Required value 'policy' is missing.", location: 'policy', rule: 'policy' });
  validatePolicy(policy, 'policy');
  const found = requireExisting(call);
  const before = getPolicy(call, found);
  const etag = getTextMember(policy, 'etag');
  if (etag !== undefined && etag !== '' && !isSameBytes(etag, getTextMember(before, 'etag'))) {
    const message = 'The policy was changed by another request: its etag is stale. Read it and try again.';
    throw new HttpError('conditionNotMet', { code: 409, status: 'ABORTED', message, location: 'policy.etag', rule: 'etag' });
  }
  const changed = { ...createInitialPolicy(found), ...(isBare ? policy : applyPolicyMask(call, before, policy)) };
  // A mask may leave what does not go together.
  validatePolicy(changed, 'policy');
  const stamped = withMember(changed, 'etag', hashFingerprint(`${toCanonicalText(before)} ${toCanonicalText(changed)}`));
  call.state.transaction.put(createKey('policy', found.place.path), stamped);
  return planResponse(stamped);
};

/** The whole policy, or what `updateMask` beside it names of it; conditions can only be told in version 3, so that goes with what is named. */
function applyPolicyMask(call: CallContext, before: JsonObject, policy: JsonObject): JsonObject {
  const mask = getMember(call.body, 'updateMask');
  if (typeof mask !== 'string' || mask === '' || mask === '*') return policy;
  const paths = parseUpdateMask(mask);
  const unknown = paths.find((path) => ![policy, before, policyFields].some((known) => Object.hasOwn(known, path.split('.', 1)[0] ?? '')));
  if (unknown !== undefined) throw invalidFieldError('updateMask', `there is no field '${unknown}'`, 'policy');
  return applyUpdateMask(before, policy, policy['version'] === 3 ? [...paths, 'version'] : paths);
}

/** Of google.iam.v1.Policy. */
const policyFields: JsonObject = { version: null, bindings: null, etag: null, auditConfigs: null };

/** With auth off everything that is asked, with auth on what the token may do. */
export const testIamPermissions: PlanAction<'testIamPermissions'> = (call) => {
  const asked = getMember(call.body, 'permissions') ?? getParameter(call, 'permissions') ?? [];
  if (!isList(asked) || !asked.every((each) => typeof each === 'string'))
    throw invalidFieldError('permissions', 'must be an array of strings', 'permissions');
  requireExisting(call, resourcePlace(call));
  const all = call.session.settings.auth === 'off';
  return planResponse({ permissions: asked.filter((each) => all || call.grant?.permissions.has(each)) });
};
