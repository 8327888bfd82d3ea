import type { ReopensRule } from '../../resource-rules.js';
import { getTextMember, withMember, type JsonObject } from '../json.js';
import type { Resource } from '../world/resource.js';

/** A group as it is once another event of it has come. */
export function reopenGroup({ rules }: Resource, body: JsonObject): JsonObject {
  return rules
    .filter((rule): rule is ReopensRule => rule.kind === 'reopens')
    .reduce(
      (group, { field, from, to }) => (from.includes(getTextMember(group, field) ?? '') ? withMember(group, field, to) : group),
      body,
    );
}
