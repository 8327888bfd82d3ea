/** Runs service modules. */
import { getServiceHandler } from '../../../services/index.js';
import { continueWith } from '../../lib/maybe-promise.js';
import { createMemberLookup } from '../../world/field-tables.js';
import { planResponse, createNotImplementedError, getResourcePlace, type PlanAction } from '../call.js';
import { createHandlerCall } from '../handlers.js';

/** Runs the module of the action like a handler of the user. */
export const runServiceModule: PlanAction<'service'> = (call, action) => {
  const { requestBody: _, ...parameters } = call.parameters;
  const { api, behavior } = call.method;
  const response = getServiceHandler(action)(
    {
      ...createHandlerCall(call),
      action,
      parameters,
      requestBody: call.hasBody ? call.body : undefined,
      place: getResourcePlace(call),
      origin: call.origin,
      stored: call.state,
      responseFields: createMemberLookup({ shape: behavior.responseShape ?? '' }, api.shapes),
    },
    async () => {
      throw createNotImplementedError(call.method);
    },
  );
  return continueWith(response, planResponse);
};
