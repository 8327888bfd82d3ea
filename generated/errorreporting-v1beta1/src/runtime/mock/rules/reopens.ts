import type { ReopensRule } from '../../resource-rules.js';
import { textMember, withMember, type JsonObject } from '../json.js';
import type { Resource } from '../world/resource.js';

/** A group as it is once another event of it has come. */
export function reopened({ rules }: Resource, body: JsonObject): JsonObject {
  return rules
    .filter((rule): rule is ReopensRule => rule.kind === 'reopens')
    .reduce((group, { field, from, to }) => (from.includes(textMember(group, field) ?? '') ? withMember(group, field, to) : group), body);
}
