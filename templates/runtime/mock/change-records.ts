/** Changes of a resource that are recorded in a collection `operations` of its own. */
import { alreadyExistsError, fillContext, getTextParameter, type CallContext, type Plan } from './call.js';
import { formatInstant } from './instants.js';
import { completeNewResource } from './server-fields.js';
import type { JsonObject } from './json.js';
import type { Effect } from './state/apply-effects.js';
import { getRule } from './world/method.js';
import { toCanonicalPath, hasField, createSiblingPlace, type Place, type Resource } from './world/resource.js';

const recordedActions = new Set(['create', 'patch', 'update', 'setFields']);

export interface ChangeRecord {
  readonly place: Place;
  readonly effects: readonly Effect[];
}

/** What records a plan's change; `undefined` where the resource keeps no such collection. */
export function createChangeRecord(call: CallContext, plan: Plan): ChangeRecord | undefined {
  const { target } = plan;
  const kind =
    target && recordedActions.has(call.method.behavior.action.kind) ? findRecordResource(call, target.place.resource) : undefined;
  if (!target || !kind) return undefined;
  const named = getRecordName(call, kind);
  const collection = [...target.place.segments, 'operations'];
  const id = named ?? call.state.allocateNumber(toCanonicalPath(collection), (number) => createSiblingPlace(kind, collection, [number]));
  const place = createSiblingPlace(kind, collection, [id]);
  if (named !== undefined && call.state.entity(place)) throw alreadyExistsError(place);
  const body = completeNewResource(place, { id, ...createFields(call, plan, kind) }, fillContext(call));
  const { operationDelay } = call.session.settings;
  const done: Effect = { kind: 'set', path: place.path, fields: { status: 'done' } };
  if (operationDelay === 0) return { place, effects: [{ kind: 'put', path: place.path, body: { ...body, status: 'done' } }] };
  const pending: Effect = { kind: 'put', path: place.path, body: { ...body, status: 'pending' } };
  return { place, effects: [pending, { kind: 'later', after: operationDelay, effects: [done] }] };
}

/** What the caller names the record: by the parameter that the method's rule states, or the one by which others name records of this kind. */
function getRecordName(call: CallContext, kind: Resource): string | undefined {
  const { method } = call;
  const own = getRule(method, 'changeRecord')?.id;
  const usual = kind.api.methods.flatMap(({ rules = [] }) =>
    rules.flatMap((rule) => (rule.kind === 'changeRecord' && rule.as === kind.behavior.path ? (rule.id ?? []) : [])),
  );
  const name = own ?? usual.find((each) => Object.hasOwn(method.behavior.method.query ?? {}, each));
  return name === undefined ? undefined : getTextParameter(call, name);
}

/** The kind of record that the method's rule names, else the one that stands below the resource. */
function findRecordResource(call: CallContext, changed: Resource): Resource | undefined {
  const rule = getRule(call.method, 'changeRecord');
  return (rule && call.state.world.resource(changed.api, rule.as)) ?? call.state.world.findRecordResource(changed);
}

/** What a record calls the change. */
const types: ReadonlyMap<string, string> = new Map([
  ['create', 'INSERT'],
  ['patch', 'UPDATE'],
  ['update', 'UPDATE'],
  ['setFields', 'UPDATE'],
]);

function createFields(call: CallContext, plan: Plan, kind: Resource): JsonObject {
  const context = findContextField(kind, plan.target?.place.resource);
  return {
    startTime: formatInstant(call.at),
    type: types.get(call.method.behavior.action.kind) ?? call.method.behavior.action.kind,
    user: call.user,
    ...(context !== undefined && { [context]: createContext(call, plan) }),
  };
}

/** `zoneContext` for a change of one of the `managedZones`. */
function findContextField(kind: Resource, changed: Resource | undefined): string | undefined {
  const collection = changed?.steps.filter((step) => 'literal' in step).at(-1);
  const name = collection && 'literal' in collection ? collection.literal.toLowerCase() : '';
  return Object.keys(kind.fields ?? {}).find((field) => {
    const subject = /^(.+)Context$/.exec(field)?.[1];
    return subject !== undefined && hasField(kind, field) && name.includes(subject.toLowerCase());
  });
}

/** The resource before and after. */
function createContext(call: CallContext, plan: Plan): JsonObject {
  const path = plan.target?.place.path;
  const after = plan.effects.find((effect) => effect.kind === 'put' && effect.path === path);
  const created = call.method.behavior.action.kind === 'create';
  return {
    ...(!created && plan.target && { oldValue: plan.target.body }),
    ...(after?.kind === 'put' && { newValue: after.body }),
  };
}
