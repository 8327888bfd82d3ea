/** Locking for those who ask for it: what is sent of a field that changes with the content is its current value. */
import { textParameter, type Call } from '../call.js';
import type { FreshnessRule, SchemaRule } from '../../rule.js';
import { Refusal } from '../errors.js';
import { sameBytes } from '../hash.js';
import { textMember, type JsonObject } from '../json.js';
import type { ChangeRule } from './change.js';

export const freshness: ChangeRule<FreshnessRule> = (change, { field }) => {
  requireFresh(field, textMember(change.sent, field), change.before.body);
  return change;
};

/** Throws 412 where a parameter holds another value than the resource that is to be deleted. */
export function requireFreshParameters(call: Call, rules: readonly SchemaRule[], present: JsonObject): void {
  for (const rule of rules) if (rule.kind === 'freshness') requireFresh(rule.field, textParameter(call, rule.field), present);
}

function requireFresh(field: string, given: string | undefined, present: JsonObject): void {
  if (given === undefined || given === '' || sameBytes(given, textMember(present, field))) return;
  const message = `The '${field}' that was sent is not the current one: the resource was changed by another request. Read it and try again.`;
  throw new Refusal('conditionNotMet', { message, location: field, rule: 'freshness' });
}
