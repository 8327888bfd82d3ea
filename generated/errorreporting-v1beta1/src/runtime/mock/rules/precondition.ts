/** Parameters that make a call depend on the version of a resource: `ifGenerationMatch`, `ifMetagenerationNotMatch`. */
import { getParameter, resourcePlace, type CallContext } from '../call.js';
import { HttpError } from '../http-error.js';
import { getTextMember, type JsonObject } from '../json.js';

/** Throws 412 where what stands at the path of a read or a change is not the version that the call is meant for. */
export function requirePreconditions(call: CallContext): void {
  const { action, preconditions } = call.method.behavior;
  if (!preconditions || action.kind === 'create') return;
  const found = call.state.locate(resourcePlace(call));
  if (found) requireVersion(call, found.entity.body);
}

/** The same for a resource, or for none: that has the version 0. */
export function requireVersion(call: CallContext, present: JsonObject | undefined): void {
  for (const { parameter: name, field, negated } of call.method.behavior.preconditions ?? []) {
    const wanted = getParameter(call, name);
    const version = getTextMember(present, field) ?? '0';
    if (wanted === undefined || (String(wanted) === version) !== negated) continue;
    const message = `Precondition not met: '${field}' is '${version}', and '${name}' is '${String(wanted)}'.`;
    throw new HttpError('conditionNotMet', { message, location: name, locationType: 'parameter', rule: 'precondition' });
  }
}
