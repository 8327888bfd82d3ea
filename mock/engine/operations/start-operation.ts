/** Operations, which track accepted changes. */
import type { OperationRule } from '../../../runtime/rule.js';
import { createFillContext, createNotImplementedError, getOperationDelay, type EngineCall, type ActionPlan } from '../call.js';
import { setProjectNumbers } from '../rule-kinds/project-number.js';
import { formatInstant } from '../../lib/instants.js';
import { getOperationErrorMessage } from '../../lib/http-error.js';
import { getResourceName } from '../server-fields.js';
import { isObject, getTextMember, setMember, type Json, type JsonObject } from '../../lib/json.js';
import { createLink } from '../../catalog/links.js';
import { readRequestId, storeRequestId } from './request-ids.js';
import { applyEffects, createFailure, addStoredBodies, type Effect, type Failure, type OperationEnd } from '../../state/apply-effects.js';
import { getRule } from '../../catalog/method.js';
import { applyStatedChanges, applyStatedFields, selectOperationFields, type StatedFields } from '../../catalog/operation-fields.js';
import { getStatedFields, getStatedName } from './stated-operation.js';
import { createPlace, toCanonicalPath, type Place, type CompiledResource } from '../../catalog/resource.js';

/** The progress of a running operation at fractions of the operation delay. */
const progressSteps: readonly { readonly fraction: number; readonly progress: number }[] = [
  { fraction: 0.25, progress: 0 },
  { fraction: 0.5, progress: 50 },
  { fraction: 0.75, progress: 75 },
];

/** Starts the operation of a plan, and applies the plan's effects when it completes. Returns the place of the operation. */
export function startOperation(call: EngineCall, plan: ActionPlan, rule: OperationRule): Place {
  const place = chooseOperationPlace(call, plan);
  const operationDelay = getOperationDelay(call);
  const { operationRetention } = call.session.settings;
  const requestKey = storeRequestId(call, place);
  const stated = getStatedFields(call, plan, place);
  const operation = applyStatedFields(createOperationBody(call, { place, plan, rule }), stated);
  const body = setProjectNumbers(place.resource, operation, createFillContext(call));
  if (operationDelay > 0) call.state.put(place, body);
  const complete: Effect = {
    kind: 'complete',
    ...acceptPlan(call, plan, place),
    ...(stated && { stated }),
    retention: operationRetention,
    ...(operationDelay === 0 && { body: { ...body, ...createRunningFields({ place, stated }, call.at, 0) } }),
    ...(requestKey !== undefined && { request: requestKey }),
  };
  applyEffects(call.state, operationDelay > 0 ? createDelayedEffects(call, { place, stated, complete }) : [complete], call.at);
  return place;
}

/** Applies the effects that a plan has on acceptance. Returns the end of its operation. */
export function acceptPlan(call: EngineCall, plan: ActionPlan, { path }: Place): OperationEnd {
  const operationDelay = getOperationDelay(call);
  const injectedFailure = getInjectedFailure(call);
  const failure = injectedFailure ?? plan.failure;
  const undo = operationDelay === 0 ? [] : injectedFailure ? beginFailingChange(call, plan) : failure ? [] : listUndoEffects(plan);
  if (!failure) applyEffects(call.state, plan.onAcceptance ?? [], call.at);
  return {
    path,
    effects: failure ? [] : addStoredBodies(call.state, plan.effects, operationDelay),
    ...(operationDelay > 0 && { isDelayed: true }),
    ...(failure && { failure }),
    ...(undo.length > 0 && { undo }),
  };
}

/** Starts a change that a fault will fail, and returns the effects that undo it. Quota usage doesn't change. */
function beginFailingChange(call: EngineCall, { onAcceptance = [] }: ActionPlan): readonly Effect[] {
  applyEffects(
    call.state,
    onAcceptance.filter(({ kind }) => kind === 'put' || kind === 'later'),
    call.at,
  );
  return listUndoEffects({ onAcceptance }).filter(({ kind }) => kind === 'remove');
}

/** Returns the effects that undo what an accepted change has created and counted. */
function listUndoEffects({ onAcceptance = [] }: Pick<ActionPlan, 'onAcceptance'>): readonly Effect[] {
  return onAcceptance.flatMap((effect): readonly Effect[] => {
    if (effect.kind === 'put') return [{ kind: 'remove', path: effect.path }];
    return effect.kind === 'count' ? [{ ...effect, by: -effect.by }] : [];
  });
}

function createDelayedEffects(
  call: EngineCall,
  { complete, ...operation }: RunningOperation & { readonly complete: Effect },
): readonly Effect[] {
  const operationDelay = getOperationDelay(call);
  const started = call.at + operationDelay * (progressSteps[0]?.fraction ?? 0);
  return [
    ...progressSteps.map(({ fraction, progress }): Effect => ({
      kind: 'later',
      after: operationDelay * fraction,
      effects: [{ kind: 'set', path: operation.place.path, fields: createRunningFields(operation, started, progress) }],
    })),
    { kind: 'later', after: operationDelay, effects: [complete] },
  ];
}

interface RunningOperation {
  readonly place: Place;
  readonly stated: StatedFields | undefined;
}

function createRunningFields({ place: { resource }, stated }: RunningOperation, startTime: number, progress: number): JsonObject {
  const fields = selectOperationFields(resource, { status: 'RUNNING', startTime: formatInstant(startTime), progress });
  return applyStatedChanges(fields, stated);
}

function chooseOperationPlace(call: EngineCall, plan: ActionPlan): Place {
  const { random } = call.state.controls;
  const name = getStatedName(call, plan) ?? `operation-${call.at}-${random.nextHex(13)}-${random.nextHex(8)}-${random.nextHex(8)}`;
  const place = createOperationPlace(call, plan, name);
  if (!place) throw createNotImplementedError(call.method, 'It starts an operation, which no method of the API reads.');
  call.state.catalog.rememberPlace(place);
  return place;
}

/**
 * Returns the place of a new operation. The segments of its path are those of its name if it contains slashes, of the call, or else of the
 * changed resource.
 */
export function createOperationPlace({ method, segments, state }: EngineCall, { target }: ActionPlan, name: string): Place | undefined {
  if (name.includes('/')) {
    const named = state.catalog.findPlace(
      `/${toCanonicalPath([...segments.slice(0, method.api.nameStart), ...name.split('/')])}`,
      method.api,
    );
    return named?.resource.behavior.operation ? named : undefined;
  }
  const { operationPath } = method.behavior;
  const resource = operationPath === undefined ? undefined : state.catalog.findResource(method.api, operationPath);
  if (!resource) return undefined;
  const steps = resource.steps.slice(0, -1);
  const source = [segments, target?.place.segments ?? []].find((candidate) => hasSameCollections(steps, candidate));
  return source && createPlace(resource, [...steps.map((step, index) => ('literal' in step ? step.literal : (source[index] ?? ''))), name]);
}

/** Returns whether segments have members of the same collections at the same positions. */
function hasSameCollections(steps: CompiledResource['steps'], segments: readonly string[]): boolean {
  return steps.every((step, index) => {
    const previous = steps[index - 1];
    if ('literal' in step) return true;
    return index < segments.length && (!previous || !('literal' in previous) || previous.literal === segments[index - 1]);
  });
}

interface AcceptedChange {
  readonly place: Place;
  readonly plan: ActionPlan;
  readonly rule: OperationRule;
}

/** Creates the fields of the operation that its schema defines. */
function createOperationBody(call: EngineCall, { place, plan, rule }: AcceptedChange): JsonObject {
  const requestId = getRule(call.method, 'requestId');
  const forms = call.method.behavior.operationFields ?? {};
  const scopePath = place.segments.slice(0, -2);
  const scopeField = rule.scope ?? 'global';
  const scope = forms[scopeField] === 'name' ? scopePath.at(-1) : createLink(call.origin, scopePath);
  const fields: readonly (readonly [string, Json | undefined])[] = [
    ['id', call.state.controls.random.nextId()],
    ['name', getResourceName(place, 0)],
    [scopeField, scopeField === 'global' ? undefined : scope],
    ['operationType', rule.type ?? call.method.id.split('.').at(-1)],
    // Only a link with the number of the project differs from the path.
    ['selfLink', place.resource.projectNumberFields.includes('selfLink') ? createLink(call.origin, place.segments) : undefined],
    ['targetLink', plan.target && createLink(call.origin, plan.target.place.segments)],
    ['targetId', forms['targetId'] === 'name' ? plan.target?.place.ids.at(-1) : getTextMember(plan.target?.body, 'id')],
    ['targetProject', findProject(place)],
    ['status', 'PENDING'],
    ['progress', 0],
    ['user', call.user],
    ['insertTime', formatInstant(call.at)],
    ...(requestId?.echo === undefined ? [] : [[requestId.echo, readRequestId(call, requestId)] as const]),
  ];
  const body: Record<string, Json> = {};
  for (const [name, value] of fields) {
    const form = forms[name];
    const stated = typeof form === 'object' ? form.value : value;
    if (stated !== undefined && form !== 'unknown') setMember(body, name, stated);
  }
  return selectOperationFields(place.resource, body);
}

/** Returns the name of the project in the path of an operation. */
function findProject({ resource: { api }, segments }: Place): string | undefined {
  return api.projectCollection === undefined ? undefined : segments[segments.indexOf(api.projectCollection) + 1];
}

/** Returns the failure of a fault that accepts the call and fails its operation. */
function getInjectedFailure({ faults }: EngineCall): Failure | undefined {
  if (!faults.operation) return undefined;
  const status = faults.operation.httpErrorStatusCode ?? 400;
  const { errors } = faults.operation;
  return {
    errors: errors.length > 0 ? errors.filter(isObject) : createFailure(status, 'INTERNAL_ERROR', 'The operation failed.').errors,
    httpErrorStatusCode: status,
    httpErrorMessage: faults.operation.httpErrorMessage ?? getOperationErrorMessage(status),
  };
}
