/** Optimistic locking: an update must carry the current fingerprint. */
import type { FingerprintRule } from '../../rule.js';
import { Refusal } from '../errors.js';
import { sameBytes } from '../hash.js';
import { memberAt, type JsonObject } from '../json.js';
import type { ChangeRule } from './change.js';

/** Throws 412 where `sent` does not hold the current value of `field`. */
export function requireCurrent(field: string, sent: JsonObject, present: JsonObject): void {
  const given = textAt(sent, field);
  if (given !== undefined && given !== '' && sameBytes(given, textAt(present, field))) return;
  const labels = /label/i.test(field);
  const stale = labels
    ? 'Labels fingerprint either invalid or resource labels have changed'
    : 'Supplied fingerprint does not match current metadata fingerprint.';
  const message = given === undefined || given === '' ? `The request must carry the current '${field}'.` : stale;
  throw new Refusal('conditionNotMet', { message, location: 'If-Match', locationType: 'header', rule: 'fingerprint' });
}

function textAt(body: JsonObject, path: string): string | undefined {
  const found = memberAt(body, path);
  return typeof found === 'string' ? found : undefined;
}

/** A fingerprint of labels alone guards the methods that set labels, not other changes. */
export const fingerprint: ChangeRule<FingerprintRule> = (change, rule) => {
  const guards = !rule.covers || rule.covers.some((name) => memberAt(change.sent, name) !== undefined);
  if (guards) requireCurrent(rule.field, change.sent, change.before.body);
  return change;
};
