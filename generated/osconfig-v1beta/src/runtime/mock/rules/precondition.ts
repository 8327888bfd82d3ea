/** Parameters that make a call depend on the version of a resource: `ifGenerationMatch`, `ifMetagenerationNotMatch`. */
import { parameter, placeOfCall, type Call } from '../call.js';
import { Refusal } from '../errors.js';
import { textMember, type JsonObject } from '../json.js';

/** Throws 412 where what stands at the path of a read or a change is not the version that the call is meant for. */
export function requirePreconditions(call: Call): void {
  const { action, preconditions } = call.method.behaviour;
  if (!preconditions || action.kind === 'create') return;
  const found = call.state.locate(placeOfCall(call));
  if (found) requireVersion(call, found.entity.body);
}

/** The same for a resource, or for none: that has the version 0. */
export function requireVersion(call: Call, present: JsonObject | undefined): void {
  for (const { parameter: name, field, negated } of call.method.behaviour.preconditions ?? []) {
    const wanted = parameter(call, name);
    const version = textMember(present, field) ?? '0';
    if (wanted === undefined || (String(wanted) === version) !== negated) continue;
    const message = `Precondition not met: '${field}' is '${version}', and '${name}' is '${String(wanted)}'.`;
    throw new Refusal('conditionNotMet', { message, location: name, locationType: 'parameter', rule: 'precondition' });
  }
}
