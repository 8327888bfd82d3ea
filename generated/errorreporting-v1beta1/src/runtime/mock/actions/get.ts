import { answerOf, existing } from '../call.js';
import { view } from '../links.js';
import type { Perform } from './action.js';

export const get: Perform<'get'> = (call) => {
  const { place, entity } = existing(call);
  return answerOf(view(place, entity.body, call.origin));
};
