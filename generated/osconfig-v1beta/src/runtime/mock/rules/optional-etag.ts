/** Locking for those who ask for it: what is sent of a field that changes with the content is its current value. */
import { getTextParameter, type CallContext } from '../call.js';
import type { FreshnessRule, SchemaRule } from '../../rule.js';
import { HttpError } from '../http-error.js';
import { isSameBytes } from '../hashes.js';
import { getTextMember, type JsonObject } from '../json.js';
import type { ApplyRule } from './resource-change.js';

export const checkOptionalEtags: ApplyRule<FreshnessRule> = (change, { field }) => {
  requireFresh(field, getTextMember(change.sent, field), change.before.body);
  return change;
};

/** Throws 412 where a parameter holds another value than the resource that is to be deleted. */
export function requireCurrentParameters(call: CallContext, rules: readonly SchemaRule[], present: JsonObject): void {
  for (const rule of rules) if (rule.kind === 'freshness') requireFresh(rule.field, getTextParameter(call, rule.field), present);
}

function requireFresh(field: string, given: string | undefined, present: JsonObject): void {
  if (given === undefined || given === '' || isSameBytes(given, getTextMember(present, field))) return;
  const message = `The '${field}' that was sent is not the current one: the resource was changed by another request. Read it and try again.`;
  throw new HttpError('conditionNotMet', { message, location: field, rule: 'freshness' });
}
