/** The `elementSelector` rule: a parameter selects the elements of an array in the response. */
import { getTextParameter, type EngineCall } from '../call.js';
import { isList, isObject, getMember, getTextMember, withMember, type Json, type JsonObject } from '../../lib/json.js';
import { getRule } from '../../catalog/method.js';

/** Applies the selector to the resource in the response, or to each item of a list. */
export function selectElements(call: EngineCall, body: JsonObject): JsonObject {
  const rule = getRule(call.method, 'elementSelector');
  if (!rule) return body;
  const selected = (getTextParameter(call, rule.parameter) ?? rule.default).split(',').map((name) => name.trim());
  const select = (resource: Json): Json => {
    const elements = getMember(resource, rule.field);
    if (!isObject(resource) || !isList(elements)) return resource;
    const selectedElements = elements.filter((element) => selected.includes(getTextMember(element, rule.by) ?? ''));
    return withMember(resource, rule.field, selectedElements);
  };
  const items = call.method.behavior.method.list?.items;
  const page = items === undefined ? undefined : getMember(body, items);
  return items !== undefined && isList(page) ? withMember(body, items, page.map(select)) : (select(body) as JsonObject);
}
