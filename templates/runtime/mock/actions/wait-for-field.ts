import { planResponse, requireExisting } from '../call.js';
import { parseDuration } from '../instants.js';
import { getMember } from '../json.js';
import { renderResource } from '../links.js';
import type { PlanAction } from './action.js';

/** Answers the resource; until it is in one of the states, the caller asks again. */
export const waitForField: PlanAction<'waitForField'> = (call, action) => {
  const { place, entity } = requireExisting(call);
  const value = getMember(entity.body, action.field);
  const over = (typeof value === 'string' || typeof value === 'boolean') && action.values.includes(value);
  const asked = action.timeout === undefined ? undefined : parseDuration(getMember(call.body, action.timeout));
  return {
    ...planResponse(renderResource(place, entity.body, call.origin)),
    ...(!over && { pollTimeout: Math.min(asked ?? Infinity, action.seconds * 1000) }),
  };
};
