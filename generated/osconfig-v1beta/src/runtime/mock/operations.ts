/** Operations: what tracks a change that was accepted. */
import type { OperationRule, RequestIdRule } from '../rule.js';
import { notImplementedError, getTextParameter, type CallContext, type Plan } from './call.js';
import { formatInstant } from './instants.js';
import { httpErrorMessage } from './http-error.js';
import { nameFromPlace } from './server-fields.js';
import { isObject, getMember, getTextMember, type Json, type JsonObject } from './json.js';
import { createLink } from './links.js';
import { findOperationPlace } from './operation-places.js';
import { requestIdKey } from './rules/request-ids.js';
import { scheduleEffects } from './state/schedule.js';
import { applyEffects, createFailure, deferEffects, type Effect, type Failure } from './state/apply-effects.js';
import { getRule } from './world/method.js';
import { toCanonicalPath, hasField, createPlace, type Place } from './world/resource.js';

/** When it runs, and how far it has come, as parts of the delay. */
const progressSteps: readonly { readonly part: number; readonly progress: number }[] = [
  { part: 0.25, progress: 0 },
  { part: 0.5, progress: 50 },
  { part: 0.75, progress: 75 },
];

/** Accepts a plan: keeps the operation, and does the plan's effects when it is done. Answers where the operation is. */
export function startOperation(call: CallContext, plan: Plan, rule: OperationRule): Place {
  const place = chooseOperationPlace(call, plan, rule);
  const { operationDelay, operationRetention } = call.session.settings;
  const fault = getInjectedFailure(call);
  const failure = fault ?? plan.failure;
  const request = rememberRequest(call, place);
  call.state.put(place, createOperationBody(call, { place, plan, rule }));
  const undo = fault && operationDelay > 0 ? beginFailingChange(call, plan) : [];
  if (!failure) applyEffects(call.state, plan.onAcceptance ?? [], call.at);
  const complete: Effect = {
    kind: 'complete',
    path: place.path,
    effects: failure ? [] : deferEffects(call.state, plan.effects, operationDelay),
    retention: operationRetention,
    ...(operationDelay > 0 && { waited: true }),
    ...(failure && { failure }),
    ...(undo.length > 0 && { undo }),
    ...(request !== undefined && { request }),
  };
  applyEffects(
    call.state,
    operationDelay > 0 ? createDelayedEffects(call, { place, complete }) : [createRunningEffect(place, call.at, 0), complete],
    call.at,
  );
  return place;
}

/** What a fault lets fail begins like any other change; answers what takes that back. Nothing is counted. */
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
  const started = call.at + operationDelay * (progressSteps[0]?.part ?? 0);
  return [
    ...progressSteps.map(({ part, progress }): Effect => ({
      kind: 'later',
      after: operationDelay * part,
      effects: [createRunningEffect(place, started, progress)],
    })),
    { kind: 'later', after: operationDelay, effects: [complete] },
  ];
}

function createRunningEffect(place: Place, at: number, progress: number): Effect {
  return { kind: 'set', path: place.path, fields: { status: 'RUNNING', startTime: formatInstant(at), progress } };
}

/** In the collection of the scope that the method states, where the API shows one; else in the one that it shows nearest to what is changed, else where services keep them by custom. */
function chooseOperationPlace(call: CallContext, plan: Plan, rule: OperationRule): Place {
  const { random } = call.session;
  const name = `operation-${call.at}-${random.hex(13)}-${random.hex(8)}-${random.hex(8)}`;
  const stated = findStatedPlace(call, name, rule);
  const shown = call.method.api.resources.some(({ path }) => path === stated?.resource.behavior.path);
  const place = shown ? stated : (findOperationPlace(call, plan, name) ?? stated);
  if (!place) throw notImplementedError(call.method);
  return place;
}

/** In the collection of the scope that the method states. */
export function findStatedPlace(call: CallContext, name: string, rule: OperationRule): Place | undefined {
  const { segments } = call;
  const at = segments.indexOf('projects');
  const scope = { global: ['global'], region: getScopeSegments(segments, 'regions'), zone: getScopeSegments(segments, 'zones') }[
    rule.scope
  ];
  const path = [...segments.slice(0, at + 2), ...scope, 'operations', name];
  const found = at < 0 ? undefined : call.state.world.place(`/${toCanonicalPath(path)}`);
  return found && createPlace(found.resource, path);
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

/** Of the fields below those that the operation's shape has. */
function createOperationBody(call: CallContext, { place, plan, rule }: AcceptedChange): JsonObject {
  const requestId = getRule(call.method, 'requestId');
  const scope = rule.scope === 'global' ? [] : [[rule.scope, createLink(call.origin, place.segments.slice(0, -2))] as const];
  const id = readRequestId(call, requestId);
  const fields: (readonly [string, Json | undefined])[] = [
    ['id', call.session.random.id()],
    ['name', nameFromPlace(place, 0)],
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

/** The request id that the call carries, in its query or its body. */
export function readRequestId(call: CallContext, rule: RequestIdRule | undefined): string | undefined {
  if (!rule) return undefined;
  const inBody = call.method.behavior.method.requestIdIn === 'body' ? getTextMember(call.body, rule.parameter) : undefined;
  // What stands beside a resource in a body is a parameter once the request is read.
  return inBody ?? getTextParameter(call, rule.parameter);
}

/** Remembered as long as the operation is kept. */
export function rememberRequest(call: CallContext, place: Place): string | undefined {
  const name = getRequestKey(call);
  if (name !== undefined) call.state.putRow('request', name, place.path);
  return name;
}

/** Remembers the response of a request that no operation tracks, as long as an operation would be kept. */
export function rememberResponse(call: CallContext, response: JsonObject): void {
  const name = getRequestKey(call);
  if (name === undefined || call.state.row('request', name) !== undefined) return;
  call.state.putRow('request', name, { response });
  const forget: readonly Effect[] = [{ kind: 'forgetRequest', name }];
  scheduleEffects(call.state, call.at + call.session.settings.operationRetention, forget as unknown as Json);
}

function getRequestKey(call: CallContext): string | undefined {
  const id = readRequestId(call, getRule(call.method, 'requestId'));
  return id === undefined ? undefined : requestIdKey(call.method.behavior.method.httpMethod, toCanonicalPath(call.segments), id);
}

/** A fault that accepts the call and lets its operation fail. */
export function getInjectedFailure({ faults: met }: CallContext): Failure | undefined {
  if (!met.operation) return undefined;
  const status = met.operation.httpErrorStatusCode ?? 400;
  const { errors } = met.operation;
  return {
    errors: errors.length > 0 ? errors.filter(isObject) : createFailure(status, 'INTERNAL_ERROR', 'The operation failed.').errors,
    httpErrorStatusCode: status,
    httpErrorMessage: met.operation.httpErrorMessage ?? httpErrorMessage(status),
  };
}

/** What this request returned before, if it did: the operation that it started, or a response. */
export function findReplayedOperation(call: CallContext): { readonly place: Place } | { readonly response: JsonObject } | undefined {
  const name = getRequestKey(call);
  const row = name === undefined ? undefined : call.state.row('request', name);
  const response = getMember(row, 'response');
  if (isObject(response)) return { response };
  const place = typeof row === 'string' ? call.state.world.place(`/${row}`) : undefined;
  return place && getMember(call.state.entity(place)?.body, 'name') !== undefined ? { place } : undefined;
}
