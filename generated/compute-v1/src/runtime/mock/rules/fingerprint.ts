/** Optimistic locking: an update must carry the current fingerprint. */
import type { FingerprintRule } from '../../rule.js';
import { HttpError } from '../http-error.js';
import { isSameBytes } from '../hashes.js';
import { getMemberAt, type JsonObject } from '../json.js';
import type { ApplyRule } from './resource-change.js';

/** Throws 412 where `sent` does not hold the current value of `field`. */
export function requireCurrent(field: string, sent: JsonObject, present: JsonObject): void {
  const given = textAt(sent, field);
  if (given !== undefined && given !== '' && isSameBytes(given, textAt(present, field))) return;
  const labels = /label/i.test(field);
  const stale = labels
    ? 'Labels fingerprint either invalid or resource labels have changed'
    : 'Supplied fingerprint does not match current metadata fingerprint.';
  const message = given === undefined || given === '' ? `The request must carry the current '${field}'.` : stale;
  throw new HttpError('conditionNotMet', { message, location: 'If-Match', locationType: 'header', rule: 'fingerprint' });
}

function textAt(body: JsonObject, path: string): string | undefined {
  const found = getMemberAt(body, path);
  return typeof found === 'string' ? found : undefined;
}

/** A fingerprint of labels alone guards the methods that set labels, not other changes. */
export const checkFingerprints: ApplyRule<FingerprintRule> = (change, rule) => {
  const guards = !rule.covers || rule.covers.some((name) => getMemberAt(change.sent, name) !== undefined);
  if (guards) requireCurrent(rule.field, change.sent, change.before.body);
  return change;
};
