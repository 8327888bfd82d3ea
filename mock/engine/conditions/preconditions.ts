/** Parameters that name the version of the resource that a request expects: `ifGenerationMatch`, `ifEtagNotMatch`. */
import { getParameter, getResourcePlace, type EngineCall } from '../call.js';
import { isEtagMatch } from '../../lib/entity-tags.js';
import { HttpError } from '../../lib/http-error.js';
import { getTextMember } from '../../lib/json.js';
import type { Member } from '../../state/entity.js';
import { renderComplete } from '../../catalog/links.js';

/**
 * Throws 412 if the resource of a read or a change doesn't have the requested version. Returns whether a read finds the version that the
 * client has, according to a parameter such as `ifGenerationNotMatch`. The response then is 304.
 */
export function checkPreconditions(call: EngineCall): boolean {
  const { action, preconditions } = call.method.behavior;
  if (!preconditions || action.kind === 'create') return false;
  const member = call.state.locate(getResourcePlace(call));
  if (!member) return false;
  const isRead = action.kind === 'get';
  requireVersion(call, member, isRead);
  return isRead && findUnmet(call, member, true) !== undefined;
}

/** Throws 412 if a resource doesn't have the requested version. A missing resource has version 0. `isRead`: only if it must have a version. */
export function requireVersion(call: EngineCall, member: Member | undefined, isRead = false): void {
  const unmet = findUnmet(call, member, false) ?? (isRead ? undefined : findUnmet(call, member, true));
  if (!unmet) return;
  const { parameter, field, version } = unmet;
  const message = `Precondition not met: '${field}' is '${version}', and '${parameter}' is '${String(getParameter(call, parameter))}'.`;
  throw new HttpError('conditionNotMet', { message, location: parameter, locationType: 'parameter', rule: 'precondition' });
}

interface UnmetPrecondition {
  readonly parameter: string;
  readonly field: string;
  /** The present version. */
  readonly version: string;
}

function findUnmet(call: EngineCall, member: Member | undefined, isNegated: boolean): UnmetPrecondition | undefined {
  for (const { parameter, field, negated } of call.method.behavior.preconditions ?? []) {
    const expected = negated === isNegated ? getParameter(call, parameter) : undefined;
    if (expected === undefined) continue;
    const version = getTextMember(member && renderComplete(member.place, member.entity.body, call.origin), field) ?? '0';
    if (isEtagMatch(String(expected), version) === negated) return { parameter, field, version };
  }
  return undefined;
}
