/**
 * Optimistic locking: a request that contains an outdated etag fails, or whose parameters (`ifGenerationMatch`, `ifMetagenerationNotMatch`)
 * name another version.
 */
import type { EtagRule, SchemaRule } from '../../../rule.js';
import { getTextParameter, type CallContext, getParameter, getResourcePlace } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { isSameBase64 } from '../../lib/hashes.js';
import { getMemberAt, type Json, type JsonObject, getTextMember } from '../../lib/json.js';
import type { EtagField } from '../../world/resource.js';
import type { ApplyRule } from './resource-change.js';

/** Checks the etag of an update. A required etag with `covers` protects only these fields. */
export const checkEtag: ApplyRule<EtagRule> = (change, { field, match, covers }) => {
  if (match === 'optional') requireMatchIfSent(field, toText(getMemberAt(change.sent, field)), change.before.body);
  else if (!covers || covers.some((name) => getMemberAt(change.sent, name) !== undefined))
    requireEtag({ field, ...(covers && { covers }) }, change.sent, change.before.body);
  return change;
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

/** Throws 412 if a parameter of a deletion contains an outdated value. */
export function checkEtagParameters(call: CallContext, rules: readonly SchemaRule[], stored: JsonObject): void {
  for (const rule of rules)
    if (rule.kind === 'etag' && rule.match === 'optional') requireMatchIfSent(rule.field, getTextParameter(call, rule.field), stored);
}

function requireMatchIfSent(field: string, received: string | undefined, stored: JsonObject): void {
  if (received === undefined || received === '' || isSameBase64(received, toText(getMemberAt(stored, field)))) return;
  const message = `The '${field}' is outdated: another request changed the resource. Read it and try again.`;
  throw new HttpError('conditionNotMet', { message, location: field, rule: 'etag' });
}

const toText = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** Throws 412 if the resource of a read or a change doesn't have the requested version. */
export function requirePreconditions(call: CallContext): void {
  const { action, preconditions } = call.method.behavior;
  if (!preconditions || action.kind === 'create') return;
  const member = call.state.locate(getResourcePlace(call));
  if (member) requireVersion(call, member.entity.body);
}

/** Throws 412 if a resource doesn't have the requested version. A missing resource has version 0. */
export function requireVersion(call: CallContext, present: JsonObject | undefined): void {
  for (const { parameter: name, field, negated } of call.method.behavior.preconditions ?? []) {
    const expected = getParameter(call, name);
    const version = getTextMember(present, field) ?? '0';
    if (expected === undefined || (String(expected) === version) !== negated) continue;
    const message = `Precondition not met: '${field}' is '${version}', and '${name}' is '${String(expected)}'.`;
    throw new HttpError('conditionNotMet', { message, location: name, locationType: 'parameter', rule: 'precondition' });
  }
}
