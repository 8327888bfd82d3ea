import { existing, resourceOf } from '../call.js';
import { given } from '../fill.js';
import type { Perform } from './action.js';
import { masked, maskOf, planChange, sentChanges, withKept } from './changing.js';

/** Replaces the resource. */
export const update: Perform<'update'> = async (call) => {
  const found = await existing(call);
  const { body } = found.entity;
  const sent = sentChanges({ call, member: found, sent: given(resourceOf(call), call.body) });
  const mask = maskOf(call);
  const next = mask ? masked(body, sent, mask) : withKept(resourceOf(call).fields, body, sent);
  return planChange({ call, member: found, next });
};
