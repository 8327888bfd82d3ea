/** The `elementSelector` rule: a parameter selects the elements of an array in the response. */
import type { ElementSelectorRule } from '../../../rule.js';
import { getTextParameter, type CallContext } from '../call.js';
import { isList, isObject, getMember, getTextMember, withMember, type Json, type JsonObject } from '../../lib/json.js';
import { getRule } from '../../world/method.js';

/** Applies the selector to the resource in the response, or to each item of a list. */
export function selectElements(call: CallContext, body: JsonObject): JsonObject {
  const rule = getRule(call.method, 'elementSelector');
  if (!rule) return body;
  const selected = (getTextParameter(call, rule.parameter) ?? rule.default).split(',').map((name) => name.trim());
  const items = call.method.behavior.method.list?.items;
  const page = items === undefined ? undefined : getMember(body, items);
  if (items === undefined || !isList(page)) return filterElements(rule, selected, body);
  return withMember(
    body,
    items,
    page.map((item): Json => (isObject(item) ? filterElements(rule, selected, item) : item)),
  );
}

function filterElements({ field, by }: ElementSelectorRule, selected: readonly string[], body: JsonObject): JsonObject {
  const list = getMember(body, field);
  if (!isList(list)) return body;
  return withMember(
    body,
    field,
    list.filter((element) => selected.includes(getTextMember(element, by) ?? '')),
  );
}
