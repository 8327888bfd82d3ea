/** Parameters that name the version of the resource that a request expects: `ifGenerationMatch`, `ifMetagenerationNotMatch`. */
import { getParameter, getResourcePlace, type EngineCall } from '../call.js';
import { HttpError } from '../../lib/http-error.js';
import { getTextMember, type JsonObject } from '../../lib/json.js';

/** Throws 412 if the resource of a read or a change doesn't have the requested version. */
export function requirePreconditions(call: EngineCall): void {
  const { action, preconditions } = call.method.behavior;
  if (!preconditions || action.kind === 'create') return;
  const member = call.state.locate(getResourcePlace(call));
  if (member) requireVersion(call, member.entity.body);
}

/** Throws 412 if a resource doesn't have the requested version. A missing resource has version 0. */
export function requireVersion(call: EngineCall, present: JsonObject | undefined): void {
  for (const { parameter: name, field, negated } of call.method.behavior.preconditions ?? []) {
    const expected = getParameter(call, name);
    const version = getTextMember(present, field) ?? '0';
    if (expected === undefined || (String(expected) === version) !== negated) continue;
    const message = `Precondition not met: '${field}' is '${version}', and '${name}' is '${String(expected)}'.`;
    throw new HttpError('conditionNotMet', { message, location: name, locationType: 'parameter', rule: 'precondition' });
  }
}
