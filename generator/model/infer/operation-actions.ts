/** Infers custom methods of operations: wait and cancel. */
import type { Action } from '../../../templates/runtime/rule.js';
import type { Lookup } from '../schema-lookup.js';
import type { Method } from '../model.js';
import { getOperationStyle } from './operation.js';
import {
  hasTrailingLiteral,
  findLastLiteral,
  toTemplate,
  joinTrailingName,
  type RoutePart,
  type RouteShape,
} from '../../lib/route-shape.js';

interface OperationContext {
  readonly lookup: Lookup;
  /** Finds the method that gets the resource at a path. */
  readonly findGetMethod: (parts: readonly RoutePart[]) => Method | undefined;
}

/** Seconds that a service waits for an operation if the request sets no limit. */
const WAIT_SECONDS = 120;

/** Infers `operations/{operation}/wait` and `operations/*:wait` (AIP-151), which respond when the operation is done or the time is over. */
export function inferWait(method: Method, { parts, verb }: RouteShape): Action | undefined {
  const isVerb = verb === 'wait';
  const last = parts.at(-1);
  if (method.httpMethod !== 'POST' || !(isVerb || (last?.kind === 'literal' && last.text === 'wait'))) return undefined;
  const resource = joinTrailingName(isVerb ? parts : parts.slice(0, -1));
  if (method.operation === undefined || findLastLiteral(resource) !== 'operations' || hasTrailingLiteral(resource)) return undefined;
  const endCondition = method.operation === 'longrunning' ? { field: 'done', values: [true] } : { field: 'status', values: ['DONE'] };
  return { kind: 'waitForField', resource: toTemplate(resource), ...endCondition, seconds: WAIT_SECONDS, timeout: 'timeout' };
}

/** Infers `operations/{operation}/cancel` and `operations/*:cancel` (AIP-151). For other operation styles, the result of a cancellation is undocumented. */
export function inferCancel(method: Method, { parts, verb }: RouteShape, { lookup, findGetMethod }: OperationContext): Action | undefined {
  const last = parts.at(-1);
  if (method.httpMethod !== 'POST' || !(verb === 'cancel' || (last?.kind === 'literal' && last.text === 'cancel'))) return undefined;
  const resource = joinTrailingName(verb === 'cancel' ? parts : parts.slice(0, -1));
  if (findLastLiteral(resource) !== 'operations' || hasTrailingLiteral(resource)) return undefined;
  const resourceType = findGetMethod(resource)?.response;
  if (getOperationStyle(resourceType, lookup) !== 'longrunning' || (lookup.object(method.response)?.fields.length ?? 0) > 0)
    return undefined;
  return { kind: 'cancel', resource: toTemplate(resource) };
}
