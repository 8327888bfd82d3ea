/** Domain names, whose case doesn't matter: a resource is found by its name in upper case, too, and its name can't be used again. */
import { getAt, toObject } from '../../../generator/lib/json.js';
import { getItemsField } from '../../../generator/model/schema-lookup.js';
import type { Plan, Planner } from '../planner.js';
import { prepareCall } from '../prepare.js';
import type { ScenarioBuilder } from '../scenario-builder.js';
import { createWith, listResources, type SchemaResource } from './resources.js';

export async function planDomainName(planner: Planner): Promise<Plan> {
  const { testedRule, index } = planner;
  const [first] = testedRule.place.in === 'schema' ? listResources(index, testedRule.place.schema) : [];
  const field = testedRule.place.in === 'schema' ? (testedRule.place.path[0] ?? '') : '';
  const isPlanned = first !== undefined && (await planner.plan((builder) => useUpperCase(builder, first, field)));
  return isPlanned ? { kind: 'planned' } : { kind: 'untested', reason: planner.reasons[0] ?? 'no request compares the domain name' };
}

async function useUpperCase(builder: ScenarioBuilder, { resource }: SchemaResource, field: string): Promise<boolean> {
  const { index } = builder;
  const instance = await createWith(builder, resource, {});
  const name = getAt(instance.body, [field]);
  if (typeof name !== 'string') return false;
  const upper = name.toUpperCase();
  let isSent = false;
  const list = index.findMethod(resource, 'list');
  if (list?.parameters.some((parameter) => parameter.name === field && parameter.location === 'query')) {
    builder.isIsolated = true;
    const call = await prepareCall(builder, list);
    await builder.mustCall({ ...call, query: { ...call.query, [field]: upper } }, { fields: [getItemsField(list)] });
    isSent = true;
  }
  const read = builder.createRead(instance);
  const creation = index.findCreation(resource);
  if (!resource.idFields.includes(field) || creation === undefined) return isSent;
  if (read !== undefined) await builder.call({ ...read, path: read.path.replace(name, () => upper) }, { fields: [field] });
  const again = await prepareCall(builder, creation);
  await builder.call({ ...again, body: { ...toObject(again.body), ...toObject(instance.body), [field]: upper } }, { fields: [] });
  return true;
}
