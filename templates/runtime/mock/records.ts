/** Changes of a resource that are recorded in a collection `operations` of its own. */
import type { Call, Plan } from './call.js';
import { filling } from './call.js';
import { instant } from './duration.js';
import { fillNew } from './fill.js';
import type { JsonObject } from './json.js';
import type { Effect } from './state/effects.js';
import { hasField, sibling, type Resource } from './world/resource.js';

const recorded = new Set(['create', 'patch', 'update', 'setFields']);

/** What records a plan's change; nothing where the resource keeps no such collection. */
export async function recordOf(call: Call, plan: Plan): Promise<readonly Effect[]> {
  const { target } = plan;
  const kind = target && recorded.has(call.method.behaviour.action.kind) ? call.state.world.recordsOf(target.place.resource) : undefined;
  if (!target || !kind) return [];
  const id = String(await call.state.count(`id ${target.place.path}/operations`));
  const place = sibling(kind, [...target.place.segments, 'operations'], [id]);
  const body = fillNew(place, { id, ...facts(call, plan, kind) }, filling(call));
  const { operationDelay } = call.session.settings;
  const done: Effect = { kind: 'set', path: place.path, fields: { status: 'done' } };
  if (operationDelay === 0) return [{ kind: 'put', path: place.path, body: { ...body, status: 'done' } }];
  return [
    { kind: 'put', path: place.path, body: { ...body, status: 'pending' } },
    { kind: 'later', after: operationDelay, effects: [done] },
  ];
}

function facts(call: Call, plan: Plan, kind: Resource): JsonObject {
  const context = contextField(kind, plan.target?.place.resource);
  return {
    startTime: instant(call.at),
    type: call.method.id.split('.').at(-1) ?? '',
    user: call.user,
    ...(context !== undefined && { [context]: contextOf(call, plan) }),
  };
}

/** `zoneContext` for a change of one of the `managedZones`. */
function contextField(kind: Resource, changed: Resource | undefined): string | undefined {
  const collection = changed?.steps.filter((step) => 'literal' in step).at(-1);
  const name = collection && 'literal' in collection ? collection.literal.toLowerCase() : '';
  return Object.keys(kind.fields ?? {}).find((field) => {
    const subject = /^(.+)Context$/.exec(field)?.[1];
    return subject !== undefined && hasField(kind, field) && name.includes(subject.toLowerCase());
  });
}

/** The resource before and after. */
function contextOf(call: Call, plan: Plan): JsonObject {
  const path = plan.target?.place.path;
  const after = plan.effects.find((effect) => effect.kind === 'put' && effect.path === path);
  const created = call.method.behaviour.action.kind === 'create';
  return {
    ...(!created && plan.target && { oldValue: plan.target.body }),
    ...(after?.kind === 'put' && { newValue: after.body }),
  };
}
