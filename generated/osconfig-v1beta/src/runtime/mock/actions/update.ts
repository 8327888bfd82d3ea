import { existing, resourceOf } from '../call.js';
import { given } from '../fill.js';
import type { Perform } from './action.js';
import { masked, maskOf, planChange, requireUnchanged, withKept } from './changing.js';

/** Replaces the resource. */
export const update: Perform<'update'> = async (call) => {
  const found = await existing(call);
  const { body } = found.entity;
  const sent = given(resourceOf(call), call.body);
  requireUnchanged(found, sent);
  const mask = maskOf(call);
  const next = mask ? masked(body, sent, mask) : withKept(resourceOf(call).fields, body, sent);
  return planChange({ call, member: found, next });
};
