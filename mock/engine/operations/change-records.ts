/** Records the changes of a resource in its `operations` collection. */
import {
  createAlreadyExistsError,
  createFillContext,
  planPut,
  getOperationDelay,
  getTextParameter,
  type EngineCall,
  type ActionPlan,
} from '../call.js';
import { formatInstant } from '../../lib/instants.js';
import { completeNewResource } from '../server-fields.js';
import type { JsonObject } from '../../lib/json.js';
import type { Effect } from '../../state/apply-effects.js';
import { toCanonicalPath, createPlace, type Place } from '../../catalog/resource.js';

export interface ChangeRecord {
  readonly place: Place;
  readonly effects: readonly Effect[];
}

/** Returns the record of a change, or `undefined` if the resource has no change records. */
export function createChangeRecord(call: EngineCall, plan: ActionPlan): ChangeRecord | undefined {
  const { target } = plan;
  const { changeRecord } = call.method.behavior;
  const recordResource = changeRecord && call.state.catalog.findResource(call.method.api, changeRecord.resource);
  if (!target || !recordResource) return undefined;
  const { idParameter, context } = changeRecord;
  const requestedId = idParameter === undefined ? undefined : getTextParameter(call, idParameter);
  const collectionStep = recordResource.steps.at(-recordResource.idCount - 1);
  const collection = [...target.place.segments, collectionStep && 'literal' in collectionStep ? collectionStep.literal : ''];
  const id =
    requestedId ?? call.state.allocateNumber(toCanonicalPath(collection), (number) => createPlace(recordResource, [...collection, number]));
  const place = createPlace(recordResource, [...collection, id]);
  if (requestedId !== undefined && call.state.findEntity(place)) throw createAlreadyExistsError(call, place);
  const body = completeNewResource(place, { id, ...createFields(call, plan, context) }, createFillContext(call));
  return { place, effects: storeRecord(call, place, body) };
}

/** Returns the effects that store the record of a change. Without an operation delay, it starts in its last state. */
export function storeRecord(call: EngineCall, place: Place, body: JsonObject): readonly Effect[] {
  const operationDelay = getOperationDelay(call);
  const [first, last] = place.resource.behavior.recordStates ?? [];
  if (first === undefined || last === undefined) return [planPut(call, place, body)];
  if (operationDelay === 0) return [planPut(call, place, { ...body, status: last })];
  const complete: Effect = { kind: 'set', path: place.path, fields: { status: last }, completesRecord: true };
  return [planPut(call, place, { ...body, status: first }), { kind: 'later', after: operationDelay, effects: [complete] }];
}

/** The `type` of a record by the action of the change. */
const recordTypes: ReadonlyMap<string, string> = new Map([
  ['create', 'INSERT'],
  ['patch', 'UPDATE'],
  ['update', 'UPDATE'],
  ['setFields', 'UPDATE'],
]);

function createFields(call: EngineCall, plan: ActionPlan, context: string | undefined): JsonObject {
  return {
    startTime: formatInstant(call.at),
    type: recordTypes.get(call.method.behavior.action.kind) ?? call.method.behavior.action.kind,
    user: call.user,
    ...(context !== undefined && { [context]: createContext(call, plan) }),
  };
}

/** Returns the resource before and after the change. */
function createContext(call: EngineCall, plan: ActionPlan): JsonObject {
  const path = plan.target?.place.path;
  const after = plan.effects.find((effect) => effect.kind === 'put' && effect.path === path);
  const created = call.method.behavior.action.kind === 'create';
  return {
    ...(!created && plan.target && { oldValue: plan.target.body }),
    ...(after?.kind === 'put' && { newValue: after.body }),
  };
}
