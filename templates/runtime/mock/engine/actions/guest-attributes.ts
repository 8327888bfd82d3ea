/** Guest attributes, which an instance publishes about itself: entries of a namespace, a key, and a value. */
import {
  planResponse,
  getResourcePlace,
  getTextParameter,
  type CallContext,
  type Plan,
  type ActionByKind,
  type PlanAction,
} from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { isList, isObject, getMember, getTextMember, type JsonObject } from '../../lib/json.js';
import { escapeSegment } from '../../world/resource.js';

/**
 * Returns the entries that `queryPath` selects (`namespace/`, `namespace/key`, or all if empty), or the value of `variableKey`. The
 * instance need not exist.
 */
export const getGuestAttributes: PlanAction<'guestAttributes'> = (call, action) => {
  const variableKey = getTextParameter(call, 'variableKey');
  if (variableKey !== undefined) {
    const [entry] = findEntries(call, action, variableKey);
    return createPlan(call, variableKey, { variableKey, variableValue: getTextMember(entry, 'value') ?? '' });
  }
  const queryPath = getTextParameter(call, 'queryPath') ?? '';
  return createPlan(call, queryPath, { queryPath, queryValue: { items: findEntries(call, action, queryPath) } });
};

/** Throws 404 if no entry matches the path. */
function findEntries(call: CallContext, action: ActionByKind<'guestAttributes'>, path: string): readonly JsonObject[] {
  const [namespace, key] = path.split('/');
  const attributes = getMember(call.state.findEntity(getResourcePlace(call))?.body, action.field);
  const entries = (isList(attributes) ? attributes : []).filter(
    (entry): entry is JsonObject => isObject(entry) && (!namespace || entry['namespace'] === namespace) && (!key || entry['key'] === key),
  );
  if (entries.length > 0 || path === '') return entries;
  throw new HttpError('notFound', { message: `The resource '${path}' of type 'Guest Attribute' was not found.`, rule: 'exists' });
}

function createPlan(call: CallContext, path: string, body: JsonObject): Plan {
  const { segments } = getResourcePlace(call);
  const instancePath = [...segments, 'guestAttributes'].map(escapeSegment).join('/');
  return planResponse({ ...call.method.behavior.responseConstants, selfLink: `${call.origin}/${instancePath}/${path}`, ...body });
}
