/**
 * Conditions for objects that no request contains, such as operations: seeds of a mock with objects that the condition accepts, and with
 * objects that it excludes.
 */
import { getText, type Json } from '../../../generator/lib/json.js';
import { findType, toPointer } from '../field-paths.js';
import type { Planner } from '../planner.js';
import { ensureInstance } from '../prepare.js';
import type { ScenarioBuilder } from '../scenario-builder.js';
import { listResources, toSeededBody, type SchemaResource } from './resources.js';
import { seedInstance, seedPath, toSeed } from './seeds.js';
import { listBodies } from './validations.js';

/** The maximum numbers of resources that contain the object, of excluded objects, and of those among which the scenario chooses. */
const [maxResources, maxRejected, maxCandidates] = [4, 2, 12];

/** Returns whether the mock rejects a seed because of the condition. */
export async function planSeededValidation(planner: Planner): Promise<boolean> {
  const { testedRule, index } = planner;
  if (testedRule.place.in !== 'schema') return false;
  for (const owner of listResources(index, testedRule.place.schema).slice(0, maxResources))
    if (await planner.plan((builder) => seedObjects(builder, planner, owner))) return true;
  return false;
}

async function seedObjects(builder: ScenarioBuilder, { testedRule }: Planner, { resource, path }: SchemaResource): Promise<boolean> {
  const message = getText(testedRule.value, 'message') ?? '';
  const read = builder.index.findMethod(resource, 'get');
  if (message === '' || read === undefined) return false;
  const instance = await ensureInstance(builder, resource);
  const base = { ...builder.createCall(read, instance), body: toSeededBody(builder, instance) };
  const rejected: { readonly body: Json; readonly length: number }[] = [];
  let accepted: Json | undefined;
  const type = findType({ kind: 'ref', schema: resource.schema ?? '' }, path, builder.index.lookup);
  const search = { type, pointer: toPointer(path), expression: getText(testedRule.value, 'rule') ?? '' };
  for (const body of listBodies(builder, base, search)) {
    if (rejected.length >= maxCandidates && accepted !== undefined) break;
    const error = await builder.findControlError('POST', seedPath, toSeed(builder, instance, body));
    if (error === undefined) accepted ??= body;
    else if (error.includes(message)) rejected.push({ body, length: error.length });
  }
  // The shortest error is probably about this condition alone.
  const shortest = rejected.sort((one, other) => one.length - other.length).slice(0, maxRejected);
  for (const { body } of shortest) builder.addRejectedControl('POST', seedPath, toSeed(builder, instance, body));
  if (accepted !== undefined) await seedInstance(builder, instance, accepted);
  return rejected.length > 0;
}
