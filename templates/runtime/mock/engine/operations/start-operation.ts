/** Operations, which track accepted changes. */
import type { OperationRule } from '../../../rule.js';
import { createNotImplementedError, type CallContext, type Plan } from '../call.js';
import { formatInstant } from '../../lib/instants.js';
import { getOperationErrorMessage } from '../../lib/http-error.js';
import { getResourceName } from '../server-fields.js';
import { isObject, getTextMember, type Json, type JsonObject } from '../../lib/json.js';
import { createLink } from '../../world/links.js';
import { readRequestId, storeRequestId } from './request-ids.js';
import { applyEffects, createFailure, deferEffects, type Effect, type Failure } from '../../state/apply-effects.js';
import { getRule } from '../../world/method.js';
import { selectOperationFields } from '../../world/operation-fields.js';
import { toCanonicalPath, createPlace, type Place } from '../../world/resource.js';

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
  call.state.put(place, operationDelay > 0 ? body : { ...body, ...createRunningFields(place, call.at, 0) });
  const undo = operationDelay === 0 ? [] : injectedFailure ? beginFailingChange(call, plan) : failure ? [] : listUndoEffects(plan);
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
  return listUndoEffects({ onAcceptance }).filter(({ kind }) => kind === 'remove');
}

/** Returns the effects that undo what an accepted change has created and counted. */
export function listUndoEffects({ onAcceptance = [] }: Pick<Plan, 'onAcceptance'>): readonly Effect[] {
  return onAcceptance.flatMap((effect): readonly Effect[] => {
    if (effect.kind === 'put') return [{ kind: 'remove', path: effect.path }];
    return effect.kind === 'count' ? [{ ...effect, by: -effect.by }] : [];
  });
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
      effects: [{ kind: 'set', path: place.path, fields: createRunningFields(place, started, progress) }],
    })),
    { kind: 'later', after: operationDelay, effects: [complete] },
  ];
}

function createRunningFields({ resource }: Place, startTime: number, progress: number): JsonObject {
  return selectOperationFields(resource, { status: 'RUNNING', startTime: formatInstant(startTime), progress });
}

/**
 * Returns the place of an operation: in the collection of the method's scope if the API defines it, else in the nearest collection that it
 * defines, else in the customary collection.
 */
function chooseOperationPlace(call: CallContext, plan: Plan, rule: OperationRule): Place {
  const { random } = call.state.controls;
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
  const forms = call.method.behavior.operationFields ?? {};
  const scopePath = place.segments.slice(0, -2);
  const scope = forms[rule.scope] === 'name' ? scopePath.at(-1) : createLink(call.origin, scopePath);
  const fields: readonly (readonly [string, Json | undefined])[] = [
    ['id', call.state.controls.random.nextId()],
    ['name', getResourceName(place, 0)],
    [rule.scope, rule.scope === 'global' ? undefined : scope],
    ['operationType', call.method.id.split('.').at(-1)],
    ['targetLink', plan.target && createLink(call.origin, plan.target.place.segments)],
    ['targetId', getTextMember(plan.target?.body, 'id')],
    ['status', 'PENDING'],
    ['progress', 0],
    ['user', call.user],
    ['insertTime', formatInstant(call.at)],
    [requestId?.echo ?? 'clientOperationId', readRequestId(call, requestId)],
  ];
  const known = fields.flatMap(([name, value]) => (value === undefined || forms[name] === 'unknown' ? [] : [[name, value] as const]));
  return selectOperationFields(place.resource, Object.fromEntries(known));
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

/** Returns `undefined` if the API has no operations collection at the changed resource or its ancestors. */
export function findOperationPlace(call: CallContext, plan: Plan, name: string): Place | undefined {
  const segments = plan.target?.place.segments ?? call.segments;
  const depths = call.method.api.resources.flatMap(({ path }) => findOwnerDepth(path, segments));
  if (depths.length === 0) return undefined;
  const path = [...segments.slice(0, Math.max(...depths)), 'operations', name];
  const place = call.state.world.findPlace(`/${toCanonicalPath(path)}`);
  return place && createPlace(place.resource, path);
}

/** Returns the number of segments before the operations of a template, if the segments match it. */
function findOwnerDepth(template: string, segments: readonly string[]): readonly number[] {
  const owner = /^(.+)\/operations\/\{[^{}/]+\}$/.exec(template)?.[1]?.split('/');
  if (!owner || owner.length > segments.length) return [];
  return owner.every((part, index) => part.startsWith('{') || part === segments[index]) ? [owner.length] : [];
}
