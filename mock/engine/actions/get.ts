import { planResponse, requireExisting, type PlanAction } from '../call.js';
import { renderResource } from '../../catalog/links.js';
import { parseDuration } from '../../lib/instants.js';
import { getMember } from '../../lib/json.js';

export const getResource: PlanAction<'get'> = (call) => {
  const { place, entity } = requireExisting(call);
  return planResponse(renderResource(place, entity.body, call.origin));
};

/** Returns the resource. Until the field has one of the expected values, the client polls. */
export const waitForField: PlanAction<'waitForField'> = (call, action) => {
  const { place, entity } = requireExisting(call);
  const value = getMember(entity.body, action.field);
  const isDone = (typeof value === 'string' || typeof value === 'boolean') && action.values.includes(value);
  const requestedTimeout = action.timeout === undefined ? undefined : parseDuration(getMember(call.body, action.timeout));
  return {
    ...planResponse(renderResource(place, entity.body, call.origin)),
    ...(!isDone && { pollTimeout: Math.min(requestedTimeout ?? Infinity, action.seconds * 1000) }),
  };
};
