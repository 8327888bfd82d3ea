/** Guest attributes, which an instance publishes about itself: entries of a namespace, a key, and a value. */
import {
  HttpError,
  getMember,
  getTextMember,
  isList,
  isObject,
  type JsonObject,
  type ServiceCall,
  type ServiceHandler,
} from '../../mock/service.js';
import type { GuestAttributesAction } from './rules.js';

/**
 * Returns the entries that `queryPath` selects (`namespace/`, `namespace/key`, or all if empty), or the value of `variableKey`. The
 * instance need not exist.
 */
export const getGuestAttributes: ServiceHandler<GuestAttributesAction> = (call) => {
  const variableKey = getTextMember(call.parameters, 'variableKey') ?? '';
  if (variableKey !== '') {
    const [entry] = findEntries(call, variableKey);
    return createResponse(call, variableKey, { variableKey, variableValue: getTextMember(entry, 'value') ?? '' });
  }
  const queryPath = getTextMember(call.parameters, 'queryPath') ?? '';
  return createResponse(call, queryPath, { queryPath, queryValue: { items: findEntries(call, queryPath) } });
};

/** Throws 404 if no entry matches the path. */
function findEntries({ stored, place, action }: ServiceCall<GuestAttributesAction>, path: string): readonly JsonObject[] {
  const [namespace, key] = path.split('/');
  const attributes = getMember(stored.findEntity(place)?.body, action.options.field);
  const entries = (isList(attributes) ? attributes : []).filter(
    (entry): entry is JsonObject => isObject(entry) && (!namespace || entry['namespace'] === namespace) && (!key || entry['key'] === key),
  );
  if (entries.length > 0 || path === '') return entries;
  throw new HttpError('notFound', { message: `The resource '${path}' of type 'Guest Attribute' was not found.`, rule: 'exists' });
}

function createResponse({ origin, place, responseConstants }: ServiceCall, path: string, body: JsonObject): JsonObject {
  return { ...responseConstants, selfLink: `${origin}/${place.path}/guestAttributes/${path}`, ...body };
}
