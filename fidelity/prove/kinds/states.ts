/** The `states` rule: the states that requests and seeds can cause, and requests that the rule rejects. */
import type { RuleOf } from '../../../runtime/rule.js';
import { toObject, type JsonObject } from '../../../generator/lib/json.js';
import type { Method } from '../../../generator/model/model.js';
import { setAt, toPointer } from '../field-paths.js';
import type { Plan, Planner } from '../planner.js';
import { ensureInstance, prepareCall } from '../prepare.js';
import { isAccepted } from '../reference-mock.js';
import type { CallTemplate } from '../scenario.js';
import { ScenarioError, type ScenarioBuilder } from '../scenario-builder.js';
import { listChanges, readInstance, toSeededBody, type SchemaResource } from './resources.js';
import { findSeed, seedInstance, seedPath, toSeed } from './seeds.js';
import { listOwners, planFields } from './state-rules.js';
import { formatFieldPath } from './targets.js';

type States = RuleOf<'states'>;

/** Puts the resource into each state that a request can cause, and reads it. Sends requests that the rule rejects. */
export async function planStates(planner: Planner): Promise<Plan> {
  const rule = planner.testedRule.value as unknown as States;
  const { field, values } = rule;
  await planFields(planner, [field], [{}, ...values.map((value) => ({ [field]: value }))]);
  for (const owner of listOwners(planner)) {
    await planner.plan((builder) => sendOtherState(builder, owner, rule));
    await planner.plan((builder) => leaveStates(builder, owner, rule));
    await planner.plan((builder) => seedStates(builder, owner, rule));
    await planner.plan((builder) => seedOtherState(builder, owner, rule));
  }
  if (planner.scenarios.length > 0) return { kind: 'planned' };
  return { kind: 'untested', reason: planner.reasons[0] ?? 'no request causes the states' };
}

/** A value that isn't a state. */
function createOtherState(values: readonly string[]): string {
  let state = 'OTHER_STATE';
  while (values.includes(state)) state += '_';
  return state;
}

/** Creates and changes the resource with another value, if the mock rejects that. */
async function sendOtherState(builder: ScenarioBuilder, { resource, path }: SchemaResource, { field, values }: States): Promise<boolean> {
  if (path.includes('[]') || path.includes('{}')) return false;
  const creation = builder.index.findCreation(resource);
  const methods = [...(creation === undefined ? [] : [creation]), ...listChanges(builder.index, resource).slice(0, 1)];
  let isRejected = false;
  for (const method of methods) {
    const base = await prepareCall(builder, method);
    const pointer = [...(method.requestWrap === undefined ? [] : [method.requestWrap]), ...path, ...field.split('.')];
    const call = { ...base, body: setAt(toObject(base.body), pointer, createOtherState(values)) };
    if (isAccepted(await builder.try(call))) continue;
    await builder.call(call, { fields: [] });
    isRejected = true;
  }
  return isRejected;
}

/** Calls the method of each transition, and calls it again in a state from which it has none. */
async function leaveStates(builder: ScenarioBuilder, { resource, path }: SchemaResource, rule: States): Promise<boolean> {
  const { field, transitions = [] } = rule;
  const ids = new Set(transitions.flatMap(({ method }) => method ?? []));
  const methods = builder.index.api.methods.filter(({ id }) => ids.has(id));
  if (methods.length === 0 || path.length > 0) return false;
  const instance = await ensureInstance(builder, resource);
  let isRejected = false;
  for (const method of methods) {
    const call = await createTransition(builder, method);
    // The first call can be rejected, too: a new resource isn't in every state.
    for (let count = 0; count < 2; count += 1) {
      const reply = await builder.call(call, { fields: [field] });
      if (!isAccepted(reply)) isRejected = true;
      await readInstance(builder, instance, [field]);
    }
  }
  return isRejected;
}

/** Prepares a call of a method. If the mock rejects all of them in the present state, returns one without a body. */
async function createTransition(builder: ScenarioBuilder, method: Method): Promise<CallTemplate> {
  try {
    return await prepareCall(builder, method);
  } catch (error) {
    const call = error instanceof ScenarioError ? createPlainCall(builder, method) : undefined;
    if (call === undefined) throw error;
    return method.request === undefined ? call : { ...call, body: {} };
  }
}

/** Seeds the resource of a mock in each state, and changes it in those that are immutable. */
async function seedStates(
  builder: ScenarioBuilder,
  { resource, path }: SchemaResource,
  { field, values, immutable = [] }: States,
): Promise<boolean> {
  const instance = await ensureInstance(builder, resource);
  let count = 0;
  for (const value of values) {
    const stored = setAt(toSeededBody(builder, instance), [...toPointer(path), field], value);
    const body = await findSeed(builder, instance, [stored]);
    if (body === undefined) continue;
    await seedInstance(builder, instance, body);
    await readInstance(builder, instance, [formatFieldPath([...path, field])]);
    count += 1;
    if (!immutable.includes(value)) continue;
    const change = builder.index.findMethod(resource, 'patch') ?? builder.index.findMethod(resource, 'delete');
    const call = change && createPlainCall(builder, change);
    if (call !== undefined) await builder.call(call, { fields: [] });
  }
  return count > 0;
}

/** Seeds the resource of a mock with another value. */
async function seedOtherState(builder: ScenarioBuilder, { resource, path }: SchemaResource, { field, values }: States): Promise<boolean> {
  const instance = await ensureInstance(builder, resource);
  const stored = setAt(toSeededBody(builder, instance), [...toPointer(path), ...field.split('.')], createOtherState(values)) as JsonObject;
  const seed = toSeed(builder, instance, stored);
  if ((await builder.findControlError('POST', seedPath, seed)) === undefined) return false;
  builder.addRejectedControl('POST', seedPath, seed);
  return true;
}

/** Creates a call without a body for the resource that the scenario has. */
function createPlainCall(builder: ScenarioBuilder, method: Method): CallTemplate | undefined {
  const target = builder.index.getTarget(method);
  return target && builder.createCall(method, builder.getInstance(target));
}
