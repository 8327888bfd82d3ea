import { answerOf, existing } from '../call.js';
import { parseDuration } from '../duration.js';
import { member } from '../json.js';
import { view } from '../links.js';
import type { Perform } from './action.js';

/** Answers the resource; until it is in one of the states, the caller asks again. */
export const await_: Perform<'await'> = (call, action) => {
  const { place, entity } = existing(call);
  const value = member(entity.body, action.field);
  const over = (typeof value === 'string' || typeof value === 'boolean') && action.values.includes(value);
  const asked = action.timeout === undefined ? undefined : parseDuration(member(call.body, action.timeout));
  return {
    ...answerOf(view(place, entity.body, call.origin)),
    ...(!over && { askAgain: Math.min(asked ?? Infinity, action.seconds * 1000) }),
  };
};
