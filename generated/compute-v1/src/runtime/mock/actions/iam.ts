/** Access policies of resources. */
import { answerOf, existing, parameter, placeOfCall, type Call } from '../call.js';
import { Refusal } from '../errors.js';
import { fingerprintOf, sameBytes } from '../hash.js';
import { canonical, isList, isObject, member, textMember, withMember, type JsonObject } from '../json.js';
import { key } from '../state/keys.js';
import { checkPolicy } from '../policy.js';
import { invalidField } from '../rules/change.js';
import type { Member } from '../state/state.js';
import type { Perform } from './action.js';
import { masked, pathsIn } from './changing.js';

/** The policy of a resource that never got one. A resource that is created where another one stood has another etag. */
function initialPolicy({ place, entity }: Member): JsonObject {
  return { version: 1, bindings: [], etag: fingerprintOf(`${place.path} ${textMember(entity.body, 'id') ?? ''} policy`) };
}

function policyOf(call: Call, found: Member): JsonObject {
  const row = call.state.row('policy', found.place.path);
  return isObject(row) ? row : initialPolicy(found);
}

export const getIamPolicy: Perform<'getIamPolicy'> = (call) => answerOf(policyOf(call, existing(call)));

export const setIamPolicy: Perform<'setIamPolicy'> = (call, { isBare }) => {
  const policy = isBare ? call.body : member(call.body, 'policy');
  if (policy === undefined)
    throw new Refusal('required', { message: "Required value 'policy' is missing.", location: 'policy', rule: 'policy' });
  checkPolicy(policy, 'policy');
  const found = existing(call);
  const before = policyOf(call, found);
  const etag = textMember(policy, 'etag');
  if (etag !== undefined && etag !== '' && !sameBytes(etag, textMember(before, 'etag'))) {
    const message = 'The policy was changed by another request: its etag is stale. Read it and try again.';
    throw new Refusal('conditionNotMet', { code: 409, status: 'ABORTED', message, location: 'policy.etag', rule: 'etag' });
  }
  const changed = { ...initialPolicy(found), ...(isBare ? policy : replaced(call, before, policy)) };
  // A mask may leave what does not go together.
  checkPolicy(changed, 'policy');
  const stamped = withMember(changed, 'etag', fingerprintOf(`${canonical(before)} ${canonical(changed)}`));
  call.state.transaction.put(key('policy', found.place.path), stamped);
  return answerOf(stamped);
};

/** The whole policy, or what `updateMask` beside it names of it; conditions can only be told in version 3, so that goes with what is named. */
function replaced(call: Call, before: JsonObject, policy: JsonObject): JsonObject {
  const mask = member(call.body, 'updateMask');
  if (typeof mask !== 'string' || mask === '' || mask === '*') return policy;
  const paths = pathsIn(mask);
  const unknown = paths.find((path) => ![policy, before, members].some((known) => Object.hasOwn(known, path.split('.', 1)[0] ?? '')));
  if (unknown !== undefined) throw invalidField('updateMask', `there is no field '${unknown}'`, 'policy');
  return masked(before, policy, policy['version'] === 3 ? [...paths, 'version'] : paths);
}

/** Of google.iam.v1.Policy. */
const members: JsonObject = { version: null, bindings: null, etag: null, auditConfigs: null };

/** With auth off everything that is asked, with auth on what the token may do. */
export const testIamPermissions: Perform<'testIamPermissions'> = (call) => {
  const asked = member(call.body, 'permissions') ?? parameter(call, 'permissions') ?? [];
  if (!isList(asked) || !asked.every((each) => typeof each === 'string'))
    throw invalidField('permissions', 'must be a list of text', 'permissions');
  existing(call, placeOfCall(call));
  const all = call.session.settings.auth === 'off';
  return answerOf({ permissions: asked.filter((each) => all || call.grant?.permissions.has(each)) });
};
