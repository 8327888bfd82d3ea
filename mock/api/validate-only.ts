/** Requests that are validated but not executed (AIP-163). */
import { describeValue } from '../../runtime/error-text.js';
import type { EngineCall } from '../engine/call.js';
import { HttpError } from '../lib/http-error.js';
import { getMember, getMemberAt, isList, type Json } from '../lib/json.js';

const bodyPrefix = 'requestBody.';

/** The values that request validation only, and those that don't, in lower case. Kubernetes uses `All`. */
const positiveValues: ReadonlySet<string> = new Set(['true', 'all']);
const negativeValues: ReadonlySet<string> = new Set(['false', 'none', '']);

/** Returns whether a request asks only to be validated. Throws 501 for a value whose meaning isn't known. */
export function isValidationRequest(call: Pick<EngineCall, 'method' | 'parameters' | 'body'>): boolean {
  // Every value is read, so that an unknown one is rejected.
  const requested = (call.method.behavior.validateOnly ?? []).map((name) => {
    const isInBody = name.startsWith(bodyPrefix);
    const value = isInBody ? getMemberAt(call.body, name.slice(bodyPrefix.length)) : getMember(call.parameters, name);
    const values = isList(value) ? value : [value];
    return values.map((each) => isPositive(each, { name, methodId: call.method.id })).includes(true);
  });
  return requested.includes(true);
}

function isPositive(value: Json | undefined, { name, methodId }: { readonly name: string; readonly methodId: string }): boolean {
  const text = value === undefined || value === null ? '' : typeof value === 'object' ? undefined : String(value).toLowerCase();
  if (text !== undefined && positiveValues.has(text)) return true;
  if (text !== undefined && (negativeValues.has(text) || text.endsWith('_unspecified'))) return false;
  const isInBody = name.startsWith(bodyPrefix);
  throw new HttpError('notImplemented', {
    message: `${methodId}: the mock can't determine whether ${name} requests validation only; it must be true or false (received ${describeValue(value)}).`,
    location: isInBody ? name.slice(bodyPrefix.length) : name,
    locationType: isInBody ? 'field' : 'parameter',
    rule: 'validateOnly',
  });
}
