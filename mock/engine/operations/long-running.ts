/** Long-running operations with a `done` field (AIP-151). They are stored if the API has methods that return operations. */
import { createFillContext, getOperationDelay, type EngineCall, type ActionPlan } from '../call.js';
import { formatTimestamp } from '../../lib/instants.js';
import { getResourceName } from '../server-fields.js';
import { emptyObject, getMember, getTextMember, isObject, type Json, type JsonObject } from '../../lib/json.js';
import { setProjectNumbers } from '../rule-kinds/project-number.js';
import { renderResource } from '../../catalog/links.js';
import { acceptPlan, createOperationPlace } from './start-operation.js';
import { applyEffects, createOperationResponse, type Effect, scheduleEffects } from '../../state/apply-effects.js';
import { applyStatedChanges, applyStatedFields } from '../../catalog/operation-fields.js';
import type { Place } from '../../catalog/resource.js';
import { getStatedFields, getStatedName } from './stated-operation.js';
import { storeRequestId } from './request-ids.js';

/** Starts the operation of a plan and returns its initial state. */
export function startLongRunningOperation(call: EngineCall, plan: ActionPlan): JsonObject {
  const name = getStatedName(call, plan) ?? call.state.controls.random.nextHex(16);
  const place = createOperationPlace(call, plan, name);
  return place ? storeOperation(call, plan, place) : completeImmediately(call, plan, name.includes('/') ? name : `operations/${name}`);
}

/** Completes the operation immediately, because no method can return it later. */
function completeImmediately(call: EngineCall, plan: ActionPlan, name: string): JsonObject {
  const metadata = createMetadata(call, plan);
  applyEffects(call.state, [...(plan.onAcceptance ?? []), ...plan.effects], call.at);
  const entity = 'place' in plan.response ? call.state.findEntity(plan.response.place) : undefined;
  const rendered = 'place' in plan.response ? renderResource(plan.response.place, entity?.body ?? {}, call.origin) : plan.response.body;
  const response = createOperationResponse(call.method.behavior.operationResponse, isObject(rendered) ? rendered : emptyObject);
  const stated = plan.target && getStatedFields(call, plan, plan.target.place);
  return applyStatedChanges(applyStatedFields({ name, ...metadata, done: true, ...response }, stated), stated);
}

/** Returns the operation metadata of a call, with the fields that its handler states. */
function createMetadata(call: EngineCall, plan: ActionPlan): JsonObject {
  const inferred = inferMetadata(call, plan);
  return plan.metadata ? { metadata: { ...toObject(inferred['metadata']), ...plan.metadata } } : inferred;
}

/** Returns the fields of the API's metadata type with well-known names (AIP-151). */
function inferMetadata(call: EngineCall, { target, effects }: ActionPlan): JsonObject {
  const { operationMetadata: metadataType } = call.method.behavior;
  if (!metadataType) return {};
  if (metadataType.isResource) {
    const change = effects.find((effect) => effect.kind === 'put' && effect.path === target?.place.path);
    const body = change?.kind === 'put' ? change.body : target?.body;
    return { metadata: { '@type': metadataType.type, ...(target && body && renderResource(target.place, body, call.origin)) } };
  }
  const [time, { version }] = [formatTimestamp(call.at), call.method.api];
  const values: JsonObject = {
    createTime: time,
    startTime: time,
    apiVersion: version,
    verb: toVerb(call.method),
    requestedCancellation: false,
    cancelRequested: false,
    ...(target && { target: getResourceName(target.place, 0) }),
  };
  const select = (fields: readonly string[]): JsonObject =>
    Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)));
  const { common } = metadataType;
  const hasUpdateTime = common?.fields.includes('updateTime') === true;
  return {
    metadata: {
      '@type': metadataType.type,
      ...select(metadataType.fields),
      ...(common && { [common.field]: { ...select(common.fields), ...(hasUpdateTime && { updateTime: time }) } }),
    },
  };
}

/** The verb of an operation: `update` for all updates, and the name of a custom method. */
function toVerb({ id, behavior: { action } }: EngineCall['method']): string {
  if (action.kind === 'patch' || action.kind === 'update') return 'update';
  return action.kind === 'create' || action.kind === 'delete' ? action.kind : id.slice(id.lastIndexOf('.') + 1);
}

/** Returns whether the metadata type of an operation has an end time. */
export function canHaveEndTime({ method: { api } }: EngineCall, operation: JsonObject): boolean {
  const type = getTextMember(getMember(operation, 'metadata'), '@type');
  return api.methods.some(
    ({ operationMetadata: metadata }) => metadata !== undefined && metadata.type === type && metadata.fields.includes('endTime'),
  );
}

const toObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : emptyObject);

function storeOperation(call: EngineCall, plan: ActionPlan, place: Place): JsonObject {
  const operationDelay = getOperationDelay(call);
  const { operationRetention } = call.session.settings;
  const { operationResponse: type, operationMetadata } = call.method.behavior;
  const stated = getStatedFields(call, plan, place);
  const operation = applyStatedFields({ name: getResourceName(place, 0), ...createMetadata(call, plan), done: false }, stated);
  call.state.put(place, setProjectNumbers(place.resource, operation, createFillContext(call)));
  const finish: Effect = {
    kind: 'finish',
    ...acceptPlan(call, plan, place),
    ...(stated && { stated }),
    origin: call.origin,
    ...(type !== undefined && { type }),
    ...(operationMetadata?.fields.includes('endTime') && { setsEndTime: true }),
    ...(operationMetadata?.common?.fields.includes('updateTime') && { commonField: operationMetadata.common.field }),
    ...('place' in plan.response
      ? { responsePath: plan.response.place.path }
      : isObject(plan.response.body) && { response: plan.response.body }),
  };
  applyEffects(call.state, operationDelay > 0 ? [{ kind: 'later', after: operationDelay, effects: [finish] }] : [finish], call.at);
  const requestKey = storeRequestId(call, place);
  const forgetEffects: readonly Effect[] = requestKey === undefined ? [] : [{ kind: 'forgetRequest', name: requestKey }];
  const removal: readonly Effect[] = [{ kind: 'remove', path: place.path }, ...forgetEffects];
  scheduleEffects(call.state, call.at + operationDelay + operationRetention, removal);
  return renderResource(place, call.state.findEntity(place)?.body ?? {}, call.origin);
}
