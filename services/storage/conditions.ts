/** The preconditions of methods that change an object other than the one in their path. */
import { getTextMember, type HandlerCall, type JsonObject } from '../../mock/service.js';
import { getText } from './call.js';

/** Throws 412 unless a version of an object meets the preconditions of a call. A missing object has the generation 0. */
export function requireConditions(call: HandlerCall, resource: JsonObject | undefined, role: '' | 'Source' = ''): void {
  for (const field of ['generation', 'metageneration'] as const) {
    const current = getTextMember(resource, field) ?? '0';
    const name = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
    const [match, notMatch] = [`if${role}${name}Match`, `if${role}${name}NotMatch`];
    const [expected, excluded] = [getText(call, match), getText(call, notMatch)];
    if (expected !== undefined && expected !== current) rejectVersion(call, match, { field, current });
    if (excluded !== undefined && excluded === current) rejectVersion(call, notMatch, { field, current });
  }
}

export function rejectVersion(
  call: HandlerCall,
  parameter: string,
  { field, current }: { readonly field: string; readonly current: string },
): never {
  const expected = getText(call, parameter) ?? '';
  return call.reject('conditionNotMet', `Precondition not met: '${field}' is '${current}', and '${parameter}' is '${expected}'.`, {
    location: parameter,
    locationType: 'parameter',
  });
}
