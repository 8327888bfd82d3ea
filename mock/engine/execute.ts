/** Executes a validated call: its action or the handlers of the user, and the effects. */
import { HttpError } from '../lib/http-error.js';
import { emptyObject, isObject, type Json, type JsonObject } from '../lib/json.js';
import { loadOnce } from '../lib/lazy-module.js';
import { continueWith, type MaybePromise } from '../lib/maybe-promise.js';
import { applyEffects } from '../state/apply-effects.js';
import type { MethodHandlers } from '../state/handler-registry.js';
import { renderResource } from '../catalog/links.js';
import { getRule } from '../catalog/method.js';
import type { Place } from '../catalog/resource.js';
import { planAction } from './actions/index.js';
import { addCallCounts, findHandlers, type EngineCall, type ActionPlan } from './call.js';
import type { HandlerResult } from './handlers.js';
import type { Content } from './content/content.js';
import { getContentStore } from './content/content-store.js';
import { createChangeRecord } from './operations/change-records.js';
import { selectElements } from './rule-kinds/element-selector.js';
import { checkEntityTags } from './conditions/if-match.js';
import { rejectIgnoredParts } from './conditions/ignored-parts.js';
import { checkPreconditions } from './conditions/preconditions.js';
import { findReplayedOperation, storeResponse, type IdentifiedCall } from './operations/request-ids.js';

const loadHandlers = loadOnce(() => import('./handlers.js'));
const loadOperations = loadOnce(() => import('./operations/operations-entry.js'));

/** The response of a call before the request's field mask. */
export interface Execution extends HandlerResult {
  /** An object, unless the response of the method is another JSON value. */
  readonly body: Json;
  /** The resource in the body, if any. */
  readonly place?: Place;
  /** The media content to send instead of the body. */
  readonly content?: Content;
  /** The client has the current version, so the response is 304. */
  readonly isUnchanged?: true;
  /** A handler of the user took part. */
  readonly handled?: true;
  /** The response of an earlier request with the same request ID. */
  readonly replayed?: true;
  /** Milliseconds for which to poll. Present if the resource is not ready yet. */
  readonly pollTimeout?: number;
}

/** Returns the response of an earlier request with the same request ID: its operation or its response. */
export function findReplay(call: IdentifiedCall): Execution | undefined {
  const replayed = findReplayedOperation(call);
  if (!replayed) return undefined;
  return 'place' in replayed ? { ...renderPlace(call, replayed.place), replayed: true } : { body: replayed.response, replayed: true };
}

/** Executes a call and stores its response for requests that repeat it. Throws an `HttpError` if a rule rejects the call. */
export function execute(call: EngineCall): MaybePromise<Execution> {
  const handlers = findHandlers(call);
  if (!handlers) rejectIgnoredParts(call);
  checkEntityTags(call);
  const isUnchanged = checkPreconditions(call);
  return continueWith(handlers ? executeByHandlers(call, handlers) : executeByDefault(call), (execution) => {
    // A stream has no single response that a repeated request could return.
    if (!call.requestsEvents) storeResponse(call, execution.body);
    return isUnchanged ? { ...execution, isUnchanged: true } : execution;
  });
}

async function executeByHandlers(call: EngineCall, handlers: MethodHandlers): Promise<Execution> {
  const { runHandlers } = await loadHandlers();
  let content: Content | undefined;
  const result = await runHandlers(handlers, call, async () => {
    call.handlerUse.markDefault();
    const execution = await executeByDefault(call);
    content = execution.content;
    return execution.body;
  });
  // A handler can read what the default behavior ignores also after it.
  rejectIgnoredParts(call);
  const isUserHandled = call.session.handlers.hasUserHandler(call.method.id);
  return { ...result, ...(isUserHandled && { handled: true }), ...(content && { content }) };
}

function executeByDefault(call: EngineCall): MaybePromise<Execution> {
  const { api, behavior } = call.method;
  const contents = getContentStore(api);
  if (contents && call.requestsContent) return { body: emptyObject, content: contents.findContent(call) };
  return continueWith(planAction(call, behavior.action), (basePlan) => {
    const plan = addContent(call, addCallCounts(call, basePlan));
    return continueWith(executePlan(call, plan), (execution) =>
      plan.pollTimeout === undefined ? execution : { ...execution, pollTimeout: plan.pollTimeout },
    );
  });
}

/** Stores the media content of the request together with the resource of the response. */
function addContent(call: EngineCall, plan: ActionPlan): ActionPlan {
  const { content, method } = call;
  const contents = content && getContentStore(method.api);
  if (!contents || !('place' in plan.response)) return plan;
  return { ...plan, effects: contents.storeContent(plan.effects, plan.response.place, content) };
}

/** Applies the effects of a plan, at once or when an operation completes, and returns the response. */
function executePlan(call: EngineCall, plan: ActionPlan): MaybePromise<Pick<Execution, 'body' | 'place'>> {
  const rule = getRule(call.method, 'operation');
  const isLongRunning = call.method.behavior.method.operation === 'longrunning';
  const hasEffects = plan.startsOperation === true || plan.effects.length + (plan.onAcceptance?.length ?? 0) > 0;
  if (rule && hasEffects && !isLongRunning)
    return continueWith(loadOperations(), ({ startOperation }) => renderPlace(call, startOperation(call, plan, rule)));
  const start = (): MaybePromise<Pick<Execution, 'body'>> =>
    continueWith(loadOperations(), ({ startLongRunningOperation }) => ({ body: startLongRunningOperation(call, plan) }));
  if (rule && hasEffects) return start();
  if (plan.failure) throw new HttpError('forbidden', { message: String(plan.failure.errors[0]?.['message'] ?? ''), rule: 'quota' });
  const record = createChangeRecord(call, plan);
  if (isLongRunning && (plan.startsOperation || plan.effects.length > 0)) return start();
  applyEffects(call.state, [...(plan.onAcceptance ?? []), ...plan.effects, ...(record?.effects ?? [])], call.at);
  if (record && call.method.behavior.changeRecord?.isResponse) return renderPlace(call, record.place);
  if (!('place' in plan.response)) {
    const { body } = plan.response;
    return { body: isObject(body) ? selectElements(call, body) : body };
  }
  const { body, place } = renderPlace(call, plan.response.place);
  const selected = selectElements(call, body);
  const { responseWrap, responseConstants } = call.method.behavior;
  return { body: responseWrap === undefined ? selected : { ...responseConstants, [responseWrap]: selected }, place };
}

function renderPlace(call: Pick<EngineCall, 'state' | 'origin'>, place: Place): { readonly body: JsonObject; readonly place: Place } {
  const entity = call.state.findEntity(place);
  return { body: renderResource(place, entity?.body ?? call.state.getImplicitBody(place, call.origin), call.origin), place };
}
