/** Runs one API call: checks the request, executes the action, and renders the response. */
import type { ValidationError } from '../../descriptor.js';
import { planAction } from '../engine/actions/index.js';
import { anonymous, authorize, findGrant } from './auth.js';
import { addCallCounts, type CallContext, type Plan } from '../engine/call.js';
import { HttpError } from '../lib/http-error.js';
import { emptyObject, isObject, getMember, pick, withMember, type JsonObject } from '../lib/json.js';
import { renderResource } from '../world/links.js';
import type { UserHandlers } from '../state/handler-registry.js';
import { runHandlers } from '../engine/handlers.js';
import type { Content } from '../engine/media/content.js';
import type { RequestContent, ServedContent } from './media/media-types.js';
import { getMediaSupport, type MediaSupport } from './media/media-support.js';
import { rejectIgnored } from './ignored.js';
import { normalizeProtoJson } from '../world/protojson.js';
import { createChangeRecord } from '../engine/operations/change-records.js';
import { startLongRunningOperation } from '../engine/operations/long-running.js';
import { startOperation, storeResponse, findReplayedOperation, readRequestId } from '../engine/operations/start-operation.js';
import { readBody, readParameters, type ParsedRequest } from '../lib/http-request.js';
import { maskResponse } from './response-mask.js';
import { isMissingNameSetByParameter } from '../engine/actions/new-place.js';
import { selectElements } from '../engine/rules/element-selector.js';
import { requireIfMatch } from '../engine/rules/if-match.js';
import { requirePreconditions } from '../engine/rules/precondition.js';
import { isCausedByIgnoredField } from '../engine/rules/supported-fields.js';
import { validateRequestId } from '../engine/rules/request-ids.js';
import type { MethodResult, RoutedRequest } from './routed-request.js';
import type { Session } from '../state/session.js';
import { applyEffects } from '../state/apply-effects.js';
import type { State } from '../state/state.js';
import { validateRequest, getErrorPath, omitNulls } from '../lib/request-validation.js';
import { getRule, type Method } from '../world/method.js';
import { type Place } from '../world/resource.js';
import { unwrapData } from '../world/unwrap-data.js';

/** Runs inside a transaction, which an error rolls back. */
export function handleApiCall(state: State, routed: RoutedRequest): MethodResult | Promise<MethodResult> {
  const { session, method, incoming } = routed;
  const segments = state.resolveNames(method.resource, routed.segments);
  const attempt = tryWork(() => {
    if (incoming.error) throw incoming.error;
    return routed.read ? routed.read() : readContentOrBody(method, incoming, session.settings);
  });
  const content = attempt.value?.content;
  const body = { ...attempt, value: normalizeProtoJson(attempt.value?.value, method.behavior, method) };
  const grant = findGrant(state, incoming.headers);
  if (session.settings.auth === 'on') authorize(grant, { method, segments, headers: incoming.headers, body: body.value });
  const call: CallContext = {
    session,
    state,
    method,
    segments,
    origin: incoming.origin,
    parameters: readRequestIdParameter(method, incoming),
    body: body.value ?? emptyObject,
    grant,
    user: grant?.user ?? anonymous,
    at: session.clock.now(),
    faults: routed.faults,
    ...(content && { content }),
  };
  const replayed = getRule(method, 'requestId') && findReplayedOperation(call);
  if (replayed && 'place' in replayed)
    return { body: maskResponse(routed, renderPlace(call, replayed.place), replayed.place), replayed: true };
  if (replayed) return { ...wrapResult({ body: maskResponse(routed, replayed.response) }, method), replayed: true };
  if (body.error !== undefined) throw body.error;
  const validCall = validateCall({ ...call, parameters: readParameters(method, segments, incoming) }, body.value);
  if (session.strict) rejectIgnored(method, routed.ignored);
  return rejectInvalidMask(routed, () => executeCall(validCall, routed));
}

/** Runs the call. Reports a mask that is invalid for every response before any error that depends on the state. */
function rejectInvalidMask(routed: RoutedRequest, work: () => MethodResult | Promise<MethodResult>): MethodResult | Promise<MethodResult> {
  const rejectMaskFirst = (error: unknown): never => {
    maskResponse(routed, emptyObject);
    throw error;
  };
  try {
    const result = work();
    return result instanceof Promise ? result.catch(rejectMaskFirst) : result;
  } catch (error) {
    return rejectMaskFirst(error);
  }
}

function readContentOrBody(method: Method, incoming: ParsedRequest, settings: Session['settings']): RequestContent {
  return (
    getMediaSupport(method.api)?.readContent(method, incoming, settings) ?? { value: unwrapData(method, readBody(incoming.body, settings)) }
  );
}

interface Attempt<T> {
  readonly value?: T;
  readonly error?: unknown;
}

/** Captures an error of the body, because errors of the caller are reported first. */
function tryWork<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

/** Returns only the request ID parameter. A repeated request is found before the other parameters are checked. */
function readRequestIdParameter(method: Method, { query }: ParsedRequest): JsonObject {
  const { parameter } = getRule(method, 'requestId') ?? { parameter: undefined };
  const entry = query.find(([name]) => name === parameter);
  return entry ? Object.fromEntries([entry]) : emptyObject;
}

/** Returns the call with the names that the path sets in the body. Throws 400 if the request is invalid. */
function validateCall(call: CallContext, requestBody: JsonObject | undefined): CallContext {
  const { httpMethod, body: bodyMode } = call.method.behavior.method;
  const { method } = call;
  if (requestBody !== undefined && (bodyMode === undefined || httpMethod === 'GET')) {
    throw new HttpError('invalid', {
      message: `${method.id} takes no request body. Send the request without one.`,
      location: 'requestBody',
      rule: 'body',
    });
  }
  if (requestBody === undefined && bodyMode === 2) {
    throw new HttpError('required', { message: `${method.id}: requestBody is required.`, location: 'requestBody', rule: 'body' });
  }
  const requestIdRule = getRule(method, 'requestId');
  const requestId = readRequestId(call, requestIdRule);
  if (requestIdRule && requestId !== undefined) validateRequestId(requestIdRule, requestId);
  const body = bindPathFields(call);
  const isMerge = method.behavior.action.kind === 'patch' || getRule(method, 'update')?.merge === true;
  const validatedBody = isMerge ? omitNulls(body) : body;
  const value =
    requestBody === undefined && Object.keys(body).length === 0 ? call.parameters : { ...call.parameters, requestBody: validatedBody };
  validateRequest(
    method.behavior.validate,
    value,
    (error) =>
      isExpressionError(error) ||
      isMissingEtag(call, error) ||
      isMissingNameSetByParameter(call, error) ||
      isCausedByIgnoredField(method, value, error),
  );
  return unwrapResource(body === call.body ? call : { ...call, body });
}

/** Extracts the resource from a body that wraps it or mixes it with other fields. The other fields become parameters. */
function unwrapResource(call: CallContext): CallContext {
  const { requestWrap, requestFields } = call.method.behavior;
  if (requestFields) return { ...call, body: pick(call.body, requestFields), parameters: { ...call.body, ...call.parameters } };
  if (requestWrap === undefined) return call;
  const { [requestWrap]: resource, ...otherFields } = call.body;
  return { ...call, body: isObject(resource) ? resource : emptyObject, parameters: { ...otherFields, ...call.parameters } };
}

/** `{group.name=...}` sets `name` in the body. A body with another name is rejected. */
function bindPathFields(call: CallContext): JsonObject {
  return call.method.bindings.reduce((body, { name }) => {
    const dot = name.indexOf('.');
    const value = call.parameters[name];
    if (dot < 0 || value === undefined) return body;
    const field = name.slice(dot + 1);
    const sent = getMember(body, field);
    if (sent !== undefined && sent !== value) {
      throw new HttpError('invalid', {
        message: `Invalid value for '${field}': must be '${String(value)}', as in the path`,
        location: field,
        rule: 'path',
      });
    }
    return withMember(body, field, value);
  }, call.body);
}

/** The action validates expressions itself, because a mask may name a field that only the response has. */
function isExpressionError({ keyword }: ValidationError): boolean {
  return keyword === 'filter' || keyword === 'fieldMask';
}

/** A missing or `null` etag is a failed precondition (412), not an invalid request. */
function isMissingEtag({ method, body: requestBody }: CallContext, error: ValidationError): boolean {
  const { action } = method.behavior;
  const fields = (method.resource?.etags ?? []).map(({ field }) => field);
  if (action.kind === 'setFields' && action.fingerprint !== undefined) fields.push(action.fingerprint);
  const [body, field, ...rest] = getErrorPath(error);
  if (body !== 'requestBody' || rest.length > 0 || field === undefined || !fields.includes(field)) return false;
  return error.keyword === 'required' || getMember(requestBody, field) === null;
}

/** Converts a body that represents media content, and wraps other bodies in `data` if the service does. */
function wrapResult(result: MethodResult, method: Method): MethodResult {
  const media = getMediaSupport(method.api);
  const content = result.serve ? undefined : media?.fromResponseBody(method, result.body);
  if (content) return { ...result, serve: (headers) => media?.serveContent(content, headers) as ServedContent };
  return method.api.dataWrapper && !result.serve ? { ...result, body: { data: result.body } } : result;
}

/** Stores the content together with the resource of the response. */
function addContent(media: MediaSupport, plan: Plan, content: Content): Plan {
  return 'place' in plan.response ? { ...plan, effects: media.storeContent(plan.effects, plan.response.place, content) } : plan;
}

function executeCall(call: CallContext, routed: RoutedRequest): MethodResult | Promise<MethodResult> {
  requireIfMatch(call, routed.incoming.headers['if-match']);
  requirePreconditions(call);
  const handlers = call.session.handlers.find(call.method.id);
  return handlers ? respondByHandlers(handlers, call, routed) : respondByDefault(call, routed);
}

/** Handlers of the user get and return responses that are unmasked and unwrapped. */
async function respondByHandlers(handlers: UserHandlers, call: CallContext, routed: RoutedRequest): Promise<MethodResult> {
  let defaultResult: MethodResult | undefined;
  const { headers, body } = routed.incoming;
  const respond = async (): Promise<JsonObject> => {
    defaultResult = await respondByDefault(call, { ...routed, isInner: true });
    return defaultResult.body;
  };
  const response = await runHandlers(handlers, call, { headers, hasBody: body !== undefined && body.length > 0, respond });
  storeResponse(call, response);
  const serve = defaultResult?.serve;
  return { ...wrapResult({ ...(serve && { serve }), body: maskResponse(routed, response) }, call.method), handled: true };
}

function respondByDefault(call: CallContext, routed: RoutedRequest): MethodResult | Promise<MethodResult> {
  const media = getMediaSupport(call.method.api);
  const content = media?.findContent(call, routed.incoming);
  if (media && content) return { body: emptyObject, serve: (headers) => media.serveContent(content, headers) };
  const planned = planAction(call, call.method.behavior.action);
  return planned instanceof Promise ? planned.then((plan) => completeCall(call, plan, routed)) : completeCall(call, planned, routed);
}

function completeCall(call: CallContext, basePlan: Plan, routed: RoutedRequest): MethodResult {
  const media = getMediaSupport(call.method.api);
  const countedPlan = addCallCounts(call, basePlan);
  const plan = media && call.content ? addContent(media, countedPlan, call.content) : countedPlan;
  const { body: responseBody, place } = executePlan(call, plan);
  const polling = plan.pollTimeout !== undefined && { pollTimeout: plan.pollTimeout };
  if (routed.isInner) return { body: responseBody, ...polling };
  storeResponse(call, responseBody);
  return wrapResult({ body: maskResponse(routed, responseBody, place), ...polling }, call.method);
}

/** A response, with the resource that it shows if any. */
interface RenderedResponse {
  readonly body: JsonObject;
  readonly place?: Place;
}

function executePlan(call: CallContext, plan: Plan): RenderedResponse {
  const rule = getRule(call.method, 'operation');
  const isLongRunning = call.method.behavior.method.operation === 'longrunning';
  const hasEffects = plan.startsOperation === true || plan.effects.length + (plan.onAcceptance?.length ?? 0) > 0;
  if (rule && isLongRunning && hasEffects) return { body: startLongRunningOperation(call, plan, rule) };
  if (rule && hasEffects) {
    const place = startOperation(call, plan, rule);
    return { body: renderPlace(call, place), place };
  }
  if (plan.failure) throw new HttpError('forbidden', { message: String(plan.failure.errors[0]?.['message'] ?? ''), rule: 'quota' });
  const record = createChangeRecord(call, plan);
  if (isLongRunning && (plan.startsOperation || plan.effects.length > 0)) {
    return { body: startLongRunningOperation(call, plan) };
  }
  applyEffects(call.state, [...(plan.onAcceptance ?? []), ...plan.effects, ...(record?.effects ?? [])], call.at);
  if (record && getRule(call.method, 'changeRecord')) return { body: renderPlace(call, record.place), place: record.place };
  const rendered = selectElements(call, 'place' in plan.response ? renderPlace(call, plan.response.place) : plan.response.body);
  return { body: wrapResource(call.method, plan, rendered), ...('place' in plan.response && { place: plan.response.place }) };
}

/** Wraps the resource in a field if the response schema does. */
function wrapResource(method: Method, plan: Plan, rendered: JsonObject): JsonObject {
  const { responseWrap, responseConstants } = method.behavior;
  return responseWrap === undefined || !('place' in plan.response) ? rendered : { ...responseConstants, [responseWrap]: rendered };
}

function renderPlace(call: CallContext, place: Place): JsonObject {
  const entity = call.state.findEntity(place);
  return renderResource(place, entity?.body ?? call.session.getImplicitBody(place, call.origin), call.origin);
}
