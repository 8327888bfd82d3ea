/** Records the changes of a resource in its `operations` collection. */
import { createAlreadyExistsError, createFillContext, getTextParameter, type CallContext, type Plan } from '../call.js';
import { formatInstant } from '../../lib/instants.js';
import { completeNewResource } from '../server-fields.js';
import type { JsonObject } from '../../lib/json.js';
import type { Effect } from '../../state/apply-effects.js';
import { getRule } from '../../world/method.js';
import { toCanonicalPath, hasField, createSiblingPlace, type Place, type Resource } from '../../world/resource.js';

const recordedActions = new Set(['create', 'patch', 'update', 'setFields']);

export interface ChangeRecord {
  readonly place: Place;
  readonly effects: readonly Effect[];
}

/** Returns the record of a change, or `undefined` if the resource has no change records. */
export function createChangeRecord(call: CallContext, plan: Plan): ChangeRecord | undefined {
  const { target } = plan;
  const recordResource =
    target && recordedActions.has(call.method.behavior.action.kind) ? findRecordResource(call, target.place.resource) : undefined;
  if (!target || !recordResource) return undefined;
  const requestedId = getRecordName(call, recordResource);
  const collection = [...target.place.segments, 'operations'];
  const id =
    requestedId ??
    call.state.allocateNumber(toCanonicalPath(collection), (number) => createSiblingPlace(recordResource, collection, [number]));
  const place = createSiblingPlace(recordResource, collection, [id]);
  if (requestedId !== undefined && call.state.findEntity(place)) throw createAlreadyExistsError(place);
  const body = completeNewResource(place, { id, ...createFields(call, plan, recordResource) }, createFillContext(call));
  const { operationDelay } = call.session.settings;
  const markDone: Effect = { kind: 'set', path: place.path, fields: { status: 'done' } };
  if (operationDelay === 0) return { place, effects: [{ kind: 'put', path: place.path, body: { ...body, status: 'done' } }] };
  const pending: Effect = { kind: 'put', path: place.path, body: { ...body, status: 'pending' } };
  return { place, effects: [pending, { kind: 'later', after: operationDelay, effects: [markDone] }] };
}

/**
 * Returns the ID that the caller chose: by the parameter of the method's rule, or else by a parameter with which other methods name records
 * of this type.
 */
function getRecordName(call: CallContext, recordResource: Resource): string | undefined {
  const { method } = call;
  const ownParameter = getRule(method, 'changeRecord')?.id;
  const otherParameters = recordResource.api.methods.flatMap(({ rules = [] }) =>
    rules.flatMap((rule) => (rule.kind === 'changeRecord' && rule.as === recordResource.behavior.path ? (rule.id ?? []) : [])),
  );
  const name = ownParameter ?? otherParameters.find((parameter) => Object.hasOwn(method.behavior.method.query ?? {}, parameter));
  return name === undefined ? undefined : getTextParameter(call, name);
}

/** Returns the record resource that the method's rule names, or else the one below the changed resource. */
function findRecordResource(call: CallContext, changedResource: Resource): Resource | undefined {
  const rule = getRule(call.method, 'changeRecord');
  return (rule && call.state.world.findResource(changedResource.api, rule.as)) ?? call.state.world.findRecordResource(changedResource);
}

/** The `type` of a record by the action of the change. */
const recordTypes: ReadonlyMap<string, string> = new Map([
  ['create', 'INSERT'],
  ['patch', 'UPDATE'],
  ['update', 'UPDATE'],
  ['setFields', 'UPDATE'],
]);

function createFields(call: CallContext, plan: Plan, recordResource: Resource): JsonObject {
  const context = findContextField(recordResource, plan.target?.place.resource);
  return {
    startTime: formatInstant(call.at),
    type: recordTypes.get(call.method.behavior.action.kind) ?? call.method.behavior.action.kind,
    user: call.user,
    ...(context !== undefined && { [context]: createContext(call, plan) }),
  };
}

/** Returns the field that holds the old and new values, such as `zoneContext` for a change of `managedZones`. */
function findContextField(recordResource: Resource, changedResource: Resource | undefined): string | undefined {
  const collection = changedResource?.steps.filter((step) => 'literal' in step).at(-1);
  const name = collection && 'literal' in collection ? collection.literal.toLowerCase() : '';
  return Object.keys(recordResource.fields ?? {}).find((field) => {
    const subject = /^(.+)Context$/.exec(field)?.[1];
    return subject !== undefined && hasField(recordResource, field) && name.includes(subject.toLowerCase());
  });
}

/** Returns the resource before and after the change. */
function createContext(call: CallContext, plan: Plan): JsonObject {
  const path = plan.target?.place.path;
  const after = plan.effects.find((effect) => effect.kind === 'put' && effect.path === path);
  const created = call.method.behavior.action.kind === 'create';
  return {
    ...(!created && plan.target && { oldValue: plan.target.body }),
    ...(after?.kind === 'put' && { newValue: after.body }),
  };
}
