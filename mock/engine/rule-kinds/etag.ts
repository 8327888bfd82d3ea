/** The `etag` rule: optimistic locking. A request that contains an outdated etag fails. */
import type { EtagRule } from '../../../runtime/rule.js';
import type { Member } from '../../state/entity.js';
import { getTextParameter, type EngineCall } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { isSameBase64 } from '../../lib/hashes.js';
import { getMemberAt, getTextMember, type Json, type JsonObject } from '../../lib/json.js';
import type { EtagField } from '../../catalog/resource.js';
import type { RuleHooks } from './rule-hooks.js';

export const etag: RuleHooks<EtagRule> = {
  onUpdate(change, { field, match, covers }) {
    const { sent, before } = change;
    if (!sent) return change;
    if (match === 'optional') requireMatchIfSent(field, toText(getMemberAt(sent, field)), before.body);
    // A required etag with `covers` protects only these fields.
    else if (!covers || covers.some((name) => getMemberAt(sent, name) !== undefined))
      requireEtag({ field, ...(covers && { covers }) }, sent, before.body);
    return change;
  },
  // A parameter of the deletion can contain the etag.
  onDelete({ call, member }, { field, match }) {
    if (match === 'optional') requireMatchIfSent(field, getTextParameter(call, field), member.entity.body);
  },
};

/** Throws 412 if `sent` doesn't contain the current value of the etag. */
export function requireEtag({ field, covers = [] }: EtagField, sent: JsonObject, stored: JsonObject): void {
  const received = toText(getMemberAt(sent, field));
  if (received !== undefined && received !== '' && isSameBase64(received, toText(getMemberAt(stored, field)))) return;
  const outdated = covers.includes('labels')
    ? 'Labels fingerprint either invalid or resource labels have changed'
    : 'Supplied fingerprint does not match current metadata fingerprint.';
  const message = received === undefined || received === '' ? `The request must contain the current '${field}'.` : outdated;
  throw new HttpError('conditionNotMet', { message, location: 'If-Match', locationType: 'header', rule: 'etag' });
}

/** Throws 412 if a request of a custom method contains an outdated etag, in its body or in a parameter. */
export function requireSentEtags(call: EngineCall, { place, entity }: Member): void {
  for (const rule of place.resource.rules)
    if (rule.kind === 'etag' && rule.match === 'optional')
      requireMatchIfSent(rule.field, getTextMember(call.body, rule.field) ?? getTextParameter(call, rule.field), entity.body);
}

function requireMatchIfSent(field: string, received: string | undefined, stored: JsonObject): void {
  if (received === undefined || received === '' || isSameBase64(received, toText(getMemberAt(stored, field)))) return;
  const message = `The '${field}' is outdated: another request changed the resource. Read it and try again.`;
  throw new HttpError('conditionNotMet', { message, location: field, rule: 'etag' });
}

const toText = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
