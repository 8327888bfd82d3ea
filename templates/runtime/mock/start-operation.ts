/** Operations, which track accepted changes. */
import type { OperationRule, RequestIdRule } from '../rule.js';
import { createNotImplementedError, getTextParameter, type CallContext, type Plan } from './call.js';
import { formatInstant } from './instants.js';
import { getOperationErrorMessage } from './http-error.js';
import { getResourceName } from './server-fields.js';
import { isObject, getMember, getTextMember, type Json, type JsonObject } from './json.js';
import { createLink } from './links.js';
import { findOperationPlace } from './operation-places.js';
import { createRequestIdKey } from './rules/request-ids.js';
import { scheduleEffects } from './state/schedule.js';
import { applyEffects, createFailure, deferEffects, type Effect, type Failure } from './state/apply-effects.js';
import { getRule } from './world/method.js';
import { toCanonicalPath, hasField, createPlace, type Place } from './world/resource.js';

/** The progress of a running operation at fractions of the operation delay. */
const progressSteps: readonly { readonly fraction: number; readonly progress: number }[] = [
  { fraction: 0.25, progress: 0 },
  { fraction: 0.5, progress: 50 },
  { fraction: 0.75, progress: 75 },
];

/** Starts the operation of a plan, and applies the plan's effects when it completes. Returns the place of the operation. */
export function startOperation(call: CallContext, plan: Plan, rule: OperationRule): Place {
  const place = chooseOperationPlace(call, plan, rule);
  const { operationDelay, operationRetention } = call.session.settings;
  const injectedFailure = getInjectedFailure(call);
  const failure = injectedFailure ?? plan.failure;
  const requestKey = storeRequestId(call, place);
  const body = createOperationBody(call, { place, plan, rule });
  call.state.put(place, operationDelay > 0 ? body : { ...body, ...createRunningFields(call.at, 0) });
  const undo = injectedFailure && operationDelay > 0 ? beginFailingChange(call, plan) : [];
  if (!failure) applyEffects(call.state, plan.onAcceptance ?? [], call.at);
  const complete: Effect = {
    kind: 'complete',
    path: place.path,
    effects: failure ? [] : deferEffects(call.state, plan.effects, operationDelay),
    retention: operationRetention,
    ...(operationDelay > 0 && { isDelayed: true }),
    ...(failure && { failure }),
    ...(undo.length > 0 && { undo }),
    ...(requestKey !== undefined && { request: requestKey }),
  };
  applyEffects(call.state, operationDelay > 0 ? createDelayedEffects(call, { place, complete }) : [complete], call.at);
  return place;
}

/** Starts a change that a fault will fail, and returns the effects that undo it. Quota usage doesn't change. */
function beginFailingChange(call: CallContext, { onAcceptance = [] }: Plan): readonly Effect[] {
  applyEffects(
    call.state,
    onAcceptance.filter(({ kind }) => kind === 'put' || kind === 'later'),
    call.at,
  );
  return onAcceptance.flatMap((effect): readonly Effect[] => (effect.kind === 'put' ? [{ kind: 'remove', path: effect.path }] : []));
}

function createDelayedEffects(
  call: CallContext,
  { place, complete }: { readonly place: Place; readonly complete: Effect },
): readonly Effect[] {
  const { operationDelay } = call.session.settings;
  const started = call.at + operationDelay * (progressSteps[0]?.fraction ?? 0);
  return [
    ...progressSteps.map(({ fraction, progress }): Effect => ({
      kind: 'later',
      after: operationDelay * fraction,
      effects: [{ kind: 'set', path: place.path, fields: createRunningFields(started, progress) }],
    })),
    { kind: 'later', after: operationDelay, effects: [complete] },
  ];
}

function createRunningFields(startTime: number, progress: number): JsonObject {
  return { status: 'RUNNING', startTime: formatInstant(startTime), progress };
}

/**
 * Returns the place of an operation: in the collection of the method's scope if the API defines it, else in the nearest collection that it
 * defines, else in the customary collection.
 */
function chooseOperationPlace(call: CallContext, plan: Plan, rule: OperationRule): Place {
  const { random } = call.session;
  const name = `operation-${call.at}-${random.nextHex(13)}-${random.nextHex(8)}-${random.nextHex(8)}`;
  const scopedPlace = findScopedPlace(call, name, rule);
  const isDefined = call.method.api.resources.some(({ path }) => path === scopedPlace?.resource.behavior.path);
  const place = isDefined ? scopedPlace : (findOperationPlace(call, plan, name) ?? scopedPlace);
  if (!place) throw createNotImplementedError(call.method);
  return place;
}

/** Returns the place of an operation in the collection of the method's scope. */
export function findScopedPlace(call: CallContext, name: string, rule: OperationRule): Place | undefined {
  const { segments } = call;
  const projectIndex = segments.indexOf('projects');
  const scope = { global: ['global'], region: getScopeSegments(segments, 'regions'), zone: getScopeSegments(segments, 'zones') }[
    rule.scope
  ];
  const path = [...segments.slice(0, projectIndex + 2), ...scope, 'operations', name];
  const place = projectIndex < 0 ? undefined : call.state.world.findPlace(`/${toCanonicalPath(path)}`);
  return place && createPlace(place.resource, path);
}

function getScopeSegments(segments: readonly string[], name: string): readonly string[] {
  const at = segments.indexOf(name);
  return at < 0 ? ['global'] : segments.slice(at, at + 2);
}

interface AcceptedChange {
  readonly place: Place;
  readonly plan: Plan;
  readonly rule: OperationRule;
}

/** Creates the fields of the operation that its schema defines. */
function createOperationBody(call: CallContext, { place, plan, rule }: AcceptedChange): JsonObject {
  const requestId = getRule(call.method, 'requestId');
  const scope = rule.scope === 'global' ? [] : [[rule.scope, createLink(call.origin, place.segments.slice(0, -2))] as const];
  const id = readRequestId(call, requestId);
  const fields: (readonly [string, Json | undefined])[] = [
    ['id', call.session.random.nextId()],
    ['name', getResourceName(place, 0)],
    ...scope,
    ['operationType', call.method.id.split('.').at(-1)],
    ['targetLink', plan.target && createLink(call.origin, plan.target.place.segments)],
    ['targetId', getTextMember(plan.target?.body, 'id')],
    ['status', 'PENDING'],
    ['progress', 0],
    ['user', call.user],
    ['insertTime', formatInstant(call.at)],
    [requestId?.echo ?? 'clientOperationId', id],
  ];
  return Object.fromEntries(
    fields.flatMap(([name, value]) =>
      value === undefined || (place.resource.fields && !hasField(place.resource, name)) ? [] : [[name, value]],
    ),
  );
}

/** Returns the request ID of the call, from its query or its body. */
export function readRequestId(call: CallContext, rule: RequestIdRule | undefined): string | undefined {
  if (!rule) return undefined;
  const inBody = call.method.behavior.method.requestIdIn === 'body' ? getTextMember(call.body, rule.parameter) : undefined;
  // Body fields next to the resource are parameters once the request is parsed.
  return inBody ?? getTextParameter(call, rule.parameter);
}

/** Stores the request ID for as long as the operation is stored. Returns its key. */
export function storeRequestId(call: CallContext, place: Place): string | undefined {
  const name = getRequestKey(call);
  if (name !== undefined) call.state.putRow('request', name, place.path);
  return name;
}

/** Stores the response of a request without an operation, for as long as an operation would be stored. */
export function storeResponse(call: CallContext, response: JsonObject): void {
  const name = getRequestKey(call);
  if (name === undefined || call.state.getRow('request', name) !== undefined) return;
  call.state.putRow('request', name, { response });
  const forget: readonly Effect[] = [{ kind: 'forgetRequest', name }];
  scheduleEffects(call.state, call.at + call.session.settings.operationRetention, forget as unknown as Json);
}

function getRequestKey(call: CallContext): string | undefined {
  const id = readRequestId(call, getRule(call.method, 'requestId'));
  return id === undefined ? undefined : createRequestIdKey(call.method.behavior.method.httpMethod, toCanonicalPath(call.segments), id);
}

/** Returns the failure of a fault that accepts the call and fails its operation. */
export function getInjectedFailure({ faults }: CallContext): Failure | undefined {
  if (!faults.operation) return undefined;
  const status = faults.operation.httpErrorStatusCode ?? 400;
  const { errors } = faults.operation;
  return {
    errors: errors.length > 0 ? errors.filter(isObject) : createFailure(status, 'INTERNAL_ERROR', 'The operation failed.').errors,
    httpErrorStatusCode: status,
    httpErrorMessage: faults.operation.httpErrorMessage ?? getOperationErrorMessage(status),
  };
}

/** Returns the result of an earlier request with the same request ID: its operation or its response. */
export function findReplayedOperation(call: CallContext): { readonly place: Place } | { readonly response: JsonObject } | undefined {
  const name = getRequestKey(call);
  const row = name === undefined ? undefined : call.state.getRow('request', name);
  const response = getMember(row, 'response');
  if (isObject(response)) return { response };
  const place = typeof row === 'string' ? call.state.world.findPlace(`/${row}`) : undefined;
  return place && getMember(call.state.findEntity(place)?.body, 'name') !== undefined ? { place } : undefined;
}
