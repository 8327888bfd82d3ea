/** Guest attributes: what an instance tells of itself, as entries of a namespace, a key and a value. */
import { answerOf, placeOfCall, textParameter, type Call, type Plan } from '../call.js';
import { Refusal } from '../errors.js';
import { isList, isObject, member, textMember, type JsonObject } from '../json.js';
import { membersOf } from '../shape.js';
import { escapeSegment } from '../world/resource.js';
import type { ActionOf, Perform } from './action.js';

/** Answers the entries that `queryPath` names (`namespace/`, `namespace/key`, or nothing: all), or the value that `variableKey` names. The instance itself need not exist. */
export const guestAttributes: Perform<'guestAttributes'> = (call, action) => {
  const variableKey = textParameter(call, 'variableKey');
  if (variableKey !== undefined) {
    const [found] = entriesAt(call, action, variableKey);
    return show(call, variableKey, { variableKey, variableValue: textMember(found, 'value') ?? '' });
  }
  const queryPath = textParameter(call, 'queryPath') ?? '';
  return show(call, queryPath, { queryPath, queryValue: { items: entriesAt(call, action, queryPath) } });
};

/** Throws 404 where nothing stands at the path. */
function entriesAt(call: Call, action: ActionOf<'guestAttributes'>, path: string): readonly JsonObject[] {
  const [namespace, key] = path.split('/');
  const held = member(call.state.entity(placeOfCall(call))?.body, action.field);
  const entries = (isList(held) ? held : []).filter(
    (entry): entry is JsonObject => isObject(entry) && (!namespace || entry['namespace'] === namespace) && (!key || entry['key'] === key),
  );
  if (entries.length > 0 || path === '') return entries;
  throw new Refusal('notFound', { message: `The resource '${path}' of type 'Guest Attribute' was not found.`, rule: 'exists' });
}

function show(call: Call, path: string, body: JsonObject): Plan {
  const { segments } = placeOfCall(call);
  const at = [...segments, 'guestAttributes'].map(escapeSegment).join('/');
  const { api, behaviour } = call.method;
  const kind = membersOf({ shape: behaviour.responseShape ?? '' }, api.shapes)?.('kind')?.const;
  return answerOf({ ...(kind !== undefined && { kind }), selfLink: `${call.origin}/${at}/${path}`, ...body });
}
