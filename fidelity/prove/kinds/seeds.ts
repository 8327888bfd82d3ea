/** Seeds of the resource that a scenario has, with values that no request can set. */
import type { Json } from '../../../generator/lib/json.js';
import type { Resource } from '../../../generator/model/model.js';
import type { RulePath } from '../tested-rule.js';
import { findType, setAt, toPointer } from '../field-paths.js';
import { resolveText } from '../references.js';
import type { Instance, ScenarioBuilder } from '../scenario-builder.js';
import { listCompanions } from './companions.js';

export const seedPath = '/__admin/seed';

export const toSeed = (builder: ScenarioBuilder, { path }: Instance, body: Json): Json => ({
  resources: { [`/${resolveText(path, builder.getBody)}`]: body },
});

/** Adds a request that replaces the resource. Throws `ScenarioError` if the mock rejects it. */
export const seedInstance = (builder: ScenarioBuilder, instance: Instance, body: Json): Promise<void> =>
  builder.control('POST', seedPath, toSeed(builder, instance, body));

/** Returns the first body that the mock accepts as a seed. */
export async function findSeed(builder: ScenarioBuilder, instance: Instance, bodies: Iterable<Json>): Promise<Json | undefined> {
  for (const body of bodies)
    if ((await builder.findControlError('POST', seedPath, toSeed(builder, instance, body))) === undefined) return body;
  return undefined;
}

interface SeededField {
  readonly resource: Resource;
  readonly body: Json;
  readonly path: RulePath;
}

/** Lists the body with each companion of the field at a path, and of the fields that contain it. */
export function* listSeedsWithCompanions(builder: ScenarioBuilder, { resource, body, path }: SeededField): Generator<Json> {
  const root = { kind: 'ref', schema: resource.schema ?? '' } as const;
  for (const [at, field] of path.entries()) {
    const outer = path.slice(0, at);
    for (const { name, value } of listCompanions(builder, findType(root, outer, builder.index.lookup), field))
      yield setAt(body, [...toPointer(outer), name], value);
  }
}
