import { answerOf, existing } from '../call.js';
import { textMember } from '../json.js';
import { view } from '../links.js';
import type { Perform } from './action.js';

/** Answers the resource; until it is in one of the states, the caller asks again. */
export const await_: Perform<'await'> = (call, action) => {
  const { place, entity } = existing(call);
  const over = action.values.includes(textMember(entity.body, action.field) ?? '');
  return { ...answerOf(view(place, entity.body, call.origin)), ...(!over && { askAgain: action.seconds * 1000 }) };
};
