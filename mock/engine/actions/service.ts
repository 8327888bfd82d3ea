import { findActionHandler } from '../service-modules.js';
import type { Page } from '../service-module.js';
import { copyJson, emptyObject } from '../../lib/json.js';
import { continueWith } from '../../lib/maybe-promise.js';
import { planResponse, createNotImplementedError, getResourcePlace, getTextParameter, type EngineCall, type PlanAction } from '../call.js';
import { HandlerAccess } from '../handler-access.js';
import { createHandlerCall } from '../handlers.js';
import { getPageTokenName, compileListFilter, readPageSize, readPageToken, writePageToken } from '../lists/list-query.js';

/** Runs the module of the action like a handler of the user. */
export const runServiceModule: PlanAction<'service'> = (call, action) => {
  const { requestBody: _, ...parameters } = copyJson(call.parameters);
  const response = findActionHandler(call.method.api, action)(
    {
      ...createHandlerCall(call, new HandlerAccess(call.method.id)),
      action,
      parameters,
      requestBody: call.hasBody ? copyJson(call.body) : undefined,
      place: getResourcePlace(call),
      origin: call.origin,
      stored: call.state,
      responseConstants: call.method.behavior.responseConstants ?? emptyObject,
      readFilter: (fields) => compileListFilter(call, fields),
      getPage: (items, getCursor) => createPage(call, items, getCursor),
    },
    async () => {
      throw createNotImplementedError(call.method, `The service module ${action.module} has no response to the request.`);
    },
  );
  return continueWith(response, planResponse);
};

function createPage<T>(call: EngineCall, items: readonly T[], getCursor: (item: T) => string): Page<T> {
  const tokenName = getPageTokenName(call.method);
  const query = Object.entries(call.parameters).filter(([name]) => name !== tokenName && name !== call.method.behavior.pageSize);
  const binding = JSON.stringify([call.method.id, getResourcePlace(call).path, Object.fromEntries(query)]);
  const token = getTextParameter(call, tokenName);
  const after = token === undefined ? undefined : readPageToken(token, binding, tokenName);
  const remaining = after === undefined ? items : items.filter((item) => getCursor(item) > after);
  const pageItems = remaining.slice(0, readPageSize(call));
  const last = pageItems.at(-1);
  return {
    items: pageItems,
    ...(remaining.length > pageItems.length && last !== undefined && { next: writePageToken(getCursor(last), binding) }),
  };
}
