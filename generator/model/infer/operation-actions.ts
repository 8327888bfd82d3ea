/** Infers custom methods of operations: wait and cancel. */
import type { Action } from '../../../templates/runtime/rule.js';
import type { Method } from '../model.js';
import { findGetMethod, type OtherMethods } from './computed-fields.js';
import { getOperationStyle } from './operation.js';
import { findLastLiteral, hasTrailingLiteral, joinTrailingName, toTemplate } from '../../lib/path-steps.js';
import { type PathStep, type PathTemplate } from '../../../templates/runtime/paths/template.js';

/** Seconds that a service waits for an operation if the request sets no limit. */
const waitSeconds = 120;

/** Infers `operations/{operation}/wait` and `operations/*:wait` (AIP-151), which respond when the operation is done or the time is over. */
export function inferWait(method: Method, shape: PathTemplate): Action | undefined {
  const resource = findOperation(method, shape, 'wait');
  if (method.operation === undefined || resource === undefined) return undefined;
  const endCondition = method.operation === 'longrunning' ? { field: 'done', values: [true] } : { field: 'status', values: ['DONE'] };
  return { kind: 'waitForField', resource: toTemplate(resource), ...endCondition, seconds: waitSeconds, timeout: 'timeout' };
}

/** Infers `operations/{operation}/cancel` and `operations/*:cancel` (AIP-151). For other operation styles, the result of a cancellation is undocumented. */
export function inferCancel(method: Method, shape: PathTemplate, { lookup, methodsByRoute }: OtherMethods): Action | undefined {
  const resource = findOperation(method, shape, 'cancel');
  const resourceType = resource && findGetMethod(resource, methodsByRoute)?.response;
  if (
    resource === undefined ||
    getOperationStyle(resourceType, lookup) !== 'longrunning' ||
    (lookup.object(method.response)?.fields.length ?? 0) > 0
  )
    return undefined;
  return { kind: 'cancel', resource: toTemplate(resource) };
}

/** Returns the steps of the operation on which a custom method acts: `operations/{operation}/wait`, `operations/*:wait`. */
function findOperation({ httpMethod }: Method, { steps, verb }: PathTemplate, name: string): readonly PathStep[] | undefined {
  if (httpMethod !== 'POST' || (verb !== name && !(hasTrailingLiteral(steps) && findLastLiteral(steps) === name))) return undefined;
  const resource = joinTrailingName(verb === name ? steps : steps.slice(0, -1));
  return findLastLiteral(resource) === 'operations' && !hasTrailingLiteral(resource) ? resource : undefined;
}
