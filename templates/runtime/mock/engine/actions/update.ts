import { requireExisting, requireResource } from '../call.js';
import { omitServerFields } from '../server-fields.js';
import { getRule } from '../../world/method.js';
import type { PlanAction } from './action.js';
import { patchResource } from './patch.js';
import { createMissing, isAllowedMissing } from './missing.js';
import { applyUpdateMask, getUpdateMaskPaths, planChange, omitUnchangedFields, keepServerFields } from './plan-change.js';

/** Replaces the resource, or merges the body into it if a rule says that the body is a merge patch. */
export const updateResource: PlanAction<'update'> = async (call, action) => {
  if (getRule(call.method, 'update')?.merge) return patchResource(call, action);
  if (isAllowedMissing(call)) return createMissing(call);
  const member = requireExisting(call);
  const { body } = member.entity;
  const sent = omitUnchangedFields({ call, member, sent: omitServerFields(requireResource(call), call.body) });
  const mask = getUpdateMaskPaths(call);
  const next = mask ? applyUpdateMask(body, sent, mask) : keepServerFields(requireResource(call).fields, body, sent);
  return planChange({ call, member, next });
};
