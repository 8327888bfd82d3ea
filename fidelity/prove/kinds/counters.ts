/** The `counter` rule: reads the number before and after what it counts. */
import type { RuleOf } from '../../../runtime/rule.js';
import { toObject } from '../../../generator/lib/json.js';
import type { Plan, Planner } from '../planner.js';
import { ensureInstance, prepareCall } from '../prepare.js';
import { isAccepted } from '../reference-mock.js';
import { ScenarioError, type Instance, type ScenarioBuilder } from '../scenario-builder.js';
import { createWith, listChanges, listResources, readInstance } from './resources.js';
import { findChange } from './state-rules.js';

type Counter = RuleOf<'counter'>;

export async function planCounter(planner: Planner): Promise<Plan> {
  const { testedRule, index } = planner;
  const rule = testedRule.value as unknown as Counter;
  const owners = testedRule.place.in === 'schema' ? listResources(index, testedRule.place.schema) : [];
  let isPlanned = false;
  for (const { resource } of owners.filter(({ path }) => path.length === 0).slice(0, 3))
    isPlanned =
      (await planner.plan(async (builder) => {
        if (index.findMethod(resource, 'get') === undefined) throw new ScenarioError('no method reads the resource');
        const instance = await ensureInstance(builder, resource);
        await readInstance(builder, instance, [rule.field]);
        const cause = rule.members !== undefined ? changeMembers : rule.methods !== undefined ? callMethods : changeResource;
        return cause(builder, instance, rule);
      })) || isPlanned;
  return isPlanned ? { kind: 'planned' } : { kind: 'untested', reason: planner.reasons[0] ?? 'no request changes the number' };
}

/** Creates two members, and deletes one if a method does. */
async function changeMembers(builder: ScenarioBuilder, owner: Instance, { field, members }: Counter): Promise<boolean> {
  const resource = builder.index.getResource(members);
  if (resource === undefined) return false;
  const remove = builder.index.findMethod(resource, 'delete');
  const first = await createWith(builder, resource, {});
  await readInstance(builder, owner, [field]);
  await createWith(builder, resource, {});
  await readInstance(builder, owner, [field]);
  if (remove !== undefined && isAccepted(await builder.call(builder.createCall(remove, first), { fields: [] })))
    await readInstance(builder, owner, [field]);
  return true;
}

/** Calls each method twice. Reading the number can be one of them. */
async function callMethods(builder: ScenarioBuilder, owner: Instance, { field, methods = [] }: Counter): Promise<boolean> {
  let isCalled = false;
  for (const id of methods) {
    const method = builder.index.api.methods.find((each) => each.id === id);
    for (const each of method === undefined ? [] : [method, method]) {
      await builder.mustCall(await prepareCall(builder, each));
      await readInstance(builder, owner, [field]);
      isCalled = true;
    }
  }
  return isCalled;
}

/** Changes the resource: what the number covers, if the rule says so, and its other fields. */
async function changeResource(builder: ScenarioBuilder, owner: Instance, { field, covers }: Counter): Promise<boolean> {
  let isChanged = false;
  for (const method of listChanges(builder.index, owner.resource).slice(0, 2))
    for (const names of covers === undefined ? [undefined] : [covers, undefined]) {
      const change = findChange(builder, method, names);
      const call = await prepareCall(builder, method, change);
      if (Object.keys(toObject(change)).length === 0 || !isAccepted(await builder.try(call))) continue;
      await builder.mustCall(call, { fields: [field] });
      await readInstance(builder, owner, [field]);
      isChanged = true;
    }
  return isChanged;
}
