import { existing, resourceOf } from '../call.js';
import { given } from '../fill.js';
import { ruleOf } from '../world/method.js';
import type { Perform } from './action.js';
import { patch } from './patch.js';
import { createMissing, isAllowedMissing } from './missing.js';
import { masked, maskOf, planChange, sentChanges, withKept } from './changing.js';

/** Replaces the resource; where a rule says that the body is a merge patch, it is one, whatever the method is called. */
export const update: Perform<'update'> = async (call, action) => {
  if (ruleOf(call.method, 'mergePatch')) return patch(call, action);
  if (isAllowedMissing(call)) return createMissing(call);
  const found = existing(call);
  const { body } = found.entity;
  const sent = sentChanges({ call, member: found, sent: given(resourceOf(call), call.body) });
  const mask = maskOf(call);
  const next = mask ? masked(body, sent, mask) : withKept(resourceOf(call).fields, body, sent);
  return planChange({ call, member: found, next });
};
