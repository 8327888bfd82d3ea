/** Answers show those elements of a list that a parameter names. */
import type { ElementSelectorRule } from '../../rule.js';
import { getTextParameter, type CallContext } from '../call.js';
import { isList, isObject, getMember, getTextMember, withMember, type Json, type JsonObject } from '../json.js';
import { getRule } from '../world/method.js';

/** The answer, or the items of the page that it is, as the method's rule has them. */
export function selectElements(call: CallContext, body: JsonObject): JsonObject {
  const rule = getRule(call.method, 'elementSelector');
  if (!rule) return body;
  const wanted = (getTextParameter(call, rule.parameter) ?? rule.default).split(',').map((name) => name.trim());
  const items = call.method.behavior.method.list?.items;
  const page = items === undefined ? undefined : getMember(body, items);
  if (items === undefined || !isList(page)) return shown(rule, wanted, body);
  return withMember(
    body,
    items,
    page.map((item): Json => (isObject(item) ? shown(rule, wanted, item) : item)),
  );
}

function shown({ field, by }: ElementSelectorRule, wanted: readonly string[], body: JsonObject): JsonObject {
  const list = getMember(body, field);
  if (!isList(list)) return body;
  return withMember(
    body,
    field,
    list.filter((each) => wanted.includes(getTextMember(each, by) ?? '')),
  );
}
