/** The headers `If-Match` and `If-None-Match`: a change applies only to a version of the resource that they permit. */
import { getResourcePlace, type EngineCall } from '../call.js';
import type { CompiledMethod } from '../../catalog/method.js';
import { isMissingAndAllowed } from './allow-missing.js';
import { requireEntityTag } from './entity-tags.js';

/** The actions that change or delete the resource in the path. */
const changeActions = new Set<string>(['patch', 'update', 'delete', 'setFields']);

/** Returns whether the method changes a resource that can exist before. */
export function canHaveIfMatch({ behavior: { action } }: CompiledMethod): boolean {
  return changeActions.has(action.kind) || (action.kind === 'create' && action.replaces === true);
}

/** Throws 412 if the resource in the path of a change doesn't have a permitted entity tag. Ignores a missing resource, unless the call would create it. */
export function checkEntityTags(call: EngineCall): void {
  const { headers, method } = call;
  if ((headers['if-match'] ?? headers['if-none-match']) === undefined || !changeActions.has(method.behavior.action.kind)) return;
  const member = call.state.locate(getResourcePlace(call));
  if (member || isMissingAndAllowed(call)) requireEntityTag(call, member);
}
