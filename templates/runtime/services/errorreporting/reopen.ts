/** Reopens a resolved error group when another event of the group occurs. */
import { getTextMember, withMember, type JsonObject } from '../../mock/lib/json.js';
import type { SchemaRule } from '../../rule.js';
import type { ReopenRule } from '../../service-rules.js';

/** Applies the rules of a group to a new event of the group. */
export function reopenGroup(rules: readonly SchemaRule[], group: JsonObject): JsonObject {
  return rules.reduce(
    (body, rule) => (rule.kind === 'service' && rule.module === 'errorreporting/reopen' ? reopenByRule(body, rule) : body),
    group,
  );
}

function reopenByRule(body: JsonObject, { options: { status, from, to } }: ReopenRule): JsonObject {
  return from.includes(getTextMember(body, status) ?? '') ? withMember(body, status, to) : body;
}
