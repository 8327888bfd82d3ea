import { planResponse, requireExisting } from '../call.js';
import { renderResource } from '../../world/links.js';
import type { PlanAction } from './action.js';

export const getResource: PlanAction<'get'> = (call) => {
  const { place, entity } = requireExisting(call);
  return planResponse(renderResource(place, entity.body, call.origin));
};
