/** A number that only rises. */
import type { SchemaRule } from '../../rule.js';
import { getMember, withMember, type JsonObject } from '../json.js';

/** The body after a move of the server's own: where it would let such a number fall, the number stays. */
export function keepRising(rules: readonly SchemaRule[], before: JsonObject, next: JsonObject): JsonObject {
  return rules.reduce((body, rule) => {
    if (rule.kind !== 'monotonic') return body;
    const [was, is] = [getMember(before, rule.field), getMember(body, rule.field)];
    return typeof was === 'number' && typeof is === 'number' && is < was ? withMember(body, rule.field, was) : body;
  }, next);
}
