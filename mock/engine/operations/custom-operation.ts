/** Starts the operations of handlers: `call.startOperation`. */
import { describeValue } from '../../../runtime/error-text.js';
import { HttpError } from '../../lib/http-error.js';
import { emptyObject, isObject, type JsonObject } from '../../lib/json.js';
import { renderResource } from '../../catalog/links.js';
import { getRule } from '../../catalog/method.js';
import type { OperationOptions } from '../../types/handlers.js';
import { createFailure, type Effect } from '../../state/apply-effects.js';
import { completeResource, requireStatePlace } from '../handler-state.js';
import type { EngineCall, ActionPlan } from '../call.js';
import { startLongRunningOperation } from './long-running.js';
import { startOperation } from './start-operation.js';

/** Starts an operation that applies the changes when it is done, and returns it. */
export function startCustomOperation(call: EngineCall, options: OperationOptions): JsonObject {
  const { duration, metadata, response, error, changes = {} } = options;
  if (duration !== undefined && !(duration >= 0)) throw createOptionError('duration', 'a number of milliseconds', duration);
  const effects = Object.entries(changes).map(([path, resource]) => planStoredChange(call, path, resource));
  const { code } = new HttpError(error?.reason ?? 'internalError');
  const plan: ActionPlan = {
    effects,
    response: { body: toJsonObject(response) },
    startsOperation: true,
    ...(metadata && { metadata: toJsonObject(metadata) }),
    ...(error && { failure: createFailure(code, error.reason, error.message) }),
  };
  const timed = duration === undefined ? call : { ...call, operationDelay: duration };
  if (call.method.behavior.method.operation === 'longrunning') return startLongRunningOperation(timed, plan);
  const rule = getRule(call.method, 'operation');
  if (!rule) throw new TypeError(`startOperation: the response of ${call.method.id} isn't an operation`);
  const place = startOperation(timed, plan, rule);
  return renderResource(place, call.state.findEntity(place)?.body ?? emptyObject, call.origin);
}

/** Plans to create, replace, or (`null`) delete the resource at a URL path. */
function planStoredChange(call: EngineCall, path: string, resource: object | null): Effect {
  const place = requireStatePlace(call, path);
  if (resource === null) return { kind: 'remove', path: place.path };
  if (!isObject(resource as JsonObject)) throw createOptionError(`changes["${path}"]`, 'a resource or null', resource);
  return { kind: 'put', path: place.path, body: completeResource(call, place, resource) };
}

const toJsonObject = (value: object = emptyObject): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

function createOptionError(name: string, expected: string, received: unknown): TypeError {
  return new TypeError(`startOperation: ${name} must be ${expected} (received ${describeValue(received)})`);
}
